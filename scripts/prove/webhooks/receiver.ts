/** A receiver of deliveries that answers after a while, and remembers what came. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody, startLocalServer } from '../../localServer.ts'

export interface Delivered {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly at: number
}

export interface ProofReceiver {
  readonly url: string
  readonly received: Delivered[]
  /** The status that it answers with; null: it never does. */
  status: number | null
  waitMs: number
  /** How many requests it has now, and the most that it had at once. */
  readonly load: { now: number; most: number }
  close(): Promise<void>
}

export async function startProofReceiver(): Promise<ProofReceiver> {
  const server = await startLocalServer(async (request, response) => {
    const body = (await readBody(request)).toString()
    receiver.received.push({ body, headers: request.headers as Record<string, string>, at: performance.now() })
    receiver.load.now += 1
    receiver.load.most = Math.max(receiver.load.most, receiver.load.now)
    response.on('close', () => {
      receiver.load.now -= 1
    })
    if (receiver.waitMs > 0) await sleep(receiver.waitMs)
    if (receiver.status !== null) response.writeHead(receiver.status).end()
  })
  const receiver: ProofReceiver = {
    ...{ url: `${server.url}/hook`, received: [], status: 200, waitMs: 0, load: { now: 0, most: 0 } },
    close: server.close,
  }
  return receiver
}

export const eventIdOf = ({ body }: Delivered): string => JSON.parse(body).event_id
