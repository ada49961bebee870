/** Specification 2.14, 4.5, 6.2; domain A.14: an agent buys from a merchant with a shared token, which pays once. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import { tellOfOrder } from '../../support/orderEvents.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  newAddress,
  openAgent,
  openScene,
  openShop,
  pastMidnight,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'
import { inProtocol } from './charges.ts'

const BOOK = { product_id: 'book', title: 'A book', description: 'Of paper.', amount_minor: 1_250 }
const PEN = { product_id: 'pen', title: 'A pen', amount_minor: 199 }
const PENCIL = { product_id: 'pen', quantity: 1 }

export function acp(given: Given): void {
  describe('A.14 ACP', () => {
    let scene: Scene
    let shop: Awaited<ReturnType<typeof openShop>>
    let agent: TestAgent
    let other: TestAgent
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'Purchases')
      shop = await openShop(scene)
      await sell([BOOK, PEN])
      agent = await openAgent(scene, { funds: '100.00' })
      other = await openAgent(scene)
    })
    const call = (operation: Parameters<Scene['carrier']['call']>[0], input: Body, by: Caller = agent.caller) =>
      scene.carrier.call(operation, input, by)
    const sell = (products: readonly Body[]) =>
      call('setProductFeed', { merchant_id: shop.merchantId, products }, scene.owner)
    const checkout = async (items: readonly Body[] = [{ product_id: 'book', quantity: 1 }]) =>
      done(await call('createCheckout', { items })).body
    const authorize = ({ session_id }: Body, cap = 1_500, more: Body = {}, by: Caller = agent.caller) =>
      call('authorizeCheckout', { agent_id: agent.agentId, session_id, max_amount_minor: cap, ...more }, by)
    const pay = ({ session_id }: Body, { body: { shared_token: token } }: { body: Body }, by: Caller = agent.caller) =>
      call('payCheckout', { session_id, token }, by)
    /** What counts in the limit of the day. */
    const spent = async () => {
      const { usage } = done(await call('getWallet', { wallet_id: agent.walletId }, scene.owner)).body as {
        usage: { day: Body }
      }
      return Number(usage.day.spent)
    }
    const payAt = (payout_addresses: readonly Body[]) =>
      call('updateMerchant', { merchant_id: shop.merchantId, payout_addresses }, scene.owner)
    const money = async () => {
      const { body } = done(await call('balances', { wallet_id: agent.walletId }, scene.owner))
      const [usdc] = (body.balances as Body[]).filter(({ token, chain }) => token === 'USDC' && chain === 'base')
      return { available: Number(usdc?.available), held: Number(usdc?.held) }
    }

    /** As the merchant would: a transfer, which the organization links to the payment. */
    const giveBack = async (payment_id: unknown, amount: string) => {
      const { body } = done(await call('faucet', { wallet_id: agent.walletId, amount }, scene.owner))
      const filter = { type: 'deposit', tx_hash: body.tx_hash }
      const [deposit] = await until(async () => rowsIn(done(await call('listTransactions', filter, scene.owner))))
      const at = { payment_id, deposit_id: deposit?.deposit_id }
      done(await call('linkRefund', at, scene.owner))
      return { takeBack: async () => done(await call('unlinkRefund', at, scene.owner)) }
    }

    test('the manifest lists what merchants sell; what a new feed lacks is gone', async () => {
      const { body } = done(await call('productManifest', {}))
      expect(body.merchant).toMatchObject({ merchant_id: shop.merchantId, domain: shop.domain })
      expect(body.product_feed).toMatchObject([
        { product_id: 'book', price: { amount_minor: 1_250, currency: 'USD' }, availability: 'in_stock' },
        { product_id: 'pen', description: null },
      ])
      done(await sell([BOOK]))
      expect(done(await call('productManifest', { merchant: shop.domain })).body.product_feed).toHaveLength(1)
      refusedField(await call('createCheckout', { items: [{ product_id: 'pen', quantity: 1 }] }), 'items')
      const many = Array.from({ length: 498 }, (_, index) => ({ ...PEN, product_id: `pen-${index}` }))
      expect(done(await sell([BOOK, PEN, ...many])).body.product_feed).toHaveLength(500)
      refusedField(await sell([BOOK, PEN, ...many, { ...PEN, product_id: 'last' }]), 'products')
      done(await sell([BOOK, PEN]))
      refused(await call('setProductFeed', { merchant_id: shop.merchantId, products: [] }), 403, 'capability_denied')
    })

    test('a checkout has the prices of the manifest, and its owner alone reads it', async () => {
      const items = [
        { product_id: 'book', quantity: 2 },
        { product_id: 'pen', quantity: 1 },
      ]
      const answer = await call('createCheckout', { items, metadata: { cart: 7 } })
      const { body } = created(scene, answer, 201, `/acp/checkout/${answer.body.session_id}`)
      expect(body).toMatchObject({
        ...{ status: 'open', total_amount_minor: 2_699, currency: 'USD', agent_id: agent.agentId, order_id: null },
        ...{ merchant: { merchant_id: shop.merchantId }, metadata: { cart: 7 }, id: body.session_id },
        items: [{ product_id: 'book', quantity: 2, unit_amount_minor: 1_250, total_minor: 2_500 }, { quantity: 1 }],
      })
      expect(Date.parse(String(body.expires_at)) - Date.parse(String(body.created_at))).toBe(30 * 60_000)
      expect(done(await call('getCheckout', { id: body.id })).body).toEqual(body)
      expect(rowsIn(await call('listCheckouts', { status: 'open' }))).toContainEqual(body)
      for (const operation of ['getCheckout', 'cancelCheckout'] as const)
        refused(await call(operation, { id: body.id }, other.caller), 404, 'not_found')
      expect(rowsIn(await call('listCheckouts', {}, other.caller))).toEqual([])
      refusedField(await call('createCheckout', { items: [{ product_id: 'book', quantity: 0 }] }), 'items')
      refusedField(await call('createCheckout', { items: [{ product_id: 'none', quantity: 1 }] }), 'items')
      refusedField(await call('createCheckout', { items: [] }), 'items')
    })

    test('a shared token reserves its cap, pays once, and releases the rest with the charge', async () => {
      const before = await money()
      const session = await checkout()
      const token = await authorize(session, 2_000)
      expect(token.body).toMatchObject({ shared_token: expect.stringMatching(/^spt_[\w-]{43}$/), currency: 'USD' })
      expect(await money()).toEqual({ available: before.available - 20, held: before.held + 20 })
      const answer = await pay(session, token)
      const { body } = created(scene, answer, 201, `/acp/orders/${answer.body.order_id}`)
      expect(body).toEqual({
        ...{ order_id: expect.stringMatching(/^ord_/), status: 'confirmed', amount_minor: 1_250, currency: 'USD' },
        payment_id: expect.stringMatching(/^pay_/),
      })
      expect(await money()).toMatchObject({ available: before.available - 12.5, held: before.held })
      refused(await pay(session, token), 409, 'shared_token_used', { payment_id: body.payment_id })
      const payment = await until(async () => {
        const { body: found } = done(await call('getPayment', { payment_id: body.payment_id }))
        return found.status === 'completed' && found
      })
      expect(String(payment.to).toLowerCase()).toBe(shop.address)
      expect([Number(payment.amount), payment.merchant]).toEqual([12.5, shop.domain])
      const order = done(await call('getOrder', { id: body.order_id })).body
      expect(order).toMatchObject({ ...body, session_id: session.id, refunded_amount_minor: 0, fulfillment: null })
      expect(order).toMatchObject({ merchant_id: shop.merchantId, payment_completed: true })
      expect(rowsIn(await call('listOrders', {}))).toContainEqual(order)
      refused(await call('getOrder', { id: body.order_id }, other.caller), 404, 'not_found')
      expect(done(await call('getCheckout', { id: session.id })).body).toMatchObject({
        ...{ status: 'completed', order_id: body.order_id },
      })
      const [event] = await eventsOf(scene, body.order_id)
      expect(event).toMatchObject({ type: 'checkout.completed', data: { session_id: session.id, amount_minor: 1_250 } })
      const begun = { merchant_id: shop.merchantId, payment_completed: false }
      expect(event?.data).toMatchObject({ ...begun, order: begun })
    })

    test('of parallel pays with one token exactly one is charged', async () => {
      const before = await money()
      const session = await checkout()
      const token = await authorize(session)
      const answers = await Promise.all(Array.from({ length: 8 }, () => pay(session, token)))
      const paid = answers.filter((answer) => answer.refused === null)
      expect(paid).toHaveLength(1)
      expect(new Set(answers.map((answer) => answer.refused?.type))).toEqual(new Set([undefined, 'shared_token_used']))
      expect(await money()).toEqual({ available: before.available - 12.5, held: before.held })
    })

    test('the cap is checked at pay; an unknown token, and one of another session, say the same', async () => {
      const dear = await checkout([{ product_id: 'book', quantity: 2 }])
      const small = await authorize(dear, 2_499)
      refused(await pay(dear, small), 403, 'amount_exceeds_cap', { cap_minor: 2_499 })
      const session = await checkout()
      const unknown = { body: { shared_token: `spt_${'A'.repeat(43)}` } }
      for (const token of [small, unknown, { body: { shared_token: 'x' } }])
        refused(await pay(session, token), 402, 'shared_token_invalid', { reason: 'unknown_token' })
      refused(await pay(dear, small, other.caller), 404, 'not_found')
      done(await call('cancelCheckout', { id: dear.id }))
    })

    test('a canceled checkout revokes its tokens and gives their money back', async () => {
      const before = await money()
      const session = await checkout()
      const expires_at = new Date(Date.now() + 60_000).toISOString()
      const token = await authorize(session, 1_500, { expires_at })
      expect(token.body.expires_at).toBe(expires_at)
      expect((await call('cancelCheckout', { id: session.id })).body).toMatchObject({ status: 'canceled' })
      expect(await eventsOf(scene, session.id)).toMatchObject([
        {
          type: 'checkout.canceled',
          data: { session_id: session.id, merchant_id: shop.merchantId, amount_minor: 1_250 },
        },
      ])
      expect(await money()).toEqual(before)
      refused(await pay(session, token), 402, 'shared_token_invalid', { reason: 'revoked' })
      refused(await call('cancelCheckout', { id: session.id }), 409, 'conflict', { status: 'canceled' })
      refused(await authorize(session), 409, 'conflict', { status: 'canceled' })
    })

    test('a shared token passes the rules of a spend: funds, limits, another agent, a blocked merchant', async () => {
      const session = await checkout()
      refused(await authorize(session, 6_000), 403, 'policy_violation')
      refused(await authorize(session, 3_000), 403, 'approval_required')
      refused(await authorize(session, 1_500, { agent_id: other.agentId }), 404, 'not_found')
      refused(await authorize(session, 1_500, {}, other.caller), 404, 'not_found')
      const token = await authorize(session)
      const hold = { merchant_id: shop.merchantId }
      done(await call('updateMerchant', { ...hold, status: 'blocked' }, scene.owner))
      refused(await pay(session, token), 403, 'policy_violation')
      done(await call('updateMerchant', { ...hold, status: 'active' }, scene.owner))
      done(await payAt([]))
      refused(await pay(session, token), 422, 'no_route', { reason: 'merchant_has_no_address_on_chain' })
      done(await payAt([{ chain: 'base', address: shop.address }]))
      done(await pay(session, token))
    })

    test('an approval opens the token of its session alone, which need not name it (A.14)', async () => {
      const [one, two] = [await checkout([PENCIL]), await checkout([PENCIL])]
      const first = await authorize(one, 3_000)
      refused(first, 403, 'approval_required', { reason: 'above_threshold' })
      const approval_id = first.refused?.details.approval_id
      refused(await authorize(one, 3_000), 403, 'approval_required', { reason: 'approval_pending', approval_id })
      const inStatus = async () => (await inProtocol(scene, agent, one.id)).body.status
      expect(done(await call('getCheckout', { id: one.id })).body).toMatchObject({
        ...{ status: 'open', pending_approval_id: approval_id },
      })
      expect(await inStatus()).toBe('pending_approval')
      done(await call('approve', { approval_id }, scene.owner))
      expect(await inStatus()).toBe('ready_for_payment')
      const wrong = { reason: 'approval_does_not_match' }
      refused(await authorize(two, 3_000, { approval_id }), 403, 'approval_required', wrong)
      const token = done(await authorize(one, 3_000))
      refused(await authorize(one, 3_000), 403, 'approval_required', { reason: 'above_threshold' })
      // Whoever approved it has not seen the address that the merchant has now.
      done(await payAt([{ chain: 'base', address: newAddress() }]))
      refused(await pay(one, token), 403, 'approval_required', wrong)
      done(await payAt([{ chain: 'base', address: shop.address }]))
      done(await pay(one, token))
      done(await call('cancelCheckout', { id: two.id }))
    })

    test('one key pays for one session, whatever session the body names (domain 7.3)', async () => {
      const [one, two] = [await checkout([PENCIL]), await checkout([PENCIL])]
      const keyed = (session: Body, token: { body: Body }) =>
        scene.carrier.call('payCheckout', { session_id: session.id, token: token.body.shared_token }, agent.caller, {
          idempotencyKey: 'one session',
        })
      done(await keyed(one, await authorize(one, 199)))
      refused(await keyed(two, await authorize(two, 199)), 422, 'idempotency_mismatch')
      done(await call('cancelCheckout', { id: two.id }))
    })

    test('what a merchant tells is signed and taken once, and moves an order forward only', async () => {
      const merchant = { merchant_id: shop.merchantId }
      const rotate = async (more: Body = {}) =>
        String(done(await call('rotateMerchantSecret', { ...merchant, ...more }, scene.owner)).body.secret)
      refused(await call('rotateMerchantSecret', merchant), 403, 'capability_denied')
      const secret = await rotate()
      const session = await checkout()
      const order = done(await pay(session, await authorize(session))).body
      const event = (event_id: string, type: string, data: Body = {}, more: Body = {}): Body => ({
        ...{ event_id, type, data: { order_id: order.order_id, ...data }, ...more },
      })
      const tell = (told: Body, by = secret, at?: number) => tellOfOrder(scene.carrier, told, by, at)
      const read = async () => done(await call('getOrder', { id: order.order_id })).body
      const sent = event('e1', 'order.fulfilled', { fulfillment: { carrier: 'Post', tracking: 'T1' } })
      const unknown = event('e1', 'order.fulfilled', { order_id: `ord_${'0'.repeat(26)}` })
      for (const [told, by, at] of [
        [sent, 'not the secret'],
        [unknown, secret],
        [sent, secret, Math.floor(Date.now() / 1000) - 86_400],
      ] as const)
        refused(await tell(told, by, at), 401, 'authentication_error', { reason: 'signature_invalid' })
      refused(await tell({ ...unknown, ...merchant }), 404, 'not_found')
      expect(done(await tell(sent)).body).toEqual({ received: true, duplicate: false })
      expect(done(await tell(sent)).body).toEqual({ received: true, duplicate: true })
      expect(await read()).toMatchObject({ status: 'fulfilled', fulfillment: { carrier: 'Post', tracking: 'T1' } })
      const refund = (id: string, amount_minor: number) => tell(event(id, 'order.refunded', { amount_minor }))
      refused(await refund('e2', 1_251), 409, 'conflict', { reason: 'refund_exceeds_charge', left_minor: 1_250 })
      done(await refund('e3', 500))
      expect(await read()).toMatchObject({ status: 'partially_refunded', refunded_amount_minor: 500 })
      done(await refund('e4', 750))
      refused(await tell(event('e5', 'order.fulfilled')), 409, 'conflict', { reason: 'backward_transition' })
      refusedField(await tell(event('e6', 'order.refunded')), 'data.amount_minor')
      const told = (await eventsOf(scene, order.order_id)).map(({ type, data }) => [type, (data as Body).amount_minor])
      expect(told.slice(1)).toEqual([
        ['order.fulfilled', 1_250],
        ['order.refunded', 500],
        ['order.refunded', 750],
      ])
      await until(async () => (await call('getPayment', { payment_id: order.payment_id })).body.status === 'completed')
      // A repetition is answered from what was read, and writes no row again.
      const rows = scene.service.database.collection<{ _id: string; v: number }>('orders')
      const version = async () => (await rows.findOne({ _id: String(order.order_id) }))?.v
      const before = await version()
      expect(done(await tell(sent)).body).toEqual({ received: true, duplicate: true })
      expect(await version()).toBe(before)
      const counted = await spent()
      const { takeBack } = await giveBack(order.payment_id, '5.00')
      expect(await read()).toMatchObject({ status: 'refunded', refunds: [{ arrived: true }, { arrived: false }] })
      // The limits have it back with the money, and lose it with the money.
      expect(await spent()).toBeCloseTo(counted - 5)
      await takeBack()
      expect(await read()).toMatchObject({ status: 'refunded', refunds: [{ arrived: false }, { arrived: false }] })
      expect(await spent()).toBeCloseTo(counted)
      await giveBack(order.payment_id, '5.00')
      const ofRefunds = ['order.refund_arrived', 'order.refund_reversed']
      const returned = await eventsOf(scene, order.order_id, ofRefunds)
      expect(returned[0]?.data).toMatchObject({ payment_completed: true, order: { payment_completed: true } })
      const arrivals = returned.map(({ type, data }) => {
        const { amount_minor, order: whole } = data as { amount_minor: number; order: { refunds: Body[] } }
        return [type, amount_minor, whole.refunds.map(({ arrived }) => arrived)]
      })
      expect(arrivals).toEqual([
        ['order.refund_arrived', 500, [true, false]],
        ['order.refund_reversed', 500, [false, false]],
        ['order.refund_arrived', 500, [true, false]],
      ])
      // Both are taken for a day, so that the merchant can change over; a leaked one is ended at once.
      const next = await rotate()
      for (const by of [secret, next]) expect(done(await tell(sent, by)).body).toMatchObject({ duplicate: true })
      const last = await rotate({ overlap_seconds: 0 })
      for (const by of [secret, next]) refused(await tell(sent, by), 401, 'authentication_error')
      done(await tell(sent, last))
      refusedField(
        await call('rotateMerchantSecret', { ...merchant, overlap_seconds: 86_401 }, scene.owner),
        'overlap_seconds',
      )
    })

    test('a kill switch revokes shared tokens: pay is refused, and the money is available', async () => {
      const before = await money()
      const session = await checkout()
      const token = await authorize(session)
      const target = { scope: 'agent', target_id: agent.agentId, reason: 'Test', reason_code: 'test' }
      const { body } = done(await call('activateSwitch', target, scene.owner))
      refused(await pay(session, token), 403, 'kill_switch_active')
      refused(await call('createCheckout', { items: [PENCIL] }), 403, 'kill_switch_active', { scope: 'agent' })
      refused(await call('updateCheckout', { id: session.id, items: [PENCIL] }), 403, 'kill_switch_active')
      await until(async () => (await money()).held === before.held)
      done(await call('deactivateSwitch', { switch_id: body.switch_id, reason: 'Over' }, scene.owner))
      refused(await pay(session, token), 402, 'shared_token_invalid', { reason: 'revoked' })
    })
  })
}
