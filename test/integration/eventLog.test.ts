// The event log as its readers see it, on a real replica set: replay and live without gap or duplicate, each reader its
// own events only, also after lost wake-ups (specification 5 rule 6, 6.1).
import type { ExecutionResult } from 'graphql'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { formatEventCursor } from '../../subgraphs/events/index.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import {
  agent,
  type EventsFixture,
  type Instance,
  organization,
  parse,
  startEventsFixture,
  subscribe,
  until,
} from '../support/eventsFixture.ts'

let fixture: EventsFixture
let instance: Instance
let nextOrganization = 0
const open: AbortController[] = []

beforeAll(async () => {
  fixture = await startEventsFixture('event_log')
  instance = fixture.createInstance()
}, 60_000)
afterEach(async () => {
  for (const controller of open.splice(0)) controller.abort()
  await instance.stopWorkers()
})
afterAll(() => fixture?.stop())

function newOrganization(): `org_${string}` {
  nextOrganization += 1
  return `org_log${nextOrganization}`
}

/** Collects what a subscriber gets. */
function listen(principal: Principal, input: Parameters<Instance['feed']['subscribe']>[1], from = instance) {
  const closing = new AbortController()
  open.push(closing)
  const rows: EventRow[] = []
  const subscription = from.feed.subscribe(principal, input, closing.signal)
  const ended = (async () => {
    for await (const row of subscription) rows.push(row)
  })()
  ended.catch(() => undefined)
  return {
    rows,
    ready: subscription.ready,
    ended,
    close: () => closing.abort(),
    cursors: () => rows.map((row) => row.cursor),
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the stream', () => {
  it('resumes from a cursor without gap or duplicate while events keep coming', async () => {
    const orgId = newOrganization()
    await fixture.append(
      orgId,
      Array.from({ length: 700 }, () => ({})),
    )
    let writing = true
    const writer = (async () => {
      while (writing) {
        await fixture.append(orgId, [{}, {}, {}])
        instance.wake(orgId)
      }
    })()
    const seen: number[] = []
    for (let cut = 0; cut < 25; cut++) {
      const last = seen.at(-1) ?? 0
      const one = listen(organization(orgId), { after: formatEventCursor(orgId, last) })
      await until('some events', () => one.rows.length >= 40)
      one.close()
      await one.ended
      seen.push(...one.cursors())
    }
    writing = false
    await writer
    const rest = listen(organization(orgId), { after: formatEventCursor(orgId, seen.at(-1) ?? 0) })
    const end = await fixture.database.collection('events').countDocuments({ orgId })
    await until('the end of the log', () => seen.length + rest.rows.length >= end)
    seen.push(...rest.cursors())
    expect(seen).toEqual(range(1, end))
  })

  it('starts now without a cursor: no earlier event, and every event after it is ready', async () => {
    const orgId = newOrganization()
    await fixture.append(orgId, [{}, {}])
    const live = listen(organization(orgId), {})
    await live.ready
    await fixture.append(orgId, [{}, {}])
    instance.wake(orgId)
    await until('two events', () => live.rows.length >= 2)
    expect(live.cursors()).toEqual([3, 4])
  })

  it('wakes up by the change stream when another process commits', async () => {
    const orgId = newOrganization()
    instance.startWorkers(['events.watch'])
    const live = listen(organization(orgId), {})
    await live.ready
    const waits: number[] = []
    for (let i = 1; i <= 10; i++) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      const at = performance.now()
      await fixture.append(orgId, [{}])
      await until('the event', () => live.rows.length >= i)
      waits.push(performance.now() - at)
    }
    // The slow poll would take half a second on average.
    expect(waits.sort((a, b) => a - b)[5]).toBeLessThan(250)
  })

  it('finds events without a wake-up', async () => {
    const orgId = newOrganization()
    const live = listen(organization(orgId), {})
    await live.ready
    await fixture.append(orgId, [{}, {}, {}])
    await until('three events', () => live.rows.length >= 3)
    expect(live.cursors()).toEqual([1, 2, 3])
  })

  it('opens the change stream again when its history is lost', async () => {
    const orgId = newOrganization()
    const broke: string[] = []
    const log = {
      info: () => {},
      error: () => {},
      warn: (_fields: object, message: string) => void broke.push(message),
    }
    const own = await startEventsFixture('event_log_history_lost', { ownServer: true })
    onTestFinished(own.stop)
    const watching = own.createInstance({ log })
    watching.startWorkers(['events.watch'])
    const live = listen(organization(orgId), {}, watching)
    await live.ready
    const historyLost = 286
    const admin = own.database.connection.getClient().db('admin')
    const data = { failCommands: ['getMore'], errorCode: historyLost }
    await admin.command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data }, { readPreference: 'primary' })
    await own.append(orgId, [{}])
    await until('the event of the time in between', () => live.rows.length >= 1)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    const waits: number[] = []
    for (let i = 2; i <= 8; i++) {
      const at = performance.now()
      await own.append(orgId, [{}])
      await until('the event', () => live.rows.length >= i)
      waits.push(performance.now() - at)
    }
    expect(waits.sort((a, b) => a - b)[3]).toBeLessThan(250)
    expect(live.cursors()).toEqual(range(1, 8))
    expect(broke).toHaveLength(1)
  })

  it('does not buffer what a stuck reader does not read, and loses none of it', async () => {
    const orgId = newOrganization()
    const closing = new AbortController()
    open.push(closing)
    const subscription = instance.feed.subscribe(organization(orgId), {}, closing.signal)
    await subscription.ready
    const quick = listen(organization(orgId), {})
    await quick.ready
    for (let i = 0; i < 10; i++) {
      await fixture.append(
        orgId,
        Array.from({ length: 120 }, () => ({})),
      )
      instance.wake(orgId)
    }
    await until('the quick reader is unhindered', () => quick.rows.length >= 1_200)
    const got: number[] = []
    for await (const row of subscription) {
      got.push(row.cursor)
      if (got.length === 600) {
        await fixture.append(
          orgId,
          Array.from({ length: 400 }, () => ({})),
        )
        instance.wake(orgId)
      }
      if (row.cursor === 1_600) break
    }
    expect(got).toEqual(range(1, 1_600))
  })

  it('ends at once when it is aborted, even while it waits', async () => {
    const live = listen(organization(newOrganization()), {})
    await live.ready
    live.close()
    await live.ended
    expect(live.rows).toEqual([])
  })
})

