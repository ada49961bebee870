/** A steady stream of requests whose responses are ignored, bounded in rate and in number in flight. */
import { Pool } from 'undici'

export interface FloodRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Flood {
  /** Resolves when the first request exceeded its rate limit; rejects when that takes too long. */
  readonly limited: Promise<void>
  stop(): Promise<{ readonly sent: number; readonly limited: number }>
}

const TICK_MS = 20
const IN_FLIGHT_MAX = 200
const CONNECTIONS = 32
const FULL_WITHIN_MS = 30_000

export function startFlood(url: string, perSecond: number, requests: readonly FloodRequest[]): Flood {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  const count = { sent: 0, limited: 0, inFlight: 0 }
  const full = Promise.withResolvers<void>()
  // It may be rejected before it is awaited.
  full.promise.catch(() => undefined)
  const timeout = setTimeout(() => full.reject(new Error('the flood was never limited')), FULL_WITHIN_MS)

  async function send({ method, path, headers = {}, body }: FloodRequest): Promise<void> {
    count.sent += 1
    count.inFlight += 1
    try {
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await pool.request({ method, path, headers: { ...headers, ...type }, body: body ?? null })
      await response.body.dump()
      if (response.statusCode !== 429) return
      count.limited += 1
      full.resolve()
    } catch {
      // A failed request of the flood means nothing.
    } finally {
      count.inFlight -= 1
    }
  }

  let owed = 0
  const ticking = setInterval(() => {
    for (owed += (perSecond * TICK_MS) / 1_000; owed >= 1; owed--) {
      const request = requests[count.sent % requests.length]
      if (request !== undefined && count.inFlight < IN_FLIGHT_MAX) void send(request)
    }
  }, TICK_MS)

  return {
    limited: full.promise,
    async stop() {
      clearInterval(ticking)
      clearTimeout(timeout)
      await pool.destroy()
      return { sent: count.sent, limited: count.limited }
    },
  }
}
