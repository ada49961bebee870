// The REST carrier over real HTTP on fixture subgraphs (specification 4, 7): names, statuses, headers, credentials,
// keyed requests down to the very bytes of a replay, and rate limits.
import { get, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { GraphQLInt } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMetricsServer } from '../../../gateway/metricsServer.ts'
import { compileReader } from '../../../gateway/rest/readInput.ts'
import type { FieldProblem } from '../../../subgraphs/shared/errors.ts'
import { createFixtureGateway, ROWS, silentLog } from './fixture.ts'

let setup: Awaited<ReturnType<typeof createFixtureGateway>>
beforeAll(async () => {
  setup = await createFixtureGateway()
})
afterAll(() => setup.gateway.stop(1000))

const AGENT = { authorization: 'Bearer agent-1', 'x-agent-id': 'agt_1' }
const PAYMENT = { wallet_id: 'wal_1', to: '0x1', amount: '10.00', token: 'USDC' }

async function ask(method: string, path: string, options: { headers?: Record<string, string>; body?: unknown } = {}) {
  const { body } = options
  const answer = await fetch(setup.url + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...options.headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: text.startsWith('{') ? JSON.parse(text) : null }
}
const pay = (body: unknown, headers: Record<string, string> = AGENT, query = '') =>
  ask('POST', `/api/v2/payments${query}`, { headers, body })

describe('a payment over REST', () => {
  it('returns 201 in snake_case with Location and without caching', async () => {
    const made = await pay({ ...PAYMENT, metadata: { keepMe: 1 } })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      payment_id: 'pay_9',
      agent_id: 'agt_1',
      amount: '10.00',
      token: 'USDC',
      status: 'pending',
      stage: 'queued',
      metadata: { keepMe_asIs: 1 },
    })
    expect(made.headers.get('location')).toBe('/api/v2/payments/pay_9')
    expect(made.headers.get('cache-control')).toBe('no-store')
    expect(made.headers.get('ratelimit')).toMatch(/r=\d+;t=\d+/)
  })

  it('returns 202 while parked', async () => {
    expect((await pay({ ...PAYMENT, amount: '80.01' })).status).toBe(202)
  })

  it('passes refusals through unchanged', async () => {
    const refused = await pay({ ...PAYMENT, amount: '999' })
    expect(refused.status).toBe(403)
    expect(refused.body.error).toEqual({
      type: 'policy_violation',
      message: 'Too much.',
      details: { limit: '100', retryable: false, doc_url: '/guides/errors#policy_violation' },
      request_id: refused.headers.get('x-request-id'),
    })
  })

  it.each([
    ['an unknown field', { ...PAYMENT, walletId: 'x' }, 'walletId', 'unknown_field'],
    [
      'a field inside an object',
      { ...PAYMENT, beneficiary: { full_name: 'A', x: 1 } },
      'beneficiary.x',
      'unknown_field',
    ],
    ['the key in the body', { ...PAYMENT, idempotency_key: 'k' }, 'idempotency_key', 'unknown_field'],
    ['a missing field', { wallet_id: 'wal_1', to: '0x1', token: 'USDC' }, 'amount', 'required'],
    ['a null', { ...PAYMENT, amount: null }, 'amount', 'required'],
    ['a wrong type', { ...PAYMENT, to: 5 }, 'to', 'invalid_type'],
    ['a list that is none', { ...PAYMENT, tags: 'a' }, 'tags', 'invalid_type'],
    ['an item of a wrong type', { ...PAYMENT, tags: ['a', 1] }, 'tags[1]', 'invalid_type'],
    ['a value outside a list', { ...PAYMENT, status: 'gone' }, 'status', 'invalid_value'],
    ['a body that is a list', [], 'body', 'invalid_type'],
  ])('refuses %s by name', async (_, body, path, code) => {
    const { status, body: answer } = await pay(body)
    expect(status).toBe(400)
    expect(answer.error.details.fields).toContainEqual(expect.objectContaining({ path, code }))
    expect(answer.error.details.reason).toBe(code === 'unknown_field' ? 'unknown_field' : undefined)
  })

  it.each([
    ['?wait=31', 'wait'],
    ['?wait=1&wait=2', 'wait'],
    ['?nope=1', 'nope'],
  ])('refuses the query %s', async (query, path) => {
    const { status, body } = await pay(PAYMENT, AGENT, query)
    expect([status, body.error.details.fields[0].path]).toEqual([400, path])
  })

  it('reads lists with limit, cursor and lower-case filters', async () => {
    const list = await ask('GET', '/api/v2/payments?limit=2&status=pending', { headers: AGENT })
    expect(list.body).toMatchObject({ has_more: true, next_cursor: 'pay_1', data: [{ payment_id: 'pay_2' }, {}] })
    expect((await ask('GET', '/api/v2/payments?limit=0', { headers: AGENT })).status).toBe(400)
    expect((await ask('GET', '/api/v2/payments?status=odd', { headers: AGENT })).status).toBe(400)
  })

  it('announces deprecation in headers', async () => {
    const { headers } = await ask('GET', '/api/v2/payments/pay_1', { headers: AGENT })
    expect(headers.get('deprecation')).toBe('@1767225600')
    expect(headers.get('sunset')).toBe('Thu, 31 Dec 2026 00:00:00 GMT')
  })
})

