/** Specification 6.1: one receiver delays no other. Their owners choose the host names, and with them the name servers. */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDeliver } from '../../subgraphs/events/services/deliver.ts'
import { createResolveHost } from '../../subgraphs/shared/outgoing/resolveHost.ts'

const TIMEOUT_MS = 5_000
let nameServer: Socket
let asked = 0

beforeAll(async () => {
  nameServer = createSocket('udp4')
  nameServer.on('message', (query, { port, address }) => {
    const response = responseTo(query)
    if (response === null) asked += 1
    else nameServer.send(response, port, address)
  })
  nameServer.bind(0, '127.0.0.1')
  await once(nameServer, 'listening')
})
afterAll(() => void nameServer.close())

it('names whose servers never respond delay the delivery to no other name', async () => {
  const resolveHost = createResolveHost({ servers: [`127.0.0.1:${nameServer.address().port}`] })
  const deliver = createDeliver({ resolveHost, timeoutMs: TIMEOUT_MS })
  const send = (host: string) =>
    deliver({ url: `https://${host}/`, loopbackAllowed: false, headers: {}, body: '{}' }, new AbortController().signal)
  const hanging = Array.from({ length: 64 }, (_, number) => send(`silent${number}.example`))
  await expect.poll(() => asked, { timeout: 4_000 }).toBeGreaterThan(0)
  expect(await send('inside.example')).toMatchObject({
    succeeded: false,
    durationMs: expect.toSatisfy((ms: number) => ms < TIMEOUT_MS / 2),
    error: expect.stringContaining('Not sent: the address'),
  })
  for (const result of await Promise.all(hanging)) expect(result).toMatchObject({ succeeded: false, statusCode: null })
}, 30_000)

it('a name of this machine leads to this machine, whatever name servers say', async () => {
  const resolveHost = createResolveHost({ servers: [`127.0.0.1:${nameServer.address().port}`] })
  for (const host of ['localhost', 'receiver.localhost'])
    expect((await resolveHost(host)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  await expect(resolveHost('none.example')).rejects.toMatchObject({ code: 'ENODATA' })
})

/** `inside.example` is 127.0.0.1, `none.example` has no address; null: no response. */
function responseTo(query: Buffer): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += 1 + length
  }
  if (labels[0]?.startsWith('silent')) return null
  const isFound = labels[0] === 'inside' && query.readUInt16BE(at + 1) === 1
  const head = Buffer.from(query.subarray(0, at + 5))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(isFound ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  // The name of the question, IN A, for one second, four bytes.
  return isFound ? Buffer.concat([head, Buffer.from('c00c0001000100000001' + '00047f000001', 'hex')]) : head
}
