// The public Agentic Commerce Protocol (protocols.md 2) over a stand-in for the graph: forms, headers, keys and the card.
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { buildAcpDiscovery } from '../../../gateway/acp/discovery.ts'
import { ACP_ROUTES, mountAcp } from '../../../gateway/acp/routes.ts'
import { ACP_SCHEMAS } from '../../../gateway/acp/schemas.ts'
import { toAcpSession, type WireCheckout } from '../../../gateway/acp/session.ts'
import { createReplays } from '../../../gateway/replays.ts'
import { toFlatError } from '../../../gateway/rest/acpErrors.ts'
import { findMisfits } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import { toAcpOrder, type WireOrder } from '../../../subgraphs/shared/acpOrder.ts'
import type { FieldProblem } from '../../../subgraphs/shared/errors.ts'
import { createMemoryResponses } from './fixture.ts'

const NOON = new Date('2026-01-01T12:00:00.000Z')
const AT = NOON.toISOString()
const BASE = 'https://pay.example'
const DOCUMENT = { components: { schemas: ACP_SCHEMAS } }
const AGENT = { kind: 'agent', agentId: 'agt_1' }
const CARD = '4242424242424242'

const misfits = (name: keyof typeof ACP_SCHEMAS, value: unknown) =>
  findMisfits(JSON.parse(JSON.stringify(value)), ACP_SCHEMAS[name], DOCUMENT)

const ITEM = { product_id: 'tea', title: 'Tea', quantity: 2, unit_amount_minor: 350, total_minor: 700 }
const LINE = { ...ITEM, item_id: 'tea' }
const ORDER: WireOrder = {
  ...{ order_id: 'ord_1', status: 'confirmed', session_id: 'cks_1', amount_minor: 700, refunded_amount_minor: 0 },
  ...{ currency: 'USD', items: [ITEM], fulfillment: null, refunds: [], updated_at: AT },
}
const OPEN: WireCheckout = {
  ...{ session_id: 'cks_1', url: `${BASE}/acp/checkout/cks_1`, status: 'open', items: [LINE], total_amount_minor: 700 },
  ...{ currency: 'USD', merchant: { merchant_id: 'mrc_1', domain: 'shop.example' }, details: null, order: null },
  ...{ expires_at: AT, created_at: AT, updated_at: AT, declined: false, charge: null, pending_approval_id: null },
}

describe('an order in the vocabulary of the protocol', () => {
  const view = (changes: Partial<WireOrder>) => {
    const order = toAcpOrder({ ...ORDER, ...changes }, BASE)
    expect(misfits('AcpOrder', order)).toEqual([])
    return order
  }

  it('is confirmed, and complete from the first event on', () => {
    expect(view({})).toMatchObject({
      ...{ type: 'order', id: 'ord_1', checkout_session_id: 'cks_1', status: 'confirmed', adjustments: [] },
      line_items: [{ id: 'li_tea', quantity: { ordered: 2, current: 2, fulfilled: 0 }, status: 'processing' }],
      totals: [{ amount: 700 }, { type: 'total', amount: 700 }],
    })
  })

  it('tells what the buyer has said of it', () => {
    const said = view({ order_notes: 'Ring twice.', purchase_order_number: 'PO-1' })
    expect(said).toMatchObject({ client_reference_id: 'PO-1', confirmation: { order_notes: 'Ring twice.' } })
    expect(Object.keys(view({ order_notes: null, purchase_order_number: null }))).toEqual(Object.keys(view({})))
  })

  it('says whereto it goes, from the beginning, and nothing of that where it ended before', () => {
    const destination = {
      name: 'Ada',
      line_one: '1 Way',
      city: 'York',
      state: 'York',
      country: 'GB',
      postal_code: 'Y1',
    }
    expect(view({ destination }).fulfillments).toMatchObject([{ type: 'shipping', status: 'pending', destination }])
    const fulfillment = { carrier: null, tracking: null, shipped: true, fulfilled_at: AT }
    expect(view({ destination, status: 'fulfilled', fulfillment })).toMatchObject({
      ...{ status: 'shipped', fulfillments: [{ type: 'shipping', status: 'shipped', destination }] },
    })
    for (const status of ['canceled', 'refunded'] as const)
      expect(view({ destination, status }).fulfillments).toEqual([])
  })

  it('is shipped with a carrier, and completed at once without one', () => {
    const sent = { carrier: 'DHL', tracking: '1Z', fulfilled_at: AT }
    expect(view({ status: 'fulfilled', fulfillment: sent })).toMatchObject({
      status: 'shipped',
      fulfillments: [{ type: 'shipping', status: 'shipped', carrier: 'DHL', tracking_number: '1Z' }],
      line_items: [{ quantity: { fulfilled: 2 }, status: 'fulfilled' }],
    })
    const handed = { carrier: null, tracking: null, fulfilled_at: AT }
    expect(view({ status: 'fulfilled', fulfillment: handed })).toMatchObject({ status: 'completed' })
  })

  it('keeps its total when money goes back, which is an adjustment, pending until it has arrived', () => {
    const refunds = [
      { refund_id: 'rfd_1', amount_minor: 200, created_at: AT, arrived: true },
      { refund_id: 'rfd_2', amount_minor: 100, created_at: AT, arrived: false },
    ]
    const order = view({ status: 'partially_refunded', refunded_amount_minor: 300, refunds })
    expect(order.adjustments.map(({ status, amount, currency }) => [status, amount, currency])).toEqual([
      ['completed', 200, 'usd'],
      ['pending', 100, 'usd'],
    ])
    expect(order.totals).toContainEqual({ type: 'total', display_text: 'Total', amount: 700 })
    expect(order.totals).toContainEqual({ type: 'amount_refunded', display_text: 'Refunded', amount: 300 })
  })
})

