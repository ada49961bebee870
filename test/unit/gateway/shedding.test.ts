// Load shedding over the wire (reliability 7.2, row 34; specification 5.9): whoever hangs up, sends slowly or is refused at once
// neither keeps others out nor hides a queue, and what ends somebody's access is never turned away.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { GatewayOptions } from '../../../gateway/createGateway.ts'
import { authenticator, createFixtureGateway, ROWS } from './fixture.ts'

const TOKEN = { authorization: 'Bearer agent-1' }
const BOUNDS = { requestsMin: 2, requestsMax: 4, stopsMax: 4, slowMs: 500, intervalMs: 100 }
/** The creation of the fixture as an emergency act. */
const STOP_ROWS = ROWS.map((row) => (row.operation === 'CreatePayment' ? { ...row, emergency: true } : row))
const PAYMENT = JSON.stringify({ wallet_id: 'wal_1', to: '0x1', amount: '1', token: 'USDC' })

let service: Awaited<ReturnType<typeof createFixtureGateway>>
let open: Socket[] = []

async function start(more: Partial<GatewayOptions> = {}): Promise<void> {
  service = await createFixtureGateway({ rateLimits: { agentPerMinute: null }, loadBounds: BOUNDS, ...more })
}

afterEach(async () => {
  for (const socket of open) socket.destroy()
  open = []
  await service.gateway.stop(1_000)
})

const read = () => fetch(`${service.url}/api/v2/payments/pay_1`, { headers: TOKEN })

const pay = (query = '') =>
  fetch(`${service.url}/api/v2/payments${query}`, {
    method: 'POST',
    headers: { ...TOKEN, 'x-agent-id': 'agt_1', 'content-type': 'application/json' },
    body: PAYMENT,
  })

/** Only the beginning of its body is sent. */
async function beginPayments(count: number): Promise<void> {
  const head = ['POST /api/v2/payments HTTP/1.1', 'host: a', 'content-type: application/json', 'x-agent-id: agt_1']
  const text = [...head, `authorization: ${TOKEN.authorization}`, 'content-length: 200', '', '{'].join('\r\n')
  for (let n = 0; n < count; n++) {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('error', () => undefined)
    open.push(socket)
  }
  await sleep(100)
}

describe.each([
  { kind: 'requests', rows: ROWS, ask: read, status: 200 },
  { kind: 'emergency acts', rows: STOP_ROWS, ask: pay, status: 201 },
])('$kind', ({ rows, ask, status }) => {
  it('of callers that hang up leave no place taken', async () => {
    await start({ rows })
    await beginPayments(12)
    for (const socket of open) socket.resetAndDestroy()
    await sleep(50)
    expect((await ask()).status).toBe(status)
  })

  it('whose body is on its way take no place', async () => {
    await start({ rows })
    await beginPayments(12)
    expect((await ask()).status).toBe(status)
  })
})

it('a caller that hangs up while it is served leaves no place taken', async () => {
  const slow = {
    ...authenticator,
    verifyAccessToken: async (token: string) => sleep(80, authenticator.verifyAccessToken(token)),
  }
  await start({ authenticator: slow })
  for (let n = 0; n < 12; n++) {
    await fetch(`${service.url}/api/v2/payments/pay_1`, { headers: TOKEN, signal: AbortSignal.timeout(20) }).catch(
      () => undefined,
    )
    await sleep(80)
  }
  expect((await read()).status).toBe(200)
})

it('what strangers are told at once, and refusals for the rate, do not hide a queue', async () => {
  const slow = {
    ...authenticator,
    verifyAccessToken: async (token: string) => sleep(250, authenticator.verifyAccessToken(token)),
  }
  await start({ authenticator: slow, loadBounds: { ...BOUNDS, requestsMax: 100, slowMs: 100 } })
  let isOver = false
  const strangers = (async () => {
    while (!isOver) {
      await fetch(`${service.url}/api/v2/payments/pay_1`).then((answer) => answer.body?.cancel())
      await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query": "{ __typename }"}',
      }).then((answer) => answer.body?.cancel())
    }
  })()
  const answers: Promise<Response>[] = []
  for (let n = 0; n < 40; n++) {
    answers.push(read())
    await sleep(20)
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  isOver = true
  await strangers
  expect(statuses).toContain(503)
})

it('whoever signs out is let in when nobody else is', async () => {
  await start({ loadBounds: { ...BOUNDS, requestsMax: 0 } })
  expect((await read()).status).toBe(503)
  const headers = { origin: 'https://pay.example.com' }
  expect((await fetch(`${service.url}/auth/session`, { method: 'DELETE', headers })).status).toBe(200)
})

it('a large document is judged once: it may be the one that shows whether the queue is gone', async () => {
  await start({ loadBounds: { ...BOUNDS, requestsMin: 0, slowMs: -1 } })
  await read()
  await sleep(120)
  const body = JSON.stringify({ query: `{ caller }${' '.repeat(20_000)}` })
  const ask = () =>
    fetch(`${service.url}/graphql`, { method: 'POST', headers: { ...TOKEN, 'content-type': 'application/json' }, body })
  expect((await ask()).status).toBe(200)
})

it('a request is judged once: it may be the one that shows whether the queue is gone', async () => {
  await start({ loadBounds: { ...BOUNDS, requestsMin: 0, slowMs: -1 } })
  await read()
  await sleep(120)
  expect((await read()).status).toBe(200)
})