describe('credentials', () => {
  it.each([
    ['none', {}, 401, 'missing_credentials', 'Bearer'],
    ['a bad token', { authorization: 'Bearer nope' }, 401, 'invalid_token', 'Bearer error="invalid_token"'],
    ['another scheme', { authorization: 'Basic abc' }, 401, 'invalid_token', 'Bearer error="invalid_token"'],
    ['an agent key', { authorization: 'Bearer sk_agent_x' }, 401, 'invalid_api_key', 'Bearer error="invalid_token"'],
    ['an agent key as API key', { 'x-api-key': 'sk_agent_x' }, 401, 'invalid_api_key', 'Bearer error="invalid_token"'],
    ['a bad key', { 'x-api-key': 'sk_test_bad' }, 401, 'invalid_api_key', 'Bearer error="invalid_token"'],
    ['both kinds', { ...AGENT, 'x-api-key': 'sk_test_good' }, 400, 'ambiguous_credentials', null],
    ['another agent', { ...AGENT, 'x-agent-id': 'agt_2' }, 401, 'agent_id_mismatch', 'Bearer error="invalid_token"'],
  ])('%s', async (_, headers, status, reason, challenge) => {
    const answer = await pay(PAYMENT, headers)
    expect([answer.status, answer.body.error.details.reason]).toEqual([status, reason])
    expect(answer.headers.get('www-authenticate')).toBe(challenge)
  })

  it.each([
    ['authorization', ['Bearer agent-1', 'Bearer agent-2'], 'invalid_token'],
    ['x-api-key', ['sk_test_good', 'sk_test_good'], 'invalid_api_key'],
  ])('of one kind twice are none, whoever has looked at which: %s', async (name, values, reason) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${setup.url}/api/v2/payments`, { headers: { [name]: values } }, resolve).on('error', reject)
    })
    expect([answer.statusCode, JSON.parse(await textOf(answer)).error.details.reason]).toEqual([401, reason])
  })

  it('needs X-Agent-Id to pay, and accepts an organization key in either header', async () => {
    const missing = await pay(PAYMENT, { authorization: 'Bearer agent-1' })
    expect([missing.status, missing.body.error.details.fields[0].path]).toEqual([400, 'X-Agent-Id'])
    expect((await pay(PAYMENT, { authorization: 'Bearer sk_test_good', 'x-agent-id': 'agt_7' })).status).toBe(201)
    expect((await pay(PAYMENT, { 'x-api-key': 'sk_test_good', 'x-agent-id': 'agt_7' })).status).toBe(201)
  })
})

describe('a keyed request', () => {
  const keyed = (key: string, body: unknown = PAYMENT, agentId = '1') =>
    pay(body, { authorization: `Bearer agent-${agentId}`, 'x-agent-id': `agt_${agentId}`, 'idempotency-key': key })

  it('repeats the same bytes', async () => {
    const first = await keyed('"a \\"quoted\\" key"')
    const again = await keyed('a "quoted" key')
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe('/api/v2/payments/pay_9')
    expect([...setup.answers.rows.keys()]).toEqual(['agt_1|pay|a "quoted" key'])
  })

  it('returns the resource as it is now when the bytes are gone', async () => {
    await keyed('lost')
    setup.answers.rows.clear()
    const again = await keyed('lost')
    expect([again.status, again.body.payment_id]).toEqual([201, 'pay_9'])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('stores refusals of the decision and not those before it', async () => {
    setup.answers.rows.clear()
    await keyed('bad-shape', { ...PAYMENT, amount: '0' })
    expect(setup.answers.rows.size).toBe(0)
    await keyed('refused', { ...PAYMENT, amount: '999' })
    expect([...setup.answers.rows.values()].map((row) => row.status)).toEqual([403])
  })

  it('does not store a failure after the commit', async () => {
    setup.answers.rows.clear()
    expect((await keyed('broken', { ...PAYMENT, amount: '500' })).status).toBe(500)
    expect(setup.answers.rows.size).toBe(0)
  })

  it.each(['x'.repeat(256), 'tab\tinside'])('refuses a key that is none', async (key) => {
    expect((await keyed(key)).status).toBe(400)
  })
})

describe('the HTTP side', () => {
  it.each([
    ['GET', '/api/v2/nothing', {}, 404, 'not_found'],
    ['PUT', '/api/v2/payments/pay_1', {}, 405, 'method_not_allowed'],
    [
      'POST',
      '/api/v2/payments',
      { headers: { ...AGENT, 'content-type': 'text/plain' }, body: 'x' },
      415,
      'unsupported_media_type',
    ],
    ['POST', '/api/v2/payments', { headers: AGENT, body: '{"a":' }, 400, 'invalid_request'],
    ['POST', '/api/v2/payments', { headers: AGENT, body: `"${'x'.repeat(1024 * 1024)}"` }, 413, 'payload_too_large'],
    ['GET', '/api/v2/payments/crash', { headers: AGENT }, 500, 'internal_error'],
    ['GET', '/api/v2/payments/foreign', { headers: AGENT }, 404, 'not_found'],
  ])('%s %s answers in the error body', async (method, path, options, status, type) => {
    const answer = await ask(method, path, options)
    expect([answer.status, answer.body.error.type]).toEqual([status, type])
    expect(Object.keys(answer.body.error).sort()).toEqual(['details', 'message', 'request_id', 'type'])
    expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'))
    expect(answer.text).not.toContain('secret')
    if (status === 405) expect(answer.headers.get('allow')).toBe('GET')
  })

  it('accepts only a well-formed request id', async () => {
    const id = async (given: string) =>
      (await ask('GET', '/livez', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
    expect(await id('trace-12345678')).toBe('trace-12345678')
    expect(await id('no spaces here')).toMatch(/^req_/)
  })

  it('serves GraphQL with the same callers', async () => {
    const query = { query: '{ caller }' }
    const known = await ask('POST', '/graphql', {
      headers: { authorization: 'Bearer agent-2', 'x-request-id': 'trace-12345678' },
      body: query,
    })
    expect(known.body).toEqual({ data: { caller: 'agt_2 trace-12345678' } })
    const wrong = await ask('POST', '/graphql', { headers: { authorization: 'Bearer nope' }, body: query })
    expect([wrong.status, wrong.body.errors[0].extensions.type]).toEqual([401, 'authentication_error'])
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    const batch = await ask('POST', '/graphql', { headers: AGENT, body: [query, query] })
    expect(batch.status).toBe(400)
  })

  it('names the range of an integer that is too large for its field, and of no other value', () => {
    const readInteger = (value: unknown) => {
      const problems: FieldProblem[] = []
      return [compileReader(GraphQLInt)(value, 'count', problems), problems.map(({ code, message }) => [code, message])]
    }
    expect(readInteger(2_147_483_647)).toEqual([2_147_483_647, []])
    const range = 'must be an integer from -2147483647 to 2147483647'
    for (const large of [2_147_483_648, -1e20])
      expect(readInteger(large)).toEqual([undefined, [['out_of_range', range]]])
    for (const wrong of [1.5, '7', Number.NaN])
      expect(readInteger(wrong)[1]).toEqual([['invalid_type', 'must be an integer']])
  })

  it('reports health and metrics', async () => {
    for (const path of ['/livez', '/readyz', '/readyz?verbose']) expect((await ask('GET', path)).text).toBe('ok\n')
    const { metrics, readiness } = setup.gateway
    const operators = await openMetricsServer({ metrics, readiness, port: 0, host: '127.0.0.1', log: silentLog })
    const look = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${operators.url}${path}`, init)
      return [response.status, await response.text()] as const
    }
    expect(await look('/readyz?verbose')).toEqual([200, 'running ok\nok\n'])
    expect(await look('/livez?verbose')).toEqual([200, 'process ok\nok\n'])
    for (const path of ['/metrics', '/'])
      expect((await look(path))[1]).toContain('http_request_duration_seconds_count{operation="CreatePayment"')
    expect([(await look('/api/v2/payments'))[0], (await look('/metrics', { method: 'POST' }))[0]]).toEqual([404, 405])
    await operators.close()
    expect((await ask('GET', '/metrics')).status).toBe(404)
  })

  it('tells operators, and only them, why it is not ready', async () => {
    const readiness = [{ name: 'database', check: () => Promise.reject(new TypeError('mongodb://secret')) }]
    const sick = await createFixtureGateway({ readiness })
    const options = { metrics: sick.gateway.metrics, readiness: sick.gateway.readiness }
    const operators = await openMetricsServer({ ...options, port: 0, host: '127.0.0.1', log: silentLog })
    const told = async (url: string) => (await fetch(url)).text()
    expect((await fetch(`${sick.url}/readyz`)).status).toBe(503)
    expect(await told(`${sick.url}/readyz?verbose`)).toBe('not ready\n')
    expect(await told(`${operators.url}/readyz?verbose`)).toBe('running ok\ndatabase TypeError\nnot ready\n')
    await sick.gateway.stop(1_000)
    expect(await told(`${operators.url}/readyz?verbose`)).toContain('running stopping')
    await operators.close()
  })
})