describe('ownership', () => {
  it('shows an agent only its own events, in the stream and in lists', async () => {
    const orgId = newOrganization()
    const mine = agent(orgId, 'one')
    const live = listen(mine, {})
    await live.ready
    await fixture.append(orgId, [
      { agentId: 'agt_one', walletId: 'wal_one' },
      { agentId: 'agt_two', walletId: 'wal_two' },
      { walletId: 'wal_one' },
      { type: 'kill_switch.activated', resourceId: 'kil_1' },
      { agentId: 'agt_one', walletId: 'wal_one', mode: 'live' },
      { agentId: 'agt_one' },
    ])
    instance.wake(orgId)
    await until('its three events', () => live.rows.length >= 3)
    const replayed = listen(mine, { after: formatEventCursor(orgId, 0) })
    await until('its three events again', () => replayed.rows.length >= 3)
    const all = listen(organization(orgId), { after: formatEventCursor(orgId, 0) })
    await until('five events in test mode', () => all.rows.length >= 5)
    expect(live.cursors()).toEqual([1, 3, 6])
    expect(replayed.cursors()).toEqual([1, 3, 6])
    expect(all.cursors()).toEqual([1, 2, 3, 4, 6])
    const { events } = await instance.call<EventsPage>(mine, LIST)
    expect(events.edges.map(({ node }) => node.id.slice(-1))).toEqual(['6', '3', '1'])
  })

  it('refuses a wallet of somebody else like one that does not exist', async () => {
    const [orgId, other] = [newOrganization(), newOrganization()]
    await fixture.append(other, [{ walletId: 'wal_foreign' }])
    expect(() => listen(agent(orgId, 'one'), { walletId: 'wal_two' })).toThrow(
      expect.objectContaining({ type: 'not_found' }),
    )
    for (const walletId of ['wal_foreign', 'wal_nowhere'])
      await expect(listen(organization(orgId), { walletId }).ready).rejects.toMatchObject({ type: 'not_found' })
    await expect(listen(organization(other, 'live'), { walletId: 'wal_foreign' }).ready).rejects.toMatchObject({
      type: 'not_found',
    })
    await listen(organization(other), { walletId: 'wal_foreign' }).ready
  })

  it('treats a foreign event as unknown, by either id, and resolves a foreign reference to null', async () => {
    const [orgId, other] = [newOrganization(), newOrganization()]
    const [row] = await fixture.append(other, [{ agentId: 'agt_two' }])
    const id = row?._id ?? ''
    const document = 'query ($id: ID!) { event(id: $id) { id } }'
    expect(await instance.call(organization(other), document, { id })).toEqual({ event: { id } })
    for (const principal of [
      organization(orgId),
      organization(other, 'live'),
      agent(other, 'one'),
      agent(orgId, 'two'),
    ])
      await expect(instance.call(principal, document, { id })).rejects.toMatchObject({ type: 'not_found' })
    const reference = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Event { id type } } }'
    const variables = { r: [{ __typename: 'Event', id }] }
    expect(await instance.call(organization(orgId), reference, variables)).toEqual({ _entities: [null] })
    expect(await instance.call(organization(other), reference, variables)).toMatchObject({ _entities: [{ id }] })
  })

  it('refuses anonymous callers and a malformed cursor before a stream is opened', () => {
    const signal = new AbortController().signal
    expect(() => instance.feed.subscribe({ kind: 'anonymous' }, {}, signal)).toThrow(
      expect.objectContaining({ type: 'authentication_error' }),
    )
    expect(() => instance.feed.subscribe(organization('org_x'), { after: 'nonsense' }, signal)).toThrow(
      expect.objectContaining({ type: 'invalid_request' }),
    )
  })
})

