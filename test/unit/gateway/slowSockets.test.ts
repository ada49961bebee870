// Whoever does not read what it asks for harms only itself: little is held for it, however it asks, its subscriptions end with the
// cursor after which they go on, and at last its socket. Whoever reads in time misses nothing (reliability 4.2 rule 5).
import { connect as connectTcp, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { ClientOptions } from 'ws'
import { createDelivery, type Delivery } from '../../../gateway/subscriptions/delivery.ts'
import { createGroups } from '../../../gateway/subscriptions/groups.ts'
import type { SocketLimits } from '../../../gateway/subscriptions/socketLimits.ts'
import { END, streamOf } from '../../../gateway/subscriptions/streams.ts'
import type { Subscriber } from '../../../gateway/subscriptions/subscriber.ts'
import { closeSockets, connect, memoryHeld, openSockets } from './socketFixture.ts'

afterEach(closeSockets)

const UNMETERED = { burst: 1e6, perSecond: 1e6 }
const UNLIMITED = { agentPerMinute: null, organizationPerMinute: null }
const PAYMENTS = 'subscription { payments { id } }'
const MIB = 1024 * 1024
const LARGE = 'x'.repeat(MIB)
/** On a machine that is busy. */
const PATIENT = { timeout: 30_000 }
/** More than the system holds for a connection. */
const MANY = 40

type Client = ReturnType<typeof connect>

/** Sources of as many results as each is asked for by its variable; the last ones wait for nothing. */
function openSources() {
  const sources = { open: 0, most: 0, runs: 0, told: 0 }
  const subscribe: Subscriber['subscribe'] = async (_document, { n }) => {
    sources.runs += 1
    sources.open += 1
    sources.most = Math.max(sources.most, sources.open)
    let at = 0
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    return streamOf<Delivery>(
      async () => {
        if (at >= Number(n)) await ended
        if (at >= Number(n)) return END
        at += 1
        sources.told += 1
        return { done: false, value: createDelivery({ data: { at, text: LARGE } }, `cursor-${at}`) }
      },
      () => {
        sources.open -= 1
        at = Number.POSITIVE_INFINITY
        end()
      },
    )
  }
  return Object.assign(sources, { subscribe })
}

async function enter(limits: Partial<SocketLimits> = {}, params: object = {}) {
  const sources = openSources()
  const more = { messages: UNMETERED, messagesOfCaller: UNMETERED, closeTimeoutMs: 60_000, ...limits }
  const { url, connections } = await openSockets(more, { subscribe: sources.subscribe, rates: UNLIMITED })
  let line: Socket | undefined
  const createConnection = (to: NetConnectOpts) => {
    line = connectTcp(to)
    return line
  }
  const client = connect(url, { authorization: 'Bearer agent-1', ...params }, { createConnection } as ClientOptions)
  await client.until('connection_ack')
  const subscribe = (id: string, n = MANY) => {
    const query = 'subscription ($n: Int) { payments(count: $n) { id } }'
    client.send({ type: 'subscribe', id, payload: { query, variables: { n } } })
  }
  return { client, sources, subscribe, service: connections[0] as Socket, url, line: line as Socket }
}

/** The service has filled the connection to a client that does not read. */
const isFull = (service: Socket) => expect.poll(() => service.writableLength, PATIENT).toBeGreaterThan(0)

/** What it has read by then, it has replied to. */
async function hasRead(service: Socket): Promise<void> {
  for (let before = -1; before !== service.bytesRead; ) {
    before = service.bytesRead
    await sleep(30)
  }
}

const numbersOf = ({ messages }: Client, of = '1') =>
  messages
    .filter(({ type, id }) => type === 'next' && id === of)
    .map(({ payload }) => (payload as { data?: { at: number } }).data?.at)

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('a client that does not read', () => {
  const ping = { type: 'ping', payload: { text: 'x'.repeat(60_000) } }

  it('and pings is cut off, and little is held for it', async () => {
    const { client, service } = await enter({ stalledMs: 150 })
    client.socket.pause()
    for (let n = 0; n < 1_000; n++) client.send(ping)
    await isFull(service)
    await hasRead(service)
    expect(service.writableLength).toBeLessThan(MIB)
    await sleep(300)
    client.socket.resume()
    expect(await client.closed).toEqual({ code: 1013, reason: 'too slow' })
  })

  it('and half-closes its connection is cut, and gives its place back', async () => {
    const { client, subscribe, sources, service, url, line } = await enter({ socketsMax: 1, closeTimeoutMs: 50 })
    client.socket.pause()
    subscribe('1')
    await isFull(service)
    line.end()
    await expect.poll(() => sources.open).toBe(0)
    await expect.poll(() => service.destroyed).toBe(true)
    await connect(url).until('connection_ack')
  })

  it('and subscribes all the while is cut off as well, without a cursor that is not that of all of them', async () => {
    const limits = { heldBytes: 100 * MIB, stalledMs: 500, closeTimeoutMs: 60_000 }
    const { client, subscribe, sources, service } = await enter(limits)
    client.socket.pause()
    subscribe('1', 16)
    await isFull(service)
    await expect.poll(() => sources.open, { interval: 5 }).toBe(0)
    let id = 1
    const subscribing = setInterval(() => subscribe(String(++id), 0), 10)
    // It reads on, and nothing begins any more.
    for (let from = service.bytesRead; service.bytesRead < from + 500; await sleep(5))
      if (sources.open > 0) from = service.bytesRead
    clearInterval(subscribing)
    client.socket.resume()
    expect(await client.closed).toEqual({ code: 1013, reason: 'too slow' })
  })

  it('and pings by frames is read until some pongs wait, of which no more is held than they are', async () => {
    const { client, subscribe, sources, service } = await enter({ heldBytes: 100 * MIB })
    client.socket.pause()
    subscribe('1')
    await expect.poll(() => sources.told).toBe(MANY)
    await hasRead(service)
    const before = memoryHeld().arrayBuffers
    for (let n = 0; n < 50; n++) {
      client.send({ type: 'pong', payload: { text: 'x'.repeat(60_000) } })
      client.socket.ping('abc')
    }
    await hasRead(service)
    await expect.poll(() => memoryHeld().arrayBuffers - before).toBeLessThan(MIB)
    const waiting = service.writableLength
    for (let n = 0; n < 5_000; n++) client.socket.ping('x'.repeat(125))
    await hasRead(service)
    expect(service.writableLength - waiting).toBeLessThan(MIB / 4)
  })

  it('is not told of a cursor for what has not begun', async () => {
    const { client, subscribe, service } = await enter({ heldBytes: 100 * MIB, stalledMs: 100 })
    client.socket.pause()
    subscribe('1')
    subscribe('2', 0)
    await isFull(service)
    await hasRead(service)
    await sleep(150)
    client.socket.resume()
    await client.until('complete', 2)
    const ends = client.messages.flatMap(({ payload }) => (payload as { errors?: object[] } | undefined)?.errors ?? [])
    const message = 'The subscription has ended; subscribe again.'
    expect(ends).toEqual([
      { message, extensions: { reason: 'too_slow', resume_after: `cursor-${MANY}` } },
      { message, extensions: { reason: 'too_slow' } },
    ])
  })

  it('for a while gets the pong of each ping', async () => {
    const { client, service } = await enter()
    client.socket.pause()
    for (let n = 0; n < 400; n++) client.send(ping)
    await isFull(service)
    client.socket.resume()
    expect(await client.until('pong', 400)).toHaveLength(400)
  })

  it('is not asked whether it is there, because it would reply only after what waits for it', async () => {
    const { client, subscribe, service } = await enter({ keepAliveMs: 300 })
    client.socket.pause()
    subscribe('1')
    await isFull(service)
    await sleep(700)
    expect(service.destroyed).toBe(false)
  })

  it.each([
    [
      'pings of the WebSocket',
      ({ socket }: Client) => {
        for (let n = 0; n < 3; n++) socket.ping('x'.repeat(125))
      },
    ],
    ['operations that are refused', (client: Client) => client.subscribe('1', 'subscription { no }')],
    ['operations that are complete', (client: Client) => client.subscribe('1', PAYMENTS)],
  ])('and sends %s is not read any more', async (_, send) => {
    const { client, subscribe, service } = await enter()
    client.socket.pause()
    subscribe('first')
    await isFull(service)
    const held = service.writableLength
    for (let n = 0; n < 5_000; n++) {
      send(client)
      client.send({ type: 'complete', id: '1' })
    }
    await hasRead(service)
    expect(service.writableLength - held).toBeLessThan(MIB / 2)
    expect(service.destroyed).toBe(false)
  })

  it('and subscribes again and again has no more runs than it may have subscriptions, and few frames', async () => {
    const { client, subscribe, sources, service } = await enter({ subscriptionsMax: 3 })
    client.socket.pause()
    subscribe('1')
    await isFull(service)
    for (let n = 0; n < 20; n++) {
      client.send({ type: 'complete', id: '1' })
      subscribe('1')
    }
    await hasRead(service)
    expect(sources.most).toBeLessThanOrEqual(3)
    expect(service.writableLength).toBeLessThan(3 * MIB)
  })

  it('may use an id again: what the first one leaves behind ends nothing of the second', async () => {
    const { client, subscribe, sources, service } = await enter({ subscriptionsMax: 1 })
    client.socket.pause()
    subscribe('1')
    await isFull(service)
    client.send({ type: 'complete', id: '1' })
    subscribe('1', 3)
    await hasRead(service)
    client.socket.resume()
    await expect.poll(() => numbersOf(client).slice(-3), PATIENT).toEqual([1, 2, 3])
    // The limit counts the second one, and so does its id.
    subscribe('2', 1)
    expect((await client.until('error')).map(({ id }) => id)).toEqual(['2'])
    expect(client.messages.filter(({ type }) => type === 'complete')).toEqual([])
    client.socket.close()
    await client.closed
    await expect.poll(() => sources.open, PATIENT).toBe(0)
  })
})

describe('subscriptions of one socket that share a run', () => {
  const EVENTS = 10
  const IDS = ['1', '2', '3']

  it('wait for one another where the client does not read, and each is told everything once it does', async () => {
    const groups = createGroups({ groupsMax: 1, itemsMax: EVENTS, bytesMax: 1e9, allBytesMax: 1e9 })
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    let at = 0
    const source = async () => {
      await begun
      if (at === EVENTS) await new Promise(() => {})
      at += 1
      return { done: false as const, value: createDelivery({ data: { at, text: LARGE } }, `cursor-${at}`) }
    }
    const run = async () => streamOf<Delivery>(source, () => {})
    const member = { run, after: null, onPosition: () => {}, toError: () => new Error() }
    let members = 0
    const subscribe: Subscriber['subscribe'] = async () => {
      const stream = await groups.join('one', member)
      members += 1
      return stream
    }
    const { url, connections } = await openSockets({}, { subscribe })
    const client = connect(url)
    await client.until('connection_ack')
    client.socket.pause()
    for (const id of IDS) client.subscribe(id, PAYMENTS)
    await expect.poll(() => members).toBe(IDS.length)
    begin()
    const [service] = connections as [Socket]
    await isFull(service)
    await sleep(100)
    expect(service.writableLength).toBeLessThan(2 * MIB)
    client.socket.resume()
    const told = () => IDS.map((id) => numbersOf(client, id))
    await expect.poll(told, PATIENT).toEqual(IDS.map(() => upTo(EVENTS)))
  })
})

describe('a subscription that its client is too slow for', () => {
  it('is ended with the cursor after which it goes on, and the socket stays', async () => {
    const { client, subscribe, sources, service } = await enter({ stalledMs: 1_000 })
    client.socket.pause()
    subscribe('1')
    await isFull(service)
    await expect.poll(() => sources.open, PATIENT).toBe(0)
    client.socket.resume()
    await client.until('complete')
    const numbers = numbersOf(client).slice(0, -1)
    expect(numbers).toEqual(upTo(numbers.length))
    expect(client.messages.at(-2)).toMatchObject({
      ...{ type: 'next', id: '1' },
      payload: { errors: [{ extensions: { reason: 'too_slow', resume_after: `cursor-${numbers.length}` } }] },
    })
    subscribe('1', 1)
    await expect.poll(() => numbersOf(client).at(-1), PATIENT).toBe(1)
  })

  it('is told by closing the socket where not even that is taken', async () => {
    const { client, subscribe, service } = await enter({ stalledMs: 150 })
    client.socket.pause()
    subscribe('1')
    await isFull(service)
    await sleep(500)
    client.socket.resume()
    const { code, reason } = await client.closed
    const last = numbersOf(client).filter((at) => at !== undefined).length
    expect([code, reason]).toEqual([1013, `too slow, resume after cursor-${last}`])
  })

  it('is cut off at once where its client goes on by itself, which an error would end', async () => {
    const { client, subscribe, sources, service } = await enter({ stalledMs: 150 }, { resume: {} })
    client.socket.pause()
    subscribe('1')
    await isFull(service)
    await expect.poll(() => sources.open, PATIENT).toBe(0)
    client.socket.resume()
    const { code, reason } = await client.closed
    expect([code, reason]).toEqual([1013, `too slow, resume after cursor-${numbersOf(client).length}`])
    expect(client.messages.filter(({ type }) => type === 'complete')).toEqual([])
  })

  it('is none where the client reads slowly: it gets everything, and its source waits', async () => {
    const { client, subscribe, sources, service } = await enter({ stalledMs: 1_000 })
    client.socket.pause()
    subscribe('1')
    subscribe('2')
    await isFull(service)
    expect(sources.told).toBeLessThan(2 * MANY)
    while (numbersOf(client).length + numbersOf(client, '2').length < 2 * MANY) {
      client.socket.resume()
      await sleep(5)
      client.socket.pause()
      await sleep(40)
    }
    expect([numbersOf(client), numbersOf(client, '2')]).toEqual([upTo(MANY), upTo(MANY)])
    expect(client.socket.readyState).toBe(client.socket.OPEN)
  })
})
