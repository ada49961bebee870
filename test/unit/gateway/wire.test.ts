// What arrives at the gateway's port without being a request of the interface: nothing of it ends the process, everything
// is answered in the service's own form, and nobody holds a connection for longer than a request may take.
import { METHODS } from 'node:http'
import { connect, type Socket } from 'node:net'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_TYPES, type ErrorType } from '../../../subgraphs/shared/errors.ts'
import { ACCESS, createFixture, createFixtureGateway, ROWS } from './fixture.ts'

type Gateway = Awaited<ReturnType<typeof createFixtureGateway>>

let service: Gateway
beforeAll(async () => {
  service = await createFixtureGateway({ introspection: true, rateLimits: { anonymousPerMinute: null } })
})
afterAll(() => service.gateway.stop(1_000))

const portOf = ({ url }: Pick<Gateway, 'url'>) => Number(new URL(url).port)

/** Everything received until the service closes the connection. */
function say(text: string | Buffer, port = portOf(service), then?: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      then?.(socket)
    })
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
  })
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const statusOf = (heard: string) => Number(heard.split(' ')[1])
const bodyOf = (heard: string) => JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4))
const upgrade = (target: string, protocol = 'websocket') =>
  lines(`GET ${target} HTTP/1.1`, 'host: a', 'connection: upgrade, close', `upgrade: ${protocol}`)

async function isAlive(): Promise<void> {
  expect((await fetch(`${service.url}/livez`)).status).toBe(200)
}

describe('an upgrade', () => {
  it.each(['//', '///', '/\\', 'http://[', '/graphql/', '/graphqlx', '/%', '/livez/..', '*'])(
    'of %s is an ordinary request',
    async (target) => {
      // The first page is at the root, for which * stands, too.
      expect(target === '*' ? [200] : [400, 404]).toContain(statusOf(await say(upgrade(target))))
      await isAlive()
    },
  )

  it('to an unsupported protocol is ignored', async () => {
    for (const protocol of ['h2c', 'TLS/1.0', 'websocket, h2c', 'x'])
      expect(await say(upgrade('/livez', protocol))).toMatch(/^HTTP\/1.1 200 OK.*ok\n$/s)
    const post = lines('POST /api/v2/payments HTTP/1.1', 'host: a', 'connection: upgrade, close', 'upgrade: h2c')
    expect(statusOf(await say(post))).toBe(401)
  })

  it('on the GraphQL path that is no WebSocket is refused', async () => {
    expect(statusOf(await say(upgrade('/graphql')))).toBe(400)
    const post = lines('POST /graphql HTTP/1.1', 'host: a', 'connection: upgrade, close', 'upgrade: websocket')
    expect(statusOf(await say(post))).toBe(400)
  })

  it.each(['/', '/graphql', '/livez', '//'])('of %s that is reset at once crashes no process', async (target) => {
    for (let n = 0; n < 20; n++) await say(upgrade(target), portOf(service), (socket) => socket.resetAndDestroy())
    await isAlive()
  })
})

describe('a caller without credentials who hangs up while his body is not read', () => {
  const uncaught: unknown[] = []
  const collect = (error: unknown) => void uncaught.push(error)
  beforeAll(() => void process.on('uncaughtException', collect))
  afterAll(() => void process.off('uncaughtException', collect))

  // The response to an unknown content type is made before anybody reads the body.
  it.each([
    ['at once', ''],
    ['in the middle of it', '5\r\nhello\r\n'],
    ['after more than he may send', `8000\r\n${'x'.repeat(0x8000)}\r\n`],
  ])('%s ends no process', async (_when, sent) => {
    const head = lines('POST /graphql HTTP/1.1', 'host: a', 'content-type: text/x', 'transfer-encoding: chunked')
    for (let n = 0; n < 20; n++)
      await say(head + sent, portOf(service), (socket) => {
        if (n % 2 === 0) socket.resetAndDestroy()
        else socket.once('data', () => socket.resetAndDestroy())
      })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await isAlive()
    expect(uncaught).toEqual([])
  })
})

describe('a port', () => {
  it('that cannot accept a connection continues with those it has', async () => {
    const { server } = service.gateway.app
    expect(server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))).toBe(true)
    await isAlive()
  })
})

