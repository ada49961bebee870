/** The saved state of an embedded chain is that of one block, whatever is mined while the node is asked for it. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { keepState, unpackState } from '../../../scripts/embedded/chainState.ts'

const log = { info() {}, warn() {} }
const folder = mkdtempSync(join(tmpdir(), 'chain-state-'))
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** @param minedWhileDumped how many blocks come while the node reads out its state: one for each of the first dumps */
async function startNode(minedWhileDumped: number) {
  const node = { head: 1, dumps: 0 }
  const server = createServer(async (request, response) => {
    const [call] = (await json(request)) as [{ method: string }]
    let result: unknown = { hash: `block ${node.head}` }
    if (call.method === 'anvil_dumpState') {
      const dump = gzipSync(`blocks up to ${node.head}`)
      if (node.dumps++ < minedWhileDumped) node.head++
      result = `0x${dump.toString('hex')}`
    }
    response.end(JSON.stringify([{ id: 0, result }]))
  }).listen(0)
  servers.push(server)
  await once(server, 'listening')
  return { node, rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function saveOnce(rpcUrl: string, name: string): Promise<string> {
  const stateFile = join(folder, `${name}.json.gz`)
  const stop = keepState({ rpcUrl, stateFile, log })
  while (!existsSync(stateFile)) await new Promise((resolve) => setTimeout(resolve, 5))
  const unpacked = String(await unpackState(stateFile, log))
  const text = readFileSync(unpacked, 'utf8')
  await stop()
  return text
}

it('is read again when a block was mined meanwhile, so that no transfer lacks its receipt', async () => {
  const { node, rpcUrl } = await startNode(2)
  expect(await saveOnce(rpcUrl, 'moving')).toBe('blocks up to 3')
  expect(node.head).toBe(3)
})

it('is saved all the same when reading it takes longer than a block', async () => {
  const { rpcUrl } = await startNode(Number.POSITIVE_INFINITY)
  expect(await saveOnce(rpcUrl, 'long')).toBe('blocks up to 5')
})
