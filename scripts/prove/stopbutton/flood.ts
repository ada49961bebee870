/** A steady stream of requests that nobody waits for, bounded in rate and in number under way. */
import { Pool } from 'undici'

export interface FloodRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Flood {
  /** Settles when the first request was refused for its rate; rejects when that takes too long. */
  readonly isFull: Promise<void>
  stop(): Promise<{ readonly sent: number; readonly limited: number }>
}

const TICK_MS = 20
const UNDER_WAY_MAX = 200
const CONNECTIONS = 32
const FULL_WITHIN_MS = 30_000

export function startFlood(url: string, perSecond: number, requests: readonly FloodRequest[]): Flood {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  const count = { sent: 0, limited: 0, underWay: 0 }
  const full = Promise.withResolvers<void>()
  // It may end before anybody asks.
  full.promise.catch(() => undefined)
  const patience = setTimeout(() => full.reject(new Error('the flood was never limited')), FULL_WITHIN_MS)

  async function send({ method, path, headers = {}, body }: FloodRequest): Promise<void> {
    count.sent += 1
    count.underWay += 1
    try {
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await pool.request({ method, path, headers: { ...headers, ...type }, body: body ?? null })
      await answer.body.dump()
      if (answer.statusCode !== 429) return
      count.limited += 1
      full.resolve()
    } catch {
      // Nobody waits for it.
    } finally {
      count.underWay -= 1
    }
  }

  let owed = 0
  const ticking = setInterval(() => {
    for (owed += (perSecond * TICK_MS) / 1_000; owed >= 1; owed--) {
      const request = requests[count.sent % requests.length]
      if (request !== undefined && count.underWay < UNDER_WAY_MAX) void send(request)
    }
  }, TICK_MS)

  return {
    isFull: full.promise,
    async stop() {
      clearInterval(ticking)
      clearTimeout(patience)
      await pool.destroy()
      return { sent: count.sent, limited: count.limited }
    },
  }
}