describe('a request that the HTTP parser refuses', () => {
  it.each([
    ['no request at all', 'hello\r\n\r\n', 400],
    ['another protocol', lines('PRI * HTTP/2.0', '', 'SM'), 400],
    ['two lengths', lines('POST / HTTP/1.1', 'host: a', 'content-length: 1', 'content-length: 2'), 400],
    [
      'a length and chunks',
      lines('POST / HTTP/1.1', 'host: a', 'content-length: 1', 'transfer-encoding: chunked'),
      400,
    ],
    ['no host', lines('GET /livez HTTP/1.1'), 400],
    ['endless headers', lines('GET / HTTP/1.1', 'host: a', `x: ${'y'.repeat(40_000)}`), 413],
    ['an endless path', lines(`GET /api/v2/payments/${'y'.repeat(40_000)} HTTP/1.1`, 'host: a'), 413],
    ['an endless query', lines(`GET /api/v2/payments?status=${'y'.repeat(40_000)} HTTP/1.1`, 'host: a'), 413],
    ['an unknown method', lines('FLY / HTTP/1.1', 'host: a'), 405],
    ['a proxy', lines('CONNECT a:1 HTTP/1.1', 'host: a'), 405],
  ])('%s is answered in the error body', async (_, text, status) => {
    const heard = await say(text)
    expect(statusOf(heard)).toBe(status)
    // Node itself responds to a missing Host header.
    if (status !== 400 || heard.includes('{'))
      expect(Object.keys(bodyOf(heard).error)).toEqual(['type', 'message', 'details', 'request_id'])
    // The documents declare one status for each type.
    if (heard.includes('{')) expect(ERROR_TYPES[bodyOf(heard).error.type as ErrorType].status).toBe(status)
  })

  it('gets no response in place of a request that is still being processed', async () => {
    const get = lines('GET /api/v2/payments/pay_1 HTTP/1.1', 'host: a', 'authorization: Bearer agent-1')
    expect(await say(`${get}nonsense\r\n\r\n`)).not.toContain('400')
  })
})

describe('a method', () => {
  it.each(METHODS.filter((method) => !['GET', 'POST', 'CONNECT'].includes(method)))('%s is 405', async (method) => {
    for (const more of [[], ['content-type: text/plain', 'content-length: 0'], ['content-type: application/json']]) {
      const heard = await say(lines(`${method} /api/v2/payments HTTP/1.1`, 'host: a', 'connection: close', ...more))
      expect([statusOf(heard), /allow: (.*)\r/i.exec(heard)?.[1]]).toEqual([405, 'GET, POST'])
    }
  })
})

describe('a Host header', () => {
  it.each(['', '[', 'a:b:c', '%', 'a b', ' ', '\u00ff'])('%j is no failure, on any path', async (host) => {
    const body = '{"query":"{ caller }"}'
    const more = ['connection: close', 'authorization: Bearer agent-1', 'content-type: application/json']
    const post = lines('POST /graphql HTTP/1.1', `host: ${host}`, ...more, `content-length: ${body.length}`)
    expect(await say(post + body)).toContain('"caller":"agt_1')
    expect(statusOf(await say(lines('GET /livez HTTP/1.1', `host: ${host}`, 'connection: close')))).toBe(200)
    const old = lines('POST /graphql HTTP/1.0', ...more, `content-length: ${body.length}`)
    expect(await say(old + body)).toContain('"caller":"agt_1')
  })
})

