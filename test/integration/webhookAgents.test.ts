// Webhook endpoints that agents have registered: they tell no more than the token of the agent could read.
import { expect, test } from 'vitest'
import type { WebhookRow } from '../../subgraphs/events/models/webhooks.ts'
import type { EventType } from '../../subgraphs/shared/events.ts'
import type { WebhookId } from '../../subgraphs/shared/ids.ts'
import type { Capability } from '../../subgraphs/shared/principal.ts'
import { agent, organization, until } from '../support/eventsFixture.ts'
import { register, UPDATE, useWebhookWorld } from '../support/webhookWorld.ts'

const world = useWebhookWorld('webhook_agents')
const { commit, newOrganization, receive, start } = world

test('endpoints of an agent get nothing while it is suspended, and end with it, although another agent has its wallet', async () => {
  let status: 'active' | 'suspended' | 'revoked' = 'active'
  const instance = start({
    agents: { findStatus: async () => status, findCapabilities: async () => ['payments', 'wallets'] },
  })
  const orgId = newOrganization()
  const [mine, all] = [await receive(), await receive()]
  const { id: webhookId } = await register(instance, agent(orgId, 'one'), { url: mine.url })
  await register(instance, organization(orgId), { url: all.url })
  const pay = (agentId: `agt_${string}`) => commit(instance, orgId, [{ agentId, walletId: 'wal_one' }])
  await pay('agt_one')
  await mine.waitFor(1)
  status = 'suspended'
  await pay('agt_one')
  await all.waitFor(2)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(mine.received).toHaveLength(1)
  status = 'active'
  await mine.waitFor(2)
  status = 'revoked'
  // What the next agent of the wallet pays is not its business; what it had sent before may still complete.
  await pay('agt_two')
  await pay('agt_one')
  await all.waitFor(4)
  const read = () => world.fixture.database.collection<WebhookRow>('webhooks').findOne({ _id: webhookId as WebhookId })
  await until('the endpoint ends', async () => (await read())?.status === 'deleted')
  expect(await read()).toMatchObject({ secret: '', previousSecret: null })
  const open = { webhookId, dueAt: { $ne: null } }
  await until(
    'nothing is due',
    async () => (await world.fixture.database.collection('deliveries').countDocuments(open)) === 0,
  )
  expect(mine.received).toHaveLength(2)
})

test('a disabled endpoint ends with its agent, too, although nothing is sent to it', async () => {
  let status: 'active' | 'suspended' | 'revoked' = 'active'
  const agents = { findStatus: async () => status, findCapabilities: async () => ['payments', 'wallets'] as const }
  const instance = start({ agents })
  const orgId = newOrganization()
  const [mine, all] = [await receive(), await receive()]
  const { id } = await register(instance, agent(orgId, 'one'), { url: mine.url })
  await register(instance, organization(orgId), { url: all.url })
  status = 'suspended'
  await commit(instance, orgId, [{ agentId: 'agt_one', walletId: 'wal_one' }])
  await all.waitFor(1)
  await instance.stopWorkers()
  await instance.call(organization(orgId), UPDATE, { input: { webhookId: id, status: 'disabled' } })
  status = 'revoked'
  start({ agents })
  const webhooks = world.fixture.database.collection<WebhookRow>('webhooks')
  await until('the endpoint ends', async () => (await webhooks.findOne({ _id: id as WebhookId }))?.status === 'deleted')
  expect(mine.received).toEqual([])
})

test('a delivery is made soon after what it needed could not be read', async () => {
  let failures = 0
  const findCapabilities = async (): Promise<readonly Capability[]> => {
    if (failures-- > 0) throw new Error('not now')
    return ['payments', 'wallets']
  }
  const instance = start({ agents: { findStatus: async () => 'active', findCapabilities } })
  const orgId = newOrganization()
  const mine = await receive()
  await register(instance, agent(orgId, 'one'), { url: mine.url })
  await instance.stopWorkers()
  instance.startWorkers(['events.fanOut'])
  await commit(instance, orgId, [{ agentId: 'agt_one', walletId: 'wal_one' }])
  const deliveries = world.fixture.database.collection('deliveries')
  await until('the row is there', async () => (await deliveries.countDocuments({})) === 1)
  await instance.stopWorkers()
  failures = 2
  instance.startWorkers(['events.deliver'])
  await mine.waitFor(1)
  expect(failures).toBeLessThan(0)
})

test('a moved clock goes on past deliveries of a suspended agent, which wait, and stay due', async () => {
  let status: 'active' | 'suspended' = 'active'
  const instance = start({
    agents: { findStatus: async () => status, findCapabilities: async () => ['payments', 'wallets'] },
  })
  const orgId = newOrganization()
  const [mine, all] = [await receive(), await receive()]
  await register(instance, agent(orgId, 'one'), { url: mine.url })
  await register(instance, organization(orgId), { url: all.url })
  status = 'suspended'
  await commit(instance, orgId, [{ agentId: 'agt_one', walletId: 'wal_one' }])
  await all.waitFor(1)
  const owner = { orgId, mode: 'test' } as const
  const [due] = instance.dueWork
  const late = AbortSignal.timeout(5_000)
  await due?.run(owner, late)
  expect(late.aborted).toBe(false)
  expect(await due?.count(owner, world.fixture.clock.now())).toBe(1)
  status = 'active'
  await due?.run(owner, AbortSignal.timeout(5_000))
  expect(mine.received).toHaveLength(1)
})

test('an endpoint of an agent is told of what its capabilities open then, of the types and families that it names', async () => {
  let capabilities: readonly Capability[] = ['compliance']
  const instance = start({ agents: { findStatus: async () => 'active', findCapabilities: async () => capabilities } })
  const orgId = newOrganization()
  const [mine, family, all] = [await receive(), await receive(), await receive()]
  await register(instance, agent(orgId, 'one'), { url: mine.url, events: ['*'] })
  await register(instance, organization(orgId), { url: family.url, events: ['payment.*', 'hold.voided'] })
  await register(instance, organization(orgId), { url: all.url, events: ['*'] })
  const tell = (types: readonly EventType[]) =>
    commit(
      instance,
      orgId,
      types.map((type) => ({ type, agentId: 'agt_one', walletId: 'wal_one' })),
    )
  const told = ({ received }: typeof mine) => received.map(({ body }) => JSON.parse(body).type).toSorted()
  await tell(['payment.accepted', 'compliance.flagged', 'hold.created'])
  await all.waitFor(3)
  await mine.waitFor(1)
  capabilities = ['payments']
  await tell(['payment.completed', 'compliance.flagged', 'hold.voided'])
  await all.waitFor(6)
  await mine.waitFor(2)
  await family.waitFor(3)
  expect(told(mine)).toEqual(['compliance.flagged', 'payment.completed'])
  expect(told(family)).toEqual(['hold.voided', 'payment.accepted', 'payment.completed'])
  await expect(register(instance, organization(orgId), { url: all.url, events: ['nothing.*'] })).rejects.toMatchObject({
    details: { fields: [{ path: 'events[0]', code: 'unknown_event_type' }] },
  })
})
