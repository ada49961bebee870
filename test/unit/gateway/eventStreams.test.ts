// Server-sent events: what waits for a slow reader is bounded, an idle stream shows that it lives, and each ends with why.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'graphql'
import { afterEach, describe, expect, it } from 'vitest'
import { createDelivery } from '../../../gateway/subscriptions/delivery.ts'
import { comeAgain, createEventStreams, frame, type OpenStream } from '../../../gateway/subscriptions/eventStreams.ts'
import { createOpenCallers } from '../../../gateway/subscriptions/openCallers.ts'
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from '../../../gateway/subscriptions/socketLimits.ts'
import { mapStream } from '../../../gateway/subscriptions/streams.ts'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { Principal } from '../../../subgraphs/shared/principal.ts'
import { createFixtureGateway, silentLog } from './fixture.ts'

const PRINCIPAL: Principal = { kind: 'operator', operatorId: 'operator:one' }
const WIRE: OpenStream['wire'] = {
  start: (cursor) => frame({ id: cursor }),
  event: ({ result, cursor }) => frame({ id: cursor, data: result.data }),
  end: (reason, cursor) => frame({ event: 'end', data: { reason, cursor } }),
}
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const SOON = { stalledMs: 50 }

/** @param count of events, each of a kilobyte, as fast as they are taken */
function serve(count: number, own: Partial<SocketLimits> = {}) {
  const limits = { ...DEFAULT_SOCKET_LIMITS, closeTimeoutMs: 50, ...own }
  const told = { produced: 0, isEnded: false, principal: PRINCIPAL as Principal | DomainError }
  async function* produce(): AsyncGenerator<number> {
    try {
      for (; told.produced < count; told.produced++) yield told.produced
      await new Promise(() => undefined)
    } finally {
      told.isEnded = true
    }
  }
  const requireCaller = async () => {
    if (told.principal instanceof DomainError) throw told.principal
    return told.principal
  }
  const streams = createEventStreams({
    subscriber: {
      read: () => [],
      subscribe: async (_document, _variables, context) => {
        context.onPosition?.('0')
        return mapStream(produce(), (number) =>
          createDelivery({ data: { text: 'x'.repeat(1_000) } }, String(number + 1)),
        )
      },
    },
    credentials: { authenticate: requireCaller, requireCaller },
    standings: { watch: () => () => undefined },
    openCallers: createOpenCallers(limits),
    ...{ clock: systemClock, log: silentLog, limits },
  })
  closing.push(streams.close)
  const open = async () => {
    const context = { principal: PRINCIPAL, requestId: 'req_1', loaders: new Map() }
    const document = parse('subscription { events { id } }')
    const body = await streams.open({ principal: PRINCIPAL, headers: {}, document, variables: {}, context, wire: WIRE })
    if (!('pipe' in body)) throw new Error('refused')
    return body
  }
  return { streams, open, told }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of body) text += chunk
  return text
}

describe('a stream', () => {
  it('that is not read is ended with the last event that it still tells, and holds no more than its bound', async () => {
    const { open, told, streams } = serve(100_000, { ...SOON, closeTimeoutMs: 5_000 })
    const body = await open()
    while (streams.count() > 0) await sleep(1)
    expect(told.produced).toBeLessThan(400)
    expect(body.readableLength + body.writableLength).toBeLessThan(64 * 1024)
    const text = await textOf(body)
    const last = text
      .match(/^id: (\d+)$/gm)
      ?.at(-1)
      ?.slice(4)
    expect(text.split('\n\n').at(-2)).toBe(`event: end\ndata: {"reason":"too_slow","cursor":"${last}"}`)
    expect(streams.count()).toBe(0)
  })

  it('over a slow link tells everything, also far more than its bound, and reads no further ahead', async () => {
    const { open, told } = serve(1_000, { stalledMs: 2_000 })
    const body = await open()
    let [text, ahead] = ['', 0]
    for await (const chunk of body) {
      text += chunk
      ahead = Math.max(ahead, told.produced - (text.match(/^id: [1-9]/gm)?.length ?? 0))
      if (text.includes('id: 1000\n')) break
      if (text.length % 7 === 0) await sleep(2)
    }
    expect(text).not.toContain('event: end')
    expect(ahead).toBeLessThan(400)
  })

  it('that nobody reads any more is cut off, and its source ends', async () => {
    const { open, told } = serve(100_000, SOON)
    const body = await open()
    await once(body, 'close')
    await sleep(1)
    expect(told.produced).toBeLessThan(400)
  })

  it('begins with its cursor, and shows that it lives while nothing happens', async () => {
    const { open, streams } = serve(0, { heartbeatMs: 5 })
    const body = await open()
    await sleep(40)
    streams.close()
    const text = await textOf(body)
    expect(text).toMatch(/^id: 0\n\n(:\n\n){2,}event: end\ndata: {"reason":"service_stops"/)
  })

  it('ends once its caller may read no more, or something else', async () => {
    for (const [now, reason] of [
      [new DomainError('authentication_error', 'No.', { reason: 'key_revoked' }), 'key_revoked'],
      [{ kind: 'operator', operatorId: 'operator:two' }, 'permissions_changed'],
    ] as const) {
      const { open, told } = serve(0, { recheckMs: 5 })
      const body = await open()
      told.principal = now
      expect(await textOf(body)).toContain(`event: end\ndata: {"reason":"${reason}"`)
    }
  })

  it('takes one of the places of its caller until it is closed', async () => {
    const { open } = serve(0, { socketsMax: 1 })
    const first = await open()
    await expect(open()).rejects.toMatchObject({ type: 'rate_limited', details: { limit: 1 } })
    first.destroy()
    await once(first, 'close')
    await open()
  })
})

describe('EventSource, which ends for good at a refusal', () => {
  const headers = { accept: 'text/event-stream', 'last-event-id': 'a cursor' }

  it('is told to come again where it was, if the refusal passes and it was there before', () => {
    expect(comeAgain(headers, 429, 7_000)).toBe(': refused with 429 for now\nretry: 7000\nid: a cursor\n\n')
    for (const status of [503, 504]) expect(comeAgain(headers, status, 1_000)).toContain('retry: 1000\n')
    for (const status of [200, 400, 401, 403, 404, 410, 500]) expect(comeAgain(headers, status, 1_000)).toBeNull()
    for (const other of [{ 'last-event-id': '' }, { accept: 'application/json' }])
      expect(comeAgain({ ...headers, ...other }, 429, 1_000)).toBeNull()
  })

  it('is so by every route that streams, whatever refuses it', async () => {
    const stream = {
      method: 'GET',
      path: '/api/v2/stream',
      operation: 'Stream',
      summary: 'All.',
      streams: true,
    } as const
    const operations = new Map([['Stream', 'subscription Stream { payments { id } }']])
    const service = await createFixtureGateway({
      ...{ rows: [stream], operations, rateLimits: { agentPerMinute: 1 } },
    })
    try {
      const ask = async (more: object) => {
        const response = await fetch(`${service.url}/api/v2/stream`, {
          headers: { authorization: 'Bearer agent-1', ...more },
        })
        return [response.status, response.headers.get('content-type'), await response.text()]
      }
      expect((await ask({}))[2]).toContain('data: {"id":"pay_1"}')
      const [status, type, text] = await ask(headers)
      expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8'])
      expect(text).toMatch(/^: refused with 429 for now\nretry: \d+000\nid: a cursor\n\n$/)
      expect((await ask({}))[0]).toBe(429)
    } finally {
      await service.gateway.stop(1_000)
    }
  })
})
