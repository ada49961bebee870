/** Domain A.14: charges of which a payment processor is asked. It gives the verdict alone; the money moves once, on the chain. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { startLocalServer } from '../../../scripts/localServer.ts'
import { type Behavior, openChargeDesk } from '../../../scripts/merchant/charges.ts'
import { type Body, type Caller, send } from '../../support/carriers.ts'
import {
  done,
  eventsOf,
  openAgent,
  openShop,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  tokenOf,
  typesOf,
  until,
} from '../../support/scene.ts'

const SECRET = 'a secret of the processor'
/** Longer than any pause between two questions of these tests. */
const LATER_MS = 60_000
/** Of each token, in dollars. */
const CAP = 2.5
const cents = (dollars: number): number => Math.round(dollars * 100) / 100

export async function startProcessor() {
  const behaviors = new Map<unknown, Behavior>()
  /** What the merchant's own address answers, by path. */
  const feeds = new Map<string, readonly [status: number, body: string]>()
  const desk = openChargeDesk(SECRET, ({ session_id }) => behaviors.get(session_id) ?? 'approve')
  const server = await startLocalServer((request, response) => {
    const [status, body] = feeds.get(request.url ?? '') ?? []
    if (status === undefined) return desk.handle(request, response)
    response.writeHead(status).end(body)
  })
  return {
    ...desk,
    /** @returns its address */
    serve(path: string, status: number, body: string): string {
      feeds.set(path, [status, body])
      return server.url + path
    },
    behave: (sessionId: unknown, behavior: Behavior) => void behaviors.set(sessionId, behavior),
    environment: {
      ...{ PAYMENT_PROCESSOR: 'http', PAYMENT_PROCESSOR_URL: `${server.url}/charges` },
      ...{ PAYMENT_PROCESSOR_SECRET: SECRET, PAYMENT_PROCESSOR_TIMEOUT_MS: '300' },
    },
    close: server.close,
  }
}

type Processor = Awaited<ReturnType<typeof startProcessor>>

/** A session and its token, and what can be done with both. */
export async function openPurchase(scene: Scene, agent: TestAgent) {
  const call = (operation: Parameters<Scene['carrier']['call']>[0], input: Body, by: Caller = agent.caller) =>
    scene.carrier.call(operation, input, by)
  const items = [{ product_id: 'pen', quantity: 1 }]
  const { session_id } = done(await call('createCheckout', { items })).body
  const cap = { agent_id: agent.agentId, session_id, max_amount_minor: CAP * 100 }
  const authorize = () => call('authorizeCheckout', cap)
  const token = textIn(done(await authorize()).body, 'shared_token')
  const money = async () => {
    const { body } = done(await call('balances', { wallet_id: agent.walletId }, scene.owner))
    const [usdc] = (body.balances as Body[]).filter((one) => one.token === 'USDC' && one.chain === 'base')
    return [Number(usdc?.available), Number(usdc?.held)]
  }
  return {
    ...{ call, money, authorize, token, sessionId: session_id },
    /** @param key of this session alone */
    pay: (key?: string, by: Caller = agent.caller) =>
      scene.carrier.call(
        'payCheckout',
        { session_id, token },
        by,
        key === undefined ? {} : { idempotencyKey: `${key}-${session_id}` },
      ),
    session: async () => done(await call('getCheckout', { id: session_id })).body,
  }
}

