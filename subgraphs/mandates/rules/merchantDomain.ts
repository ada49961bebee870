// Merchant domains (domain 6.4): from whatever a caller calls a merchant to one ASCII host, and which hosts an entry of
// a policy allows. The surprises: the URL parser does UTS 46 (so homographs stay different), and it would also decode
// %-escapes, fold 0x7f.1 to an IP address and take what follows @ as the host, so those are refused or cut off first.
import { PUBLIC_SUFFIXES } from '../data/publicSuffixes.ts'

export interface MerchantEntry {
  /** As it stands in the policy: lower case, without scheme and path, wildcard kept. */
  readonly written: string
  /** ASCII host without wildcard and without a leading www. */
  readonly host: string
  readonly isWildcard: boolean
}

const HOSTS_MAX = 10_000
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const known = new Map<string, string | null>()

/** URL, host:port or host -> lower-case ASCII host, or null when it is no domain name. Answers are remembered. */
export function normalizeMerchantDomain(text: string): string | null {
  const remembered = known.get(text)
  if (remembered !== undefined) return remembered
  const host = parseHost(hostPart(text))
  if (known.size >= HOSTS_MAX) known.clear()
  // Only the input's own length bounds a remembered key.
  if (text.length <= 300) known.set(text, host)
  return host
}

/** Entry of an allow list: a domain, or *. and a domain that is no public suffix. Null when it is refused. */
export function parseMerchantEntry(text: string): MerchantEntry | null {
  const written = hostPart(text).toLowerCase()
  const isWildcard = written.startsWith('*.')
  const host = parseHost(isWildcard ? written.slice(2) : written)
  if (host === null) return null
  if (isWildcard && PUBLIC_SUFFIXES.has(host)) return null
  return { written, host: isWildcard ? host : withoutWww(host), isWildcard }
}

/** Whether a normalized host is allowed by an entry. A wildcard means any depth below and never the apex. */
export function matchesMerchant(entry: MerchantEntry, host: string): boolean {
  return entry.isWildcard ? host.endsWith(`.${entry.host}`) : withoutWww(host) === entry.host
}

/** Scheme, user, port, path and trailing dot cut off; for a text without them, the text. */
function hostPart(text: string): string {
  const afterScheme = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const authority = afterScheme.split(/[/?#\\]/, 1)[0] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host.replace(/:[0-9]{1,5}$/, '').replace(/\.$/, '')
}

function parseHost(text: string): string | null {
  if (text === '' || text.length > 253 || /[\s%*:[\]@]/u.test(text)) return null
  let host: string
  try {
    host = new URL(`http://${text}/`).hostname
  } catch {
    return null
  }
  const labels = host.split('.')
  if (labels.length < 2 || host.length > 253 || !labels.every((label) => LABEL.test(label))) return null
  // The URL parser writes every spelling of an IPv4 address as four numbers; no top level domain is a number.
  return /^[0-9]+$/.test(labels[labels.length - 1] ?? '') ? null : host
}

function withoutWww(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host
}
