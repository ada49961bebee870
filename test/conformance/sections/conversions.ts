/** Domain 1.9 and A.9: dollars that are converted to a token by quote, and delivered on its chain. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  available,
  type Conversions,
  openConversions,
  quoted,
  quoteForm,
  settled,
} from '../../support/conversionScene.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  rowsIn,
  textIn,
  typesOf,
  until,
  verifyAgent,
} from '../../support/scene.ts'

const PRICES = [
  // A fee of ten basis points, at least a cent, rounded up.
  [{ from_amount_minor: 10_000 }, { from_amount_minor: 10_000, fee_minor: 10, to_amount: '99.90', fixed_side: 'from' }],
  [{ from_amount_minor: 10_001 }, { from_amount_minor: 10_001, fee_minor: 11, to_amount: '99.90' }],
  [{ from_amount_minor: 2 }, { from_amount_minor: 2, fee_minor: 1, to_amount: '0.01' }],
  [{ to_amount: '99.90' }, { from_amount_minor: 10_000, fee_minor: 10, to_amount: '99.90', fixed_side: 'to' }],
  [{ to_amount: '0.000001' }, { from_amount_minor: 2, fee_minor: 1, to_amount: '0.000001' }],
] as const

export function conversions(given: Given): void {
  describe('1.9 conversions', () => {
    let own: Conversions
    let approver: Caller
    beforeAll(async () => {
      own = await openConversions(given, 'Conversions', 500_000)
      approver = await openPerson(own.scene, ['approver'])
    })
    const call = (operation: string, input: Body, by: Caller = own.scene.owner) =>
      own.scene.carrier.call(operation as 'getQuote', input, by)
    const balance = async () => {
      const asked = { wallet_id: own.agent.walletId, token: 'USDC', chain: 'base' }
      return Number(done(await call('balance', asked)).body.balance)
    }

    test('a quote tells what it takes, delivers and costs, for a minute', async () => {
      const answer = await call('createQuote', quoteForm(own))
      const { body } = created(own.scene, answer, 201, `/api/v2/treasury/conversions/quotes/${answer.body.quote_id}`)
      expect(body).toMatchObject({
        ...{ quote_id: expect.stringMatching(/^qte_/), status: 'open', from_currency: 'USD', to_token: 'USDC' },
        ...{ to_chain: 'base', rate: '1', fee_bps: 10, wallet_id: own.agent.walletId, payment_id: null },
        ...{ financial_account_token: own.accounts.issuing, approval_id: null, failure_code: null, executed_at: null },
      })
      const life = Date.parse(textIn(body, 'expires_at')) - Date.parse(textIn(body, 'created_at'))
      expect(life).toBe(60_000)
      expect(done(await call('getQuote', { quote_id: body.quote_id })).body).toEqual(body)
      for (const [asked, price] of PRICES) {
        const form = { ...quoteForm(own), from_amount_minor: null, ...asked }
        expect(done(await call('createQuote', form)).body).toMatchObject(price)
      }
      const euros = await quoted(own, { to_token: 'EURC' })
      expect(Number(euros.to_amount)).toBeLessThan(99.9)
      expect(euros.rate).toMatch(/^0\.\d+$/)
    })

    test('what cannot be priced or delivered is refused, and names why', async () => {
      const ask = (changes: Body) => call('createQuote', quoteForm(own, changes))
      refusedField(await ask({ to_amount: '5.00' }), 'to_amount')
      refusedField(await ask({ from_amount_minor: null }), 'from_amount_minor')
      refusedField(await ask({ from_amount_minor: 1 }), 'from_amount_minor')
      refusedField(await ask({ to_token: 'DOGE' }), 'to_token')
      refused(await ask({ to_chain: 'solana' }), 422, 'no_route', { reason: 'unknown_chain' })
      const reason = 'token_not_supported_on_chain'
      refused(await ask({ to_token: 'USDT' }), 422, 'no_route', { reason })
      refused(await ask({ wallet_id: 'wal_unknown' }), 404, 'not_found')
      refused(await ask({ financial_account_token: 'fa_unknown' }), 404, 'not_found')
      const tooMuch = await ask({ from_amount_minor: 9_999_999_999 })
      refused(tooMuch, 422, 'no_route', { reason: 'treasury_stock_too_low', token: 'USDC', chain: 'base' })
      const other = await openScene(given, 'Other conversions')
      refused(await ask({ wallet_id: (await openAgent(other)).walletId }), 404, 'not_found')
    })

    test('it is executed once: the dollars leave, and the tokens arrive on the chain', async () => {
      const { quote_id } = await quoted(own)
      const [before, had] = [await available(own), await balance()]
      const { body } = done(await call('executeQuote', { quote_id }))
      expect(body).toMatchObject({ status: 'executed', payment_id: expect.stringMatching(/^pay_/), approval_id: null })
      expect(await available(own)).toBe(before - 10_000)
      const again = done(await call('executeQuote', { quote_id })).body
      expect([again.payment_id, await available(own)]).toEqual([body.payment_id, before - 10_000])
      expect(await settled(own, body)).toMatchObject({ status: 'executed', delivered_at: expect.stringMatching(/Z$/) })
      await until(async () => (await balance()) >= had + 99.9)
      const { payment_id } = body
      expect(done(await call('getPayment', { payment_id })).body).toMatchObject({
        ...{ status: 'completed', amount: '99.90', token: 'USDC', chain: 'base', wallet_id: own.agent.walletId },
      })
      const told = typesOf(await eventsOf(own.scene, quote_id))
      expect(told).toEqual(['treasury.conversion.executed'])
      refused(await call('cancelQuote', { quote_id }), 409, 'conflict', { reason: 'quote_executed' })
      refused(await call('executeQuote', { quote_id, approval_id: 'apr_unknown' }), 404, 'not_found')
    })

    test('several at once are delivered, each its own amount', async () => {
      const had = await balance()
      const executed = await Promise.all(
        [200, 300, 400].map(async (from_amount_minor) => {
          const { quote_id } = await quoted(own, { from_amount_minor })
          return done(await call('executeQuote', { quote_id })).body
        }),
      )
      for (const one of executed) expect(await settled(own, one)).toMatchObject({ status: 'executed' })
      await until(async () => (await balance()) >= had + 8.97)
    })

    test('only what is available is converted', async () => {
      const { quote_id } = await quoted(own, { from_amount_minor: 600_000 })
      refused(await call('executeQuote', { quote_id }), 402, 'insufficient_funds', { reason: 'balance_below_amount' })
      expect(done(await call('getQuote', { quote_id })).body).toMatchObject({ status: 'open', payment_id: null })
      done(await call('cancelQuote', { quote_id }))
      expect(done(await call('cancelQuote', { quote_id })).body).toMatchObject({ status: 'canceled' })
      refused(await call('executeQuote', { quote_id }), 409, 'quote_already_used', { status: 'canceled' })
      const listed = rowsIn(done(await call('listQuotes', { status: 'canceled', wallet_id: own.agent.walletId })))
      expect(listed.map((one) => one.quote_id)).toEqual([quote_id])
    })

    test('what an agent asks for waits for a person, and is delivered once approved', async () => {
      const { caller } = own.agent
      const { quote_id } = await quoted(own, {}, caller)
      const before = await available(own)
      const answer = await call('executeQuote', { quote_id }, caller)
      const { body } = done(answer)
      if (own.scene.carrier.name === 'rest') expect(answer.status).toBe(202)
      expect(body).toMatchObject({ status: 'open', payment_id: null, approval_id: expect.stringMatching(/^apr_/) })
      const { approval_id } = body
      expect(done(await call('executeQuote', { quote_id, approval_id }, caller)).body).toMatchObject({ approval_id })
      refused(await call('cancelQuote', { quote_id }, caller), 409, 'conflict', { reason: 'awaiting_approval' })
      expect(await available(own)).toBe(before)
      const approval = done(await call('getApproval', { approval_id })).body
      expect(approval).toMatchObject({ subject_type: 'conversion', subject_id: quote_id, reason: 'conversion' })
      expect(done(await call('approve', { approval_id }, approver)).body).toMatchObject({ status: 'executed' })
      expect(await settled(own, { quote_id })).toMatchObject({ status: 'executed', approval_id })
      expect(await available(own)).toBe(before - 10_000)
      const second = await quoted(own, {}, caller)
      const parked = done(await call('executeQuote', { quote_id: second.quote_id }, caller)).body
      done(await call('deny', { approval_id: parked.approval_id }, approver))
      expect(done(await call('getQuote', { quote_id: second.quote_id })).body).toMatchObject({
        ...{ status: 'canceled', failure_code: 'approval_denied', payment_id: null },
      })
    })

    test('an agent converts to its own wallet alone, with the capability and once it is verified', async () => {
      const plain = await openAgent(own.scene)
      refused(await call('createQuote', quoteForm(own), plain.caller), 403, 'capability_denied')
      const unknown = await openAgent(own.scene, { capabilities: ['treasury'] })
      refused(await call('createQuote', quoteForm(own), unknown.caller), 404, 'not_found')
      const { quote_id } = await quoted(own, { wallet_id: unknown.walletId }, unknown.caller)
      refused(await call('executeQuote', { quote_id }, unknown.caller), 403, 'compliance_denied')
      const { body } = done(await call('createQuote', quoteForm(own)))
      await verifyAgent(own.scene, unknown)
      refused(await call('executeQuote', { quote_id: body.quote_id }, unknown.caller), 404, 'not_found')
    })

    test('a frozen wallet and a kill switch stop it, and what waits for an approval with it', async () => {
      const other = await openConversions(given, 'Stopped conversions', 50_000)
      const { carrier, owner } = other.scene
      type Asked = 'executeQuote' | 'freezeWallet' | 'unfreezeWallet' | 'activateSwitch' | 'previewSwitch'
      const ask = (operation: Asked, input: Body) => carrier.call(operation, input, owner)
      const { quote_id } = await quoted(other)
      done(await ask('freezeWallet', { wallet_id: other.agent.walletId, reason: 'A drill.' }))
      refused(await ask('executeQuote', { quote_id }), 403, 'wallet_frozen')
      done(await ask('unfreezeWallet', { wallet_id: other.agent.walletId, reason: 'Over.' }))
      const parked = await quoted(other, {}, other.agent.caller)
      const { approval_id } = done(
        await carrier.call('executeQuote', { quote_id: parked.quote_id }, other.agent.caller),
      ).body
      const on = { scope: 'token', target_id: 'USDC' }
      expect(done(await ask('previewSwitch', on)).body).toMatchObject({ parked: 1 })
      done(await ask('activateSwitch', { ...on, reason: 'Drill.', reason_code: 'test' }))
      refused(await ask('executeQuote', { quote_id }), 403, 'kill_switch_active', { scope: 'token' })
      const form = quoteForm(other)
      refused(await carrier.call('createQuote', form, owner), 403, 'kill_switch_active', { scope: 'token' })
      await until(async () => {
        const { body } = done(await carrier.call('getApproval', { approval_id }, owner))
        return body.status === 'dismissed'
      })
      expect(done(await carrier.call('getQuote', { quote_id: parked.quote_id }, owner)).body).toMatchObject({
        ...{ status: 'canceled', failure_code: 'kill_switch_active' },
      })
      const { quote_id: free } = await quoted(other, { to_token: 'EURC' })
      expect(await settled(other, done(await ask('executeQuote', { quote_id: free })).body)).toMatchObject({
        status: 'executed',
      })
    })

    test('a refused spend of dollars is listed, and in the audit log by its request (domain 3, A.11)', async () => {
      const cents = (await available(own)) + 1
      const { quote_id } = await quoted(own, { from_amount_minor: cents })
      const refusals = [
        await call('withdrawTreasury', { amount_minor: cents, external_bank_account_token: own.bank }),
        await call('executeQuote', { quote_id }),
      ]
      const found = []
      for (const answer of refusals) {
        refused(answer, 402, 'insufficient_funds')
        const asked = { request_id: answer.headers.get('x-request-id') ?? '' }
        found.push(await until(async () => rowsIn(done(await call('listAudit', asked)))[0]))
      }
      for (const one of found)
        expect(one).toMatchObject({
          type: 'audit.refused',
          outcome: 'refused',
          details: { type: 'insufficient_funds' },
        })
      expect(found.map(({ operation }) => operation)).toEqual(['withdrawTreasury', 'executeConversionQuote'])
      const listed = rowsIn(done(await call('listRefusals', { limit: 2 })))
      expect(listed.map(({ operation }) => operation).sort()).toEqual(['conversion', 'withdrawal'])
    })

    test('quotes of others are not there', async () => {
      const { quote_id } = await quoted(own)
      const other = await openScene(given, 'Foreign conversions')
      for (const operation of ['getQuote', 'executeQuote', 'cancelQuote'] as const)
        refused(await other.carrier.call(operation, { quote_id }, other.owner), 404, 'not_found')
      expect(rowsIn(done(await other.carrier.call('listQuotes', {}, other.owner)))).toEqual([])
    })
  })
}
