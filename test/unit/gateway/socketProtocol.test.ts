// The protocol graphql-transport-ws as clients of it know it: which frames come, in which order, and what closes a socket with
// which code and text.
import { afterEach, describe, expect, it } from 'vitest'
import { createDelivery, type Delivery } from '../../../gateway/subscriptions/delivery.ts'
import { END, type Stream, streamOf } from '../../../gateway/subscriptions/streams.ts'
import type { Subscriber } from '../../../gateway/subscriptions/subscriber.ts'
import { authenticator, recordingLog } from './fixture.ts'
import { closeSockets, connect, openSockets } from './socketFixture.ts'

afterEach(closeSockets)

/** On a machine that is busy. */
const PATIENT = { timeout: 30_000 }
const THREE = 'subscription { payments { id } }'
const typesOf = (client: ReturnType<typeof connect>) => client.messages.map(({ type, id }) => [type, id])

/** A source that tells what it is given, until it is ended. */
function openFeed() {
  const waiting: Delivery[] = []
  const feed = { open: 0, begun: 0, tell, wake: () => {}, isReady: Promise.resolve() }
  let isOver = false
  function tell(text: string): void {
    waiting.push(createDelivery({ data: { text } }, text))
    feed.wake()
  }
  const subscribe: Subscriber['subscribe'] = async () => {
    feed.begun += 1
    await feed.isReady
    feed.open += 1
    isOver = false
    return streamOf<Delivery>(
      async () => {
        while (waiting.length === 0 && !isOver)
          await new Promise<void>((resolve) => {
            feed.wake = resolve
          })
        const [value] = isOver ? [] : waiting.splice(0, 1)
        return value === undefined ? END : { done: false, value }
      },
      () => {
        isOver = true
        feed.open -= 1
        feed.wake()
      },
    )
  }
  return Object.assign(feed, { subscribe })
}

async function enter(...options: Parameters<typeof openSockets>) {
  const { url } = await openSockets(...options)
  const client = connect(url)
  await client.until('connection_ack')
  return client
}

/** Resolves once the service has read everything that was sent before. */
async function settle(client: ReturnType<typeof connect>): Promise<void> {
  const pongs = client.messages.filter(({ type }) => type === 'pong').length
  client.send({ type: 'ping' })
  await client.until('pong', pongs + 1)
}

describe('connection_init', () => {
  it('is acknowledged without a payload', async () => {
    expect((await enter()).messages).toEqual([{ type: 'connection_ack' }])
  })

  it('may have no payload', async () => {
    const client = connect((await openSockets()).url, null)
    client.socket.on('open', () => client.send({ type: 'connection_init' }))
    expect(await client.closed).toEqual({ code: 4401, reason: 'missing_credentials' })
  })

  // Domain 0.1: trying again does not help, so that no client is told to.
  it.each([
    ['of two kinds', { authorization: 'Bearer agent-1', 'x-api-key': 'sk_test_good' }],
    ['in two spellings', { 'X-API-Key': 'sk_test_good', 'x-api-key': 'sk_test_good' }],
    ['of one kind, twice', { Authorization: 'Bearer agent-1', authorization: 'Bearer agent-1' }],
  ])('with two credentials %s is refused for good', async (_, params) => {
    const { closed } = connect((await openSockets()).url, params)
    expect(await closed).toEqual({ code: 4401, reason: 'ambiguous_credentials' })
  })

  it('does not look for credentials in what a parameter makes the others inherit', async () => {
    const params = JSON.parse('{"__proto__":{"x-api-key":"sk_test_good"}}') as Record<string, unknown>
    expect(await connect((await openSockets()).url, params).closed).toEqual({
      code: 4401,
      reason: 'missing_credentials',
    })
  })

  it.each(['while the first is looked at', 'later'])('closes the socket when it comes again %s', async (when) => {
    const client = connect((await openSockets()).url)
    if (when === 'later') await client.until('connection_ack')
    else await new Promise((resolve) => client.socket.on('open', resolve))
    client.send({ type: 'connection_init' })
    expect(await client.closed).toEqual({ code: 4429, reason: 'Too many initialisation requests' })
  })

  it('that does not come closes the socket, and one that takes long to be looked at does not', async () => {
    const verify = async (token: string) => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return authenticator.verifyAccessToken(token)
    }
    const { url } = await openSockets({ initTimeoutMs: 30 }, { verify })
    expect(await connect(url, null).closed).toEqual({ code: 4408, reason: 'Connection initialisation timeout' })
    await connect(url).until('connection_ack')
  })

  it('is not waited for without the protocol', async () => {
    const { url } = await openSockets()
    const reason = 'Subprotocol not acceptable'
    expect(await connect(url, null, { protocols: [] }).closed).toEqual({ code: 4406, reason })
  })
})

