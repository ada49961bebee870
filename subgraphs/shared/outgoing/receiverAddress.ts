/**
 * Where a webhook may be sent (specification 6.1 rule 1), against server-side request forgery. Checked at registration and at
 * every attempt: the URL, every address of the DNS lookup, and the peer of the connection. One check is not enough: a literal
 * address needs no lookup, and a name may resolve differently the next time.
 */
import ipaddr from 'ipaddr.js'

/** The range that an address must be in. */
export type Reach = 'public' | 'loopback'

export interface Receiver {
  readonly url: URL
  /** Without brackets. */
  readonly host: string
  readonly isLiteral: boolean
  readonly reaches: readonly Reach[]
}

export class AddressRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'AddressRefused'
    this.code = code
  }
}

const PORTS = ['', '443', '8443']
const URL_LENGTH_MAX = 2_048

/**
 * @param options.loopbackAllowed for test mode on a developer's machine: allows http and any port if the host is this machine
 * @throws AddressRefused
 */
export function parseReceiver(text: string, options: { readonly loopbackAllowed: boolean }): Receiver {
  const url = text.length <= URL_LENGTH_MAX ? URL.parse(text) : null
  if (url === null) throw new AddressRefused('invalid_url', 'must be a valid URL of at most 2048 characters.')
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('credentials_in_url', 'must not carry a user name or password.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLiteral = isAddress(host)
  const loopbackOnly = options.loopbackAllowed && isLoopbackHost(host)
  if (url.protocol !== 'https:' && !(loopbackOnly && url.protocol === 'http:'))
    throw new AddressRefused('https_required', 'must be an https URL.')
  if (host === '') throw new AddressRefused('invalid_url', 'must name a host.')
  if (!PORTS.includes(url.port) && !loopbackOnly)
    throw new AddressRefused('port_not_allowed', 'must use port 443 or 8443.')
  const reaches: readonly Reach[] = loopbackOnly ? ['loopback'] : ['public']
  const receiver = { url, host, isLiteral, reaches }
  if (isLiteral) requireReach(host, receiver.reaches)
  return receiver
}

/**
 * Every address has to pass, not only the first: a name with one public and one internal address is an attack.
 * @throws AddressRefused
 */
export function requireAllReach(addresses: readonly { readonly address: string }[], reaches: readonly Reach[]): void {
  if (addresses.length === 0) throw new AddressRefused('host_not_found', 'does not resolve to any address.')
  for (const { address } of addresses) requireReach(address, reaches)
}

/** @throws AddressRefused */
export function requireReach(address: string, reaches: readonly Reach[]): void {
  if (!reaches.some((reach) => (reach === 'public' ? isPublic(address) : isLoopback(address))))
    throw new AddressRefused('address_not_public', 'must not lead to a private, local or reserved address.')
}

/**
 * Unicast of the public internet. For IPv6 the allowed range (2000::/3) is named instead of the refused ones, which also refuses
 * addresses that embed IPv4 ones (mapped, compatible, NAT64) and site-local ones.
 */
export function isPublic(address: string): boolean {
  if (!isAddress(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1
}

function isLoopback(address: string): boolean {
  return isAddress(address) && ipaddr.parse(address).range() === 'loopback'
}

function isLoopbackHost(host: string): boolean {
  return isAddress(host) ? isLoopback(host) : isLoopbackName(host)
}

/** Of this machine, without asking anybody (RFC 6761). */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** Stricter than the parser, which also takes short and octal forms. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
