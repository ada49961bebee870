// Subscriptions over a real WebSocket: joined over subgraphs for each event, and ended with the caller's standing or token.
import { connect as connectTcp, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { streamOf } from '../../../gateway/subscriptions/streams.ts'
import type { Subscriber } from '../../../gateway/subscriptions/subscriber.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { Principal } from '../../../subgraphs/shared/principal.ts'
import { authenticator } from './fixture.ts'
import { closeSockets, connect, memoryHeld, openSockets } from './socketFixture.ts'

const ENROLMENT_KEY = 'sk_enrol_good'

afterEach(closeSockets)

const listen = async (...options: Parameters<typeof openSockets>) => (await openSockets(...options)).url

describe('a subscription', () => {
  it('joins over subgraphs for each event, aliases kept', async () => {
    const client = connect(await listen())
    await client.until('connection_ack')
    client.subscribe('1', 'subscription { p: payments(count: 2) { key: id agent { label: name } } }')
    await client.until('complete')
    expect((await client.until('next', 2)).map((message) => message.payload)).toEqual(
      ['pay_1', 'pay_2'].map((key) => ({ data: { p: { key, agent: { label: 'name of agt_1' } } } })),
    )
  })

  it.each([
    ['a query', '{ caller }', /subscriptions/],
    ['what does not parse', 'subscription {', /Syntax Error/],
    ['what does not exist', 'subscription { nothing }', /Cannot query field/],
    [
      'too many aliases',
      `subscription { payments { ${Array.from({ length: 16 }, (_, i) => `a${i}: __typename`).join(' ')} } }`,
      /aliases above 15/,
    ],
  ])('is refused as %s', async (_, query, message) => {
    const client = connect(await listen())
    await client.until('connection_ack')
    client.subscribe('1', query)
    const [error] = await client.until('error')
    expect(JSON.stringify(error?.payload)).toMatch(message)
    expect(error?.payload).toMatchObject([{ extensions: { type: 'invalid_request' } }])
  })
})

describe('a subscription that resumes', () => {
  it.each([
    ['extensions.resume', {}, { resume: 7 }],
    ['connectionParams.resume', { resume: 'a cursor' }, {}],
    ['connectionParams.resume', { resume: ['a cursor'] }, {}],
    ['connectionParams.resume.1', { resume: { 1: { cursor: 'x' } } }, {}],
  ])('is refused what is no cursor: %s', async (path, params, extensions) => {
    const client = connect(await listen(), { authorization: 'Bearer agent-1', ...params })
    await client.until('connection_ack')
    client.send({ type: 'subscribe', id: '1', payload: { query: 'subscription { payments { id } }', extensions } })
    expect((await client.until('error'))[0]?.payload).toMatchObject([
      { extensions: { type: 'invalid_request', details: { fields: [{ path, code: 'invalid_type' }] } } },
    ])
  })
})

describe('a client that goes on by itself', () => {
  const PAYMENTS_ONCE = 'subscription { payments(count: 1) { id } }'
  const init = (resume: object) => ({ authorization: 'Bearer agent-1', resume })
  const fails = (error: Error): Subscriber['subscribe'] => {
    const failing = streamOf<never>(
      () => Promise.reject(error),
      () => undefined,
    )
    return async () => failing
  }
  const unavailable = new DomainError('service_unavailable', 'Not now.', { retryable: true })
  const election = Object.assign(new Error('no primary'), { name: 'MongoNetworkError' })

  it.each([
    ['is refused as it begins', () => Promise.reject(unavailable), {}],
    ['fails on its way', fails(unavailable), {}],
    ['meets an election of the database', fails(election), {}],
    ['asks too often', undefined, { agentPerMinute: 1 }],
  ] as const)('is cut off, not ended, when it %s', async (_, subscribe, rates) => {
    const listening = listen({}, { rates, subscribe: subscribe as Subscriber['subscribe'] })
    const client = connect(await listening, init({}))
    await client.until('connection_ack')
    client.subscribe('1', PAYMENTS_ONCE)
    expect((await client.closed).code).toBe(1013)
    expect(client.messages.map(({ type }) => type)).toEqual(['connection_ack'])
  })

  it('is told of a refusal that stays, and so is every other client of one that passes', async () => {
    const denied = new DomainError('capability_denied', 'No.')
    const staying = connect(await listen({}, { subscribe: fails(denied) }), init({}))
    const plain = connect(await listen({}, { subscribe: fails(election) }))
    for (const [client, type] of [[staying, 'capability_denied'] as const, [plain, 'service_unavailable'] as const]) {
      await client.until('connection_ack')
      client.subscribe('1', PAYMENTS_ONCE)
      expect((await client.until('error'))[0]?.payload).toMatchObject([{ extensions: { type } }])
    }
  })

  it('counts with its connection, as far as one may carry', async () => {
    const url = await listen({ subscriptionsMax: 2 }, { rates: { agentPerMinute: 1 } })
    const client = connect(url, init({ 1: 'a', 2: 'b', 3: 'c' }))
    await client.until('connection_ack')
    for (const id of ['1', '2', '3']) {
      client.subscribe(id, PAYMENTS_ONCE)
      if (id !== '3') await client.until('complete', Number(id))
    }
    expect((await client.closed).code).toBe(1013)
    // Of the fixture nothing has a cursor; but that is found out only once it was counted.
    const refused = client.messages.filter(({ type }) => type === 'next').map(({ id, payload }) => [id, payload])
    const noCursor = { errors: [{ extensions: { type: 'invalid_request' } }] }
    expect(refused).toMatchObject([
      ['1', noCursor],
      ['2', noCursor],
    ])
  })
})

describe('a socket', () => {
  it.each([
    ['no credentials', {}, 'missing_credentials'],
    ['a bad token', { Authorization: 'Bearer nope' }, 'invalid_token'],
  ])('closes with 4401 for %s', async (_, init, reason) => {
    expect(await connect(await listen(), init).closed).toEqual({ code: 4401, reason })
  })

  it('limits the sockets of one caller; a closed one frees its place', async () => {
    const url = await listen({ socketsMax: 1 })
    const first = connect(url)
    await first.until('connection_ack')
    expect(await connect(url).closed).toEqual({ code: 1013, reason: 'too many sockets' })
    await connect(url, { authorization: 'Bearer agent-2' }).until('connection_ack')
    first.socket.close()
    await first.closed
    await connect(url).until('connection_ack')
  })

  it('limits those of a caller, too, to whom nothing is pushed', async () => {
    const url = await listen({ socketsMax: 1 })
    const first = connect(url, { 'x-api-key': ENROLMENT_KEY })
    await first.until('connection_ack')
    expect(await connect(url, { 'x-api-key': ENROLMENT_KEY }).closed).toEqual({
      code: 1013,
      reason: 'too many sockets',
    })
    first.socket.close()
    await first.closed
    await connect(url, { 'x-api-key': ENROLMENT_KEY }).until('connection_ack')
  })

  it('does not recheck a caller that left during authentication', async () => {
    let asked = 0
    let leave = (): void => undefined
    const url = await listen(
      { recheckMs: 20 },
      {
        verify: async (token) => {
          asked += 1
          leave()
          await new Promise((resolve) => setTimeout(resolve, 50))
          return authenticator.verifyAccessToken(token)
        },
      },
    )
    const client = connect(url)
    leave = () => client.socket.terminate()
    await client.closed
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(asked).toBe(1)
  })

  it('holds nothing of its connection parameters but what it needs', async () => {
    const url = await listen({ socketsMax: 1_000 })
    async function heldFor(init: object): Promise<number> {
      const before = memoryHeld().heapUsed
      await Promise.all(Array.from({ length: 40 }, () => connect(url, init).until('connection_ack')))
      return memoryHeld().heapUsed - before
    }
    const credentials = { authorization: 'Bearer agent-1' }
    await heldFor(credentials)
    const [small, large] = [await heldFor(credentials), await heldFor({ ...credentials, more: 'x'.repeat(60_000) })]
    expect(large - small).toBeLessThan(20 * 60_000)
  })

  it('takes an organization key', async () => {
    expect(await connect(await listen(), { 'X-API-Key': 'sk_test_good' }).until('connection_ack')).toHaveLength(1)
  })

  it('closes without connection_init in time', async () => {
    expect((await connect(await listen({ initTimeoutMs: 50 }), null).closed).code).toBe(4408)
  })

  it('closes when the caller lost its standing', async () => {
    let calls = 0
    const url = await listen(
      { recheckMs: 20 },
      {
        verify: async (token) => {
          if (++calls > 1) throw new DomainError('authentication_error', 'No.', { reason: 'agent_suspended' })
          return authenticator.verifyAccessToken(token)
        },
      },
    )
    expect(await connect(url).closed).toEqual({ code: 4403, reason: 'agent_suspended' })
  })

  it('closes at once when the standing of its own caller changes, and leaves others alone', async () => {
    let isStopped = false
    const told: ((id: string | null) => void)[] = []
    const ended: number[] = []
    const url = await listen(
      {},
      {
        verify: async (token) => {
          if (isStopped) throw new DomainError('authentication_error', 'No.', { reason: 'agent_revoked' })
          return authenticator.verifyAccessToken(token)
        },
        standings: {
          watch(_orgId, onChange) {
            told.push(onChange)
            return () => ended.push(told.indexOf(onChange))
          },
        },
      },
    )
    const client = connect(url)
    await client.until('connection_ack')
    isStopped = true
    told[0]?.('agt_another')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    const { agentId } = await authenticator.verifyAccessToken('agent-1')
    told[0]?.(agentId)
    expect(await client.closed).toEqual({ code: 4403, reason: 'agent_revoked' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(ended).toEqual([0])
  })

  it('is asked again soon when its standing could not be read, because nobody tells of the change twice', async () => {
    const [told, answers] = [[] as ((id: string | null) => void)[], ['kept', 'failed', 'failed', 'revoked']]
    const url = await listen(
      { recheckAgainMs: 20 },
      {
        verify: async (token) => {
          const answer = answers.shift()
          if (answer === 'failed') throw new Error('the database has no primary')
          if (answer === 'revoked') throw new DomainError('authentication_error', 'No.', { reason: 'agent_revoked' })
          return authenticator.verifyAccessToken(token)
        },
        standings: { watch: (_orgId, onChange) => [() => undefined, told.push(onChange)][0] as () => void },
      },
    )
    const client = connect(url)
    await client.until('connection_ack')
    told[0]?.(null)
    expect([await client.closed, answers]).toEqual([{ code: 4403, reason: 'agent_revoked' }, []])
  })

  it('stays open when the proof of a session grows old, since a socket changes nothing', async () => {
    let calls = 0
    const person = {
      kind: 'organization',
      orgId: 'org_1',
      mode: 'test',
      keyId: 'key_1',
      personId: 'p',
      roles: [],
    } as const
    const session = { id: 'ses_1', expiresAtMs: Date.now() + 60_000 } as const
    const url = await listen(
      { recheckMs: 20 },
      {
        verify: async () => {
          const principal: Principal = { ...person, session: { ...session, isProven: ++calls === 1 } }
          return principal as never
        },
      },
    )
    const client = connect(url)
    await client.until('connection_ack')
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect([calls > 2, client.socket.readyState]).toEqual([true, client.socket.OPEN])
  })

  it("stays open when a merchant's key has been replaced, until its time is over", async () => {
    let calls = 0
    const merchant = { kind: 'merchant', orgId: 'org_1', mode: 'test', merchantId: 'mrc_1', keyId: 'key_1' } as const
    const url = await listen(
      { recheckMs: 20 },
      { verify: async () => (++calls === 1 ? merchant : { ...merchant, validUntilMs: Date.now() + 60_000 }) as never },
    )
    const client = connect(url)
    await client.until('connection_ack')
    await vi.waitUntil(() => calls > 2)
    expect(client.socket.readyState).toBe(client.socket.OPEN)
  })

  it('closes when the credential opens something else than before, so that nobody keeps what was taken', async () => {
    let calls = 0
    const url = await listen(
      { recheckMs: 20 },
      {
        verify: async (token) => {
          const principal = await authenticator.verifyAccessToken(token)
          return ++calls > 1 ? { ...principal, capabilities: [] } : principal
        },
      },
    )
    expect(await connect(url).closed).toEqual({ code: 4403, reason: 'permissions_changed' })
  })

  it('closes when the token expires', async () => {
    const payload = Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + 0.1 })).toString('base64url')
    const client = connect(await listen(), { authorization: `Bearer e30.${payload}.agent-1` })
    expect(await client.closed).toEqual({ code: 4403, reason: 'token_expired' })
  })

  it('limits its subscriptions', async () => {
    const client = connect(await listen({ subscriptionsMax: 0 }))
    await client.until('connection_ack')
    client.subscribe('1', 'subscription { payments { id } }')
    expect(JSON.stringify(await client.until('error'))).toContain('At most 0 subscriptions')
  })

  it('refuses only the subscriptions above its limit when all are sent at once', async () => {
    const client = connect(await listen({ subscriptionsMax: 2 }))
    await client.until('connection_ack')
    for (const id of ['1', '2', '3']) client.subscribe(id, 'subscription { payments(count: 1) { id } }')
    await client.until('complete', 2)
    expect((await client.until('error')).map((message) => message.id)).toEqual(['3'])
  })

  it('is closed with 1001 when the service stops', async () => {
    const { url, sockets } = await openSockets()
    const client = connect(url)
    await client.until('connection_ack')
    await sockets.close(1000)
    expect((await client.closed).code).toBe(1001)
  })
})