describe('a message', () => {
  const subscribe = { type: 'subscribe', id: '1', payload: { query: THREE } }
  it.each([
    ['is no JSON', 'subscribe'],
    ['is a list', '[]'],
    ['is null', 'null'],
    ['has no type', '{}'],
    ['has an unknown type', '{"type":"start"}'],
    ['is one of servers', '{"type":"connection_ack"}'],
    ['is one of servers, of an operation', '{"type":"next","id":"1","payload":{}}'],
    ['has a payload that is text', '{"type":"ping","payload":"x"}'],
    ['subscribes without an id', JSON.stringify({ ...subscribe, id: undefined })],
    ['has an empty id', JSON.stringify({ ...subscribe, id: '' })],
    ['has an id that is a number', JSON.stringify({ ...subscribe, id: 1 })],
    ['has an id that is too long', JSON.stringify({ ...subscribe, id: 'x'.repeat(257) })],
    ['has an id as long as a message may be', JSON.stringify({ ...subscribe, id: 'x'.repeat(65_000) })],
    ['completes such an id', JSON.stringify({ type: 'complete', id: 'x'.repeat(65_000) })],
    ['subscribes to nothing', JSON.stringify({ ...subscribe, payload: null })],
    ['has a query that is none', JSON.stringify({ ...subscribe, payload: { query: 1 } })],
    ['has variables in a list', JSON.stringify({ ...subscribe, payload: { query: THREE, variables: [] } })],
    ['has extensions that are text', JSON.stringify({ ...subscribe, payload: { query: THREE, extensions: 'x' } })],
    ['has a name that is a number', JSON.stringify({ ...subscribe, payload: { query: THREE, operationName: 1 } })],
  ])('that %s closes the socket', async (_, text) => {
    const client = await enter()
    client.socket.send(text)
    expect(await client.closed).toEqual({ code: 4400, reason: 'Invalid message received' })
    expect(client.messages).toHaveLength(1)
  })

  it.each(['after another message', 'without the protocol'])(
    'after the close frame counts as any, and too many are not read any more, %s',
    async (when) => {
      const { url, connections } = await openSockets({ messages: { burst: 10, perSecond: 0 } })
      const client = connect(url, null, when === 'without the protocol' ? { protocols: [] } : {})
      // It does not see that it is closed.
      client.socket.on('open', () => {
        client.socket.pause()
        client.socket.send('no JSON')
        for (let n = 0; n < 11; n++) client.socket.ping()
      })
      await expect.poll(() => connections[0]?.isPaused()).toBe(true)
      client.socket.terminate()
    },
  )

  const expiring = () => {
    const payload = Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + 0.3 })).toString('base64url')
    return { authorization: `Bearer e30.${payload}.agent-1` }
  }
  it.each([
    ['its time for connection_init passes', 4408, () => null],
    ['its credential ends', 4403, expiring],
  ])('too many leaves the socket unread, though %s then', async (_, code, init) => {
    const { url, connections } = await openSockets({ messages: { burst: 10, perSecond: 0 }, initTimeoutMs: 200 })
    const params = init()
    const client = connect(url, params)
    if (params === null) await new Promise((resolve) => client.socket.on('open', resolve))
    else await client.until('connection_ack')
    client.socket.pause()
    for (let n = 0; n < 11; n++) client.socket.ping()
    await expect.poll(() => connections[0]?.isPaused()).toBe(true)
    // Which came later.
    expect((await connect(url, params).closed).code).toBe(code)
    expect(connections[0]?.isPaused()).toBe(true)
    client.socket.terminate()
  })

  it('is read from bytes too, and may leave out what is optional, or have it as null', async () => {
    const client = await enter()
    const payload = { query: THREE, variables: null, extensions: null, operationName: null }
    client.socket.send(Buffer.from(JSON.stringify({ type: 'subscribe', id: 'x'.repeat(256), payload })))
    expect((await client.until('complete'))[0]?.id).toBe('x'.repeat(256))
  })
})

