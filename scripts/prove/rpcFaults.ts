/** Proxies in front of one chain that a proof can take down, or make drop transactions. */
import { keccak256 } from 'ethers'
import { type LocalServer, readBody, startLocalServer } from '../localServer.ts'

export interface RpcFaults {
  readonly urls: readonly string[]
  /** Indexes of endpoints that close every connection. */
  readonly down: Set<number>
  /** Raw transactions that are acknowledged but not forwarded. */
  drops: (raw: string) => boolean
  close(): Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export async function openRpcFaults(target: string, count: number): Promise<RpcFaults> {
  const servers: LocalServer[] = []
  const faults: RpcFaults = {
    urls: [],
    down: new Set(),
    drops: () => false,
    async close() {
      for (const server of servers) await server.close()
    },
  }
  for (let index = 0; index < count; index++)
    servers.push(
      await startLocalServer(async (request, response) => {
        if (faults.down.has(index)) return void request.socket.destroy()
        const body = await respond(target, (await readBody(request)).toString(), faults.drops)
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      }),
    )
  return Object.assign(faults, { urls: servers.map(({ url }) => url) })
}

async function respond(target: string, body: string, drops: (raw: string) => boolean): Promise<string> {
  const calls = JSON.parse(body) as Call[]
  const isDropped = ({ method, params }: Call): boolean =>
    method === 'eth_sendRawTransaction' && drops(String(params[0]))
  const forwarded = calls.filter((call) => !isDropped(call))
  const acknowledged = calls.filter(isDropped).map(({ id, params }) => ({ id, result: keccak256(String(params[0])) }))
  if (acknowledged.length === 0) return forward(target, body)
  const responses =
    forwarded.length === 0 ? [] : (JSON.parse(await forward(target, JSON.stringify(forwarded))) as object[])
  return JSON.stringify([...responses, ...acknowledged])
}

async function forward(target: string, body: string): Promise<string> {
  const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return response.text()
}