describe('a document', () => {
  async function ask(body: object | string, query = '') {
    const response = await fetch(`${service.url}/graphql${query}`, {
      ...(query === '' && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', authorization: 'Bearer agent-1' },
    })
    const answer = (await response.json()) as { data?: object; errors?: object[] }
    return { status: response.status, id: response.headers.get('x-request-id'), ...answer }
  }
  const TWO = 'query A { caller } query B { caller }'

  it('that names one field again and again is refused before it is validated, however it is sent', async () => {
    const query = `{ ${'__schema { queryType { name } } '.repeat(60)} }`
    for (const answer of [await ask({ query }), await ask('', `?query=${encodeURIComponent(query)}`)])
      expect(answer).toMatchObject({
        status: 400,
        errors: [{ message: expect.stringContaining('sameField above 50') }],
      })
  })

  it.each([
    ['two operations and no name', { query: TWO }],
    ['two operations and an unknown name', { query: TWO, operationName: 'C' }],
    ['one operation and an unknown name', { query: 'query A { caller }', operationName: 'C' }],
    ['a body that is not JSON', '{'],
    ['half a character in a variable', '{"query":"{ caller }","variables":{"a":{"b":["\\udc00"]}}}'],
    ['half a character in a literal', '{"query":"{ payment(id: \\"\\ud800\\") { id } }"}'],
    ['half a character in an escape', { query: '{ payment(id: "\\uD800") { id } }' }],
  ])('with %s is 400 in the form of every error', async (_, body) => {
    const { status, id, errors } = await ask(body)
    expect(status).toBe(400)
    const extensions = {
      type: 'invalid_request',
      http_status: 400,
      request_id: id,
      code: expect.any(String),
      details: expect.any(Object),
    }
    expect(errors).toMatchObject([{ message: expect.any(String), extensions }])
  })

  it('runs the operation that is named', async () => {
    expect(await ask({ query: TWO, operationName: 'B' })).toMatchObject({ status: 200, data: { caller: /^agt_1/ } })
  })

  it('names the variable with an unpaired surrogate, over GET too', async () => {
    const variables = '{"id":"pay_\\ud800"}'
    const query = 'query ($id: ID!) { payment(id: $id) { id } }'
    const fields = [{ path: 'variables.id' }]
    const posted = await ask(`{"query":${JSON.stringify(query)},"variables":${variables}}`)
    const got = await ask('', `?query=${encodeURIComponent(query)}&variables=${encodeURIComponent(variables)}`)
    for (const { status, errors } of [posted, got])
      expect([status, errors]).toMatchObject([400, [{ extensions: { details: { fields } } }]])
  })

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]))
  const CREATE = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { replayed } }'
  const FILTER = 'query ($status: PaymentStatus) { payments(status: $status) { edges { cursor } } }'
  it.each([
    ['unknown fields', CREATE, { input: many(9_000) }],
    ['more values than any metadata', CREATE, { input: { metadata: many(10_001) } }],
    ['wrong values in a list', CREATE, { input: { tags: Array(9_000).fill(1) } }],
    ['one long wrong value', FILTER, { status: 'x'.repeat(500_000) }],
    ['values that nobody asked for', '{ caller }', { list: Array(10_001).fill(1) }],
  ])('with %s in its variables gets one short error', async (_, query, variables) => {
    const { status, errors } = await ask({ query, variables })
    expect([status, errors]).toMatchObject([400, [{ extensions: { type: 'invalid_request' } }]])
    expect(JSON.stringify(errors).length).toBeLessThan(2_000)
  })

  it('with a long unknown name gets a short error', async () => {
    const { status, errors } = await ask({ query: `{ ${'x'.repeat(60_000)} }` })
    expect([status, JSON.stringify(errors).length < 2_000]).toEqual([400, true])
  })

  it('that is too long to be stored is refused', async () => {
    const { status, errors } = await ask({ query: `{ payment(id: "${'x'.repeat(70_000)}") { id } }` })
    expect([status, errors]).toMatchObject([413, [{ extensions: { type: 'payload_too_large' } }]])
  })

  it('of introspection gets a complete response, isOneOf included', async () => {
    const oneOf = await ask({ query: '{ __type(name: "CreatePaymentInput") { isOneOf } caller }' })
    expect(oneOf.data).toMatchObject({ __type: { isOneOf: false } })
    const query = getIntrospectionQuery({
      ...{ specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, inputValueDeprecation: true },
      oneOf: true,
    })
    const whole = await ask({ query })
    expect([whole.status, whole.errors]).toEqual([200, undefined])
  })
})

describe('a body that is nested too deeply', () => {
  const post = async (body: string, path = '/api/v2/payments') => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer agent-1', 'x-agent-id': 'agt_1' }
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body })
    return [answer.status, JSON.parse(await answer.text())]
  }
  const lists = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

  it('is refused before it is parsed', async () => {
    const [status, { error }] = await post(`{"metadata":{"a":${lists(100)}}}`)
    expect([status, error.details]).toMatchObject([400, { reason: 'malformed_json' }])
    expect(error.message).toContain('nested')
    const [graphStatus] = await post(`{"query":"{ caller }","variables":${lists(100)}}`, '/graphql')
    expect(graphStatus).toBe(400)
  })

  it('is distinguished from text that looks like it', async () => {
    for (const text of ['['.repeat(100), `\\"${'{'.repeat(100)}`, `${'\\\\'.repeat(3)}${'['.repeat(100)}`]) {
      const [status, { error }] = await post(`{"to":"${text}","unknown":1}`)
      expect([status, error.details.reason]).toEqual([400, 'unknown_field'])
    }
  })
})

