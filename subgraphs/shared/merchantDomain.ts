/**
 * Normalises the domain of a merchant, given as URL, host with port, or host, to one ASCII host: domain 6.4. The URL
 * parser applies UTS 46, but would also decode %-escapes, read a number as an IPv4 address and take text before an @ for
 * a user, so those are cut off or refused first.
 */
import { domainToASCII, domainToUnicode } from 'node:url'

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Lower-case ASCII host, or null when the text is not a domain. IP literals and single labels are not domains. */
export function normaliseDomain(text: string): string | null {
  const host = hostPart(text)
  if (host === '' || host.length > 253 || /[\s%*:[\]@]/u.test(host)) return null
  const ascii = URL.parse(`http://${host}/`)?.hostname
  if (ascii === undefined || ascii.length > 253) return null
  const labels = ascii.split('.')
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null
  // Every spelling of an IPv4 address ends in a number, and no top level domain is one.
  return /^[0-9]+$/.test(labels.at(-1) ?? '') ? null : ascii
}

/** The other spelling of the same merchant: `www.` in front, or without it. Null when there is none. */
export function wwwVariant(host: string): string | null {
  if (!host.startsWith('www.')) return `www.${host}`
  return host.indexOf('.', 4) === -1 ? null : host.slice(4)
}

/** Scheme, user, port, path and trailing dot cut off; for a text without them, the text. */
export function hostPart(text: string): string {
  const afterScheme = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const authority = afterScheme.split(/[/?#\\]/, 1)[0] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host.replace(/:[0-9]{1,5}$/, '').replace(/\.$/, '')
}

/** The form in which letters beyond ASCII are encoded; empty for what is not a domain. */
export const asciiDomain = (domain: string): string => domainToASCII(domain)

/** The form that people read. */
export const shownDomain = (domain: string): string => domainToUnicode(domain)
