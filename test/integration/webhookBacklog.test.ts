/** Specification 6.1: one receiver delays no other. What waits for it costs the database nothing, however much it is. */
import { expect, it } from 'vitest'
import type { DeliveryRow } from '../../subgraphs/events/models/deliveries.ts'
import { organization, until } from '../support/eventsFixture.ts'
import { register, TEST, UPDATE, useWebhookWorld } from '../support/webhookWorld.ts'

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