describe('a token exchange', () => {
  it.each(['{"toString":1}', '[[[[]]]]', '{"__proto__":null}', '7', 'null'])(
    'for the agent %s is wrong input',
    async (agentId) => {
      const rows = ROWS.slice(0, 1).map(({ agentHeader: _, ...row }) => ({ ...row, credential: 'agentKey' as const }))
      const supergraphSdl = createFixture().supergraphSdl.replaceAll(ACCESS, '@access(public: true)')
      const { gateway, url } = await createFixtureGateway({ rows, supergraphSdl })
      const answer = await fetch(`${url}/api/v2/payments`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: `{"agent_id":${agentId}}` },
      })
      await gateway.stop(1_000)
      expect(answer.status).toBe(400)
    },
  )
})

describe('a document of an anonymous caller', () => {
  async function ask(query: string) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    return { status: response.status, ...((await response.json()) as object) }
  }

  it.each([
    '{ caller }',
    '{ __typename a: caller }',
    'query A { ...F } fragment F on Query { ... on Query { caller } }',
    '{ caller @skip(if: true) }',
  ])('is refused whole, before it is planned: %s', async (query) => {
    expect(await ask(query)).toEqual({
      status: 401,
      errors: [
        expect.objectContaining({
          extensions: expect.objectContaining({
            type: 'authentication_error',
            details: expect.objectContaining({ reason: 'missing_credentials' }),
          }),
        }),
      ],
    })
  })

  it('runs if it selects nothing but the schema', async () => {
    expect(await ask('{ __typename __schema { queryType { name } } }')).toMatchObject({
      ...{ status: 200, data: { __typename: 'Query', __schema: { queryType: { name: 'Query' } } } },
    })
  })
})

describe('a body of more than 16 KiB', () => {
  const send = (path: string, headers: Record<string, string>, body: string | ReadableStream) =>
    fetch(`${service.url}${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body },
      ...(typeof body !== 'string' && { duplex: 'half' }),
    })
  const query = JSON.stringify({ query: '{ caller }', variables: { a: 'x'.repeat(17_000) } })

  it('is not read from anonymous callers, on any path, announced or not', async () => {
    for (const path of ['/graphql', '/nowhere'])
      for (const body of [query, new Blob([query]).stream()]) {
        const answer = await send(path, {}, body)
        expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('payload_too_large')])
      }
    expect((await send('/graphql', {}, '{"query":"{ __typename }"}')).status).toBe(200)
  })

  it('is refused before it has arrived', async () => {
    const { hostname, port } = new URL(service.url)
    const head = 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    for (const sent of [
      `${head}content-length: 1000000\r\n\r\n{`,
      `${head}transfer-encoding: chunked\r\n\r\n4268\r\n${'x'.repeat(0x4268)}\r\n`,
    ]) {
      const socket = connect(Number(port), hostname)
      socket.write(sent)
      const answer = await new Promise((resolve) => socket.once('data', (data) => resolve(String(data))))
      socket.destroy()
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    }
  })

  it('is read from callers with credentials', async () => {
    expect((await send('/graphql', { authorization: 'Bearer agent-1' }, query)).status).toBe(200)
  })
})

describe('a body with too many problems', () => {
  it.each([
    ['unknown fields', Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 1]))],
    ['a long unknown name', { ['x'.repeat(500_000)]: 1 }],
  ])('(%s) is answered with the first of them', async (_, body) => {
    const answer = await fetch(`${service.url}/api/v2/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer agent-1', 'x-agent-id': 'agt_1' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    expect([answer.status, text.length < 4_000]).toEqual([400, true])
    expect(JSON.parse(text).error).toMatchObject({ type: 'invalid_request', details: { reason: 'unknown_field' } })
  })
})

