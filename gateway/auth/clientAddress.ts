/**
 * From where a request comes: the address of its connection, or what proxies that are trusted say of it. The same for a
 * request and for a socket, so that neither is a way around the limits of an address.
 */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Whose X-Forwarded-For counts: nobody's, that of so many hops, or of these addresses and networks. */
export type TrustedProxies = false | number | readonly string[]

/** Whether to believe what this address says of the one before it; hop 0 is the connection's own. */
export type Trust = (address: string, hop: number) => boolean

export function createTrust(trusted: TrustedProxies): Trust {
  if (trusted === false) return () => false
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  const networks = trusted.map((one) => (one.includes('/') ? ipaddr.parseCIDR(one) : networkOf(ipaddr.process(one))))
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    return ipaddr.subnetMatch(ipaddr.process(address), { trusted: networks }, 'other') === 'trusted'
  }
}

export function addressOf({ socket, headers }: IncomingMessage, trust: Trust): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const before = forwarded.map((one) => one.trim()).filter((one) => one !== '')
  let address = socket.remoteAddress ?? ''
  for (let hop = 0; before.length > 0 && trust(address, hop); hop++) address = before.pop() ?? address
  return address
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