describe('a caller that sends too much', () => {
  /** Counts what the other side shows of itself, without ever answering. */
  async function mute(
    url: string,
    key = 'dGhlIHNhbXBsZSBub25jZQ==',
  ): Promise<{ ended: Promise<void>; socket: Socket }> {
    const { port } = new URL(url)
    const socket = connectTcp(Number(port), '127.0.0.1')
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    socket.on('error', () => undefined)
    const head = ['GET /graphql HTTP/1.1', 'host: a', 'connection: upgrade', 'upgrade: websocket']
    const rest = [
      `sec-websocket-key: ${key}`,
      'sec-websocket-version: 13',
      'sec-websocket-protocol: graphql-transport-ws',
    ]
    socket.write(`${[...head, ...rest].join('\r\n')}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.resume()
    return { ended, socket }
  }

  it('and never authenticates is terminated although it responds to no close frame', async () => {
    const { ended } = await mute(await listen({ initTimeoutMs: 20, closeTimeoutMs: 20 }))
    await ended
  })

  it('is terminated if authentication takes too long', async () => {
    const url = await listen({ pendingMs: 50 }, { verify: () => new Promise(() => undefined) })
    expect((await connect(url).closed).code).toBe(1006)
  })

  it('the oldest of many silent sockets makes room for the newest', async () => {
    const { url, sockets } = await openSockets({ pendingMax: 2, initTimeoutMs: 60_000, pendingMs: 60_000 })
    const silent = [await mute(url), await mute(url)]
    const client = connect(url)
    await silent[0]?.ended
    await client.until('connection_ack')
    expect(sockets.count()).toBe(2)
    silent[1]?.socket.destroy()
  })

  it.each([
    ['messages', (client: ReturnType<typeof connect>) => client.send({ type: 'ping' })],
    ['pings', (client: ReturnType<typeof connect>) => client.socket.ping()],
    ['pongs', (client: ReturnType<typeof connect>) => client.socket.pong()],
  ])('is closed for too many %s', async (_, send) => {
    const client = connect(await listen({ messages: { burst: 10, perSecond: 0 }, closeTimeoutMs: 50 }))
    await client.until('connection_ack')
    for (let n = 0; n < 10; n++) send(client)
    expect(await client.closed).toEqual({ code: 1013, reason: 'too many messages' })
  })

  it('is closed for too many messages over several sockets', async () => {
    const url = await listen({ messagesOfCaller: { burst: 10, perSecond: 0 }, closeTimeoutMs: 50 })
    const [first, second] = [connect(url), connect(url)]
    const other = connect(url, { authorization: 'Bearer agent-2' })
    for (const client of [first, second, other]) await client.until('connection_ack')
    for (let n = 0; n < 6; n++) for (const client of [first, second]) client.send({ type: 'ping' })
    expect(await Promise.race([first.closed, second.closed])).toEqual({ code: 1013, reason: 'too many messages' })
    other.send({ type: 'ping' })
    await other.until('pong')
  })

  it('is rate-limited for subscribing as for any request', async () => {
    const client = connect(await listen({}, { rates: { agentPerMinute: 2 } }))
    await client.until('connection_ack')
    client.subscribe('1', 'subscription { payments(count: 1) { id } }')
    await client.until('complete')
    client.subscribe('2', 'subscription { payments(count: 1) { id } }')
    const [error] = await client.until('error')
    expect(error).toMatchObject({ id: '2', payload: [{ extensions: { type: 'rate_limited', http_status: 429 } }] })
  })

  it('is rate-limited for guessing credentials', async () => {
    const url = await listen({}, { rates: { anonymousPerMinute: 2 } })
    const codes: number[] = []
    for (let n = 0; n < 3; n++) codes.push((await connect(url, { authorization: 'Bearer guess' }).closed).code)
    expect(codes).toEqual([4401, 4401, 1013])
    await connect(url).until('connection_ack')
  })

  it('is refused an unpaired surrogate in its variables', async () => {
    const client = connect(await listen())
    await client.until('connection_ack')
    const query = 'subscription ($n: Int) { payments(count: $n) { id } }'
    client.socket.send(
      JSON.stringify({ type: 'subscribe', id: '1', payload: { query, variables: { n: 'X' } } }).replace('X', '\\ud800'),
    )
    const [error] = await client.until('error')
    expect(error?.payload).toMatchObject([
      { extensions: { type: 'invalid_request', details: { fields: [{ path: 'variables.n' }] } } },
    ])
  })

  it('is shown one wrong value, however many it sends', async () => {
    const client = connect(await listen())
    await client.until('connection_ack')
    const query = 'subscription ($n: Int) { payments(count: $n) { id } }'
    const n = Array(5_000).fill('x')
    client.socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query, variables: { n } } }))
    const [error] = await client.until('error')
    expect(error?.payload).toMatchObject([{ extensions: { type: 'invalid_request' } }])
    expect(JSON.stringify(error).length).toBeLessThan(2_000)
  })

  it('gets a short error of a long name', async () => {
    const client = connect(await listen())
    await client.until('connection_ack')
    client.subscribe('1', `subscription { ${'x'.repeat(60_000)} }`)
    expect(JSON.stringify(await client.until('error')).length).toBeLessThan(2_000)
  })

  it('crashes no process with malformed frames, however often', async () => {
    const url = await listen()
    const { socket, ended } = await mute(url)
    for (let n = 0; n < 5; n++) socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))
    await ended
    await connect(url).until('connection_ack')
  })
})
