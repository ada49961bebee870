// Deliveries over a real replica set and real HTTP (specification 2.13, 6.1): what is signed and sent to whom, the
// written schedule to the millisecond, and neither loss nor a second copy over restarts, deaths and two processes.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DeliveryRow } from '../../subgraphs/events/models/deliveries.ts'
import { type AttemptDeps, attemptDelivery, createRecorder } from '../../subgraphs/events/services/attemptDelivery.ts'
import { createClaims } from '../../subgraphs/events/services/claimDeliveries.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import { agent, organization, parse, subscribe, until } from '../support/eventsFixture.ts'
import type { WebhookReceiver } from '../support/webhookReceiver.ts'
import { deliveriesOf, HOUR, MINUTE, onlyDelivery, register, SECRET, useWebhookWorld } from '../support/webhookWorld.ts'

const world = useWebhookWorld('webhook_deliveries')
const { commit, newOrganization, receive, receivers, start } = world

interface FoundEvent {
  readonly id: string
  readonly deliveries: {
    readonly nodes: readonly { readonly webhookId: string; readonly status: string }[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
  }
}

describe('a delivery', () => {
  it('carries the envelope, signed, to each endpoint that asked for the type and may see the event', async () => {
    const instance = start()
    const orgId = newOrganization()
    const [all, other, mine] = [await receive(), await receive(), await receive()]
    const principal = organization(orgId)
    const first = await register(instance, principal, { url: all.url, events: ['payment.completed', 'wallet.frozen'] })
    await register(instance, principal, { url: other.url, events: ['payment.failed'] })
    const second = await register(instance, agent(orgId, 'one'), { url: mine.url })
    const rows = await commit(instance, orgId, [
      {
        type: 'payment.completed',
        resourceId: 'pay_1',
        agentId: 'agt_one',
        walletId: 'wal_one',
        data: { payment_id: 'pay_1', amount: '12.50' },
      },
      { type: 'payment.completed', resourceId: 'pay_2', agentId: 'agt_two', walletId: 'wal_two' },
      { type: 'payment.pending', resourceId: 'pay_3' },
      { type: 'wallet.frozen', resourceId: 'wal_one' },
      { type: 'payment.completed', resourceId: 'pay_4', mode: 'live' },
    ])
    await all.waitFor(3)
    await mine.waitFor(1)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect([all.received.length, other.received.length, mine.received.length]).toEqual([3, 0, 1])
    const envelope = all.envelopes().find(({ source_event_id }) => source_event_id === rows[0]?._id)
    expect(Object.keys(envelope ?? {})).toEqual([
      ...['event_id', 'type', 'created_at', 'data', 'source_event_id', 'cursor', 'wallet_seq'],
    ])
    expect(envelope).toMatchObject({
      type: 'payment.completed',
      created_at: rows[0]?.createdAt.toISOString(),
      data: { payment_id: 'pay_1', amount: '12.50' },
    })
    for (const { headers, body, verified } of [...all.received, ...mine.received]) {
      expect(verified).toBe(true)
      expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
      expect(headers['content-type']).toBe('application/json')
      const id = JSON.parse(body).event_id
      const mac = createHmac('sha256', SECRET).update(`${id}.${headers['webhook-timestamp']}.${body}`).digest('base64')
      expect(headers).toMatchObject({ 'webhook-id': id, 'webhook-signature': `v1,${mac}` })
    }
    const ids = new Set([...all.envelopes(), ...mine.envelopes()].map(({ event_id }) => event_id))
    expect(ids.size).toBe(4)
    expect(mine.envelopes()[0]?.source_event_id).toBe(rows[0]?._id)
    await until('recorded', async () =>
      (await deliveriesOf(instance, principal, first.id)).every(({ status }) => status === 'delivered'),
    )
    // Either id finds the event, and the event knows its deliveries.
    const list = async (args: string, caller: Parameters<typeof register>[1] = principal) => {
      const document = `query ($id: ID!) { event(id: $id) { id deliveries${args} {
        nodes { webhookId status } totalCount totalCountIsExact pageInfo { hasNextPage endCursor } } } }`
      return (await instance.call<{ event: FoundEvent }>(caller, document, { id: envelope?.event_id })).event
    }
    const { id, deliveries } = await list('')
    expect(id).toBe(rows[0]?._id)
    expect(deliveries).toMatchObject({ totalCount: 2, totalCountIsExact: true, pageInfo: { hasNextPage: false } })
    const both = deliveries.nodes.map(({ webhookId }) => webhookId)
    expect(both).toEqual([first.id, second.id].toSorted().reverse())
    // By endpoint, from either end, in either direction, by state.
    const webhooksOf = async (args: string) => (await list(args)).deliveries.nodes.map(({ webhookId }) => webhookId)
    const { pageInfo } = (await list('(first: 1)')).deliveries
    expect(pageInfo.hasNextPage).toBe(true)
    expect(await webhooksOf(`(first: 200, after: "${pageInfo.endCursor}")`)).toEqual(both.slice(1))
    expect(await webhooksOf('(last: 1)')).toEqual(both.slice(1))
    expect(await webhooksOf('(orderBy: { field: created_at, direction: asc })')).toEqual(both.toReversed())
    expect(await webhooksOf('(statuses: [delivered])')).toContain(first.id)
    expect((await list('(statuses: [failed])')).deliveries).toMatchObject({ nodes: [], totalCount: 0 })
    await expect(list('(first: 201)')).rejects.toThrow('1 to 200')
    expect((await list('', agent(orgId, 'one', { scope: 'agent:read' }))).deliveries).toMatchObject({
      ...{ nodes: [], totalCount: 0, pageInfo: { hasNextPage: false } },
    })
  })

  it('follows the written schedule exactly: six attempts, then failed', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(500)
    const { id } = await register(instance, principal, { url: receiver.url })
    const begin = world.fixture.clock.now().getTime()
    await commit(instance, orgId)
    const due = [0, MINUTE, 6 * MINUTE, 36 * MINUTE, 2 * HOUR + 36 * MINUTE, 26 * HOUR + 36 * MINUTE]
    for (const [index, offset] of due.entries()) {
      const isLast = index === due.length - 1
      if (index > 0) {
        world.fixture.clock.advance(begin + offset - 1 - world.fixture.clock.now().getTime())
        await new Promise((resolve) => setTimeout(resolve, 80))
        expect(receiver.received).toHaveLength(index)
        world.fixture.clock.advance(1)
      }
      await receiver.waitFor(index + 1)
      await until('recorded', async () => (await onlyDelivery(instance, principal, id)).attempts.length === index + 1)
      const delivery = await onlyDelivery(instance, principal, id)
      expect(delivery.attempts[index]).toMatchObject({
        number: index + 1,
        at: new Date(begin + offset).toISOString(),
        statusCode: 500,
        responseExcerpt: 'answered 500',
        manual: false,
      })
      expect(delivery.status).toBe(isLast ? 'failed' : 'pending_retry')
      expect(delivery.nextAttemptAt).toBe(isLast ? null : new Date(begin + (due[index + 1] ?? 0)).toISOString())
    }
    world.fixture.clock.advance(1000 * HOUR)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(receiver.received).toHaveLength(6)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(receiver.received.every(({ verified }) => verified)).toBe(true)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-attempt'])).size).toBe(6)
  })

  it('keeps its schedule over a restart in the middle, and loses nothing committed while nobody ran', async () => {
    const first = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(503)
    const { id } = await register(first, principal, { url: receiver.url })
    await commit(first, orgId)
    await receiver.waitFor(1)
    await until('recorded', async () => (await onlyDelivery(first, principal, id)).status === 'pending_retry')
    await first.stopWorkers()
    await world.fixture.append(orgId, [{}, {}])
    world.fixture.clock.advance(MINUTE - 1)
    receiver.answer(200)
    const second = start()
    await receiver.waitFor(3)
    const early = (await deliveriesOf(second, principal, id)).find(({ attempts }) => attempts[0]?.statusCode === 503)
    expect(early).toMatchObject({ status: 'pending_retry' })
    world.fixture.clock.advance(1)
    await receiver.waitFor(4)
    await until('all delivered', async () =>
      (await deliveriesOf(second, principal, id)).every(({ status }) => status === 'delivered'),
    )
    expect(receiver.received).toHaveLength(4)
  })

  it('starts at the registration of the endpoint: no older event, and no later one lost', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    await commit(instance, orgId, [{}, {}, {}])
    const [early, late] = [await receive(), await receive()]
    await register(instance, principal, { url: early.url })
    // While the first one is being served, another joins further on.
    const between = await commit(instance, orgId, [{}, {}])
    await register(instance, principal, { url: late.url })
    const after = await commit(instance, orgId, [{}])
    await early.waitFor(3)
    await late.waitFor(1)
    await new Promise((resolve) => setTimeout(resolve, 150))
    const sources = (receiver: WebhookReceiver) => receiver.envelopes().map(({ source_event_id }) => source_event_id)
    expect(sources(early).sort()).toEqual([...between, ...after].map(({ _id }) => _id))
    expect(sources(late)).toEqual(after.map(({ _id }) => _id))
  })