it('is turned away with the body of specification 7, its own request id and when to come back', async () => {
  await start({ loadBounds: { ...BOUNDS, requestsMax: 0 } })
  const answer = await fetch(`${service.url}/api/v2/payments/pay_1?a=b`, {
    headers: { ...TOKEN, 'x-request-id': 'request-of-mine' },
  })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(answer.headers.get('x-request-id')).toBe('request-of-mine')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await answer.json()).toMatchObject({
    error: {
      ...{ type: 'service_unavailable', request_id: 'request-of-mine' },
      details: { reason: 'overloaded', retry_after_ms: 1_000, retryable: true },
    },
  })
})

it('is turned away with a problem of RFC 9457 where the caller accepts one', async () => {
  await start({ loadBounds: { ...BOUNDS, requestsMax: 0 } })
  const headers = { ...TOKEN, accept: 'application/problem+json' }
  const answer = await fetch(`${service.url}/api/v2/payments/pay_1`, { headers })
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ status: 503, error: { details: { reason: 'overloaded' } } })
})

it('is told to come again as a stream only where one streams, whatever it accepts', async () => {
  const stream = { method: 'GET', path: '/api/v2/stream', operation: 'Stream', summary: 'All.', streams: true } as const
  const operations = new Map([['Stream', 'subscription Stream { payments { id } }']])
  // Without one that is let in to show whether the queue is gone.
  const loadBounds = { ...BOUNDS, requestsMax: 0, intervalMs: 60_000 }
  await start({ rows: [stream], operations, loadBounds })
  const headers = { ...TOKEN, accept: 'text/event-stream', 'last-event-id': 'a cursor' }
  const ask = async (path: string) => (await fetch(`${service.url}/api/v2/${path}`, { headers })).status
  expect([await ask('stream'), await ask('payments/pay_1')]).toEqual([200, 503])
})

it('an emergency act is let in when nothing else is, however its path ends', async () => {
  await start({ rows: STOP_ROWS, loadBounds: { ...BOUNDS, requestsMax: 0 } })
  expect((await read()).status).toBe(503)
  expect((await pay()).status).toBe(201)
  // A parameter that does not exist is refused for itself.
  expect((await pay('?a=b')).status).toBe(400)
})

it('strangers take no place of emergency acts, however many ask for one', async () => {
  const slow = {
    ...authenticator,
    async verifyAccessToken(token: string) {
      if (token === 'nobody') await sleep(500)
      return authenticator.verifyAccessToken(token)
    },
  }
  await start({ rows: STOP_ROWS, authenticator: slow })
  const strangers = Array.from({ length: 12 }, () =>
    fetch(`${service.url}/api/v2/payments`, {
      method: 'POST',
      headers: { authorization: 'Bearer nobody', 'x-agent-id': 'agt_1', 'content-type': 'application/json' },
      body: PAYMENT,
    }),
  )
  await sleep(100)
  expect((await pay()).status).toBe(201)
  expect(new Set((await Promise.all(strangers)).map(({ status }) => status))).toEqual(new Set([401]))
})

const waitOverRest = () => fetch(`${service.url}/api/v2/payments/pay_1?wait=2`, { headers: TOKEN })
const waitOverGraph = () =>
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...TOKEN, 'content-type': 'application/json' },
    body: '{"query": "{ payment(id: \\"pay_1\\", wait: 2) { id } }"}',
  })

it.each([
  { over: 'REST', ask: waitOverRest },
  { over: 'GraphQL', ask: waitOverGraph },
])('a request over $over does not count while it waits for a payment, and others are let in', async ({ ask }) => {
  await start()
  const waiters: Promise<Response>[] = []
  for (let n = 0; n < 12; n++) {
    waiters.push(ask())
    await sleep(20)
  }
  await sleep(300)
  expect(new Set(await Promise.all(Array.from({ length: 2 }, async () => (await read()).status)))).toEqual(
    new Set([200]),
  )
  expect((await Promise.all(waiters)).map(({ status }) => status)).toEqual(Array(12).fill(200))
})

it('a request that asks to wait counts while it works: naming `wait` lets nobody in', async () => {
  const slow = {
    ...authenticator,
    verifyAccessToken: async (token: string) => sleep(600, authenticator.verifyAccessToken(token)),
  }
  await start({ authenticator: slow })
  const asked = Array.from({ length: 12 }, async () => (await waitOverRest()).status)
  expect(await Promise.all(asked)).toContain(503)
})

it('strangers do not take the place of the one that shows whether the queue is over', async () => {
  // Everything is slow, so that there is a queue as soon as one has ended.
  await start({ loadBounds: { ...BOUNDS, requestsMin: 0, slowMs: -1, intervalMs: 1_000 } })
  await read()
  await sleep(1_020)
  const document = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query": "{ __typename }"}',
  }
  for (let n = 0; n < 3; n++) {
    await fetch(`${service.url}/api/v2/payments/pay_1`)
    await fetch(`${service.url}/graphql`, document)
  }
  expect((await read()).status).toBe(200)
  expect((await read()).status).toBe(503)
})

it('a request whose response is sent while a part of it still waits leaves no place taken', async () => {
  await start()
  // The page cannot be null, so the whole response is decided at once.
  const query = '{ payment(id: "pay_1", wait: 1) { id } payments(after: "crash") { edges { cursor } } }'
  for (let n = 0; n < 8; n++) {
    const headers = { ...TOKEN, 'content-type': 'application/json' }
    const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    expect(await answer.json()).toMatchObject({ data: null })
  }
  await sleep(1_200)
  expect((await read()).status).toBe(200)
  expect((await read()).status).toBe(200)
})