describe('a ping', () => {
  it('is answered with its payload, before connection_init too, and a pong with nothing', async () => {
    const client = connect((await openSockets()).url, null)
    client.socket.on('open', () => {
      client.send({ type: 'pong', payload: { not: 'asked for' } })
      client.send({ type: 'ping' })
      client.send({ type: 'ping', payload: { n: [1, 'Ж'] } })
    })
    await client.until('pong', 2)
    expect(client.messages).toEqual([{ type: 'pong' }, { type: 'pong', payload: { n: [1, 'Ж'] } }])
  })

  it('that is nested too deeply to be answered closes the socket, and is no fault of the service', async () => {
    const log = recordingLog()
    const client = await enter({}, { log })
    client.socket.send(`{"type":"ping","payload":${'{"1":'.repeat(10_000)}1${'}'.repeat(10_000)}}`)
    expect(await client.closed).toEqual({ code: 4400, reason: 'Invalid message received' })
    expect(log.lines).toEqual([])
  })

  it('of the WebSocket is answered with its data', async () => {
    const client = await enter()
    const answered = new Promise((resolve) => client.socket.on('pong', (data) => resolve(String(data))))
    client.socket.ping('still there')
    expect(await answered).toBe('still there')
  })

  it('of the service ends a client that is gone, and no other', async () => {
    const { url } = await openSockets({ keepAliveMs: 300 })
    const there = connect(url)
    const gone = connect(url, undefined, { autoPong: false })
    expect((await gone.closed).code).toBe(1006)
    await settle(there)
  })
})

