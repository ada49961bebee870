/** protocols.md 2: a client of the Agentic Commerce Protocol, 2026-04-17, buys over HTTP; every answer is a closed object. */
import { createHmac, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMisfits, type JsonSchema } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import { type Body, type Caller, postGraph, send } from '../../support/carriers.ts'
import { tellOfOrder } from '../../support/orderEvents.ts'
import {
  done,
  eventsOf,
  type Given,
  newDomain,
  openAgent,
  openScene,
  openShop,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts'

const SECRET = 'a secret of the buyer side'
const CARD = '4242424242424242'
const SORTED_BY = 'x-source-event-id'
const SESSIONS = '/checkout_sessions'
const ORDER_EVENTS = '/agentic_checkout/webhooks/order_events'
const DELEGATE = '/agentic_commerce/delegate_payment'
const LINES = { line_items: [{ id: 'book', quantity: 2 }], currency: 'usd', capabilities: {} }
const ADDRESS = {
  ...{ name: 'Ada', line_one: '1 Analytical Way', city: 'London', state: 'London', country: 'GB', postal_code: 'N1' },
}
/** `revert.test` of the sandbox. */
const REVERTS = '0x7e57000000000000000000000000000000000003'
const BUYER = { email: 'ada@example.com', first_name: 'Ada' }

export function acpProtocol(given: Given): void {
  describe('protocols 2, the public ACP', () => {
    let scene: Scene
    let agent: TestAgent
    let other: TestAgent
    let shop: Awaited<ReturnType<typeof openShop>>
    let receiver: WebhookReceiver
    let document: JsonSchema
    /** Of a merchant whose token transfers revert: what fails takes its time, so it begins first. */
    let doomed: Awaited<ReturnType<typeof buyDoomed>>
    beforeAll(async () => {
      scene = await openScene(given, 'Protocol')
      shop = await openShop(scene)
      const products = [{ product_id: 'book', title: 'A book', amount_minor: 500 }]
      done(await scene.carrier.call('setProductFeed', { merchant_id: shop.merchantId, products }, scene.owner))
      ;[agent, other] = (await Promise.all(['50.00', '20.00'].map((funds) => openAgent(scene, { funds })))) as [
        TestAgent,
        TestAgent,
      ]
      receiver = await startWebhookReceiver()
      const { url } = receiver
      const webhook = {
        url,
        events: ['checkout.completed', 'order.fulfilled', 'order.refunded', 'order.canceled', 'order.unpaid'],
        secret: SECRET,
        format: 'acp',
      }
      done(await scene.carrier.call('createWebhook', webhook, scene.owner))
      document = (await send(`${scene.service.url}/api/v2/openapi.json`)).body
      doomed = await buyDoomed()
    })
    afterAll(() => receiver.stop())

    /** A POST where there is a body. */
    async function ask(path: string, body: unknown, key: string = randomUUID(), caller: Caller = agent.caller) {
      const answer = await send(`${scene.service.url}/acp${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...('token' in caller ? { authorization: `Bearer ${caller.token}` } : { 'x-api-key': caller.apiKey ?? '' }),
          ...{ 'api-version': '2026-04-17', 'request-id': 'r-1' },
          ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect(answer.headers.get('request-id')).toBe('r-1')
      return answer
    }
    type Answer = Awaited<ReturnType<typeof ask>>
    function fits(answer: Answer, status: number, schema: string): Body {
      expect(answer.status, answer.text).toBe(status)
      expect(findMisfits(answer.body, { $ref: `#/components/schemas/${schema}` }, document)).toEqual([])
      return answer.body
    }
    function refused(answer: Answer, status: number, code: string): Body {
      const body = fits(answer, status, 'AcpError')
      expect(body).toMatchObject({ code })
      return body
    }
    const open = async () => fits(await ask(SESSIONS, LINES), 201, 'AcpCheckoutSession')
    const cardFor = ({ id }: Body, changes: Body = {}) => ({
      payment_method: {
        ...{ type: 'card', card_number_type: 'fpan', number: CARD, cvc: '987', metadata: {} },
        display_card_funding_type: 'credit',
      },
      allowance: {
        ...{ reason: 'one_time', max_amount: 1_000, currency: 'usd', checkout_session_id: id },
        ...{ merchant_id: shop.merchantId, expires_at: '2099-01-01T00:00:00Z', ...changes },
      },
      ...{ risk_signals: [], metadata: { campaign: 'q4' } },
    })
    const tokenFor = async (session: Body) => fits(await ask(DELEGATE, cardFor(session)), 201, 'AcpDelegatedPayment').id
    /** Two orders, of which the second is sent before its payment fails. */
    async function buyDoomed() {
      const domain = newDomain()
      const payout_addresses = [{ chain: 'base', address: REVERTS }]
      const form = { name: 'Doomed', legal_name: 'Doomed Ltd', domain, payout_addresses }
      const { merchant_id } = done(await scene.carrier.call('createMerchant', form, scene.owner)).body
      const products = [{ product_id: 'doomed', title: 'A relic', amount_minor: 300 }]
      done(await scene.carrier.call('setProductFeed', { merchant_id, products }, scene.owner))
      const { secret } = done(await scene.carrier.call('rotateMerchantSecret', { merchant_id }, scene.owner)).body
      const buy = async () => {
        const session = fits(await by(SESSIONS, { line_items: [{ id: 'doomed' }] }), 201, 'AcpCheckoutSession')
        const card = cardFor(session, { merchant_id: domain, max_amount: 300 })
        const { id: token } = fits(await by(DELEGATE, card), 201, 'AcpDelegatedPayment')
        const paid = await by(`${SESSIONS}/${session.id}/complete`, pay(token))
        return fits(paid, 200, 'AcpCheckoutSessionWithOrder').order as Body
      }
      const by = (path: string, body: Body) => ask(path, body, randomUUID(), other.caller)
      const [canceled, unpaid] = [await buy(), await buy()]
      const sent = { event_id: 'sent', type: 'order.fulfilled', data: { order_id: unpaid.id } }
      done(await tellOfOrder(scene.carrier, sent, String(secret)))
      return { canceled, unpaid }
    }
    const deliveriesOf = ({ id }: Body) =>
      receiver.received.filter(({ body }) => JSON.parse(body).data.checkout_session_id === id)
    const pay = (token: unknown) => ({
      payment_data: { handler_id: 'agent_wallet', instrument: { type: 'card', credential: { type: 'spt', token } } },
    })

    test('discovery is public, cacheable and says where', async () => {
      const { status, body, headers } = await send(`${scene.service.url}/.well-known/acp.json`)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
      expect(body).toMatchObject({ protocol: { name: 'acp', version: '2026-04-17' }, transports: ['rest'] })
      expect(String(body.api_base_url)).toMatch(/\/acp$/)
    })

    test('a session is created at the prices of the feed, changed, and read by its owner alone', async () => {
      const session = await open()
      expect(session).toMatchObject({ status: 'ready_for_payment', currency: 'usd' })
      expect(session.totals).toContainEqual({ type: 'total', display_text: 'Total', amount: 1_000 })
      const path = `${SESSIONS}/${session.id}`
      const changed = { buyer: BUYER, line_items: [{ id: 'book', unit_amount: 1 }] }
      const update = fits(await ask(path, changed), 200, 'AcpCheckoutSession')
      expect(update).toMatchObject({ buyer: BUYER, line_items: [{ quantity: 1, unit_amount: 500 }] })
      fits(await ask(path, { fulfillment_details: { name: 'Ada' } }), 200, 'AcpCheckoutSession')
      const read = fits(await ask(path, undefined), 200, 'AcpCheckoutSession')
      expect(read).toMatchObject({ buyer: BUYER, fulfillment_details: { name: 'Ada' } })
      for (const body of [undefined, {}]) refused(await ask(path, body, 'k', other.caller), 404, 'not_found')
    })

    test('the key repeats the first answer, marked, and is refused for another body', async () => {
      const key = randomUUID()
      const first = await ask(SESSIONS, LINES, key)
      const again = await ask(SESSIONS, LINES, key)
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true'])
      refused(await ask(SESSIONS, { ...LINES, locale: 'de-DE' }, key), 422, 'idempotency_conflict')
      fits(await ask(DELEGATE, cardFor(first.body, { max_amount: 1 }), key), 201, 'AcpDelegatedPayment')
      refused(await ask(DELEGATE, cardFor(await open(), { max_amount: 1 }), key), 422, 'idempotency_conflict')
    })

    test('a token pays its session once, the order is told with Merchant-Signature, and the card is nowhere', async () => {
      const session = await open()
      const key = randomUUID()
      const issued = fits(await ask(DELEGATE, cardFor(session), key), 201, 'AcpDelegatedPayment')
      expect(issued.id).toMatch(/^vt_/)
      expect((await ask(DELEGATE, cardFor(session), key)).body).toEqual(issued)
      const path = `${SESSIONS}/${session.id}/complete`
      const elsewhere = `${SESSIONS}/${(await open()).id}/complete`
      refused(await ask(elsewhere, pay(issued.id)), 402, 'payment_declined')
      refused(await ask(path, pay(issued.id), 'k', other.caller), 404, 'not_found')
      const paidWith = randomUUID()
      const asked = { ...pay(issued.id), buyer: BUYER, order_notes: 'Ring twice.' }
      Object.assign(asked.payment_data, { billing_address: ADDRESS, purchase_order_number: 'PO-1' })
      const paid = fits(await ask(path, asked, paidWith), 200, 'AcpCheckoutSessionWithOrder')
      const kept = await postGraph(scene.service.url, `{ checkout(id: "${session.id}") { details } }`, {}, agent.caller)
      expect([paid.buyer, kept.body]).toMatchObject([
        BUYER,
        { data: { checkout: { details: { billing_address: ADDRESS } } } },
      ])
      expect(paid).toMatchObject({
        status: 'completed',
        order: {
          ...{ status: 'confirmed', client_reference_id: 'PO-1', confirmation: { order_notes: 'Ring twice.' } },
        },
      })
      const again = await ask(path, asked, paidWith)
      expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([paid, 'true'])
      // Whoever has lost the answer is told that it is paid, under any key, and does not buy again.
      expect(refused(await ask(path, pay(issued.id)), 409, 'conflict').message).toMatch(/was paid.*read the session/)
      refused(await ask(`${SESSIONS}/${session.id}/cancel`, {}), 405, 'conflict')
      const [told] = await until(async () => deliveriesOf(session))
      const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(told?.headers['merchant-signature'])) ?? []
      expect(mac).toBe(createHmac('sha256', SECRET).update(`${time}.${told?.body}`).digest('hex'))
      expect(JSON.stringify([issued, paid, told])).not.toContain(CARD)
      // Stored answers are sealed: what they hold has been looked at above.
      const { database } = scene.service
      for (const { collectionName } of (await database.connection.db?.collections()) ?? []) {
        const rows = await database.collection(collectionName).find().toArray()
        expect(inspect(rows, { depth: null, maxArrayLength: null, maxStringLength: null })).not.toContain(CARD)
      }
      const event = JSON.parse(told?.body ?? '') as Body
      expect(findMisfits(event, { $ref: '#/components/schemas/AcpOrderEvent' }, document)).toEqual([])
      expect(event).toMatchObject({
        type: 'order_create',
        data: { ...(paid.order as Body), checkout_session_id: session.id, status: 'confirmed' },
      })
      const merchant = { merchant_id: shop.merchantId }
      const { secret } = done(await scene.carrier.call('rotateMerchantSecret', merchant, scene.owner)).body
      const { id: order_id } = paid.order as Body
      const sent = { event_id: 'e1', type: 'order.fulfilled', data: { order_id, fulfillment: { carrier: 'Post' } } }
      done(await tellOfOrder(scene.carrier, sent, String(secret)))
      const updated = await until(async () => deliveriesOf(session)[1])
      const update = JSON.parse(updated?.body ?? '') as Body
      expect(findMisfits(update, { $ref: '#/components/schemas/AcpOrderEvent' }, document)).toEqual([])
      expect(update).toMatchObject({ type: 'order_update', data: { id: order_id, status: 'shipped' } })
    })

    test('who buys and whereto it goes is shown to its merchant, with the transfer that pays it, and to nobody else', async () => {
      const details = { name: 'Ada', phone_number: '+44 20', email: 'ada@example.com', address: ADDRESS }
      const session = fits(await ask(SESSIONS, { ...LINES, fulfillment_details: details }), 201, 'AcpCheckoutSession')
      const request = { ...pay(await tokenFor(session)), buyer: BUYER }
      const paid = fits(await ask(`${SESSIONS}/${session.id}/complete`, request), 200, 'AcpCheckoutSessionWithOrder')
      const pending = { type: 'shipping', status: 'pending', destination: ADDRESS }
      expect(paid.order).toMatchObject({ fulfillments: [pending] })
      const { id } = paid.order as Body
      const [told] = await until(async () => deliveriesOf(session))
      expect(JSON.parse(told?.body ?? '')).toMatchObject({ data: { fulfillments: [pending] } })
      // What the protocol's order has no place for is in no event, which is kept for ever.
      const events = JSON.stringify(await eventsOf(scene, String(id)))
      expect(events).toContain(ADDRESS.line_one)
      for (const own of [BUYER.email, details.phone_number]) expect(`${told?.body}${events}`).not.toContain(own)
      const key = { merchant_id: shop.merchantId, name: 'Shop' }
      const { api_key } = done(await scene.carrier.call('createMerchantKey', key, scene.owner)).body
      const merchant = { apiKey: String(api_key) }
      const read = async (by: Caller) => done(await scene.carrier.call('getOrder', { id }, by)).body
      const [settled] = await until(async () =>
        [await read(merchant)].filter((one) => (one.settlement as Body).confirmed_at),
      )
      const payment = done(await scene.carrier.call('getPayment', { payment_id: settled?.payment_id }, scene.owner))
      const wallet = done(await scene.carrier.call('getWallet', { wallet_id: agent.walletId }, scene.owner)).body
      const { tx_hash, completed_at, to } = payment.body
      for (const by of [merchant, scene.owner, agent.caller])
        expect(await read(by)).toMatchObject({
          ...{ buyer: BUYER, fulfillment_details: details, fulfillment_groups: null },
          settlement: {
            ...{ tx_hash, chain: 'base', token: 'USDC', amount: '10.00', payee: to, payer: wallet.address },
            confirmed_at: completed_at,
          },
        })
      const document = `{ order(id: "${id}") { fulfillmentDetails settlement { txHash payee } } }`
      const order = { fulfillmentDetails: details, settlement: { txHash: tx_hash, payee: to } }
      expect((await postGraph(scene.service.url, document, {}, merchant)).body.data).toEqual({ order })
      const strange = { ...key, merchant_id: (await openShop(scene)).merchantId }
      const foreign = done(await scene.carrier.call('createMerchantKey', strange, scene.owner)).body
      for (const by of [other.caller, { apiKey: String(foreign.api_key) }])
        expect((await scene.carrier.call('getOrder', { id }, by)).status).toBe(404)
    })

    test('what several sell is bought by its id with the merchant before it, and shown as it was sent', async () => {
      const { merchantId: merchant_id } = await openShop(scene)
      const set = async (...products: Body[]) =>
        done(await scene.carrier.call('setProductFeed', { merchant_id, products }, scene.owner))
      const gone = { product_id: 'gone', title: 'Gone', amount_minor: 1, availability: 'out_of_stock' }
      await set({ product_id: 'book', title: 'Another', amount_minor: 1 }, gone)
      const [ours, theirs] = [`${shop.merchantId}:book`, `${merchant_id}:book`]
      const { message } = refused(await ask(SESSIONS, LINES), 400, 'invalid_item_id')
      expect(message).toBe(`line_items[0].id is sold by several merchants: write ${ours} or ${theirs} instead.`)
      const session = fits(await ask(SESSIONS, { items: [{ id: ours }] }), 201, 'AcpCheckoutSession')
      const path = `${SESSIONS}/${session.id}`
      const updated = fits(await ask(path, { line_items: [{ id: ours, quantity: 2 }] }), 200, 'AcpCheckoutSession')
      for (const { line_items } of [session, updated])
        expect(line_items).toMatchObject([{ item: { id: ours, unit_amount: 500 }, product_id: 'book' }])
      refused(await ask(path, { line_items: [{ id: theirs }] }), 400, 'invalid')
      refused(await ask(SESSIONS, { line_items: [{ id: 'gone' }] }), 400, 'out_of_stock')
      for (const id of ['mrc_none:book', 'none'])
        refused(await ask(SESSIONS, { items: [{ id }] }), 400, 'invalid_item_id')
      await set()
    })

    test('a refund is told when it is promised, and again when its money is there and when it is not', async () => {
      const session = await open()
      const paid = fits(
        await ask(`${SESSIONS}/${session.id}/complete`, pay(await tokenFor(session))),
        200,
        'AcpCheckoutSessionWithOrder',
      )
      const { id: order_id } = paid.order as Body
      const owner = (operation: Parameters<Scene['carrier']['call']>[0], input: Body) =>
        scene.carrier.call(operation, input, scene.owner)
      const { payment_id } = done(await owner('getOrder', { id: order_id })).body
      await until(async () => (await owner('getPayment', { payment_id })).body.status === 'completed')
      const { secret } = done(await owner('rotateMerchantSecret', { merchant_id: shop.merchantId })).body
      const promise = async (event_id: string, amount_minor: number) =>
        done(
          await tellOfOrder(
            scene.carrier,
            { event_id, type: 'order.refunded', data: { order_id, amount_minor } },
            String(secret),
          ),
        )
      const transfer = async (amount: string) => {
        const { tx_hash } = done(await owner('faucet', { wallet_id: agent.walletId, amount })).body
        const [deposit] = await until(async () => rowsIn(await owner('listTransactions', { type: 'deposit', tx_hash })))
        return { payment_id, deposit_id: deposit?.deposit_id }
      }
      const told = () =>
        // Deliveries may overtake each other: this is by what they are sorted.
        receiver.received
          .toSorted((a, b) => String(a.headers[SORTED_BY]).localeCompare(String(b.headers[SORTED_BY])))
          .flatMap(({ body, headers }) => {
            const event = JSON.parse(body) as { type: string; data: { id: string; adjustments: Body[] } }
            if (event.data.id !== order_id || event.type !== 'order_update') return []
            expect(findMisfits(event, { $ref: '#/components/schemas/AcpOrderEvent' }, document)).toEqual([])
            expect(headers['merchant-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
            return [event.data.adjustments.map(({ amount, status }) => `${amount} ${status}`).join(', ')]
          })
      await promise('r1', 400)
      const first = await transfer('4.00')
      done(await owner('linkRefund', first))
      done(await owner('unlinkRefund', first))
      done(await owner('linkRefund', first))
      // What has come back before it was promised has arrived with the promise.
      done(await owner('linkRefund', await transfer('6.00')))
      await promise('r2', 600)
      await until(async () => told().length >= 5)
      expect(told()).toEqual([
        ...['400 pending', '400 completed', '400 pending', '400 completed', '400 completed, 600 completed'],
      ])
      const shown = fits(await ask(`${SESSIONS}/${session.id}`, undefined), 200, 'AcpCheckoutSession')
      expect(shown.order).toMatchObject({ adjustments: [{ status: 'completed' }, { status: 'completed' }] })
    })

    test('a merchant written for the protocol tells of its order whole, signed with Merchant-Signature', async () => {
      const session = await open()
      const paid = fits(
        await ask(`${SESSIONS}/${session.id}/complete`, pay(await tokenFor(session))),
        200,
        'AcpCheckoutSessionWithOrder',
      )
      const order = paid.order as Body
      const merchant = { merchant_id: shop.merchantId }
      const { secret } = done(await scene.carrier.call('rotateMerchantSecret', merchant, scene.owner)).body
      const now = () => Math.floor(Date.now() / 1000)
      const macOf = (text: string) => createHmac('sha256', String(secret)).update(text).digest('hex')
      const tell = (event: Body | string, signature?: (text: string) => string) => {
        const body = typeof event === 'string' ? event : JSON.stringify(event)
        const at = now()
        const signed = signature?.(body) ?? `t=${at},v1=${macOf(`${at}.${body}`).toUpperCase()}`
        const headers = { 'content-type': 'application/json', 'request-id': 'r-2', 'merchant-signature': signed }
        return send(`${scene.service.url}/acp${ORDER_EVENTS}`, { method: 'POST', headers, body })
      }
      const told = (more: Body) => ({ type: 'order_update', data: { ...order, ...more } })
      const shipped = {
        ...{ id: 'their-1', status: 'shipped' },
        fulfillments: [{ id: 'f1', type: 'shipping', status: 'shipped', carrier: 'USPS', tracking_number: '94' }],
      }
      const refund = (id: string, amount: number, more: Body = {}) => ({
        ...{ id, type: 'refund', occurred_at: '2026-02-10T14:30:00Z', status: 'pending', amount, currency: 'usd' },
        ...more,
      })
      const old = (text: string) => `t=${now() - 301},v1=${macOf(`${now() - 301}.${text}`)}`
      for (const signature of [() => '', old, (text: string) => `sha256=${macOf(text)}`, () => `t=${now()},v1=00`])
        refused(await tell(told(shipped), signature), 401, 'invalid_signature')
      refused(
        await tell({ type: 'order_update', data: { ...order, checkout_session_id: 'x' } }),
        401,
        'invalid_signature',
      )
      expect(fits(await tell(told({})), 200, 'AcpReceived')).toEqual({ received: true, request_id: 'r-2' })
      for (let times = 0; times < 2; times++) fits(await tell(told(shipped)), 200, 'AcpReceived')
      const partly = { ...shipped, status: 'completed', adjustments: [refund('a1', 400)] }
      for (const adjustments of [[refund('a1', 400)], [refund('a1', 400, { status: 'completed' }), refund('a2', 100)]])
        fits(await tell(told({ ...partly, adjustments })), 200, 'AcpReceived')
      // An older one that comes late, and one of a type that nobody knows yet.
      fits(await tell(told({})), 200, 'AcpReceived')
      fits(await tell({ ...told(shipped), type: 'order_archived' }), 200, 'AcpReceived')
      const shown = done(await scene.carrier.call('getOrder', { id: order.id }, scene.owner)).body
      expect(shown).toMatchObject({
        ...{ status: 'partially_refunded', refunded_amount_minor: 500 },
        fulfillment: { carrier: 'USPS', tracking: '94' },
        refunds: [{ refund_id: 'a1' }, { refund_id: 'a2' }],
      })
      const types = (await eventsOf(scene, String(order.id))).map(({ type }) => type)
      expect(types).toEqual(['checkout.completed', 'order.fulfilled', 'order.refunded', 'order.refunded'])
      const tooMuch = told({ ...partly, adjustments: [refund('a3', 501)] })
      refused(await tell(tooMuch), 409, 'conflict')
      const wrong = told({ ...partly, adjustments: [refund('a3', 0)] })
      expect(refused(await tell(wrong), 400, 'invalid')).toMatchObject({ param: '$.data.adjustments[0].amount' })
      refused(await tell('{'), 400, 'malformed_json')
      // Of an order of a hundred lines; what is longer than that is refused before it is read.
      fits(await tell(told({ note: 'x'.repeat(60_000) })), 200, 'AcpReceived')
      expect((await tell(told({ note: 'x'.repeat(66_000) }))).status).toBe(413)
    })

    test('a token is no good above its cap, of a canceled session, or for a viewer', async () => {
      const session = await open()
      const path = `${SESSIONS}/${session.id}`
      const small = fits(await ask(DELEGATE, cardFor(session, { max_amount: 999 })), 201, 'AcpDelegatedPayment')
      refused(await ask(`${path}/complete`, pay(small.id)), 403, 'payment_declined')
      const apiKey = await scene.service.createKey(scene.organization.orgId, { roles: ['viewer'] })
      expect((await ask(`${path}/complete`, pay(small.id), 'v', { apiKey })).status).toBe(403)
      refused(await ask(DELEGATE, cardFor(session), 'o', scene.owner), 403, 'capability_denied')
      const token = await tokenFor(session)
      const why = { intent_trace: { reason_code: 'shipping_cost', trace_summary: 'Too dear.' } }
      const canceled = fits(await ask(`${path}/cancel`, why), 200, 'AcpCheckoutSession')
      expect(canceled.status).toBe('canceled')
      const kept = await postGraph(scene.service.url, `{ checkout(id: "${session.id}") { details } }`, {}, agent.caller)
      expect(kept.body).toMatchObject({ data: { checkout: { details: why } } })
      refused(await ask(`${path}/complete`, pay(token)), 402, 'payment_declined')
      refused(await ask(`${path}/cancel`, {}), 405, 'conflict')
    })

    test('a client may write all that the protocol lets it write', async () => {
      // Two of a product, whose lines have no quantity there, under the name of earlier versions.
      const written = { items: [{ id: 'book' }, { id: 'book' }], coupons: ['TEN'], discounts: { codes: ['TEN'] } }
      const far = { ...ADDRESS, line_one: 'x'.repeat(100) }
      const created = await ask(SESSIONS, { ...written, fulfillment_details: { address: far } })
      const session = fits(created, 201, 'AcpCheckoutSession')
      expect(session).toMatchObject({
        ...{ line_items: [{ quantity: 2 }], fulfillment_details: { address: far } },
        discounts: { applied: [], rejected: [{ code: 'TEN', reason: 'discount_code_invalid' }] },
      })
      const blocked = { ...cardFor(session), risk_signals: [{ type: 'card_testing', score: 99, action: 'blocked' }] }
      expect(refused(await ask(DELEGATE, blocked), 400, 'invalid_card').param).toBe('$.risk_signals[0].action')
      const issued = fits(await ask('/delegate_payment', cardFor(session)), 201, 'AcpDelegatedPayment')
      const { payment_data } = pay(issued.id)
      const instrument = { ...payment_data.instrument, brand: 'visa' }
      const paid = await ask(`${SESSIONS}/${session.id}/complete`, { payment_data: { ...payment_data, instrument } })
      fits(paid, 200, 'AcpCheckoutSessionWithOrder')
      const other = await open()
      const why = { intent_trace: { reason_code: 'comparison', rank: 2 }, note: 'elsewhere' }
      fits(await ask(`${SESSIONS}/${other.id}/cancel`, why), 200, 'AcpCheckoutSession')
    })

    test('an order whose payment fails on chain is told as canceled, and for review where it was sent', async () => {
      const told = async ({ id }: Body, status: string) => {
        const event = await until(async () =>
          receiver.received
            .map(({ body }) => JSON.parse(body) as { type: string; data: Body })
            .find(({ data }) => data.id === id && data.status === status),
        )
        expect(findMisfits(event, { $ref: '#/components/schemas/AcpOrderEvent' }, document)).toEqual([])
        expect(event.type).toBe('order_update')
      }
      await told(doomed.canceled, 'canceled')
      await told(doomed.unpaid, 'manual_review')
    })

    // protocols.md 2.1, 2.2.
    test('every route wants a version that is served, and every POST a key', async () => {
      const { id } = await open()
      const posts = [SESSIONS, `${SESSIONS}/${id}`, `${SESSIONS}/${id}/complete`, `${SESSIONS}/${id}/cancel`]
      const version = { 'api-version': '2026-04-17' }
      for (const path of [...posts, DELEGATE, '/delegate_payment']) {
        const post = async (headers: Record<string, string>) =>
          send(`${scene.service.url}/acp${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${agent.caller.token}`, 'content-type': 'application/json', ...headers },
            body: '{}',
          })
        const versions = { type: 'invalid_request', supported_versions: ['2026-04-17'] }
        const keyed = { 'idempotency-key': randomUUID() }
        expect(refused(await post(keyed), 400, 'missing_api_version')).toMatchObject(versions)
        const old = await post({ ...keyed, 'api-version': '2026-01-30' })
        expect(refused(old, 400, 'unsupported_api_version')).toMatchObject(versions)
        refused(await post(version), 400, 'idempotency_key_required')
        refused(await post({ ...version, 'idempotency-key': 'x'.repeat(256) }), 400, 'invalid')
      }
      const read = await send(`${scene.service.url}/acp${SESSIONS}/${id}`, {
        headers: { authorization: `Bearer ${agent.caller.token}` },
      })
      refused(read, 400, 'missing_api_version')
    })

    test('what was refused before any operation is flat too', async () => {
      const { url } = scene.service
      const bare = await send(`${url}/acp${SESSIONS}`, { method: 'POST', body: '{' })
      expect([bare.status, Object.keys(bare.body)]).toEqual([401, ['type', 'code', 'message']])
      for (const path of [`${SESSIONS}/x/y`, '/carts', '/feeds/f1']) {
        const unknown = await send(`${url}/acp${path}`, { method: 'POST' })
        expect([unknown.status, Object.keys(unknown.body)]).toEqual([404, ['type', 'code', 'message']])
      }
      refused(await ask(`${SESSIONS}/cks_unknown`, undefined), 404, 'not_found')
      const past = { expires_at: '2020-01-01T00:00:00Z' }
      expect(fits(await ask(DELEGATE, cardFor(await open(), past)), 400, 'AcpError').param).toBe(
        '$.allowance.expires_at',
      )
    })
  })
}