interface EventsPage {
  events: {
    edges: { node: { id: string; type: string }; cursor: string }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}
const LIST = `query ($first: Int, $after: String, $orderBy: EventOrder, $types: [String!], $resourceId: ID, $since: DateTime) {
  events(first: $first, after: $after, orderBy: $orderBy, types: $types, resourceId: $resourceId, since: $since) {
    edges { node { id type } cursor } pageInfo { hasNextPage endCursor } } }`

const FORWARD = `query ($after: String, $types: [String!], $since: DateTime) {
  events(first: 10, after: $after, orderBy: {field: created_at, direction: asc}, types: $types, since: $since) {
    edges { node { id type } cursor } pageInfo { hasNextPage endCursor } } }`

describe('lists', () => {
  it.each(['desc', 'asc'])('walk the whole log page by page, %s', async (direction) => {
    const orgId = newOrganization()
    await fixture.append(
      orgId,
      Array.from({ length: 23 }, () => ({})),
    )
    const ids: string[] = []
    let after: string | null = null
    for (let page = 0; page < 10; page++) {
      const { events }: EventsPage = await instance.call<EventsPage>(organization(orgId), LIST, {
        first: 5,
        after,
        orderBy: { field: 'created_at', direction },
      })
      ids.push(...events.edges.map(({ node }) => node.id))
      after = events.pageInfo.endCursor
      if (!events.pageInfo.hasNextPage) break
    }
    expect(ids).toHaveLength(23)
    expect([...ids].sort()).toEqual(direction === 'asc' ? ids : [...ids].reverse())
  })

  it('say oldest first where to go on: after all that was looked at, and never past a bound', async () => {
    const orgId = newOrganization()
    const query = `query ($after: String, $before: String, $last: Int, $types: [String!], $until: DateTime) {
      events(after: $after, before: $before, last: $last, types: $types, until: $until,
        orderBy: {field: created_at, direction: asc}) { resumeCursor } }`
    const resume = async (variables: Record<string, unknown>) => {
      const { events } = await instance.call<{ events: { resumeCursor: string } }>(
        organization(orgId),
        query,
        variables,
      )
      return events.resumeCursor
    }
    const at = (cursor: number) => formatEventCursor(orgId, cursor)
    expect(await resume({})).toBe(at(0))
    await fixture.append(orgId, [{}, { type: 'wallet.frozen', resourceId: 'wal_1' }, {}])
    const until = fixture.clock.now().toISOString()
    fixture.clock.advance(1_000)
    await fixture.append(orgId, [{}, {}])
    expect(await resume({})).toBe(at(5))
    expect(await resume({ types: ['wallet.unfrozen'] })).toBe(at(5))
    expect(await resume({ after: at(5) })).toBe(at(5))
    // What is behind the bound was not looked at.
    expect(await resume({ until: fixture.clock.now().toISOString(), types: ['wallet.frozen'] })).toBe(at(2))
    expect(await resume({ until, types: ['wallet.unfrozen'], after: at(1) })).toBe(at(1))
    expect(await resume({ before: at(3) })).toBe(at(2))
    expect(await resume({ before: at(3), after: at(2), last: 5 })).toBe(at(2))
  })

  it('and streams refuse a cursor of another organization, and one from beyond the end of the log', async () => {
    const [orgId, other] = [newOrganization(), newOrganization()]
    await fixture.append(orgId, [{}, {}])
    const refusal = (code: string) => ({ type: 'invalid_request', details: { fields: [{ path: 'after', code }] } })
    const orders = [{ orderBy: { field: 'created_at', direction: 'asc' } }, {}]
    for (const [after, code] of [
      [formatEventCursor(orgId, 3), 'future_cursor'],
      [formatEventCursor(other, 1), 'foreign_cursor'],
    ] as const) {
      for (const order of orders)
        await expect(instance.call(organization(orgId), LIST, { ...order, after })).rejects.toMatchObject(refusal(code))
      await expect((async () => listen(organization(orgId), { after }).ready)()).rejects.toMatchObject(refusal(code))
    }
    await listen(organization(orgId), { after: formatEventCursor(orgId, 2) }).ready
  })

  it('give a cursor for the stream: load, then subscribe, without a race', async () => {
    const orgId = newOrganization()
    await fixture.append(orgId, [{}, {}, {}])
    const { events } = await instance.call<EventsPage>(organization(orgId), LIST, { first: 1 })
    await fixture.append(orgId, [{}])
    const live = listen(organization(orgId), { after: events.edges[0]?.cursor })
    await until('the event in between', () => live.rows.length >= 1)
    expect(live.cursors()).toEqual([4])
  })

  it('filter, reach back 30 days, and refuse an invalid cursor, type or page size', async () => {
    const orgId = newOrganization()
    await fixture.append(orgId, [{}])
    fixture.clock.advance(30 * 86_400_000 + 1)
    const since = fixture.clock.now().toISOString()
    await fixture.append(orgId, [{ type: 'wallet.frozen', resourceId: 'wal_1' }, { resourceId: 'pay_x' }])
    const principal = organization(orgId)
    const typesOf = async (variables: object) =>
      (await instance.call<EventsPage>(principal, LIST, { ...variables })).events.edges.map(({ node }) => node.type)
    expect(await typesOf({})).toEqual(['payment.completed', 'wallet.frozen'])
    expect(await typesOf({ types: ['wallet.frozen'] })).toEqual(['wallet.frozen'])
    expect(await typesOf({ resourceId: 'pay_x' })).toEqual(['payment.completed'])
    expect(await typesOf({ since })).toHaveLength(2)
    for (const bad of [{ after: 'x' }, { types: ['nope'] }, { first: 0 }, { first: 101 }, { since: 'yesterday' }])
      await expect(typesOf(bad)).rejects.toMatchObject({ type: 'invalid_request' })
  })

  it('refuse to go on from where events are kept no longer, and say where the kept ones begin', async () => {
    const orgId = newOrganization()
    const principal = organization(orgId)
    await fixture.append(orgId, [{}, { type: 'wallet.frozen', resourceId: 'wal_1' }])
    fixture.clock.advance(30 * 86_400_000 + 1)
    await fixture.append(orgId, [{}, {}])
    const goOn = async (variables: object) =>
      (await instance.call<EventsPage>(principal, FORWARD, { ...variables })).events.edges.map(({ cursor }) => cursor)
    const from = (cursor: number) => ({ after: formatEventCursor(orgId, cursor) })
    const expired = { type: 'cursor_expired', details: { oldest_cursor: formatEventCursor(orgId, 2) } }
    for (const cursor of [0, 1]) await expect(goOn(from(cursor))).rejects.toMatchObject(expired)
    expect(await goOn(from(2))).toEqual([3, 4].map((cursor) => formatEventCursor(orgId, cursor)))
    // Of what it asks for nothing is missing.
    expect(await goOn({ ...from(1), types: ['payment.completed'] })).toHaveLength(2)
    expect(await goOn({ ...from(0), since: fixture.clock.now().toISOString() })).toHaveLength(2)
    const subscribed = listen(principal, from(1))
    await expect(subscribed.ready).rejects.toMatchObject(expired)
    await fixture.append(orgId, [{ type: 'wallet.frozen', resourceId: 'wal_1' }])
    fixture.clock.advance(30 * 86_400_000 + 1)
    await expect(goOn(from(4))).rejects.toMatchObject({ details: { oldest_cursor: formatEventCursor(orgId, 5) } })
  })

  it('reach back as many days as are set, and deliveries that have ended are deleted with them', async () => {
    const orgId = newOrganization()
    const week = fixture.createInstance({ retentionDays: 7 })
    onTestFinished(week.stopWorkers)
    const deliveries = fixture.database.collection<{ _id: string; orgId: string }>('deliveries')
    const delivery = (name: string, dueAt: Date | null, leaseUntil: Date | null = null) => ({
      ...{ _id: `dlv_${name}`, webhookId: 'whk_kept', orgId, mode: 'test', createdAt: fixture.clock.now() },
      ...{ dueAt, leaseUntil },
    })
    await fixture.append(orgId, [{}])
    const [died, later] = [new Date(0), new Date(4_102_444_800_000)]
    await deliveries.insertMany([delivery('old', null), delivery('open', later), delivery('left', null, died)])
    await deliveries.insertOne(delivery('sent', null, later))
    fixture.clock.advance(7 * 86_400_000 + 1)
    await fixture.append(orgId, [{}])
    await deliveries.insertOne(delivery('new', null))
    const read = (one: Instance, after: number) =>
      one.call<EventsPage>(organization(orgId), FORWARD, { after: formatEventCursor(orgId, after) })
    await expect(read(week, 0)).rejects.toMatchObject({ details: { oldest_cursor: formatEventCursor(orgId, 1) } })
    expect((await read(week, 1)).events.edges).toHaveLength(1)
    expect((await read(instance, 0)).events.edges).toHaveLength(2)
    week.startWorkers(['events.retention'])
    const kept = async () => (await deliveries.find({ orgId }).toArray()).map(({ _id }) => _id).toSorted()
    await until('the expired ones are deleted', async () => (await kept()).length < 4)
    expect(await kept()).toEqual(['dlv_new', 'dlv_open', 'dlv_sent'])
  })

  it('name an agent whose events have all expired none that it may not see, to go on after', async () => {
    const orgId = newOrganization()
    const reader = agent(orgId, 'one')
    const { agentId, walletId } = reader
    const own = { type: 'wallet.frozen', resourceId: walletId, walletId, agentId } as const
    await fixture.append(orgId, [own, {}, own])
    fixture.clock.advance(30 * 86_400_000 + 1)
    await fixture.append(orgId, [{}, {}, {}])
    const goOn = (after: string) => instance.call<EventsPage>(reader, FORWARD, { after })
    const oldest_cursor = formatEventCursor(orgId, 3)
    await expect(goOn(formatEventCursor(orgId, 0))).rejects.toMatchObject({ details: { oldest_cursor } })
    expect((await goOn(oldest_cursor)).events.edges).toEqual([])
  })
})

describe('Subscription.paymentEvents', () => {
  const document = parse(`subscription ($walletId: ID, $types: [String!], $after: String) {
    paymentEvents(walletId: $walletId, types: $types, after: $after) { id type cursor walletSeq data payment { id } wallet { id } agent { id } } }`)
  const start = (principal: Principal, variableValues: Record<string, unknown> = {}) =>
    subscribe({
      schema: instance.schema,
      document,
      variableValues,
      contextValue: { principal, requestId: 'req', loaders: new Map() },
    })

  it('delivers payment events with their edges, leaves out others and opt-in ones, and closes while waiting', async () => {
    const orgId = newOrganization()
    const stream = (await start(organization(orgId))) as AsyncGenerator<ExecutionResult>
    await fixture.append(orgId, [
      { type: 'payment.accepted', resourceId: 'pay_1' },
      { type: 'wallet.created', resourceId: 'wal_one', walletId: 'wal_one' },
      { type: 'payment.completed', resourceId: 'pay_1', walletId: 'wal_one', agentId: 'agt_one' },
    ])
    instance.wake(orgId)
    const { value } = await stream.next()
    expect(value.data.paymentEvents).toMatchObject({
      type: 'payment.completed',
      cursor: formatEventCursor(orgId, 3),
      payment: { id: 'pay_1' },
      wallet: { id: 'wal_one' },
      agent: { id: 'agt_one' },
      data: { payment_id: 'pay_1' },
    })
    const waiting = stream.next()
    await stream.return(undefined)
    expect(await waiting).toEqual({ value: undefined, done: true })
  })

  it('resumes after a cursor and takes opt-in types by name', async () => {
    const orgId = newOrganization()
    await fixture.append(orgId, [{}, { type: 'payment.accepted' }, { type: 'payment.failed' }])
    const stream = (await start(organization(orgId), {
      after: formatEventCursor(orgId, 1),
      types: ['payment.accepted', 'payment.failed'],
    })) as AsyncGenerator<ExecutionResult>
    const events = [await stream.next(), await stream.next()].map(({ value }) => value.data.paymentEvents.type)
    expect(events).toEqual(['payment.accepted', 'payment.failed'])
    await stream.return(undefined)
  })

  it.each([
    ['a type that is not of payments', { types: ['wallet.frozen'] }, 'invalid_request'],
    ['a broken cursor', { after: 'x' }, 'invalid_request'],
    ['a foreign wallet', { walletId: 'wal_two' }, 'not_found'],
  ])('refuses %s at once', async (_name, variables, type) => {
    const result = (await start(agent('org_refused', 'one'), variables)) as ExecutionResult
    expect(result.errors?.[0]?.originalError).toMatchObject({ type })
  })
})
