/** Specification 6.1: one receiver delays no other. What waits for it costs the database nothing, however much it is. */
import { describe, expect, it } from 'vitest'
import type { DeliveryRow } from '../../subgraphs/events/models/deliveries.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { type Instance, organization, parse, subscribe, until } from '../support/eventsFixture.ts'
import {
  DELETE,
  deliveriesOf,
  MINUTE,
  REPLAY,
  register,
  TEST,
  UPDATE,
  useWebhookWorld,
} from '../support/webhookWorld.ts'

const BACKLOG = 2_000

const world = useWebhookWorld('webhook_backlog')
const { commit, newOrganization, receive } = world

interface Profiled {
  readonly ns: string
  readonly op: string
  readonly keysExamined?: number
  readonly docsExamined?: number
}

it('looks at few of the deliveries that wait for an endpoint which is slow or disabled', async () => {
  const { database, clock } = world.fixture
  const deliveries = database.collection<DeliveryRow>('deliveries')
  const instance = world.fixture.createInstance()
  const orgId = newOrganization()
  const principal = organization(orgId)
  const receiver = await receive()
  const { id } = await register(instance, principal, { url: receiver.url })
  instance.startWorkers(['events.fanOut'])
  await commit(instance, orgId)
  await until('the delivery is there', async () => (await deliveries.countDocuments({})) === 1)
  await instance.stopWorkers()
  const row = await deliveries.findOne({})
  if (row === null) throw new Error('no delivery')
  const copies = Array.from({ length: BACKLOG }, (_, number) => ({ ...row, _id: `dlv_copy${number}` as const }))
  await deliveries.insertMany(copies)
  await instance.call(principal, UPDATE, { input: { webhookId: id, status: 'disabled' } })
  clock.advance(1_000)

  const { db } = database.connection
  if (db === undefined) throw new Error('no database')
  await db.command({ profile: 2 })
  instance.startWorkers()
  await instance.call(principal, TEST, { input: { webhookId: id } })
  await receiver.waitFor(1)
  await instance.stopWorkers()
  await db.command({ profile: 0 })

  const profiled = await db
    .collection<Profiled>('system.profile')
    .find({ ns: /[.]deliveries$/ })
    .toArray()
  const examined = profiled.map(({ keysExamined = 0, docsExamined = 0 }) => Math.max(keysExamined, docsExamined))
  expect(examined.length).toBeGreaterThan(2)
  expect(Math.max(...examined)).toBeLessThan(BACKLOG / 20)
  expect(await deliveries.countDocuments({ attemptsMade: { $gt: 0 } })).toBe(1)
}, 60_000)

it('ends the stream of deliveries of an endpoint that is deleted, also where nothing is open', async () => {
  const instance = world.fixture.createInstance()
  const principal = organization(newOrganization())
  const { id } = await register(instance, principal, { url: 'https://8.8.8.8/' })
  const stream = (await subscribe({
    schema: instance.schema,
    document: parse('subscription ($webhookId: ID!) { deliveries(webhookId: $webhookId) { id } }'),
    variableValues: { webhookId: id },
    contextValue: { principal, requestId: 'req_test', loaders: new Map() },
  })) as AsyncGenerator
  const next = stream.next()
  await instance.call(principal, DELETE, { input: { webhookId: id } })
  await expect(next).rejects.toMatchObject({ message: expect.stringContaining('webhook') })
})