describe('rate limits', () => {
  // It stands, so that no window ends meanwhile.
  const at = new Date()
  const clock = { now: () => at }

  it('limit the guessing of credentials', async () => {
    const limited = await createFixtureGateway({ rateLimits: { anonymousPerMinute: 2 } })
    const headers = { authorization: 'Bearer guess', 'content-type': 'application/json' }
    const guess = async () => (await fetch(`${limited.url}/api/v2/payments`, { headers })).status
    const body = JSON.stringify({ query: '{ caller }' })
    const ask = async () => (await fetch(`${limited.url}/graphql`, { method: 'POST', headers, body })).status
    expect([await guess(), await ask(), await guess(), await ask()]).toEqual([401, 401, 429, 429])
    const refused = await fetch(`${limited.url}/api/v2/payments`, { headers })
    expect(refused.headers.get('ratelimit')).toMatch(/^"anonymous";r=0;/)
    await limited.gateway.stop(1000)
  })

  it.each<[string, false | number | string[], number[]]>([
    ['nobody is trusted', false, [401, 429, 429]],
    ['one proxy in front is', 1, [401, 401, 401]],
    ['the proxy of this address is', ['127.0.0.0/8'], [401, 401, 401]],
    ['the proxy of another address is', ['10.0.0.0/8'], [401, 429, 429]],
  ])('count by the address that a trusted proxy saw: %s', async (_name, trustProxy, statuses) => {
    const limited = await createFixtureGateway({ rateLimits: { anonymousPerMinute: 1 }, trustProxy })
    const guess = async (address: string) => {
      const headers = { authorization: 'Bearer guess', 'x-forwarded-for': address }
      return (await fetch(`${limited.url}/api/v2/payments`, { headers })).status
    }
    expect([await guess('192.0.2.1'), await guess('192.0.2.2'), await guess('192.0.2.3')]).toEqual(statuses)
    await limited.gateway.stop(1000)
  })

  it('return 429 with Retry-After, for each agent', async () => {
    const limited = await createFixtureGateway({ rateLimits: { paymentsPerAgentPerMinute: 2 }, clock })
    const send = (agentId: string) =>
      fetch(`${limited.url}/api/v2/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer agent-${agentId}`,
          'x-agent-id': `agt_${agentId}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(PAYMENT),
      })
    const statuses = []
    for (const agentId of ['1', '1', '1', '2']) {
      const answer = await send(agentId)
      statuses.push(answer.status)
      if (answer.status !== 429) continue
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('ratelimit-policy')).toBe('"agent-payments";q=2;w=60')
      expect(answer.headers.get('ratelimit')).toMatch(/^"agent-payments";r=0;t=\d+$/)
    }
    expect(statuses).toEqual([201, 201, 429, 201])

    const create = 'createPayment(input: {walletId: "w", to: "x", amount: "1", token: "USDC"}) { replayed }'
    const graphql = await fetch(`${limited.url}/graphql`, {
      method: 'POST',
      headers: { authorization: 'Bearer agent-3', 'content-type': 'application/json' },
      body: JSON.stringify({ query: `mutation { a: ${create} b: ${create} c: ${create} }` }),
    })
    expect(await graphql.json()).toMatchObject({ errors: [{ extensions: { type: 'rate_limited', http_status: 429 } }] })
    const hidden = await fetch(`${limited.url}/graphql`, {
      method: 'POST',
      headers: { authorization: 'Bearer agent-4', 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `mutation { ...F } fragment F on Mutation { a: ${create} b: ${create} c: ${create} }`,
      }),
    })
    expect(await hidden.json()).toMatchObject({ errors: [{ extensions: { type: 'rate_limited' } }] })
    await limited.gateway.stop(1000)
  })

  it('are not used up by payments whose input is refused', async () => {
    const limited = await createFixtureGateway({ rateLimits: { paymentsPerAgentPerMinute: 2 }, clock })
    const headers = { authorization: 'Bearer agent-1', 'x-agent-id': 'agt_1', 'content-type': 'application/json' }
    const post = async (path: string, body: string, more: object = {}) => {
      const sent = await fetch(`${limited.url}${path}`, { method: 'POST', headers: { ...headers, ...more }, body })
      return [sent.status, await sent.json()] as const
    }
    const pay = async (body: string, more: object = {}) => (await post('/api/v2/payments', body, more))[0]
    const wrong = ['{', '{"amount": 1}', JSON.stringify({ ...PAYMENT, amount: '0' })]
    for (const body of [...wrong, ...wrong]) expect(await pay(body)).toBe(400)
    expect(await pay(JSON.stringify(PAYMENT), { 'idempotency-key': '' })).toBe(400)

    const create = (amount: string) =>
      `createPayment(input: {walletId: "w", to: "x", amount: "${amount}", token: "USDC"}) { replayed }`
    const query = JSON.stringify({ query: `mutation { a: ${create('0')} b: ${create('0')} }` })
    for (let n = 0; n < 3; n++)
      expect((await post('/graphql', query))[1]).toMatchObject({ errors: [{ extensions: { http_status: 400 } }, {}] })

    const good = JSON.stringify(PAYMENT)
    expect([await pay(good), await pay(good), await pay(good)]).toEqual([201, 201, 429])
    await limited.gateway.stop(1000)
  })

  it('say what is left after the whole document', async () => {
    const limited = await createFixtureGateway({ rateLimits: { organizationPerMinute: 10 }, clock })
    const headers = { 'x-api-key': 'sk_test_good', 'content-type': 'application/json' }
    const left = async (query: string) => {
      const asked = await fetch(`${limited.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
      if (asked.status === 200) expect(asked.headers.get('graphql-cost')).toMatch(/^rows=\d+, max=5000$/)
      return asked.headers.get('ratelimit')
    }
    expect(await left('{ a: caller }')).toMatch(/^"organization";r=9;/)
    expect(await left('{ a: caller ...F } fragment F on Query { b: caller c: caller }')).toMatch(/^"organization";r=6;/)
    // Refused as a whole, it counts as the one request that it was.
    expect(await left('{ a: caller b: caller c: caller d: caller e: caller f: caller g: caller }')).toMatch(/;r=5;/)
    await limited.gateway.stop(1000)
  })

  it('count every root field of a document, and what a route costs, over REST and GraphQL alike', async () => {
    const rows = ROWS.map((row) => (row.operation === 'GetPayment' ? { ...row, cost: 4 } : row))
    const limited = await createFixtureGateway({ rateLimits: { organizationPerMinute: 10 }, rows, clock })
    const headers = { 'x-api-key': 'sk_test_good', 'content-type': 'application/json' }
    const ask = async (query: string) => {
      const asked = await fetch(`${limited.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
      const { errors } = (await asked.json()) as { errors?: { extensions: { type: string } }[] }
      return errors?.[0]?.extensions.type ?? 'let in'
    }
    const read = async () => (await fetch(`${limited.url}/api/v2/payments/pay_1`, { headers })).status
    // 3 + 4 of 10; then 3 are left.
    expect(await ask('{ a: caller ...F } fragment F on Query { b: caller c: caller }')).toBe('let in')
    expect(await read()).toBe(200)
    expect(await ask('{ a: caller b: caller c: caller d: caller }')).toBe('rate_limited')
    expect(await read()).toBe(429)
    await limited.gateway.stop(1000)
    const fresh = await createFixtureGateway({ rateLimits: { organizationPerMinute: 10 }, rows, clock })
    const over = await fetch(`${fresh.url}/graphql`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify({ query: '{ a: payment(id: "pay_1") { id } b: payment(id: "pay_1") { id } c: caller }' }),
    })
    expect(await over.json()).not.toHaveProperty('errors')
    expect((await fetch(`${fresh.url}/api/v2/payments/pay_1`, { headers })).status).toBe(429)
    await fresh.gateway.stop(1000)
  })
})