  it('is not created again if a process died after creating it and before recording that', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    const { id } = await register(instance, principal, { url: receiver.url })
    await commit(instance, orgId, [{}, {}, {}])
    await receiver.waitFor(3)
    await instance.stopWorkers()
    await world.fixture.database.collection('webhooks').updateOne({}, { $set: { cursor: 0 } })
    await world.fixture.append(orgId, [{}])
    const next = start()
    await receiver.waitFor(4)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(4)
    expect(await deliveriesOf(next, principal, id)).toHaveLength(4)
  })

  it('is claimed by another process when its lease ends, not before', async () => {
    let machine = Date.now()
    const leaseClock = { now: () => new Date(machine) }
    const delivery = { pollMs: 20, timeoutMs: 2_000, leaseClock }
    const instance = world.fixture.createInstance({ delivery })
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    const { id } = await register(instance, principal, { url: receiver.url })
    // As a process leaves it that died between taking the lease and sending.
    instance.startWorkers(['events.fanOut'])
    await commit(instance, orgId)
    await until('the row is there', async () => (await deliveriesOf(instance, principal, id)).length === 1)
    await instance.stopWorkers()
    const leaseUntil = new Date(machine + 22_000)
    await world.fixture.database
      .collection('deliveries')
      .updateMany({ webhookId: id }, { $set: { leaseOwner: 'dead', leaseUntil } })
    start({ delivery })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(0)
    machine += 22_000
    await receiver.waitFor(1)
    await until('recorded', async () => (await onlyDelivery(instance, principal, id)).status === 'delivered')
  })

  it('is told to whoever watches its endpoint by the one clock of its process, whatever that of the database says', async () => {
    const leaseClock = { now: () => new Date(Date.now() + HOUR) }
    const instance = start({ delivery: { pollMs: 20, timeoutMs: 2_000, leaseClock } })
    const orgId = newOrganization()
    const receiver = await receive()
    const { id } = await register(instance, organization(orgId), { url: receiver.url })
    const document = parse('subscription ($id: ID!) { deliveries(webhookId: $id) { status } }')
    const contextValue = { principal: organization(orgId), requestId: 'req', loaders: new Map() }
    const watched = (await subscribe({
      ...{ schema: instance.schema, document, variableValues: { id }, contextValue },
    })) as AsyncGenerator<{ data: { deliveries: { status: string } } }>
    await commit(instance, orgId)
    const told: string[] = []
    while (told.at(-1) !== 'delivered') told.push((await watched.next()).value.data.deliveries.status)
    await watched.return(undefined)
    expect(told).toContain('delivered')
  })

  it('is created in short passes, however many endpoints and events an organization has', async () => {
    let passes = 0
    const clock = { now: () => new Date(++passes) }
    const instance = world.fixture.createInstance({ clock })
    const [endpoints, events] = [30, 150]
    const orgId = newOrganization()
    for (let number = 0; number < endpoints; number++)
      await register(instance, organization(orgId), { url: `http://127.0.0.1:9/${number}` })
    await world.fixture.append(
      orgId,
      Array.from({ length: events }, () => ({})),
    )
    instance.startWorkers(['events.fanOut'])
    const deliveries = world.fixture.database.collection('deliveries')
    await until('all are there', async () => (await deliveries.countDocuments({})) === endpoints * events, 30_000)
    await instance.stopWorkers()
    const ofPasses = await deliveries.aggregate<{ count: number }>([{ $sortByCount: '$createdAt' }]).toArray()
    expect(Math.max(...ofPasses.map(({ count }) => count))).toBeLessThanOrEqual(2_000)
  })

  it('is sent once by two concurrent processes, for every event, at most four at a time', async () => {
    const delivery = { timeoutMs: 2_000 }
    const [one, two] = [start({ delivery }), start({ delivery })]
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    let [inFlight, most] = [0, 0]
    receiver.answer((response) => {
      most = Math.max(most, ++inFlight)
      setTimeout(() => {
        inFlight -= 1
        response.writeHead(200).end()
      }, 5)
    })
    await register(one, principal, { url: receiver.url })
    for (let batch = 0; batch < 15; batch++) {
      await world.fixture.append(
        orgId,
        Array.from({ length: 20 }, () => ({})),
      )
      one.wake(orgId)
      two.wake(orgId)
    }
    // Neither waits for its next poll while the other has places.
    await receiver.waitFor(300, 20_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.received).toHaveLength(300)
    // Of both together.
    expect(most).toBeLessThanOrEqual(4)
    expect(new Set(receiver.envelopes().map(({ source_event_id }) => source_event_id)).size).toBe(300)
  })

  /** Planned deliveries of one endpoint, and copies of one that another process attempts, each in a lane. */
  async function plan(count: number, lanes: readonly number[], attempted: Partial<DeliveryRow> = {}) {
    const { database, clock } = world.fixture
    const instance = world.fixture.createInstance({ delivery: { timeoutMs: 2_000 } })
    const orgId = newOrganization()
    const receiver = await receive()
    const { id } = await register(instance, organization(orgId), { url: receiver.url })
    instance.startWorkers(['events.fanOut'])
    await commit(
      instance,
      orgId,
      Array.from({ length: count }, () => ({})),
    )
    const deliveries = database.collection<DeliveryRow>('deliveries')
    await until('planned', async () => (await deliveries.countDocuments({})) === count)
    await instance.stopWorkers()
    const row = await deliveries.findOne({})
    if (row === null) throw new Error('no delivery')
    const held = { leaseOwner: 'another', leaseUntil: new Date(Date.now() + MINUTE), ...attempted }
    if (lanes.length > 0)
      await deliveries.insertMany(lanes.map((lane) => ({ ...row, ...held, _id: `dlv_held${lane}` as const, lane })))
    const agents = { findStatus: async () => 'active' as const, findCapabilities: async () => [] }
    const claims = createClaims({
      ...{ database, clock, agents, leaseClock: systemClock, timeoutMs: 2_000, leaseMarginMs: 20_000 },
    })
    return { ...{ instance, orgId, receiver, deliveries, claims, agents, webhookId: id as `whk_${string}` } }
  }

  it('is sent in the places that another process leaves, without a wait for the next poll', async () => {
    const { instance, receiver } = await plan(40, [0, 1, 2])
    instance.startWorkers(['events.deliver'])
    // By its polls it would be half of them.
    await receiver.waitFor(40, 5_000)
    await instance.stopWorkers()
  })

  it('is claimed in any free place, and where all are held nobody says that nothing is due', async () => {
    const { claims, deliveries, webhookId } = await plan(1, [0])
    const found = await claims.claim(webhookId, 4)
    expect(found).toMatchObject({ claimed: [{ row: { lane: 1 } }], isAll: true })
    for (const { row } of found.claimed) claims.release(row)
    await deliveries.deleteMany({ lane: 0 })
    expect(await claims.claim(webhookId, 4)).toMatchObject({ claimed: [], isAll: true })
    const row = await deliveries.findOneAndUpdate(
      { lane: 1 },
      { $set: { leaseUntil: null }, $unset: { lane: '' } },
      { returnDocument: 'after' },
    )
    if (row === null) throw new Error('no delivery')
    const leaseUntil = new Date(Date.now() + MINUTE)
    const held = [0, 1, 2, 3].map((lane) => ({ ...row, leaseUntil, lane, _id: `dlv_all${lane}` as const }))
    await deliveries.insertMany(held)
    for (const most of [1, 4]) expect(await claims.claim(webhookId, most)).toMatchObject({ claimed: [], isAll: false })
  })

  it('that is due is waited for by whoever moves the clock, while others hold every place of its endpoint', async () => {
    // By a process whose clock is ahead: what it attempts is not due yet here.
    const dueAt = new Date(world.fixture.clock.now().getTime() + HOUR)
    const { instance, orgId, receiver, deliveries } = await plan(1, [0, 1, 2, 3], { dueAt })
    const [due] = instance.dueWork
    const owner = { orgId, mode: 'test' } as const
    const run = due?.run(owner, AbortSignal.timeout(5_000))
    await new Promise((resolve) => setTimeout(resolve, 200))
    await deliveries.deleteMany({ leaseOwner: 'another' })
    await run
    expect(receiver.received).toHaveLength(1)
    expect(await due?.count(owner, world.fixture.clock.now())).toBe(0)
  })

  it('is made all the same where another process has the places that were thought free, and sent later', async () => {
    const instance = start()
    const orgId = newOrganization()
    const receiver = await receive()
    const { id } = await register(instance, organization(orgId), { url: receiver.url })
    await commit(instance, orgId)
    const deliveries = world.fixture.database.collection<DeliveryRow>('deliveries')
    await until('recorded', async () => (await deliveries.countDocuments({ status: 'delivered' })) === 1)
    const row = await deliveries.findOne({ webhookId: id as `whk_${string}` })
    if (row === null) throw new Error('no delivery')
    const held = { leaseOwner: 'another', leaseUntil: new Date(Date.now() + MINUTE) }
    await deliveries.insertMany(
      [0, 1, 2, 3].map((lane) => ({ ...row, ...held, _id: `dlv_held${lane}` as const, lane })),
    )
    await commit(instance, orgId, [{}, {}])
    await until('made', async () => (await deliveries.countDocuments({ status: 'pending', leaseOwner: null })) === 2)
    expect(receiver.received).toHaveLength(1)
    await deliveries.deleteMany({ leaseOwner: 'another' })
    await receiver.waitFor(3)
  })

  it('that was answered is recorded although that fails for a moment', async () => {
    const { claims, agents, deliveries, webhookId } = await plan(1, [])
    const { database, clock } = world.fixture
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const record = createRecorder({ database, log })
    let failures = 2
    const deps = {
      ...{ database, clock, log, agents, claims, leaseClock: systemClock, allowLoopbackReceivers: true },
      secrets: { open: () => SECRET },
      deliver: async () => ({ succeeded: true, statusCode: 200, durationMs: 1, error: null, responseExcerpt: '' }),
      record: async (made: Parameters<typeof record>[0]) => {
        if (failures-- > 0) throw Object.assign(new Error('the primary steps down'), { code: 189 })
        await record(made)
      },
    } as unknown as AttemptDeps
    const [claimed] = (await claims.claim(webhookId, 1)).claimed
    if (claimed === undefined) throw new Error('nothing is due')
    await attemptDelivery(deps, claimed, new AbortController().signal)
    expect(await deliveries.findOne({})).toMatchObject({ status: 'delivered', attemptsMade: 1, leaseOwner: null })
  })

  it('is not delayed by dead endpoints, of its own organization or of others', async () => {
    const instance = start({ delivery: { pollMs: 20, timeoutMs: 30_000 } })
    const orgId = newOrganization()
    const fifty = Array.from({ length: 50 }, () => ({}))
    // As many of its own as would hold all slots of an organization.
    const others = [orgId, orgId, orgId, orgId, newOrganization(), newOrganization()]
    for (const other of others) await register(instance, organization(other), { url: (await receive()).url })
    const dead = [...receivers]
    for (const other of new Set(others)) await commit(instance, other, [{}])
    for (const one of dead) await one.waitFor(1)
    for (const one of dead) one.answer('hang')
    for (const other of new Set(others)) await commit(instance, other, fifty)
    await until('the dead ones hang', () => dead.every(({ received }) => received.length === 5))
    const good = await receive()
    await register(instance, organization(orgId), { url: good.url })
    await commit(instance, orgId, fifty)
    await good.waitFor(50)
    // Only the first four attempts at each dead endpoint: nothing has waited for one of them to time out.
    expect(dead.map(({ received }) => received.length)).toEqual([5, 5, 5, 5, 5, 5])
  })

  it('is triggered by the commit and does not wait for the next poll of the log', async () => {
    const instance = start({ delivery: { pollMs: 60_000 } })
    const orgId = newOrganization()
    const receiver = await receive()
    await register(instance, organization(orgId), { url: receiver.url })
    const waits: number[] = []
    for (let i = 1; i <= 40; i++) {
      await world.fixture.append(orgId, [{}])
      const committedAt = performance.now()
      instance.wake(orgId)
      const all = await receiver.waitFor(i)
      waits.push((all.at(-1)?.at ?? 0) - committedAt)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    waits.sort((a, b) => a - b)
    console.info(
      `commit to first attempt: p50 ${waits[20]?.toFixed(1)} ms, p95 ${waits[37]?.toFixed(1)} ms, max ${waits.at(-1)?.toFixed(1)} ms`,
    )
    expect(waits.at(-1)).toBeLessThan(60_000)
  })
})
