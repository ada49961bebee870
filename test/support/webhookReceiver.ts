/**
 * A real HTTP receiver of webhooks: verifies every signature as a customer would, remembers what came and when, and
 * answers whatever a test tells it to, hanging and redirecting included.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Null when the receiver was told no secret. */
  readonly verified: boolean | null
  readonly at: number
}

interface Envelope {
  readonly event_id: string
  readonly type: string
  readonly created_at: string
  readonly data: Readonly<Record<string, unknown>>
  readonly source_event_id: string
}

/** Status to answer, or 'hang', or whatever one likes to do with the response. */
type Behaviour = number | 'hang' | ((response: ServerResponse, received: Received) => void)

export interface WebhookReceiver {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Connections ever opened, whatever was sent over them. */
  connections(): number
  envelopes(): Envelope[]
  answer(behaviour: Behaviour): void
  /** Resolves when this many requests have come; rejects after `withinMs`. */
  waitFor(count: number, withinMs?: number): Promise<Received[]>
  stop(): Promise<void>
}

export async function startWebhookReceiver(options: { secret?: string } = {}): Promise<WebhookReceiver> {
  const received: Received[] = []
  const waiters = new Set<() => void>()
  let behaviour: Behaviour = 200
  let opened = 0

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const verified = options.secret === undefined ? null : isSigned(request.headers, body, options.secret)
      const one = { path: request.url ?? '', headers: request.headers, body, verified, at: performance.now() }
      received.push(one)
      for (const waiter of waiters) waiter()
      if (behaviour === 'hang') return
      if (typeof behaviour === 'function') return behaviour(response, one)
      response.writeHead(behaviour).end(`answered ${behaviour}`)
    })
  })
  server.on('connection', () => {
    opened += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => opened,
    envelopes: () => received.map(({ body }) => JSON.parse(body) as Envelope),
    answer(next) {
      behaviour = next
    },
    waitFor(count, withinMs = 5_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(look)
          reject(new Error(`${received.length} of ${count} webhooks came within ${withinMs} ms`))
        }, withinMs)
        function look(): void {
          if (received.length < count) return
          clearTimeout(timer)
          waiters.delete(look)
          resolve(received.slice(0, count))
        }
        waiters.add(look)
        look()
      })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** As the documentation tells customers to do it. */
export function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const given = Buffer.from(String(headers['x-service-signature'] ?? ''))
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
