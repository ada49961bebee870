/**
 * The client's address: that of its connection, or what trusted proxies report. The same for requests and WebSockets, so that
 * neither bypasses the limits of an address.
 */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Whose X-Forwarded-For is trusted: nobody's, that of so many hops, or that of these addresses and networks. */
export type TrustedProxies = false | number | readonly string[]

/** Whether to trust what this address reports about its own client; hop 0 is the connection's peer. */
export type Trust = (address: string, hop: number) => boolean

export function createTrust(trusted: TrustedProxies): Trust {
  if (trusted === false) return () => false
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  const networks = trusted.map((text) =>
    text.includes('/') ? ipaddr.parseCIDR(text) : networkOf(ipaddr.process(text)),
  )
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    return ipaddr.subnetMatch(ipaddr.process(address), { trusted: networks }, 'other') === 'trusted'
  }
}

export function addressOf({ socket, headers }: IncomingMessage, trust: Trust): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const before = forwarded.map((text) => text.trim()).filter((text) => text !== '')
  let address = socket.remoteAddress ?? ''
  for (let hop = 0; before.length > 0 && trust(address, hop); hop++) address = before.pop() ?? address
  return address
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
