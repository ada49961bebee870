/** Stands between a service and its chain and notes when which raw transaction was handed over. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Handed {
  readonly raw: string
  /** performance.now() at the arrival. */
  readonly at: number
}

export interface RpcRecorder {
  readonly url: string
  readonly handed: readonly Handed[]
  close(): Promise<void>
}

export async function openRpcRecorder(target: string): Promise<RpcRecorder> {
  const handed: Handed[] = []
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      note(body, handed)
      const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    } catch {
      response.writeHead(502).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handed,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Call {
  readonly method?: string
  readonly params?: readonly unknown[]
}

function note(body: Buffer, handed: Handed[]): void {
  const at = performance.now()
  const parsed = JSON.parse(body.toString()) as Call | Call[]
  for (const { method, params } of Array.isArray(parsed) ? parsed : [parsed])
    if (method === 'eth_sendRawTransaction') handed.push({ raw: String(params?.[0]), at })
}