describe('an operation', () => {
  it.each(['before connection_init', 'while that is looked at'])('closes the socket when it comes %s', async (when) => {
    const { url } = await openSockets()
    const client = connect(url, when === 'before connection_init' ? null : undefined)
    client.socket.on('open', () => client.subscribe('1', THREE))
    expect(await client.closed).toEqual({ code: 4401, reason: 'Unauthorized' })
  })

  it('tells its results, then that it is complete', async () => {
    const client = await enter()
    client.subscribe('1', THREE)
    await client.until('complete')
    expect(typesOf(client).slice(1)).toEqual([...Array(3).fill(['next', '1']), ['complete', '1']])
    expect(client.messages.at(-1)).toEqual({ id: '1', type: 'complete' })
  })

  it('that fails is told an error and nothing more, and the socket stays', async () => {
    const failing: Subscriber['subscribe'] = async () =>
      streamOf<never>(
        () => Promise.reject(new Error('secret')),
        () => undefined,
      )
    const client = await enter({}, { subscribe: failing })
    for (const [id, query] of [
      ['1', THREE],
      ['2', 'subscription { nothing }'],
    ] as const) {
      client.subscribe(id, query)
      await client.until('error', Number(id))
    }
    await settle(client)
    expect(typesOf(client)).toEqual([
      ['connection_ack', undefined],
      ['error', '1'],
      ['error', '2'],
      ['pong', undefined],
    ])
    expect(JSON.stringify(client.messages)).not.toContain('secret')
  })

  it('closes the socket for an id that is in use, also before it has begun', async () => {
    const feed = openFeed()
    const { url } = await openSockets({}, { subscribe: feed.subscribe })
    for (const id of ['same', 'x'.repeat(200)]) {
      const client = connect(url)
      await client.until('connection_ack')
      for (let n = 0; n < 2; n++) client.subscribe(id, THREE)
      const reason = id === 'same' ? 'Subscriber for same already exists' : 'Subscriber already exists'
      expect(await client.closed).toEqual({ code: 4409, reason })
    }
    expect(feed.open).toBe(0)
  })

  it('may have an id again that another one had before it, which had an error or was completed', async () => {
    const client = await enter()
    client.subscribe('1', 'subscription {')
    await client.until('error')
    for (let n = 1; n < 3; n++) {
      client.subscribe('1', THREE)
      await client.until('complete', n)
    }
    expect(client.socket.readyState).toBe(client.socket.OPEN)
  })

  it('that the client completes ends its source, and is told nothing more', async () => {
    const feed = openFeed()
    const client = await enter({}, { subscribe: feed.subscribe })
    client.subscribe('1', THREE)
    feed.tell('before')
    await client.until('next')
    client.send({ type: 'complete', id: 'unknown' })
    client.send({ type: 'complete', id: '1' })
    client.send({ type: 'complete', id: '1' })
    await settle(client)
    feed.tell('after')
    await settle(client)
    expect([feed.open, typesOf(client).slice(1)]).toEqual([
      0,
      [
        ['next', '1'],
        ['pong', undefined],
        ['pong', undefined],
      ],
    ])
  })

  it.each(['the client completes it', 'the socket is closed'])(
    'that %s before it begins ends as it begins',
    async (by) => {
      const feed = openFeed()
      let begin = () => {}
      feed.isReady = new Promise((resolve) => {
        begin = resolve
      })
      const client = await enter({}, { subscribe: feed.subscribe })
      client.subscribe('1', THREE)
      await expect.poll(() => feed.begun, PATIENT).toBe(1)
      if (by === 'the client completes it') {
        client.send({ type: 'complete', id: '1' })
        await settle(client)
      } else {
        client.socket.terminate()
        await client.closed
      }
      feed.tell('too late')
      begin()
      await expect.poll(() => feed.open, PATIENT).toBe(0)
      if (client.socket.readyState === client.socket.OPEN) await settle(client)
      expect(client.messages.filter(({ id }) => id !== undefined)).toEqual([])
    },
  )

  it('ends with its socket, though another one of it cannot be ended', async () => {
    let ended = 0
    const stuck = (): Stream<Delivery> => ({
      next: () => new Promise(() => {}),
      return: () => {
        ended += 1
        return ended === 1 ? Promise.reject(new Error('stuck')) : Promise.resolve(END)
      },
      [Symbol.asyncIterator]() {
        return this
      },
    })
    let begun = 0
    const subscribe: Subscriber['subscribe'] = async () => {
      begun += 1
      return stuck()
    }
    const client = await enter({}, { subscribe })
    client.subscribe('1', THREE)
    client.subscribe('2', THREE)
    await expect.poll(() => begun, PATIENT).toBe(2)
    client.socket.close()
    await client.closed
    await expect.poll(() => ended, PATIENT).toBe(2)
  })
})

describe('what nobody expects', () => {
  it('closes the socket with the request id of its line in the log, and gives its place back', async () => {
    const log = recordingLog()
    let fails = true
    const standings = {
      watch() {
        if (fails) throw new Error('a bug')
        return () => undefined
      },
    }
    const { url } = await openSockets({ socketsMax: 1 }, { standings, log })
    const { code, reason } = await connect(url).closed
    const [, requestId] = /^Internal error, request id (req_\w+)$/.exec(reason) ?? []
    expect([code, log.lines]).toMatchObject([1011, [{ fields: { request_id: requestId, err: { message: 'a bug' } } }]])
    fails = false
    await connect(url).until('connection_ack')
  })
})
