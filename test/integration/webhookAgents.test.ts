// Webhook endpoints that agents have registered: they tell no more than the token of the agent could read.
import { expect, test } from 'vitest'
import type { WebhookRow } from '../../subgraphs/events/models/webhooks.ts'
import type { WebhookId } from '../../subgraphs/shared/ids.ts'
import { agent, organization, until } from '../support/eventsFixture.ts'
import { register, useWebhookWorld } from '../support/webhookWorld.ts'

const world = useWebhookWorld('webhook_agents')
const { commit, newOrganization, receive, start } = world

test('endpoints of an agent get nothing while it is suspended, and end with it, although another agent has its wallet', async () => {
  let status: 'active' | 'suspended' | 'revoked' = 'active'
  const instance = start({ agents: { findStatus: async () => status } })
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
  await pay('agt_two')
  await all.waitFor(3)
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