describe('an unpaired surrogate', () => {
  const post = (body: string) =>
    fetch(`${service.url}/api/v2/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer agent-1', 'x-agent-id': 'agt_1' },
      body,
    })

  it.each([
    ['{"to":"\\ud800"}', 'to'],
    ['{"to":"x\\uDC00\\uD800"}', 'to'],
    ['{"metadata":{"a":[{"b":"\\udfff"}]}}', 'metadata.a[0].b'],
    ['{"metadata":{"\\ud800":1}}', 'metadata'],
    ['["\\ud800"]', '[0]'],
    ['"\\ud800"', 'body'],
  ])('%s is 400 and names %s', async (body, path) => {
    const response = await post(body)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { details: { fields: [{ path }] } } },
    ])
  })

  it('is detected, a paired one is not', async () => {
    const wallet = '"wallet_id":"w","amount":"1","token":"USDC"'
    expect((await post(`{"to":"\\ud83d\\ude00 \\\\ud800",${wallet}}`)).status).toBe(201)
  })

  it('is refused as bytes too', async () => {
    const head = lines(
      'POST /api/v2/payments HTTP/1.1',
      'host: a',
      'authorization: Bearer agent-1',
      'connection: close',
      'content-type: application/json',
      'content-length: 12',
    )
    const heard = await say(
      Buffer.concat([Buffer.from(head), Buffer.from('{"to":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    )
    expect(bodyOf(heard)).toMatchObject({ error: { type: 'invalid_request', details: { reason: 'malformed_json' } } })
  })
})

describe('a failure', () => {
  it('is logged with its request id', async () => {
    const headers = { authorization: 'Bearer agent-1', 'content-type': 'application/json' }
    const rest = await fetch(`${service.url}/api/v2/payments/crash`, { headers })
    const body = JSON.stringify({ query: '{ payment(id: "crash") { id } }' })
    const graph = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body })
    expect(rest.status).toBe(500)
    for (const response of [rest, graph]) {
      const id = response.headers.get('x-request-id')
      expect(service.log.lines.some(({ fields }) => (fields as { request_id?: string }).request_id === id)).toBe(true)
    }
  })
})

describe('a slow client', () => {
  const LIMITS = { headersMs: 150, requestMs: 300, checkMs: 20 }
  let slow: Gateway
  beforeAll(async () => {
    slow = await createFixtureGateway({ serverLimits: LIMITS })
  })
  afterAll(() => slow.gateway.stop(1_000))

  const drip = (bytes: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(bytes), 10)
    socket.on('close', () => clearInterval(timer))
  }

  it.each([
    ['that says nothing', '', undefined],
    ['of headers', 'GET / HTTP/1.1\r\nhost: a\r\nx: ', 'y'],
    [
      'of a body',
      lines('POST /graphql HTTP/1.1', 'host: a', 'content-type: application/json', 'content-length: 90000'),
      ' ',
    ],
    [
      'of chunks',
      lines('POST /graphql HTTP/1.1', 'host: a', 'content-type: application/json', 'transfer-encoding: chunked'),
      '1\r\n \r\n',
    ],
    ['of a second request', `${lines('GET /livez HTTP/1.1', 'host: a')}GET /`, 'x'],
  ])('%s is ended, and told so', async (_, text, bytes) => {
    const heard = await say(text, portOf(slow), bytes === undefined ? undefined : drip(bytes))
    expect(heard).toContain('408 Request Timeout')
  })

  it('has the configured time for headers and body together, and no longer', () => {
    const { server } = service.gateway.app
    expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout)
    expect(server.requestTimeout).toBeLessThan(30_000)
  })

  it('cannot use up all connections of the service', async () => {
    const narrow = await createFixtureGateway({ serverLimits: { connectionsPerAddressMax: 3 } })
    const held = Array.from({ length: 3 }, () => connect(portOf(narrow), '127.0.0.1'))
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.on('connect', resolve))))
    expect(await say(lines('GET /livez HTTP/1.1', 'host: a', 'connection: close'), portOf(narrow))).toBe('')
    held[0]?.destroy()
    await expect
      .poll(() => say(lines('GET /livez HTTP/1.1', 'host: a', 'connection: close'), portOf(narrow)))
      .toContain('200 OK')
    for (const socket of held) socket.destroy()
    await narrow.gateway.stop(1_000)
  })
})

describe('an address', () => {
  it('is rate-limited for unknown routes and wrong methods', async () => {
    const limited = await createFixtureGateway({ rateLimits: { anonymousPerMinute: 2 } })
    const status = async (path: string, method = 'GET') => (await fetch(`${limited.url}${path}`, { method })).status
    expect([await status('/nothing'), await status('/graphql', 'PUT')]).toEqual([404, 405])
    expect([await status('/nothing'), await status('/livez', 'POST')]).toEqual([429, 429])
    expect(await status('/livez')).toBe(200)
    await limited.gateway.stop(1_000)
  })
})