/** As a client of the Agentic Commerce Protocol. */
export function inProtocol(
  scene: Scene,
  { caller }: TestAgent,
  path: unknown,
  body?: object,
  key: string = randomUUID(),
) {
  return send(`${scene.service.url}/acp/checkout_sessions/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...{ authorization: `Bearer ${caller.token}`, 'api-version': '2026-04-17' },
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

export async function openStocked(scene: Scene, funds = '20'): Promise<TestAgent> {
  const { merchantId } = await openShop(scene)
  const products = [{ product_id: 'pen', title: 'A pen', amount_minor: 199 }]
  done(await scene.carrier.call('setProductFeed', { merchant_id: merchantId, products }, scene.owner))
  return openAgent(scene, { funds })
}

/** @param isWhole false: only what an answer does, and what the lack of one does */
export function charges(
  open: (name: string) => Promise<Scene>,
  processor: () => Processor,
  { isWhole = true }: { readonly isWhole?: boolean } = {},
): void {
  describe('A.14 charges of which a payment processor is asked', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await open('Charges')
      agent = await openStocked(scene)
    })
    /** What is available and held is that before, less the charge. */
    const begin = async (behavior: Behavior) => {
      const purchase = await openPurchase(scene, agent)
      const [available = 0] = await purchase.money()
      processor().behave(purchase.sessionId, behavior)
      const money = async () =>
        (await purchase.money()).map((units, at) => cents(at === 0 ? units - available - CAP : units))
      return { ...purchase, money }
    }
    const later = () => scene.service.clock.advance(LATER_MS)
    const about = (sessionId: unknown) => processor().questions.filter((one) => one.session_id === sessionId)

    test('an approved charge becomes payment and order, once; its key repeats the order', async () => {
      const { pay, sessionId, money, session } = await begin('approve')
      const { body } = done(await pay('one'))
      expect(body).toMatchObject({ status: 'confirmed', amount_minor: 199 })
      expect(about(sessionId)).toMatchObject([
        { order_id: body.order_id, payment_id: body.payment_id, amount_minor: 199, currency: 'USD', mode: 'test' },
      ])
      expect(await money()).toEqual([-1.99, 0])
      const again = await pay('one')
      expect([done(again).body, again.replayed]).toEqual([body, true])
      refused(await pay(), 409, 'shared_token_used')
      expect(await session()).toMatchObject({ status: 'completed', charge: null })
      expect(about(sessionId)).toHaveLength(1)
    })

    test('a declined charge leaves a failed payment, and its money is available again', async () => {
      const { pay, call, money, session, sessionId, authorize } = await begin('decline')
      const answer = refused(await pay('one'), 402, 'payment_declined', { reason: 'declined' })
      const payment_id = answer.refused?.details.payment_id
      const { body } = done(await call('getPayment', { payment_id }))
      expect(body).toMatchObject({ status: 'failed', failure_code: 'payment_declined' })
      expect(typesOf(await eventsOf(scene, payment_id))).toEqual(['payment.failed'])
      expect(await money()).toEqual([0, 0])
      const again = await pay('one')
      expect([again.refused, again.replayed]).toEqual([answer.refused, true])
      refused(await pay(), 402, 'shared_token_invalid', { void_reason: 'charge_failed' })
      expect(await session()).toMatchObject({ status: 'open', order_id: null, charge: null })
      done(await authorize())
      done(await call('cancelCheckout', { id: sessionId }))
    })

    // protocols.md 2.2.
    test('the key of a purchase whose charge is being asked about is in flight: 409 with Retry-After, at once', async () => {
      const { sessionId, token } = await begin('silent')
      const instrument = { type: 'card', credential: { type: 'spt', token } }
      const complete = () =>
        inProtocol(
          scene,
          agent,
          `${sessionId}/complete`,
          { payment_data: { handler_id: 'agent_wallet', instrument } },
          key,
        )
      const key = randomUUID()
      const first = complete()
      await until(async () => about(sessionId).length > 0)
      const second = await complete()
      expect([second.status, second.body.type, second.body.code]).toEqual([
        ...[409, 'invalid_request', 'idempotency_in_flight'],
      ])
      expect(second.headers.get('retry-after')).toBe('1')
      expect((await first).status).toBe(502)
      processor().behave(sessionId, 'approve')
      later()
      await until(async () => (await inProtocol(scene, agent, sessionId)).body.status === 'completed')
      const third = await complete()
      expect([third.status, third.body.status]).toEqual([200, 'completed'])
    })

    // The second comes beyond the end of the token, and of the session; what is lost is asked for again within seconds.
    const unanswered = [['silent', LATER_MS] as const, ['lost', 31 * LATER_MS] as const]
    test.each(isWhole ? unanswered : unanswered.slice(0, 1))(
      'an answer that is %s keeps the money reserved, and is asked for again by the id',
      async (behavior, afterMs) => {
        const { pay, call, money, session, sessionId, authorize } = await begin(behavior)
        const told = refused(await pay('one'), 502, 'all_adapters_exhausted', { reason: 'processor_unanswered' })
        const charge_id = told.refused?.details.charge_id
        expect(await session()).toMatchObject({ status: 'open', charge: { charge_id, status: 'pending', tries: 1 } })
        expect((await inProtocol(scene, agent, sessionId)).body.status).toBe('complete_in_progress')
        expect((await inProtocol(scene, agent, `${sessionId}/cancel`, {})).status).toBe(409)
        const pending = { reason: 'charge_pending', charge_id }
        refused(await pay('two'), 409, 'conflict', pending)
        refused(await authorize(), 409, 'conflict', pending)
        refused(await call('cancelCheckout', { id: sessionId }), 409, 'conflict', pending)
        expect(await money()).toEqual([-2.5, 2.5])
        processor().behave(sessionId, 'approve')
        scene.service.clock.advance(afterMs)
        const ended = await until(async () => {
          const { body } = await call('getCheckout', { id: sessionId })
          return body.status === 'completed' && body
        })
        const { body } = done(await pay('one'))
        expect(body).toMatchObject({ order_id: ended.order_id, status: 'confirmed' })
        expect(new Set(about(sessionId).map((one) => one.charge_id))).toEqual(new Set([charge_id]))
        expect(typesOf(await eventsOf(scene, body.order_id))).toEqual(['checkout.completed'])
        expect(await money()).toEqual([-1.99, 0])
      },
    )

    if (!isWhole) return

    test('a kill switch ends what waits for an answer; the approval that comes later does nothing', async () => {
      const { pay, call, money, session, sessionId } = await begin('lost')
      refused(await pay('one'), 502, 'all_adapters_exhausted')
      const target = { scope: 'agent', target_id: agent.agentId, reason: 'Test', reason_code: 'test' }
      const { body } = done(await call('activateSwitch', target, scene.owner))
      await until(async () => (await session()).charge === null)
      done(await call('deactivateSwitch', { switch_id: body.switch_id, reason: 'Over' }, scene.owner))
      later()
      expect((await money())[1]).toBe(0)
      refused(await pay('one'), 403, 'kill_switch_active')
      expect(await session()).toMatchObject({ order_id: null })
      const [asked, ...again] = about(sessionId)
      expect([processor().verdicts.get(asked?.charge_id ?? ''), again]).toEqual(['approved', []])
    })

    test('an organization ends a charge that nobody answers', async () => {
      const { pay, call, money, sessionId } = await begin('broken')
      refused(await pay('one'), 502, 'all_adapters_exhausted')
      const list = async (status: string) => rowsIn(done(await call('listCharges', { status }, scene.owner)))
      const { charge } = (await call('getCheckout', { id: sessionId })).body as { charge: Body }
      for (const by of [agent.caller, scene.owner])
        expect(done(await call('getCharge', { charge_id: charge.charge_id }, by)).body).toMatchObject({
          ...{ charge_id: charge.charge_id, session_id: sessionId, status: 'pending', waits_for: 'processor' },
        })
      // The time of the next question is set once the last has failed, which may be after the clock was moved.
      for (let tries = 1; tries < 5; )
        if (await until(async () => about(sessionId).length > tries, 2_000).catch(() => false)) tries += 1
        else later()
      const [found] = await until(() => list('unanswered'))
      expect(found).toMatchObject({ session_id: sessionId, amount_minor: 199, status: 'unanswered' })
      expect(await list('pending')).toEqual([])
      const { charge_id } = found as Body
      refused(await call('endCharge', { charge_id }), 403, 'capability_denied')
      expect(done(await call('endCharge', { charge_id, reason: 'Asked them.' }, scene.owner)).body.status).toBe('ended')
      refused(await call('endCharge', { charge_id }, scene.owner), 409, 'conflict', { status: 'ended' })
      expect(await money()).toEqual([0, 0])
      refused(await pay('one'), 402, 'payment_declined', { reason: 'ended' })
    })

    test('an approval finds a capability that was taken meanwhile: nothing is paid', async () => {
      const { pay, call, money, sessionId } = await begin('broken')
      refused(await pay('one'), 502, 'all_adapters_exhausted')
      const { agentId: agent_id } = agent
      const allow = async (...capabilities: string[]) =>
        done(await scene.carrier.call('updateAgent', { agent_id, capabilities }, scene.owner))
      await allow('wallets', 'mandates')
      processor().behave(sessionId, 'approve')
      later()
      const read = () => call('getCheckout', { id: sessionId }, scene.owner)
      await until(async () => done(await read()).body.charge === null)
      await allow('payments', 'wallets', 'mandates')
      expect(await money()).toEqual([0, 0])
      refused(await pay('one'), 403, 'capability_denied')
    })

    test.each(['revoked', 'made a viewer'])(
      'an approval finds the key that paid %s meanwhile: nothing is paid',
      async (how) => {
        const { sessionId, money, call, pay } = await begin('broken')
        const { orgId } = scene.organization
        const form = { org_id: orgId, name: 'A buyer', roles: ['approver'] }
        const key = done(await call('createKey', form, scene.owner)).body
        refused(await pay(undefined, { apiKey: textIn(key, 'api_key') }), 502, 'all_adapters_exhausted')
        const of = { org_id: orgId, key_id: key.key_id }
        if (how === 'revoked') done(await call('revokeKey', of, scene.owner))
        else done(await call('updateKey', { ...of, roles: ['viewer'] }, scene.owner))
        processor().behave(sessionId, 'approve')
        later()
        const ended = await until(async () => {
          const { body } = await call('getCheckout', { id: sessionId }, scene.owner)
          return body.charge === null && body
        })
        expect([ended.order_id, (await money())[0]]).toEqual([null, 0])
        const [payment] = rowsIn(done(await call('listPayments', { status: 'failed' }, scene.owner)))
        expect(payment).toMatchObject({ failure_code: 'capability_denied' })
        done(await call('cancelCheckout', { id: sessionId }, scene.owner))
      },
    )

    test('an approval finds a mandate that was revoked meanwhile: nothing is paid', async () => {
      const { pay, call, money, session, sessionId } = await begin('broken')
      refused(await pay('one'), 502, 'all_adapters_exhausted')
      done(await call('revokeMandate', { mandate_id: agent.mandateId, reason: 'Test' }, scene.owner))
      processor().behave(sessionId, 'approve')
      later()
      await until(async () => (await session()).charge === null)
      expect(await money()).toEqual([0, 0])
      refused(await pay('one'), 403, 'mandate_revoked')
    })
  })
}

export function purchasesStopped(open: (name: string) => Promise<Scene>, processor: () => Processor): void {
  describe('A.14 what stops a purchase, and where products come from', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await open('Stopped purchases')
      agent = await openStocked(scene)
    })

    test('a frozen wallet and a suspended agent pay nothing with their tokens until they are free again', async () => {
      const { call, money, pay, sessionId } = await openPurchase(scene, agent)
      const asOwner = (operation: Parameters<typeof call>[0], input: Body) => call(operation, input, scene.owner)
      const wallet = { wallet_id: agent.walletId, reason: 'Test' }
      done(await asOwner('freezeWallet', wallet))
      refused(await pay(), 403, 'wallet_frozen')
      done(await asOwner('unfreezeWallet', wallet))
      done(await asOwner('suspendAgent', { agent_id: agent.agentId, reason: 'Test' }))
      refused(await pay(), 401, 'authentication_error', { reason: 'agent_suspended' })
      expect((await money())[1]).toBe(CAP)
      done(await asOwner('reactivateAgent', { agent_id: agent.agentId, reason: 'Test' }))
      const fresh = await tokenOf(scene.carrier, agent)
      done(await call('cancelCheckout', { id: sessionId }, { ...agent.caller, token: fresh }))
    })

    test('a hold is not captured for a merchant that is blocked meanwhile', async () => {
      const shop = await openShop(scene)
      const call = (operation: Parameters<Scene['carrier']['call']>[0], input: Body) =>
        scene.carrier.call(operation, input, scene.owner)
      const hold = { wallet_id: agent.walletId, amount: '1.00', token: 'USDC', merchant: shop.merchantId }
      const { hold_id } = done(await call('createHold', hold)).body
      const merchant = { merchant_id: shop.merchantId }
      done(await call('updateMerchant', { ...merchant, status: 'blocked' }))
      refused(await call('captureHold', { hold_id }), 403, 'policy_violation')
      done(await call('updateMerchant', { ...merchant, status: 'active' }))
      expect(done(await call('captureHold', { hold_id })).body.status).toBe('captured')
    })

    test('an approval of a cap in dollars holds whatever the rate of the token becomes (domain 3)', async () => {
      await scene.service.loadRate('1.0800')
      const fresh = { ...agent.caller, token: await tokenOf(scene.carrier, agent) }
      const { sessionId } = await openPurchase(scene, { ...agent, caller: fresh })
      const euros = { wallet_id: agent.walletId, token: 'EURC' }
      done(await scene.carrier.call('faucet', { ...euros, amount: '60' }, scene.owner))
      await until(async () => Number((await scene.carrier.call('balance', euros, fresh)).body.balance) >= 60)
      const input = { agent_id: agent.agentId, session_id: sessionId, max_amount_minor: 3_000, token: 'EURC' }
      const authorize = () => scene.carrier.call('authorizeCheckout', input, fresh)
      const answer = refused(await authorize(), 403, 'approval_required', { reason: 'above_threshold' })
      const { approval_id } = answer.refused?.details ?? {}
      done(await scene.carrier.call('approve', { approval_id }, scene.owner))
      await scene.service.loadRate('1.1200')
      done(await authorize())
      refused(await authorize(), 403, 'approval_required', { reason: 'above_threshold' })
      done(await scene.carrier.call('cancelCheckout', { id: sessionId }, fresh))
    })

    test('the key of a token shows the token again to the credential that made it alone', async () => {
      const fresh = await tokenOf(scene.carrier, agent)
      const caller = { ...agent.caller, token: fresh }
      const items = [{ product_id: 'pen', quantity: 1 }]
      const { session_id } = done(await scene.carrier.call('createCheckout', { items }, caller)).body
      const input = { agent_id: agent.agentId, session_id, max_amount_minor: 199 }
      const by = (one: Caller) => scene.carrier.call('authorizeCheckout', input, one, { idempotencyKey: 'shown once' })
      const first = done(await by(scene.owner))
      expect(first.body.shared_token).toMatch(/^spt_/)
      expect(done(await by(scene.owner)).body.shared_token).toBe(first.body.shared_token)
      const apiKey = await scene.service.createKey(scene.organization.orgId, { roles: [] })
      const other = done(await by({ apiKey }))
      expect([other.replayed, other.body.shared_token]).toEqual([true, null])
    })

    test('a feed is fetched from its address and replaces what is sold; what cannot be read changes nothing', async () => {
      const { merchantId } = await openShop(scene)
      const call = (operation: Parameters<Scene['carrier']['call']>[0], input: Body) =>
        scene.carrier.call(operation, input, scene.owner)
      const load = (url: string) => call('importProductFeed', { merchant_id: merchantId, url })
      const sold = async () =>
        (done(await call('productManifest', { merchant: merchantId })).body.product_feed as Body[]).map(
          ({ product_id }) => product_id,
        )
      const serve = (path: string, status: number, body: unknown) =>
        processor().serve(
          `/${scene.carrier.name}${path}`,
          status,
          typeof body === 'string' ? body : JSON.stringify(body),
        )
      const products = [{ product_id: 'ink', title: 'Ink', amount_minor: 300, color: 'blue' }]
      expect(done(await load(serve('/ok', 200, { products }))).body.product_feed).toMatchObject([
        { product_id: 'ink', price: { amount_minor: 300 }, availability: 'in_stock', merchant_id: merchantId },
      ])
      for (const [url, code] of [
        [serve('/gone', 404, {}), 'not_found_there'],
        [serve('/moved', 302, {}), 'not_found_there'],
        [serve('/text', 200, 'no feed'), 'not_a_feed'],
        [serve('/list', 200, []), 'not_a_feed'],
        [
          serve('/twice', 200, '{"products": [{"product_id": "a", "amount_minor": 1, "amount\\u005fminor": 2}]}'),
          'repeated_name',
        ],
        [serve('/deep', 200, `{"products": ${'['.repeat(65)}${']'.repeat(65)}}`), 'too_complex'],
        [serve('/full', 200, { products: [], others: Array.from({ length: 25_001 }, () => 0) }), 'too_complex'],
        [serve('/long', 200, 'x'.repeat(1_100_000)), 'too_large'],
        ['http://127.0.0.1:1/feed.json', 'unreachable'],
        ['https://10.0.0.1/feed.json', 'address_not_public'],
        ['http://shop.example/feed.json', 'https_required'],
        ['nonsense', 'invalid_url'],
      ] as const) {
        refused(await load(url), 400, 'invalid_request', { fields: [{ path: 'url', code }] })
      }
      refusedField(
        await load(serve('/free', 200, { products: [{ ...products[0], amount_minor: 0 }] })),
        'products[0].amount_minor',
      )
      const torn = '{"products": [{"product_id": "ink", "title": "\\ud800", "amount_minor": 1}]}'
      refusedField(await load(serve('/torn', 200, torn)), 'products[0].title')
      refusedField(await load(serve('/none', 200, { products: [null] })), 'products[0].amount_minor')
      expect(await sold()).toEqual(['ink'])
    })
  })
}
