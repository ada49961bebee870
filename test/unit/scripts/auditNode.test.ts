/** The audit reads logs in parts of bounded size, also from a node that would send those of any range at once. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNode } from '../../../scripts/audit/node.ts'

const LOG_BYTES = 1_000
const BLOCKS = 700
const RESPONSE_BYTES_MAX = 50 * LOG_BYTES

interface Range {
  readonly fromBlock: string
  readonly toBlock: string
}

/** One long log in each block. */
const server = createServer(async (request, response) => {
  const [call] = (await json(request)) as [{ params: [Range] }]
  const [{ fromBlock, toBlock }] = call.params
  Readable.from(answer(Number(fromBlock), Number(toBlock)))
    .on('error', () => undefined)
    .pipe(response)
})

function* answer(from: number, to: number) {
  yield '[{"id":0,"result":['
  for (let block = from; block <= to; block++)
    yield `${block === from ? '' : ','}${JSON.stringify({ blockNumber: `0x${block.toString(16)}`, data: 'f'.repeat(LOG_BYTES) })}`
  yield ']}]'
}

let url: string
beforeAll(async () => {
  server.listen(0)
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('every block is read once, and no part has more than fits', async () => {
  const read: number[] = []
  for await (const { logs } of openNode([url], RESPONSE_BYTES_MAX).logs({}, { from: 0, to: BLOCKS - 1 })) {
    expect(logs.length * LOG_BYTES).toBeLessThan(RESPONSE_BYTES_MAX)
    read.push(...logs.map(({ blockNumber }) => Number(blockNumber)))
  }
  expect(read).toEqual(Array.from({ length: BLOCKS }, (_, block) => block))
})
