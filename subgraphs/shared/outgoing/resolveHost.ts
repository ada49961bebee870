/**
 * Looks up the host names of receivers, which their owners choose and whose name servers may never respond. The lookup of the
 * operating system would occupy a thread that everything in this process shares, database and chain nodes included, for as
 * long as that takes; queries by socket only wait.
 */
import { promises as dns } from 'node:dns'
import { isLoopbackName } from './receiverAddress.ts'

export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** All addresses of a name. Rejects when the name has none. */
export type ResolveHost = (hostname: string) => Promise<readonly HostAddress[]>

/** For one query to one server; each is asked twice. */
const QUERY_TIMEOUT_MS = 2_000
const TRIES = 2

/** @param options.servers for tests: `address:port` of the name servers; those of the machine by default */
export function createResolveHost(options: { readonly servers?: readonly string[] } = {}): ResolveHost {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, maxTimeout: QUERY_TIMEOUT_MS, tries: TRIES })
  if (options.servers !== undefined) resolver.setServers(options.servers)
  return async (hostname) => {
    if (isLoopbackName(hostname)) return addressesOf(['127.0.0.1', '::1'])
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [ipv4, ipv6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
    return addressesOf(found)
  }
}

function addressesOf(addresses: readonly string[]) {
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
