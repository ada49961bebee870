/** protocols.md 2: a client of the Agentic Commerce Protocol, 2026-04-17, buys over HTTP; every answer is a closed object. */
import { createHmac, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMisfits, type JsonSchema } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import { type Body, type Caller, postGraph, send } from '../../support/carriers.ts'
import { tellOfOrder } from '../../support/orderEvents.ts'
import { done, type Given, openAgent, openScene, openShop, type Scene, type TestAgent } from '../../support/scene.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts'

const SECRET = 'a secret of the buyer side'
const CARD = '4242424242424242'
const SESSIONS = '/checkout_sessions'
const DELEGATE = '/agentic_commerce/delegate_payment'
const LINES = { line_items: [{ id: 'book', quantity: 2 }], currency: 'usd', capabilities: {} }
const ADDRESS = {
  ...{ name: 'Ada', line_one: '1 Analytical Way', city: 'London', state: 'London', country: 'GB', postal_code: 'N1' },
}
const BUYER = { email: 'ada@example.com', first_name: 'Ada' }

export function acpProtocol(given: Given): void {
  describe('protocols 2, the public ACP', () => {
    let scene: Scene
    let agent: TestAgent
    let other: TestAgent
    let shop: Awaited<ReturnType<typeof openShop>>
    let receiver: WebhookReceiver
    let document: JsonSchema
    beforeAll(async () => {
      scene = await openScene(given, 'Protocol')
      shop = await openShop(scene)
      const products = [{ product_id: 'book', title: 'A book', amount_minor: 500 }]
      done(await scene.carrier.call('setProductFeed', { merchant_id: shop.merchantId, products }, scene.owner))
      agent = await openAgent(scene, { funds: '50.00' })
      other = await openAgent(scene)
      receiver = await startWebhookReceiver()
      const { url } = receiver
      const webhook = {
        url,
        events: ['checkout.completed', 'order.fulfilled', 'order.canceled'],
        secret: SECRET,
        format: 'acp',
      }
      done(await scene.carrier.call('createWebhook', webhook, scene.owner))
      document = (await send(`${scene.service.url}/api/v2/openapi.json`)).body
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
    const refused = (answer: Answer, status: number, code: string) =>
      expect(fits(answer, status, 'AcpError')).toMatchObject({ code })
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
      const asked = { ...pay(issued.id), buyer: BUYER }
      Object.assign(asked.payment_data, { billing_address: ADDRESS })
      const paid = fits(await ask(path, asked, paidWith), 200, 'AcpCheckoutSessionWithOrder')
      const kept = await postGraph(scene.service.url, `{ checkout(id: "${session.id}") { details } }`, {}, agent.caller)
      expect([paid.buyer, kept.body]).toMatchObject([
        BUYER,
        { data: { checkout: { details: { billing_address: ADDRESS } } } },
      ])
      expect(paid).toMatchObject({ status: 'completed', order: { status: 'confirmed' } })
      const again = await ask(path, asked, paidWith)
      expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([paid, 'true'])
      expect(fits(await ask(path, pay(issued.id)), 409, 'AcpError').code).toMatch(/payment_declined|conflict/)
      refused(await ask(`${SESSIONS}/${session.id}/cancel`, {}), 405, 'conflict')
      const [told] = await receiver.waitFor(1)
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
        data: { checkout_session_id: session.id, status: 'confirmed' },
      })
      const merchant = { merchant_id: shop.merchantId }
      const { secret } = done(await scene.carrier.call('rotateMerchantSecret', merchant, scene.owner)).body
      const { id: order_id } = paid.order as Body
      const sent = { event_id: 'e1', type: 'order.fulfilled', data: { order_id, fulfillment: { carrier: 'Post' } } }
      done(await tellOfOrder(scene.carrier, sent, String(secret)))
      const [, updated] = await receiver.waitFor(2)
      const update = JSON.parse(updated?.body ?? '') as Body
      expect(findMisfits(update, { $ref: '#/components/schemas/AcpOrderEvent' }, document)).toEqual([])
      expect(update).toMatchObject({ type: 'order_update', data: { id: order_id, status: 'shipped' } })
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
      const canceled = fits(await ask(`${path}/cancel`, {}), 200, 'AcpCheckoutSession')
      expect(canceled.status).toBe('canceled')
      refused(await ask(`${path}/complete`, pay(token)), 402, 'payment_declined')
      refused(await ask(`${path}/cancel`, {}), 405, 'conflict')
    })

    test('what was refused before any operation is flat too', async () => {
      const { url } = scene.service
      const bare = await send(`${url}/acp${SESSIONS}`, { method: 'POST', body: '{' })
      expect([bare.status, Object.keys(bare.body)]).toEqual([401, ['type', 'code', 'message']])
      const unknown = await send(`${url}/acp${SESSIONS}/x/y`, { method: 'POST' })
      expect([unknown.status, Object.keys(unknown.body)]).toEqual([404, ['type', 'code', 'message']])
      refused(await ask(`${SESSIONS}/cks_unknown`, undefined), 404, 'not_found')
      const past = { expires_at: '2020-01-01T00:00:00Z' }
      expect(fits(await ask(DELEGATE, cardFor(await open(), past)), 400, 'AcpError').param).toBe(
        '$.allowance.expires_at',
      )
    })
  })
}
