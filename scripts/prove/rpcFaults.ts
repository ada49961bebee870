/** Proxies in front of one chain that a proof can disconnect, or let drop transactions. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keccak256 } from 'ethers'

export interface RpcFaults {
  readonly urls: readonly string[]
  /** Indexes of endpoints that close every connection. */
  readonly dead: Set<number>
  /** Raw transactions that are acknowledged but not forwarded. */
  swallows: (raw: string) => boolean
  close(): Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export async function openRpcFaults(target: string, count: number): Promise<RpcFaults> {
  const servers: Server[] = []
  const faults: RpcFaults = {
    urls: [],
    dead: new Set(),
    swallows: () => false,
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
  for (let place = 0; place < count; place++) {
    const server = createServer(async (request, response) => {
      try {
        if (faults.dead.has(place)) return void request.socket.destroy()
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const answer = await answerOf(target, Buffer.concat(chunks).toString(), faults.swallows)
        response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
      } catch {
        request.socket.destroy()
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
  }
  const urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return Object.assign(faults, { urls })
}

async function answerOf(target: string, body: string, swallows: (raw: string) => boolean): Promise<string> {
  const calls = JSON.parse(body) as Call[]
  const isSwallowed = ({ method, params }: Call): boolean =>
    method === 'eth_sendRawTransaction' && swallows(String(params[0]))
  const kept = calls.filter((call) => !isSwallowed(call))
  const taken = calls.filter(isSwallowed).map(({ id, params }) => ({ id, result: keccak256(String(params[0])) }))
  if (taken.length === 0) return forward(target, body)
  const answers = kept.length === 0 ? [] : (JSON.parse(await forward(target, JSON.stringify(kept))) as object[])
  return JSON.stringify([...answers, ...taken])
}

async function forward(target: string, body: string): Promise<string> {
  const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return answer.text()
}