describe('a checkout session in the vocabulary of the protocol', () => {
  it('is a closed object in each of its states', () => {
    const states = {
      open: 'ready_for_payment',
      completed: 'completed',
      canceled: 'canceled',
      expired: 'expired',
    } as const
    for (const [status, shown] of Object.entries(states)) {
      const order = status === 'completed' ? ORDER : null
      const session = toAcpSession({ ...OPEN, status: status as WireCheckout['status'], order }, BASE)
      expect(session.status).toBe(shown)
      expect(misfits(order === null ? 'AcpCheckoutSession' : 'AcpCheckoutSessionWithOrder', session)).toEqual([])
    }
  })

  it('waits for an approval, and says which', () => {
    const session = toAcpSession({ ...OPEN, pending_approval_id: 'apr_1' }, BASE)
    expect(misfits('AcpCheckoutSession', session)).toEqual([])
    expect(session).toMatchObject({
      ...{ status: 'pending_approval', messages: [{ code: 'approval_required', resolution: 'requires_buyer_review' }] },
    })
    expect(toAcpSession({ ...OPEN, pending_approval_id: 'apr_1', charge: {} }, BASE).status).toBe(
      'complete_in_progress',
    )
  })

  it('tells with its order what the buyer has said of it, and nothing of a cancellation', () => {
    const details = {
      order_notes: 'Ring twice.',
      purchase_order_number: 'PO-1',
      intent_trace: { reason_code: 'other' },
    }
    const session = toAcpSession({ ...OPEN, status: 'completed', order: ORDER, details }, BASE)
    expect(misfits('AcpCheckoutSessionWithOrder', session)).toEqual([])
    expect(session.order).toMatchObject({
      ...{ client_reference_id: 'PO-1', confirmation: { order_notes: 'Ring twice.' } },
    })
    expect(JSON.stringify(session)).not.toContain('intent_trace')
  })

  it('shows of what it keeps only what has the form of the protocol', () => {
    const kept = { discounts: { codes: 5 }, coupons: ['TEN'], buyer: 'Ada', locale: 'de-DE', other: [1] }
    for (const details of [kept, { locale: 'de-DE', discounts: 7 }, 'text', ['list'], 3]) {
      const session = toAcpSession({ ...OPEN, details }, BASE)
      expect(misfits('AcpCheckoutSession', session)).toEqual([])
      if (typeof details === 'object' && 'locale' in details) expect(session).toMatchObject({ locale: 'de-DE' })
    }
  })

  it('cuts a long discount code between characters', () => {
    const { messages } = toAcpSession(
      { ...OPEN, details: { discounts: { codes: [`x${'\u{1F600}'.repeat(50)}`] } } },
      BASE,
    )
    expect(messages).toMatchObject([{ content: `The merchant gives no discount for "x${'\u{1F600}'.repeat(39)}".` }])
  })

  it('says of a declined payment, and rejects every discount code', () => {
    const session = toAcpSession({ ...OPEN, declined: true, details: { coupons: ['TEN'] } }, BASE)
    expect(misfits('AcpCheckoutSession', session)).toEqual([])
    expect(session).toMatchObject({
      capabilities: { extensions: [{ name: 'discount' }] },
      messages: [
        { type: 'error', code: 'payment_declined' },
        {
          type: 'warning',
          code: 'discount_code_invalid',
          param: '$.coupons[0]',
          content: expect.stringContaining('TEN'),
        },
      ],
      discounts: { applied: [], rejected: [{ code: 'TEN', reason: 'discount_code_invalid' }] },
    })
    const canceled = toAcpSession({ ...OPEN, status: 'canceled', details: { discounts: { codes: ['A', 'B'] } } }, BASE)
    expect(canceled.messages).toHaveLength(1)
    const open = toAcpSession({ ...OPEN, details: { discounts: { codes: ['A', 'B'] } } }, BASE)
    expect(open.messages).toMatchObject([{ param: '$.discounts.codes[0]' }, { param: '$.discounts.codes[1]' }])
  })
})

