// The caller's address: X-Forwarded-For counts only as far as the proxies are trusted, for requests and sockets alike.
import type { IncomingMessage } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf, createTrust, type TrustedProxies } from '../../../gateway/auth/clientAddress.ts'
import { createFixtureGateway } from './fixture.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('the address of a caller', () => {
  it.each<[string, TrustedProxies, string, string | undefined, string]>([
    ['nobody is trusted', false, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['nothing was forwarded', 1, '10.0.0.1', undefined, '10.0.0.1'],
    ['one hop', 1, '10.0.0.1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
    ['two hops', 2, '10.0.0.1', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
    ['more hops than there were', 5, '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['a network', ['10.0.0.0/8'], '10.0.0.1', '1.1.1.1, 10.9.9.9', '1.1.1.1'],
    ['a network that ends before an invented address', ['10.0.0.0/8'], '10.0.0.1', '9.9.9.9, 2.2.2.2', '2.2.2.2'],
    ['another address', ['10.0.0.2'], '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['an IPv4 address in IPv6 form', ['127.0.0.1'], '::ffff:127.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['an IPv6 network', ['fd00::/8'], 'fd00::1', '2001:db8::1', '2001:db8::1'],
    ['noise', ['10.0.0.0/8'], '10.0.0.1', 'unknown, ,', 'unknown'],
  ])('%s', (_, trusted, remote, forwarded, expected) => {
    expect(addressOf(request(remote, forwarded), createTrust(trusted))).toBe(expected)
  })
})

describe('behind a proxy', async () => {
  const { gateway, url } = await createFixtureGateway({ trustProxy: 1, rateLimits: { anonymousPerMinute: 2 } })
  afterAll(() => gateway.stop(1_000))

  it('requests and sockets of one address share its limit, those of another address do not', async () => {
    const guess = async (address: string) =>
      (await fetch(`${url}/api/v2/payments`, { headers: { authorization: 'Bearer x', 'x-forwarded-for': address } }))
        .status
    const open = (address: string) =>
      new Promise<number>((resolve) => {
        const headers = { 'x-forwarded-for': address }
        const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
        socket.on('open', () => socket.send('{"type":"connection_init","payload":{"authorization":"Bearer x"}}'))
        socket.on('close', (code) => resolve(code))
      })
    expect([await guess('1.1.1.1'), await open('1.1.1.1')]).toEqual([401, 4401])
    expect([await guess('1.1.1.1'), await open('1.1.1.1')]).toEqual([429, 1013])
    expect([await guess('2.2.2.2'), await open('2.2.2.2')]).toEqual([401, 4401])
  })
})
