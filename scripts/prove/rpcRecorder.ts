/** A proxy between a service and its chain that records each broadcast transaction with its time. */
import { readBody, startLocalServer } from '../localServer.ts'

interface Broadcast {
  readonly raw: string
  /** performance.now() when it arrived. */
  readonly at: number
}

export interface RpcRecorder {
  readonly url: string
  readonly broadcasts: readonly Broadcast[]
  close(): Promise<void>
}

export async function openRpcRecorder(target: string): Promise<RpcRecorder> {
  const broadcasts: Broadcast[] = []
  const server = await startLocalServer(async (request, response) => {
    const body = await readBody(request)
    recordBroadcasts(body, broadcasts)
    const forwarded = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.writeHead(forwarded.status, { 'content-type': 'application/json' })
    response.end(Buffer.from(await forwarded.arrayBuffer()))
  })
  return { ...server, broadcasts }
}

interface Call {
  readonly method?: string
  readonly params?: readonly unknown[]
}

function recordBroadcasts(body: Buffer, broadcasts: Broadcast[]): void {
  const at = performance.now()
  const parsed = JSON.parse(body.toString()) as Call | Call[]
  for (const { method, params } of Array.isArray(parsed) ? parsed : [parsed])
    if (method === 'eth_sendRawTransaction') broadcasts.push({ raw: String(params?.[0]), at })
}