describe('the routes', () => {
  const LINES = { line_items: [{ id: 'tea', quantity: 2 }], currency: 'usd', capabilities: {} }
  const SESSIONS = '/acp/checkout_sessions'
  const DELEGATE = '/acp/agentic_commerce/delegate_payment'
  const ALLOWANCE = {
    ...{ reason: 'one_time', max_amount: 700, currency: 'usd', checkout_session_id: 'cks_1', merchant_id: 'mrc_1' },
    expires_at: '2026-01-01T12:10:00Z',
  }
  const METHOD = {
    ...{ type: 'card', card_number_type: 'fpan', number: CARD, display_card_funding_type: 'credit', metadata: {} },
    ...{ exp_month: '11', exp_year: '2027', cvc: '223', display_last4: '4242', iin: '424242' },
  }
  const REQUEST = { payment_method: METHOD, allowance: ALLOWANCE, risk_signals: [], metadata: { campaign: 'q4' } }

  /** A graph that repeats what it was asked under one key, as the commit does. */
  function open(principal: object = AGENT, details: { failing?: unknown; field?: FieldProblem } = {}) {
    const asked: { readonly operation: string; readonly input: Record<string, unknown> }[] = []
    const stored = createMemoryResponses()
    const digests = new Map<unknown, unknown>()
    const app = fastify()
    app.decorateRequest('admitted', null)
    const executeTrusted = async (operation: string, variables: object, context: { readonly keys: object[] }) => {
      const { input = {} } = variables as { readonly input?: Record<string, unknown> }
      asked.push({ operation, input })
      const { idempotencyKey: id, requestDigest } = input
      if (id !== undefined) {
        const known = digests.get(id)
        if (known !== undefined && known !== requestDigest)
          return { errors: [{ message: 'Other.', extensions: { type: 'idempotency_mismatch', details: {} } }] }
        context.keys.push({ id, replayed: known !== undefined, outcome: null, answerBy: null })
        digests.set(id, requestDigest)
      }
      const { field } = details
      if (field !== undefined) {
        const refusal = { type: 'invalid_request', details: { fields: [field] } }
        return { errors: [{ message: `${field.path}: ${field.message}`, extensions: refusal }] }
      }
      if (operation === 'AuthorizeAcpSession') return { data: { a: { sharedToken: 'spt_SECRET', createdAt: AT } } }
      if (operation === 'CancelAcpSession')
        return { errors: [{ message: 'Over.', extensions: { type: 'conflict', details: {} } }] }
      const completed = { ...OPEN, status: 'completed', order: ORDER }
      if (operation === 'CompleteAcpSession' && 'failing' in details) {
        const error = { message: 'Lost.', path: ['a', 'checkout', 'order'], extensions: { type: 'internal_error' } }
        return { data: { a: details.failing }, errors: [error] }
      }
      if (operation === 'GetAcpSession' && 'failing' in details) return { data: { a: completed } }
      return { data: { a: operation === 'CompleteAcpSession' ? completed : OPEN } }
    }
    const admission = {
      ...{ admitRoute: async () => undefined, confirmRoute: () => undefined, principalOf: () => principal },
      returnRefused: (_request: object, _reply: object, payload: unknown, done: (e: null, p: unknown) => void) =>
        done(null, payload),
    }
    mountAcp(app, {
      ...{ graph: { executeTrusted }, admission, shedder: { pauseOf: () => undefined } },
      ...{ replays: createReplays(stored, { now: () => NOON }), log: { error: () => undefined } },
      ...{ now: () => NOON, baseUrl: BASE },
    } as never)
    const send = async (url: string, payload?: unknown, headers: Record<string, string> = {}) => {
      const { statusCode: status, ...response } = await app.inject({
        ...{ method: payload === undefined ? 'GET' : 'POST', url },
        ...(payload === undefined ? {} : { payload: payload as object }),
        headers: { 'api-version': '2026-04-17', 'idempotency-key': 'k1', ...headers },
      })
      return { status, text: response.body, body: JSON.parse(response.body), headers: response.headers }
    }
    return { send, asked, stored }
  }
  type Answer = Awaited<ReturnType<ReturnType<typeof open>['send']>>
  const refused = (answer: Answer, status: number, error: object) => {
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining(error)])
    expect(misfits('AcpError', answer.body)).toEqual([])
  }

  it('want the version and a key, and repeat key and Request-Id', async () => {
    const { send } = open()
    const versions = { type: 'invalid_request', supported_versions: ['2026-04-17'] }
    refused(await send(SESSIONS, LINES, { 'api-version': '2025-09-29' }), 400, {
      ...{ ...versions, code: 'unsupported_api_version' },
    })
    refused(await send(`${SESSIONS}/cks_1`, undefined, { 'api-version': '' }), 400, versions)
    refused(await send(SESSIONS, LINES, { 'idempotency-key': 'x'.repeat(256) }), 400, { code: 'invalid' })
    const { status, headers, body } = await send(SESSIONS, LINES, { 'request-id': 'r-1' })
    expect([status, headers['idempotency-key'], headers['request-id']]).toEqual([201, 'k1', 'r-1'])
    expect(misfits('AcpCheckoutSession', body)).toEqual([])
  })

  it('repeat a first answer marked, whatever the order of names, and refuse the key for another body', async () => {
    const { send } = open()
    const first = await send(SESSIONS, LINES)
    const again = await send(SESSIONS, Object.fromEntries(Object.entries(LINES).reverse()))
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    refused(await send(SESSIONS, { ...LINES, locale: 'de-DE' }), 422, { code: 'idempotency_conflict' })
    expect((await send(`${SESSIONS}/cks_1`, {})).headers['idempotent-replayed']).toBeUndefined()
  })

  it('are closed objects that name the wrong field', async () => {
    const { send, asked } = open()
    const wrong: readonly (readonly [string, object, string, string])[] = [
      [SESSIONS, { ...LINES, price: 1 }, 'invalid', '$.price'],
      [SESSIONS, { currency: 'usd' }, 'missing', '$.line_items'],
      [SESSIONS, { line_items: [{ id: 'tea', quantity: 0 }] }, 'invalid', '$.line_items[0].quantity'],
      [SESSIONS, { ...LINES, items: LINES.line_items }, 'invalid', '$.items'],
      [`${SESSIONS}/cks_1/complete`, {}, 'missing', '$.payment_data'],
      [`${SESSIONS}/cks_1/cancel`, { intent_trace: {} }, 'missing', '$.intent_trace.reason_code'],
    ]
    for (const [url, body, code, param] of wrong) refused(await send(url, body), 400, { code, param })
    expect(asked).toEqual([])
  })

  it('are open where those of the protocol are, and keep nothing of what they do not know', async () => {
    const { send, asked } = open()
    const intent_trace = { reason_code: 'comparison' }
    const canceled = await send(`${SESSIONS}/cks_1/cancel`, { why: 1, intent_trace: { ...intent_trace, rank: 2 } })
    refused(canceled, 405, { code: 'conflict' })
    expect(asked.at(-1)?.input.details).toEqual({ intent_trace })
    const credential = { type: 'spt', token: 'vt_SECRET', cryptogram: 'x' }
    const instrument = { type: 'card', credential, brand: 'visa' }
    const payment_data = { handler_id: 'agent_wallet', instrument }
    expect((await send(`${SESSIONS}/cks_1/complete`, { payment_data })).status).toBe(200)
  })

  it('take addresses of any usual length, and those of a card as the protocol bounds them', async () => {
    const { send } = open()
    const address = {
      ...{ name: 'Ada', line_one: 'x'.repeat(61), city: 'London', state: 'London', country: 'GB' },
      postal_code: '1'.repeat(21),
    }
    expect((await send(SESSIONS, { ...LINES, fulfillment_details: { address } })).status).toBe(201)
    refused(await send(DELEGATE, { ...REQUEST, billing_address: address }), 400, {
      param: '$.billing_address.line_one',
    })
  })

  it('add up lines of one product, and name the first of them where it is refused', async () => {
    const { send, asked } = open()
    const lines = [{ id: 'tea' }, { id: 'cup', quantity: 3 }, { id: 'tea' }, { id: 'pot' }]
    for (const line_items of [lines, lines.toReversed()])
      expect((await send(SESSIONS, { line_items }, { 'idempotency-key': `${line_items[0]?.id}` })).status).toBe(201)
    const added = { productId: 'tea', quantity: 2 }
    expect(asked[0]?.input.items).toEqual([added, { productId: 'cup', quantity: 3 }, { productId: 'pot', quantity: 1 }])
    expect(asked[1]?.input.items).toContainEqual(added)
    const field = { path: 'items[2].product_id', code: 'unknown_product', message: 'is not sold.' }
    const { body } = await open(AGENT, { failing: null, field }).send(SESSIONS, { line_items: lines })
    expect(body.param).toBe('$.line_items[3].id')
  })

  // Nothing of it is looked at line by line but by its own form.
  it('refuse very many lines at once', async () => {
    const line_items = Array.from({ length: 100_000 }, (_, index) => ({ id: `line-${index}` }))
    const create = ACP_ROUTES.find(({ operation }) => operation === 'acpCreateSession')
    const startedAt = performance.now()
    await expect(create?.run({ body: { line_items } } as never)).rejects.toMatchObject({
      details: { fields: [{ path: '$.line_items' }] },
    })
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })

  it('name fields of the protocol alone, whatever the operation behind has named', async () => {
    const named = async (path: string) => {
      const failing = { path, code: 'invalid_value', message: 'is wrong.' }
      const { body } = await open(AGENT, { failing: null, field: failing }).send(SESSIONS, LINES)
      return [body.param, body.message]
    }
    expect(await named('items[0].product_id')).toEqual(['$.line_items[0].id', 'line_items[0].id is wrong.'])
    expect(await named('items')).toEqual(['$.line_items', 'line_items is wrong.'])
    expect(await named('merchant_id')).toEqual(['$.line_items', 'line_items is wrong.'])
    expect(await named('details')).toEqual(['$', 'The request is wrong.'])
    expect(await named('details.metadata.$x')).toEqual(['$.metadata.$x', 'metadata.$x is wrong.'])
    for (const own of ['to', 'chain', 'agent_id'])
      expect(await named(own)).toEqual([undefined, 'The request is wrong.'])
    expect(await named('X-Agent-Id')).toEqual([undefined, 'X-Agent-Id is wrong.'])
  })

  it('refuse control characters, of which notes may have line breaks', async () => {
    const { send } = open()
    const buyer = { email: 'ada@example.com', first_name: 'A\u0007da' }
    refused(await send(SESSIONS, { ...LINES, buyer }), 400, { code: 'invalid', param: '$.buyer.first_name' })
    expect((await send(SESSIONS, { ...LINES, order_notes: 'One\nTwo' })).status).toBe(201)
    refused(await send(SESSIONS, { ...LINES, order_notes: 'One\u001bTwo' }), 400, { param: '$.order_notes' })
  })

  it('complete a session with the token under either of its names, and no other handler', async () => {
    const { send, asked } = open()
    const data = (handler_id: string) => ({
      payment_data: { handler_id, instrument: { type: 'card', credential: { type: 'spt', token: 'vt_SECRET' } } },
    })
    refused(await send(`${SESSIONS}/cks_1/complete`, data('other')), 400, { param: '$.payment_data.handler_id' })
    const paid = await send(`${SESSIONS}/cks_1/complete`, data('agent_wallet'))
    expect(paid.status).toBe(200)
    expect(misfits('AcpCheckoutSessionWithOrder', paid.body)).toEqual([])
    expect(asked.at(-1)).toMatchObject({ operation: 'CompleteAcpSession', input: { token: 'spt_SECRET' } })
  })

  it('tell that a session is paid, and not that its payment was declined', () => {
    const told = (type: 'shared_token_used' | 'shared_token_invalid') =>
      toFlatError({ type, message: 'It pays once.', details: {} }, 'complete')
    expect(told('shared_token_invalid').body.code).toBe('payment_declined')
    expect(told('shared_token_used')).toMatchObject({
      ...{ status: 409, body: { code: 'conflict', message: expect.stringMatching(/was paid.*read the session/) } },
    })
  })

  it('keep what is said beside the token, and take what merchants here do not ask for', async () => {
    const { send, asked } = open()
    const instrument = { type: 'card', credential: { type: 'spt', token: 'vt_SECRET' } }
    const payment_data = { handler_id: 'agent_wallet', instrument, purchase_order_number: 'PO-1' }
    const unasked = {
      risk_signals: { ip_address: '192.0.2.1' },
      marketing_consents: [{ channel: 'email', opted_in: true }],
      affiliate_attribution: { provider: 'impact.example', token: 't' },
    }
    const url = `${SESSIONS}/cks_1/complete`
    const paid = await send(url, { payment_data, order_notes: 'Ring twice.', ...unasked })
    expect(paid.status).toBe(200)
    expect(asked.at(-1)?.input.details).toEqual({ purchase_order_number: 'PO-1', order_notes: 'Ring twice.' })
    const later = { ...payment_data, due_date: '2026-02-01T00:00:00Z' }
    refused(await send(url, { payment_data: later }), 400, { param: '$.payment_data.due_date' })
    const nobody = { payment_data, affiliate_attribution: {} }
    refused(await send(url, nobody), 400, { param: '$.affiliate_attribution.provider' })
    const intent_trace = { reason_code: 'a_new_reason', metadata: { max_budget: 85 } }
    await send(`${SESSIONS}/cks_1/cancel`, { intent_trace })
    expect(asked.at(-1)?.input.details).toEqual({ intent_trace })
  })

  it('tell of a payment also where a detail of the answer could not be read at first', async () => {
    const payment_data = {
      handler_id: 'agent_wallet',
      instrument: { type: 'card', credential: { type: 'spt', token: 'vt_SECRET' } },
    }
    for (const failing of [null, { checkout: { ...OPEN, status: 'completed' } }]) {
      const { send, asked } = open(AGENT, { failing })
      const paid = await send(`${SESSIONS}/cks_1/complete`, { payment_data })
      expect([paid.status, paid.body.order?.id]).toEqual([200, 'ord_1'])
      expect(asked.map(({ operation }) => operation)).toEqual(['CompleteAcpSession', 'GetAcpSession'])
    }
  })

  it('answer 405 to the cancellation of what is over', async () => {
    const { send } = open()
    refused(await send(`${SESSIONS}/cks_1/cancel`, {}), 405, { code: 'conflict' })
    // Also where only the commit remembers the refusal, because its answer was lost.
    const again = await send(`${SESSIONS}/cks_1/cancel`, {})
    refused(again, 405, { code: 'conflict' })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it('issue a token to the agent of the bearer, and keep nothing of the card', async () => {
    const { send, asked, stored } = open()
    const issued = await send(DELEGATE, REQUEST)
    expect([issued.status, issued.body.id, issued.body.metadata]).toEqual([
      ...[201, 'vt_SECRET', { campaign: 'q4', merchant_id: 'mrc_1', idempotency_key: 'k1' }],
    ])
    expect(misfits('AcpDelegatedPayment', issued.body)).toEqual([])
    expect(asked.at(-1)?.input).toMatchObject({ agentId: 'agt_1', sessionId: 'cks_1', maxAmountMinor: 700 })
    expect(JSON.stringify([asked, stored, issued.body])).not.toContain(CARD)
    const again = await send('/acp/delegate_payment', REQUEST)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([issued.text, 'true'])
    const other = {
      ...REQUEST,
      payment_method: { ...METHOD, number: '5555555555554444', iin: '555555', display_last4: '4444' },
    }
    refused(await send(DELEGATE, other), 422, { code: 'idempotency_conflict' })
    refused(await open({ kind: 'organization', keyId: 'key_1' }).send(DELEGATE, REQUEST), 403, {
      code: 'capability_denied',
    })
  })

  it('refuse every other card without repeating a digit of it', async () => {
    const { send, asked } = open()
    const real = '4539578763621486'
    const cards: readonly (readonly [object, string, number])[] = [
      [{ number: real, iin: undefined, display_last4: undefined }, 'number', 422],
      [{ number: '4242 4242 4242 4242' }, 'number', 400],
      [{ number: 4242424242424242 }, 'number', 400],
      [{ display_last4: '1111' }, 'display_last4', 422],
      [{ exp_month: '13' }, 'exp_month', 400],
      [{ exp_year: '2025' }, 'exp_year', 422],
      [{ cvc: '12' }, 'cvc', 400],
      [{ name: `Jane ${CARD}` }, 'number', 422],
      [{ metadata: { note: '4242-4242-4242-4242' } }, 'number', 422],
    ]
    for (const [change, field, status] of cards) {
      const answer = await send(DELEGATE, { ...REQUEST, payment_method: { ...METHOD, ...change } })
      refused(answer, status, { code: 'invalid_card', param: `$.payment_method.${field}` })
      expect(answer.text).not.toMatch(/\d{6}/)
    }
    const named = await send(DELEGATE, { ...REQUEST, [real]: 1 })
    refused(named, 400, { code: 'invalid' })
    expect(named.text).not.toContain(real)
    expect(asked).toEqual([])
  })

  it('hold the allowance against the session, and let no blocked card through', async () => {
    const { send, asked } = open()
    const changes: readonly (readonly [object, string])[] = [
      [{ allowance: { ...ALLOWANCE, currency: 'eur' } }, '$.allowance.currency'],
      [{ allowance: { ...ALLOWANCE, merchant_id: 'mrc_2' } }, '$.allowance.merchant_id'],
      [{ allowance: { ...ALLOWANCE, max_amount: 0 } }, '$.allowance.max_amount'],
      [{ allowance: { ...ALLOWANCE, max_amount: 7.5 } }, '$.allowance.max_amount'],
      [{ allowance: { ...ALLOWANCE, expires_at: 'tomorrow' } }, '$.allowance.expires_at'],
      [{ risk_signals: [{ type: 'card_testing', score: 99, action: 'blocked' }] }, '$.risk_signals[0].action'],
    ]
    for (const [change, param] of changes) refused(await send(DELEGATE, { ...REQUEST, ...change }), 400, { param })
    expect(asked.map(({ operation }) => operation)).not.toContain('AuthorizeAcpSession')
  })

  it('are told of by a discovery document without any merchant', () => {
    const document = buildAcpDiscovery(BASE)
    expect(misfits('AcpDiscovery', document)).toEqual([])
    expect(document.api_base_url).toBe(`${BASE}/acp`)
  })
})
