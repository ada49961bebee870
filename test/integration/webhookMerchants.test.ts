// Endpoints of one merchant (domain A.14): they are sent what names it, whichever way a delivery comes to be, and nothing else.
import { expect, test } from 'vitest'
import type { Mode } from '../../subgraphs/shared/principal.ts'
import { agent, organization, until } from '../support/eventsFixture.ts'
import { CREATE, onlyDelivery, REPLAY, RETRY, register, UPDATE, useWebhookWorld } from '../support/webhookWorld.ts'

const world = useWebhookWorld('webhook_merchants')
const { commit, newOrganization, receive, start } = world

const TYPE = 'checkout.completed'
const sale = (merchant: string) =>
  ({ type: TYPE, data: { merchant_id: merchant, order_id: `ord_${merchant}` } }) as const

function open() {
  const orgId = newOrganization()
  const owner = { orgId, mode: 'test' } as const
  const found = new Map<string, { readonly orgId: typeof orgId; readonly mode: Mode }>([
    ['mrc_one', owner],
    ['mrc_two', owner],
    ['mrc_live', { orgId, mode: 'live' }],
    ['mrc_foreign', { orgId: newOrganization(), mode: 'test' }],
  ])
  const merchants = { findOwner: async (id: string) => found.get(id) ?? null }
  return { orgId, instance: start({ merchants }), principal: organization(orgId) }
}

const merchantsTold = ({ received }: Awaited<ReturnType<typeof receive>>) =>
  received.map(({ body }) => JSON.parse(body).data.merchant_id)

test('an endpoint of a merchant is sent its events alone, and replays send it no others', async () => {
  const { orgId, instance, principal } = open()
  const [one, all] = [await receive(), await receive()]
  const { id: webhookId } = await register(instance, principal, { url: one.url, events: ['*'], merchantId: 'mrc_one' })
  await register(instance, principal, { url: all.url, events: [TYPE, 'payment.completed'] })
  const read = 'query ($id: ID!) { webhook(id: $id) { merchantId } }'
  expect(await instance.call(principal, read, { id: webhookId })).toEqual({ webhook: { merchantId: 'mrc_one' } })
  await commit(instance, orgId, [sale('mrc_two'), {}, sale('mrc_one'), sale('mrc_two')])
  await all.waitFor(4)
  await one.waitFor(1)
  // As if it had got nothing: what a replay finds it sends again.
  await world.fixture.database.collection('deliveries').deleteMany({ webhookId })
  const since = new Date(0).toISOString()
  const replayed = await instance.call(principal, REPLAY, { input: { webhookId, since } })
  expect(replayed).toMatchObject({ replayWebhook: { scheduled: 1, complete: true } })
  await one.waitFor(2)
  expect(merchantsTold(one)).toEqual(['mrc_one', 'mrc_one'])
})

test('what waits for an endpoint that becomes that of a merchant is sent only where it names that merchant, also by hand', async () => {
  const { orgId, instance, principal } = open()
  const { url, received, answer, waitFor } = await receive()
  answer(500)
  const { id: webhookId } = await register(instance, principal, { url, events: [TYPE] })
  await commit(instance, orgId, [sale('mrc_two')])
  await waitFor(1)
  await until('the attempt is recorded', async () => {
    return (await onlyDelivery(instance, principal, webhookId)).attempts.length === 1
  })
  answer(200)
  const { id: deliveryId } = await onlyDelivery(instance, principal, webhookId)
  const of = (merchantId: string | null) => instance.call(principal, UPDATE, { input: { webhookId, merchantId } })
  const retry = () => instance.call(principal, RETRY, { input: { webhookId, deliveryId } })
  await of('mrc_one')
  await retry()
  await until('it is not sent', async () => {
    const [, second] = (await onlyDelivery(instance, principal, webhookId)).attempts
    return second?.error?.startsWith('Not sent:') === true
  })
  expect(received).toHaveLength(1)
  await of(null)
  await retry()
  await waitFor(2)
})

test('a merchant of another organization or mode is not found, for its agents too', async () => {
  const { orgId, instance, principal } = open()
  const { url } = await receive()
  const { id: webhookId } = await register(instance, principal, { url, events: [TYPE], merchantId: 'mrc_one' })
  const input = { url, events: [TYPE], secret: 'a secret of the customer' }
  for (const merchantId of ['mrc_foreign', 'mrc_live', 'mrc_none', 'org_one', '']) {
    for (const caller of [principal, agent(orgId, 'one')])
      await expect(instance.call(caller, CREATE, { input: { ...input, merchantId } })).rejects.toMatchObject({
        type: 'not_found',
      })
    await expect(instance.call(principal, UPDATE, { input: { webhookId, merchantId } })).rejects.toMatchObject({
      type: 'not_found',
    })
  }
})