describe('what an endpoint has missed', () => {
  interface Replay {
    readonly replayId: string
    readonly scheduled: number
    readonly delivered: number
    readonly underWay: number
    readonly complete: boolean
    readonly nextCursor: string | null
    readonly replayed: boolean
  }
  const since = () => new Date(world.fixture.clock.now().getTime() - MINUTE).toISOString()
  const replay = async (instance: Instance, principal: Principal, input: object) =>
    (await instance.call<{ replayWebhook: Replay }>(principal, REPLAY, { input: { since: since(), ...input } }))
      .replayWebhook

  it('is sent by requests of a bounded size, one going on after another', async () => {
    const instance = world.fixture.createInstance()
    const orgId = newOrganization()
    const principal = organization(orgId)
    await world.fixture.append(
      orgId,
      Array.from({ length: 5_100 }, (_, number) => (number % 51 === 0 ? { type: 'wallet.created' as const } : {})),
    )
    const { id: webhookId } = await register(instance, principal, { url: 'https://8.8.8.8/' })
    const first = await replay(instance, principal, { webhookId })
    expect(first).toMatchObject({ scheduled: 5_000, delivered: 0, underWay: 0, complete: false })
    const rest = await replay(instance, principal, { webhookId, after: first.nextCursor })
    expect(rest).toMatchObject({ scheduled: 0, underWay: 0, complete: true, nextCursor: null })
    expect(await world.fixture.database.collection('deliveries').countDocuments({})).toBe(5_000)
  })

  it('leaves what was delivered, is due or is being attempted as it is', async () => {
    const instance = world.fixture.createInstance()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const { id: webhookId } = await register(instance, principal, { url: 'https://8.8.8.8/' })
    instance.startWorkers(['events.fanOut'])
    await commit(instance, orgId, [{}, {}, {}, {}, {}])
    await until('rows', async () => (await deliveriesOf(instance, principal, webhookId)).length === 5)
    await instance.stopWorkers()
    const deliveries = world.fixture.database.collection<DeliveryRow>('deliveries')
    const [delivered, due, running, waiting, failed] = await deliveries.find({}).toArray()
    const set = (row: DeliveryRow | undefined, change: Partial<DeliveryRow>) =>
      deliveries.updateOne({ _id: row?._id ?? 'dlv_none' }, { $set: change })
    const later = new Date(world.fixture.clock.now().getTime() + MINUTE)
    const retry = { status: 'pending_retry', dueAt: later, nextAttemptAt: later, scheduledMade: 1 } as const
    await set(delivered, { status: 'delivered', dueAt: null })
    await set(running, { leaseUntil: new Date(Date.now() + MINUTE), leaseOwner: 'another' })
    await set(waiting, retry)
    await set(failed, { status: 'failed', dueAt: null, nextAttemptAt: null, scheduledMade: 6 })
    const before = await deliveries
      .find({ _id: { $in: [delivered, due, running].map((row) => row?._id ?? 'dlv_none') } })
      .toArray()
    const input = { webhookId, idempotencyKey: 'once' }
    const both = await Promise.all([1, 2].map(() => replay(instance, principal, input)))
    for (const one of both) expect(one).toMatchObject({ scheduled: 2, delivered: 1, underWay: 2, complete: true })
    expect(both[0]?.replayId).toBe(both[1]?.replayId)
    for (const row of before) expect(await deliveries.findOne({ _id: row._id })).toEqual(row)
    // The schedule of what waits does not change.
    expect(await deliveries.findOne({ _id: waiting?._id ?? 'dlv_none' })).toMatchObject({
      manual: true,
      nextAttemptAt: later,
    })
    await set(failed, { status: 'delivered', dueAt: null, manual: false })
    expect(await replay(instance, principal, input)).toMatchObject({ scheduled: 2, delivered: 1, replayed: true })
    expect(await replay(instance, principal, { webhookId })).toMatchObject({ scheduled: 0, delivered: 2, underWay: 3 })
  })

  it('goes through the queue of its endpoint: four in flight, and no other endpoint waits', async () => {
    const instance = world.start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    await world.fixture.append(
      orgId,
      Array.from({ length: 300 }, () => ({})),
    )
    const [slow, other] = [await receive(), await receive()]
    let [inFlight, most] = [0, 0]
    slow.answer((response) => {
      most = Math.max(most, ++inFlight)
      setTimeout(() => {
        inFlight -= 1
        response.writeHead(200).end()
      }, 40)
    })
    const { id: webhookId } = await register(instance, principal, { url: slow.url })
    await register(instance, principal, { url: other.url, events: ['wallet.frozen'] })
    expect(await replay(instance, principal, { webhookId })).toMatchObject({ scheduled: 300, complete: true })
    await slow.waitFor(8)
    await commit(
      instance,
      orgId,
      Array.from({ length: 20 }, () => ({ type: 'wallet.frozen' as const })),
    )
    await other.waitFor(20)
    expect(slow.received.length).toBeLessThan(150)
    expect(most).toBe(4)
  })
})
