// Domain A.14: what keeps a purchase within what was authorized. Each of these is a guard that `mutants` takes out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type Caller, createCarrier } from '../support/carriers.ts'
import {
  done,
  newAddress,
  openAgent,
  openScene,
  openShop,
  refused,
  rowsIn,
  type Scene,
  type TestAgent,
} from '../support/scene.ts'
import { startTestService, type TestService } from '../support/startService.ts'

const TOKEN_LIFE_MS = 15 * 60_000

let service: TestService
let scene: Scene
let agent: TestAgent
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  service = await startTestService('purchase_guards', 'in process')
  const carrier = createCarrier('rest', service)
  scene = await openScene({ carrierName: 'rest', service: () => service, carrier: () => carrier }, 'Guarded')
  agent = await openAgent(scene, { funds: '60.00' })
  shop = await openShop(scene)
  const products = [{ product_id: 'pen', title: 'A pen', amount_minor: 199 }]
  done(await call('setProductFeed', { merchant_id: shop.merchantId, products }, scene.owner))
})
afterAll(() => service?.stop())

const call = (operation: Parameters<Scene['carrier']['call']>[0], input: Body, by: Caller = agent.caller) =>
  scene.carrier.call(operation, input, by)
const checkout = async () => done(await call('createCheckout', { items: [{ product_id: 'pen', quantity: 1 }] })).body
const authorize = ({ session_id }: Body, max_amount_minor = 199) =>
  call('authorizeCheckout', { agent_id: agent.agentId, session_id, max_amount_minor })
const pay = ({ session_id }: Body, { body }: { readonly body: Body }, idempotencyKey?: string) =>
  scene.carrier.call('payCheckout', { session_id, token: body.shared_token }, agent.caller, {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })

test('a token pays no more than its cap', async () => {
  const session = await checkout()
  refused(await pay(session, await authorize(session, 198)), 403, 'amount_exceeds_cap', { cap_minor: 198 })
})

test('a token pays once', async () => {
  const session = await checkout()
  const token = done(await authorize(session))
  done(await pay(session, token))
  refused(await pay(session, token), 409, 'shared_token_used')
})

test('a repeated key pays no second time, and gets the first order', async () => {
  const session = await checkout()
  const token = done(await authorize(session))
  const [first, again] = [await pay(session, token, 'one order'), await pay(session, token, 'one order')]
  expect([done(again).replayed, again.body.order_id]).toEqual([true, done(first).body.order_id])
})

test('a token that was revoked pays nothing', async () => {
  const session = await checkout()
  const token = done(await authorize(session))
  const [hold] = rowsIn(done(await call('listHolds', { wallet_id: agent.walletId, status: ['created'] }, scene.owner)))
  done(await call('voidHold', { hold_id: hold?.hold_id }, scene.owner))
  refused(await pay(session, token), 402, 'shared_token_invalid', { reason: 'revoked' })
})

test('what was approved is paid at the address that was approved', async () => {
  const session = await checkout()
  const told = refused(await authorize(session, 3_000), 403, 'approval_required')
  done(await call('approve', { approval_id: told.refused?.details.approval_id }, scene.owner))
  const token = done(await authorize(session, 3_000))
  const payout_addresses = [{ chain: 'base', address: newAddress() }]
  done(await call('updateMerchant', { merchant_id: shop.merchantId, payout_addresses }, scene.owner))
  refused(await pay(session, token), 403, 'approval_required', { reason: 'approval_does_not_match' })
})

test('a merchant with its key keeps its own feed alone', async () => {
  const other = await openShop(scene)
  const { body } = done(await call('createMerchantKey', { merchant_id: other.merchantId }, scene.owner))
  const foreign = { merchant_id: shop.merchantId, products: [] }
  refused(await call('setProductFeed', foreign, { apiKey: String(body.api_key) }), 404, 'not_found')
})

// Last, because it moves the time.
test('a token pays nothing after its end', async () => {
  const session = await checkout()
  const token = done(await authorize(session))
  service.clock.advance(TOKEN_LIFE_MS)
  refused(await pay(session, token), 409, 'shared_token_expired')
})
