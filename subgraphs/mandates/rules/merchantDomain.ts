// Which hosts an entry of a policy allows (domain 6.4). This runs for every payment, so normalised hosts are cached in a
// bounded table.
import { hostPart, normaliseDomain } from '../../shared/merchantDomain.ts'
import { isPublicSuffix } from '../data/publicSuffixes.ts'

export interface MerchantEntry {
  /** As written in the policy: lower case, without scheme and path, wildcard kept. */
  readonly written: string
  /** ASCII host without wildcard and without a leading www. */
  readonly host: string
  readonly isWildcard: boolean
}

const HOSTS_MAX = 10_000
const known = new Map<string, string | null>()

/** URL, host:port or host -> lower-case ASCII host, or null when it is not a domain name. Cached. */
export function normalizeMerchantDomain(text: string): string | null {
  const remembered = known.get(text)
  if (remembered !== undefined) return remembered
  const host = normaliseDomain(text)
  if (known.size >= HOSTS_MAX) known.clear()
  // The length of a cached key is bounded too.
  if (text.length <= 300) known.set(text, host)
  return host
}

/** Entry of an allow list: a domain, or *. and a domain that is not a public suffix. Null when it is invalid. */
export function parseMerchantEntry(text: string): MerchantEntry | null {
  const written = hostPart(text).toLowerCase()
  const isWildcard = written.startsWith('*.')
  const host = normaliseDomain(isWildcard ? written.slice(2) : written)
  if (host === null) return null
  // The last label of a domain has two letters or more: "U.S." is a country.
  if (!/\.(?:xn--[a-z0-9-]+|[a-z]{2,})$/.test(host)) return null
  if (isWildcard && isPublicSuffix(host)) return null
  return { written, host: isWildcard ? host : withoutWww(host), isWildcard }
}

/** Whether a normalized host is allowed by an entry. A wildcard means any depth below and never the apex. */
export function matchesMerchant(entry: MerchantEntry, host: string): boolean {
  return entry.isWildcard ? host.endsWith(`.${entry.host}`) : withoutWww(host) === entry.host
}

/** With and without www. is the same merchant. */
export function withoutWww(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host
}
