/** Domain 2.3: what a merchant asks of a card is decided in one order, by the gates of every spend and those of the card. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cardMoney,
  dayOf,
  declined,
  fundCards,
  issue,
  openCardAgent,
  transactionIdOf,
  WIDE,
} from '../../support/cardScene.ts'
import type { Body } from '../../support/carriers.ts'
import {
  done,
  eventsOf,
  type Given,
  newDomain,
  openPerson,
  openScene,
  pastMidnight,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  typesOf,
} from '../../support/scene.ts'

export function cardDecisions(given: Given): void {
  describe('2.3 decisions about cards', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'Card decisions')
      agent = await openCardAgent(scene)
      await fundCards(scene, await issue(scene, agent), 1_000_000)
    })
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const ask = async ({ card_id }: Body, amount_minor: number, more: object = {}) =>
      done(await call('authorizeCard', { card_id, amount_minor, ...more }, scene.owner)).body
    const restrict = (of: TestAgent, policy: string) =>
      call('updateMandate', { mandate_id: of.mandateId, policy }, scene.owner)

    test('an approved one holds money and limits in one step', async () => {
      const holder = await openCardAgent(scene)
      const card = await issue(scene, holder)
      const before = await cardMoney(scene)
      const shop = { mcc: '5734', merchant_name: 'Shop', merchant_domain: newDomain(), merchant_country: 'US' }
      const body = await ask(card, 12_34, shop)
      expect(body).toMatchObject({
        ...{ card_transaction_id: expect.stringMatching(/^ctx_/), card_id: card.card_id, kind: 'AUTHORIZATION' },
        ...{ status: 'PENDING', result: 'APPROVED', decline_reason: null, detailed_results: ['APPROVED'] },
        decline_message: null,
        ...{ amount_minor: 12_34, billing_amount_minor: 12_34, cleared_amount_minor: 0, currency: 'USD' },
        ...{ ...shop, category: 'software', force_post: false, approval_id: null, mandate_id: holder.mandateId },
      })
      const after = await cardMoney(scene)
      expect(after).toEqual({ ...before, available: before.available - 12_34, held: before.held + 12_34 })
      expect(await dayOf(scene, holder)).toEqual({ reserved: 12.34, spent: 0 })
      expect(done(await call('getCard', { card_id: card.card_id }, scene.owner)).body.spent_today).toBe(12.34)
      const listed = rowsIn(done(await call('listCardTransactions', { card_id: card.card_id }, holder.caller)))
      expect(listed).toEqual([body])
      const [event] = await eventsOf(scene, transactionIdOf(body))
      expect(event).toMatchObject({
        type: 'card.transaction_created',
        data: { status: 'PENDING', amount_minor: 12_34 },
      })
    })

    test('1: the status of the card comes first', async () => {
      const card = await issue(scene, agent, { limit_per_tx: '1' })
      done(await call('freezeCard', { card_id: card.card_id }, scene.owner))
      declined(await ask(card, 500), 'CARD_PAUSED')
      done(await call('cancelCard', { card_id: card.card_id }, scene.owner))
      declined(await ask(card, 500), 'CARD_CLOSED')
      const [, , event] = await eventsOf(scene, card.card_id)
      expect(event?.data).toMatchObject({ status: 'canceled' })
    })

    test('2 and 3: a kill switch, then a wallet, mandate or agent that is not in force', async () => {
      const holder = await openCardAgent(scene)
      const card = await issue(scene, holder, { type: 'merchant_locked', locked_merchant: 'only.example' })
      const stop = { scope: 'capability', target_id: 'cards', reason: 'Drill.', reason_code: 'test' }
      const { switch_id } = done(await call('activateSwitch', stop, scene.owner)).body
      declined(await ask(card, 500), 'PROGRAM_SUSPENDED')
      done(await call('deactivateSwitch', { switch_id, reason: 'Over.' }, scene.owner))
      done(await call('freezeWallet', { wallet_id: holder.walletId, reason: 'Lost.' }, scene.owner))
      declined(await ask(card, 500), 'ACCOUNT_INACTIVE')
      done(await call('unfreezeWallet', { wallet_id: holder.walletId, reason: 'Found.' }, scene.owner))
      declined(await ask(card, 500), 'MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE')
      done(await call('suspendAgent', { agent_id: holder.agentId, reason: 'Drill.' }, scene.owner))
      declined(await ask(card, 500, { merchant_domain: 'only.example' }), 'ACCOUNT_INACTIVE')
      done(await call('reactivateAgent', { agent_id: holder.agentId, reason: 'Over.' }, scene.owner))
      expect((await ask(card, 500, { merchant_domain: 'www.only.example' })).status).toBe('PENDING')
      done(await call('revokeMandate', { mandate_id: holder.mandateId, reason: 'Over.' }, scene.owner))
      declined(await ask(card, 500, { merchant_domain: 'only.example' }), 'ACCOUNT_INACTIVE')
    })

    test('4: a single-use card once, and it is canceled when that is cleared', async () => {
      const card = await issue(scene, agent, { type: 'single_use' })
      const first = await ask(card, 500)
      declined(await ask(card, 500), 'SINGLE_USE_CARD_REATTEMPTED')
      done(await call('clearCard', { card_id: card.card_id, card_transaction_id: transactionIdOf(first) }, scene.owner))
      expect(done(await call('getCard', { card_id: card.card_id }, scene.owner)).body.status).toBe('canceled')
      declined(await ask(card, 500), 'CARD_CLOSED')
    })

    test('5 to 8: categories, merchants, time and limits, whichever of card and mandate says so', async () => {
      const holder = await openCardAgent(scene)
      const card = await issue(scene, holder, { blocked_categories: ['fuel'], limit_per_tx: '50', limit_daily: '60' })
      const fuel = { mcc: '5541', merchant_domain: 'elsewhere.example' }
      declined(await ask(card, 5_00, fuel), 'MERCHANT_NOT_PERMITTED', ['AUTH_RULE_BLOCKED_MCC'])
      declined(await ask(card, 50_01), 'CARD_SPEND_LIMIT_EXCEEDED')
      expect((await ask(card, 50_00)).status).toBe('PENDING')
      const over = await ask(card, 10_01)
      declined(over, 'CARD_SPEND_LIMIT_EXCEEDED')
      expect(over.decline_message).toContain("the 10.00 USD that remain of the card's daily limit of 60.00 USD")
      done(
        await restrict(
          holder,
          'Only at good.example. Max $40 per transaction, $45 a day, $1,000 a month. Never pay for gambling.',
        ),
      )
      const good = { merchant_domain: 'good.example' }
      const all = await ask(card, 99_00, { ...fuel, mcc: '7995' })
      declined(all, 'MERCHANT_NOT_PERMITTED', [
        ...['AUTH_RULE_BLOCKED_MCC', 'UNAUTHORIZED_MERCHANT', 'CARD_SPEND_LIMIT_EXCEEDED'],
        'ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED',
      ])
      declined(await ask(card, 1_00, { merchant_name: 'Somewhere' }), 'UNAUTHORIZED_MERCHANT', [
        ...['UNAUTHORIZED_MERCHANT', 'ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED'],
      ])
      declined(await ask(card, 1_00, good), 'ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED')
      const events = await eventsOf(scene, holder.walletId, ['policy.violated'])
      expect(events).toHaveLength(6)
      expect(events[0]?.data).toMatchObject({ reason: 'category_blocked', token: 'USD', amount: '5.00' })
    })

    test('7 and 8: outside of its hours, and above the month', async () => {
      const holder = await openCardAgent(scene)
      const card = await issue(scene, holder)
      const closed = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en-US', {
        weekday: 'long',
        timeZone: 'UTC',
      })
      done(await restrict(holder, `Only on ${closed}s 9am-5pm UTC, max $100 per month.`))
      declined(await ask(card, 1_00), 'TRANSACTION_NOT_PERMITTED_TO_ISSUER_OR_CARDHOLDER')
      done(await restrict(holder, 'Max $100 per month.'))
      declined(await ask(card, 100_01), 'ACCOUNT_MONTHLY_SPEND_LIMIT_EXCEEDED')
    })

    test('9: above the threshold a person is asked, and once approved the same passes once', async () => {
      const holder = await openCardAgent(scene, null)
      const card = await issue(scene, holder)
      const shop = { merchant_domain: newDomain() }
      const first = await ask(card, 30_00, shop)
      declined(first, 'CARDHOLDER_CHALLENGED')
      const approval_id = first.approval_id as string
      const pending = done(await call('getApproval', { approval_id }, scene.owner)).body
      expect(pending).toMatchObject({
        subject_type: 'card_challenge',
        status: 'pending',
        amount: '30.00',
        token: 'USD',
      })
      expect(pending).toMatchObject({ chain: null, to: null })
      expect((await ask(card, 28_00, shop)).approval_id).toBe(approval_id)
      const person = await openPerson(scene, ['approver'])
      done(await call('approve', { approval_id, comment: 'Fine.' }, person))
      declined(await ask(card, 30_01, shop), 'CARDHOLDER_CHALLENGED')
      declined(await ask(card, 30_00, { merchant_domain: newDomain() }), 'CARDHOLDER_CHALLENGED')
      const passed = await ask(card, 29_00, shop)
      expect(passed).toMatchObject({ status: 'PENDING', approval_id })
      expect(done(await call('getApproval', { approval_id }, scene.owner)).body).toMatchObject({
        ...{ status: 'executed', subject_id: transactionIdOf(passed) },
      })
      declined(await ask(card, 29_00, shop), 'CARDHOLDER_CHALLENGED')
      const told = typesOf(await eventsOf(scene, holder.walletId))
      expect(told.filter((type) => type === 'policy.violated').length).toBeGreaterThanOrEqual(4)
    })

    test('10 and 11: compliance, then the money', async () => {
      const holder = await openCardAgent(scene, 'Max $50,000 per day.')
      const card = await issue(scene, holder)
      declined(await ask(card, 1_00, { merchant_domain: 'sanctioned.test' }), 'SUSPECTED_FRAUD')
      expect(typesOf(await eventsOf(scene, holder.walletId))).toContain('compliance.flagged')
      const poor = await openScene(given, 'No money for cards')
      const other = await openCardAgent(poor, WIDE)
      const { card_id } = await issue(poor, other)
      const tried = done(await call('authorizeCard', { card_id, amount_minor: 1 }, poor.owner)).body
      declined(tried, 'INSUFFICIENT_FUNDS')
      expect(await dayOf(poor, other)).toEqual({ reserved: 0, spent: 0 })
    })

    test('euros cost the rate, one percent more, and are rounded up', async () => {
      const card = await issue(scene, agent)
      const { billing_amount_minor } = await ask(card, 10_00, { currency: 'EUR' })
      expect(Number(billing_amount_minor)).toBeGreaterThan(10_00)
      refusedField(
        await call('authorizeCard', { card_id: card.card_id, amount_minor: 1, currency: 'GBP' }, scene.owner),
        'currency',
      )
    })

    test('an inquiry holds nothing, and money that is taken at once is settled', async () => {
      const card = await issue(scene, agent)
      const before = await cardMoney(scene)
      expect(await ask(card, 0, { status: 'BALANCE_INQUIRY' })).toMatchObject({ status: 'SETTLED', amount_minor: 0 })
      expect(await cardMoney(scene)).toEqual(before)
      const taken = await ask(card, 7_00, { status: 'FINANCIAL_AUTHORIZATION' })
      expect(taken).toMatchObject({ status: 'SETTLED', cleared_amount_minor: 7_00 })
      expect(await cardMoney(scene)).toEqual({ ...before, available: before.available - 7_00 })
    })

    test('a repeated key gets the first decision, and input that is wrong is named', async () => {
      const { card_id } = await issue(scene, agent)
      const input = { card_id, amount_minor: 5_00 }
      const key = { idempotencyKey: `card-${card_id}` }
      const first = done(await scene.carrier.call('authorizeCard', input, agent.caller, key))
      const again = done(await scene.carrier.call('authorizeCard', input, agent.caller, key))
      expect([again.body, again.replayed]).toEqual([first.body, true])
      const other = await scene.carrier.call('authorizeCard', { ...input, amount_minor: 6_00 }, agent.caller, key)
      refused(other, 422, 'idempotency_mismatch')
      refusedField(await call('authorizeCard', { card_id, amount_minor: 0 }, agent.caller), 'amount_minor')
      refusedField(await call('authorizeCard', { card_id, amount_minor: 5, mcc: '12' }, agent.caller), 'mcc')
    })
  })
}
