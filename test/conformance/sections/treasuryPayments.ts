/**
 * Domain 1.4 to 1.8: dollars that are collected, withdrawn and moved. What the bank does later is brought about by the
 * sandbox; its times are those of `rules/achCalendar`, which has tests of its own.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { declined, fundCards, issue, openCardAgent } from '../../support/cardScene.ts'
import type { Body, Caller } from '../../support/carriers.ts'
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
  type Scene,
  type TestAgent,
  textIn,
  typesOf,
  until,
  verifyAgent,
} from '../../support/scene.ts'
import { type Accounts, collected, linkedAccount, synchronized, verifiedAccount } from '../../support/treasuryScene.ts'

type Call = Parameters<Scene['carrier']['call']>

interface Treasury {
  readonly scene: Scene
  readonly accounts: Accounts
  readonly bank: string
}

async function openTreasury(given: Given, name: string): Promise<Treasury> {
  const scene = await openScene(given, name)
  const { token: bank } = await verifiedAccount(scene)
  return { scene, accounts: await synchronized(scene), bank }
}

async function balanceOf({ carrier, owner }: Scene, financial_account_token: string) {
  const { body } = done(await carrier.call('treasuryBalances', { financial_account_token }, owner))
  const [one] = body.balances as Body[]
  return {
    available: one?.available_amount_minor,
    pending: one?.pending_amount_minor,
    deficit: body.deficit_amount_minor,
  }
}

export function treasuryPayments(given: Given): void {
  describe('A.9 funding', () => {
    let treasury: Treasury
    let agent: TestAgent
    beforeAll(async () => {
      treasury = await openTreasury(given, 'Funding')
      agent = await openAgent(treasury.scene, { capabilities: ['treasury'] })
      await verifyAgent(treasury.scene, agent)
    })
    const call = (...[operation, input, by]: Call) => treasury.scene.carrier.call(operation, input, by)
    const form = (changes: Body = {}) => ({
      amount_minor: 12_345,
      external_bank_account_token: treasury.bank,
      ...changes,
    })
    const fund = (changes?: Body, by: Caller = treasury.scene.owner) => call('fundTreasury', form(changes), by)
    const advance = (payment_token: unknown, more: Body = {}) =>
      call('advanceTreasuryPayment', { payment_token, ...more }, treasury.scene.owner)
    const giveBack = (payment_token: unknown, return_reason_code: string) =>
      call('returnTreasuryPayment', { payment_token, return_reason_code }, treasury.scene.owner)

    test('it is collected, pending when it is settled, and can be spent when it is released', async () => {
      const { scene, accounts } = treasury
      const answer = await fund({ memo: 'Invoice 4711 of May', user_defined_id: 'mine' }, agent.caller)
      const { body } = created(scene, answer, 201, `/api/v2/treasury/payments/${answer.body.payment_token}`)
      expect(body).toMatchObject({
        ...{ payment_token: expect.stringMatching(/^tpay_/), direction: 'DEBIT', type: 'COLLECTION', category: 'ACH' },
        ...{ method: 'ACH_NEXT_DAY', status: 'PENDING', result: 'APPROVED', failure_code: null, currency: 'USD' },
        ...{ amount_minor: 12_345, pending_amount_minor: 12_345, settled_amount_minor: 0, released_amount_minor: 0 },
        ...{ financial_account_token: accounts.issuing, external_bank_account_token: treasury.bank },
        ...{ descriptor: 'Invoice 47', agent_id: agent.agentId, user_defined_id: 'mine' },
        method_attributes: { sec_code: 'CCD', ach_hold_period: 2, return_reason_code: null, retries: 0 },
        expected_release_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      })
      const token = body.payment_token
      const steps = [
        [
          { status: 'PENDING', pending_amount_minor: 12_345 },
          { available: 0, pending: 0, deficit: 0 },
        ],
        [
          { status: 'SETTLED', pending_amount_minor: 0, settled_amount_minor: 12_345 },
          { available: 0, pending: 12_345, deficit: 0 },
        ],
        [
          { status: 'SETTLED', released_amount_minor: 12_345 },
          { available: 12_345, pending: 0, deficit: 0 },
        ],
      ] as const
      for (const [shown, balance] of steps) {
        expect(done(await advance(token)).body).toMatchObject(shown)
        expect(await balanceOf(scene, accounts.issuing)).toEqual(balance)
      }
      refused(await advance(token), 409, 'conflict', { reason: 'not_a_next_event' })
      const read = done(await call('getTreasuryPayment', { payment_token: token }, agent.caller)).body
      expect((read.events as Body[]).map(({ type }) => type)).toEqual([
        ...['ACH_ORIGINATION_INITIATED', 'ACH_ORIGINATION_REVIEWED', 'ACH_ORIGINATION_PROCESSED'],
        ...['ACH_ORIGINATION_SETTLED', 'ACH_ORIGINATION_RELEASED'],
      ])
      expect(typesOf(await eventsOf(scene, token))).toEqual([
        'treasury.payment.created',
        ...Array(4).fill('treasury.payment.updated'),
      ])
      expect(rowsIn(done(await call('listTreasuryPayments', { status: 'SETTLED' }, agent.caller)))).toEqual([read])
      expect(rowsIn(done(await call('listTreasuryPayments', { direction: 'CREDIT' }, agent.caller)))).toEqual([])
    })

    test.each([
      ['amount_minor', 0],
      ['amount_minor', -5],
      ['ach_hold_period', 5],
      ['sec_code', 'PPD'],
    ])('a wrong %s is refused by its name: %s', async (field, value) => {
      refusedField(await fund({ [field]: value }), field)
    })

    test('who is not verified, or a bank account that is not or is paused, collects nothing', async () => {
      const { scene } = treasury
      const plain = await openAgent(scene, { capabilities: ['treasury'] })
      refused(await fund({}, plain.caller), 403, 'compliance_denied', { reason: 'kya_incomplete' })
      const { token } = await linkedAccount(scene)
      refused(await fund({ external_bank_account_token: token }), 409, 'bank_account_not_verified')
      done(await call('pauseBankAccount', { token: treasury.bank, reason: 'Drill.' }, scene.owner))
      refused(await fund(), 409, 'bank_account_paused', { pause_reason: 'Drill.' })
      done(await call('unpauseBankAccount', { token: treasury.bank }, scene.owner))
      refused(await fund({ external_bank_account_token: 'eba_none' }), 404, 'not_found')
      refused(await fund({ financial_account_token: 'fa_none' }), 404, 'not_found')
    })

    test('what the programme does not allow is a payment that is declined', async () => {
      const own = await openTreasury(given, 'Programme')
      const ask = (amount_minor: number) =>
        own.scene.carrier.call('fundTreasury', { amount_minor, external_bank_account_token: own.bank }, own.scene.owner)
      const large = done(await ask(2_500_001))
      expect([large.status, large.body.status, large.body.result]).toEqual([
        given.carrierName === 'rest' ? 201 : 200,
        'DECLINED',
        'DECLINED',
      ])
      expect(large.body).toMatchObject({ failure_code: 'program_transaction_limit_exceeded', pending_amount_minor: 0 })
      expect(large.body.failure_message).toBe('At most 25000.00 USD are collected at once. Collect less.')
      for (let times = 0; times < 2; times++)
        expect(done(await ask(2_500_000)).body).toMatchObject({ status: 'PENDING' })
      const { body } = done(await ask(1))
      expect([body.failure_code, body.expected_release_date]).toEqual(['program_daily_limit_exceeded', null])
      const [, reviewed] = body.events as Body[]
      expect(reviewed).toMatchObject({
        result: 'DECLINED',
        detailed_results: ['DECLINED', 'PROGRAM_DAILY_LIMIT_EXCEEDED'],
      })
    })

    test('it is canceled until it has left, and then no more', async () => {
      const { scene } = treasury
      const { payment_token } = await collected(scene, form())
      const cancel = (reason = 'Not needed.') => call('cancelTreasuryPayment', { payment_token, reason }, scene.owner)
      expect(done(await cancel()).body).toMatchObject({ status: 'CANCELED', failure_code: 'canceled' })
      refused(await cancel(), 409, 'conflict')
      const sent = await collected(scene, form(), 1)
      const late = { payment_token: sent.payment_token }
      refused(await call('cancelTreasuryPayment', late, scene.owner), 409, 'conflict', { reason: 'already_processed' })
    })

    test('a kill switch of the rail stops it', async () => {
      const own = await openTreasury(given, 'Stopped funding')
      const form = { amount_minor: 300, external_bank_account_token: own.bank }
      await collected(own.scene, form, 3)
      const asking = await openAgent(own.scene, { capabilities: ['treasury'] })
      await verifyAgent(own.scene, asking)
      const parked = done(await own.scene.carrier.call('withdrawTreasury', form, asking.caller)).body
      const waiting = done(
        await own.scene.carrier.call('withdrawTreasury', { ...form, amount_minor: 100 }, own.scene.owner),
      ).body
      const queued = await collected(own.scene, form)
      const sent = await collected(own.scene, form, 1)
      const stop = { scope: 'rail', target_id: 'ach', reason: 'Drill.', reason_code: 'test' }
      done(await own.scene.carrier.call('activateSwitch', stop, own.scene.owner))
      const asked = { amount_minor: 100, external_bank_account_token: own.bank }
      refused(await own.scene.carrier.call('fundTreasury', asked, own.scene.owner), 403, 'kill_switch_active', {
        ...{ scope: 'rail', target_id: 'ach' },
      })
      const read = async ({ payment_token }: Body) =>
        done(await own.scene.carrier.call('getTreasuryPayment', { payment_token }, own.scene.owner)).body
      for (const stopped of [parked, waiting, queued])
        await until(async () => (await read(stopped)).status === 'CANCELED')
      expect(await read(queued)).toMatchObject({ failure_code: 'kill_switch_active' })
      expect(await read(sent)).toMatchObject({ status: 'PENDING', stage: 'processed' })
      expect(await balanceOf(own.scene, own.accounts.issuing)).toMatchObject({ available: 300 })
    })

    test('it comes back before it is settled, while it is pending, and after it was released', async () => {
      const own = await openTreasury(given, 'Returns')
      const { scene, accounts } = own
      const asked = { amount_minor: 5_000, external_bank_account_token: own.bank }
      const come = (payment_token: string, return_reason_code: string) =>
        scene.carrier.call('returnTreasuryPayment', { payment_token, return_reason_code }, scene.owner)
      const { payment_token: early } = await collected(scene, asked)
      refused(await come(early, 'R01'), 409, 'conflict', { reason: 'not_a_next_event' })
      for (const events of [1, 2]) {
        const { payment_token } = await collected(scene, asked, events)
        refusedField(await come(payment_token, 'R99'), 'return_reason_code')
        const { body } = done(await come(payment_token, 'R01'))
        const none = { settled_amount_minor: 0, expected_release_date: null }
        expect(body).toMatchObject({ status: 'RETURNED', failure_code: 'insufficient_funds', ...none })
        expect(body.method_attributes).toMatchObject({ return_reason_code: 'R01' })
        expect(await balanceOf(scene, accounts.issuing)).toEqual({ available: 0, pending: 0, deficit: 0 })
      }
      const { payment_token } = await collected(scene, asked, 3)
      refused(await come(payment_token, 'R01'), 409, 'conflict', { reason: 'return_window_closed' })
      refused(await come(payment_token, 'R23'), 409, 'conflict', { reason: 'return_code_not_applicable' })
      expect(done(await come(payment_token, 'R10')).body).toMatchObject({ status: 'RETURNED' })
      expect(await balanceOf(scene, accounts.issuing)).toEqual({ available: 0, pending: 0, deficit: 0 })
      const bank = done(await scene.carrier.call('getBankAccount', { token: own.bank }, scene.owner)).body
      expect(bank).toMatchObject({ state: 'PAUSED', last_return_reason_code: 'R10', pause_reason: 'R10' })
    })

    test('what was spent before it came back is a deficit, which what is released next repays', async () => {
      const own = await openTreasury(given, 'Deficit')
      const { scene, accounts } = own
      const asked = { amount_minor: 5_000, external_bank_account_token: own.bank }
      const { payment_token } = await collected(scene, asked, 3)
      const booked = await scene.carrier.call(
        'createBookTransfer',
        {
          ...{ from_financial_account_token: accounts.issuing, to_financial_account_token: accounts.reserve },
          ...{ amount_minor: 3_000, memo: 'Reserve' },
        },
        scene.owner,
      )
      expect(done(booked).body).toMatchObject({
        book_transfer_token: expect.stringMatching(/^btr_/),
        status: 'SETTLED',
      })
      const code = { payment_token, return_reason_code: 'R07' }
      done(await scene.carrier.call('returnTreasuryPayment', code, scene.owner))
      expect(await balanceOf(scene, accounts.issuing)).toEqual({ available: 0, pending: 0, deficit: 3_000 })
      expect(await balanceOf(scene, accounts.reserve)).toMatchObject({ available: 3_000 })
      done(await scene.carrier.call('unpauseBankAccount', { token: own.bank }, scene.owner))
      await collected(scene, { ...asked, amount_minor: 2_000 }, 3)
      expect(await balanceOf(scene, accounts.issuing)).toEqual({ available: 0, pending: 0, deficit: 1_000 })
      await collected(scene, { ...asked, amount_minor: 2_000 }, 3)
      expect(await balanceOf(scene, accounts.issuing)).toEqual({ available: 1_000, pending: 0, deficit: 0 })
    })

    test('want of money is tried again, twice, and nothing else is', async () => {
      const { scene } = treasury
      const retry = (payment_token: string) => call('retryTreasuryPayment', { payment_token }, scene.owner)
      let { payment_token } = await collected(scene, form({ amount_minor: 700 }), 2)
      const first = payment_token
      refused(await retry(payment_token), 409, 'conflict', { reason: 'not_returned' })
      for (const retries of [1, 2]) {
        done(await giveBack(payment_token, 'R01'))
        const { body } = done(await retry(payment_token))
        expect(body).toMatchObject({
          status: 'PENDING',
          descriptor: 'RETRY PYMT',
          retry_of: payment_token,
          amount_minor: 700,
        })
        expect(body.method_attributes).toMatchObject({ retries })
        payment_token = textIn(body, 'payment_token')
        for (let event = 0; event < 2; event++) done(await advance(payment_token))
      }
      refused(await retry(first), 409, 'conflict', { reason: 'already_retried' })
      done(await giveBack(payment_token, 'R09'))
      refused(await retry(payment_token), 409, 'conflict', { reason: 'retries_used' })
      const other = await collected(scene, form(), 2)
      done(await giveBack(other.payment_token, 'R08'))
      refused(await retry(other.payment_token), 409, 'conflict', { reason: 'return_code_not_retryable' })
      done(await call('unpauseBankAccount', { token: treasury.bank }, scene.owner))
    })

    test('the bank declines, rejects, and closes an account that is no more', async () => {
      const { scene } = treasury
      const { payment_token } = await collected(scene, form())
      const rejected = done(
        await advance(payment_token, { event_type: 'ACH_ORIGINATION_REJECTED', decline_reason: 'ACCOUNT_INVALID' }),
      )
      expect(rejected.body).toMatchObject({ status: 'DECLINED', failure_code: 'declined_by_bank' })
      const { token } = await verifiedAccount(scene)
      const sent = await collected(scene, form({ external_bank_account_token: token }), 1)
      refused(await call('closeBankAccount', { token }, scene.owner), 409, 'conflict', { reason: 'payments_under_way' })
      done(await giveBack(sent.payment_token, 'R02'))
      expect(done(await call('getBankAccount', { token }, scene.owner)).body).toMatchObject({ state: 'CLOSED' })
      refused(await fund({ external_bank_account_token: token }), 409, 'conflict', { reason: 'bank_account_closed' })
    })

    test('a book transfer moves what is available, between two accounts of its own', async () => {
      const own = await openTreasury(given, 'Books')
      const { scene, accounts } = own
      await collected(scene, { amount_minor: 900, external_bank_account_token: own.bank }, 3)
      const move = (from: string, to: string, amount_minor: number) =>
        scene.carrier.call(
          'createBookTransfer',
          { from_financial_account_token: from, to_financial_account_token: to, amount_minor },
          scene.owner,
        )
      refused(await move(accounts.issuing, accounts.operating, 901), 402, 'insufficient_funds', {
        available_minor: 900,
      })
      refusedField(await move(accounts.issuing, accounts.issuing, 1), 'to_financial_account_token')
      refused(await move(accounts.issuing, 'fa_none', 1), 404, 'not_found')
      expect(done(await move(accounts.issuing, accounts.operating, 400)).body).toMatchObject({ amount_minor: 400 })
      expect(await balanceOf(scene, accounts.operating)).toMatchObject({ available: 400 })
    })

    test('the bank may reject an organization: then nothing is synchronized, and no dollars move', async () => {
      const own = await openScene(given, 'Rejected')
      const buyer = await openCardAgent(own)
      const card = await issue(own, buyer)
      await fundCards(own, card, 1_000)
      const { token: external_bank_account_token } = await verifiedAccount(own)
      const [holder] = rowsIn(done(await own.carrier.call('listAccountHolders', {}, own.owner)))
      const decide = (status: string) =>
        own.carrier.call(
          'simulateHolderReview',
          { token: holder?.token, status, status_reasons: ['NAME_FAILURE'] },
          own.owner,
        )
      expect(done(await decide('REJECTED')).body).toMatchObject({
        status: 'REJECTED',
        status_reasons: ['NAME_FAILURE'],
      })
      refused(await own.carrier.call('syncAccountHolder', {}, own.owner), 409, 'conflict', {
        reason: 'account_holder_rejected',
      })
      const money = { amount_minor: 100, external_bank_account_token }
      const pays = async () =>
        done(await own.carrier.call('authorizeCard', { card_id: card.card_id, amount_minor: 100 }, own.owner)).body
      for (const operation of ['fundTreasury', 'withdrawTreasury'] as const)
        refused(await own.carrier.call(operation, money, own.owner), 409, 'conflict', {
          ...{ reason: 'financial_account_not_open', status: 'SUSPENDED' },
        })
      declined(await pays(), 'ACCOUNT_INACTIVE')
      const known = async () =>
        done(await own.carrier.call('complianceStatus', { agent_id: buyer.agentId }, own.owner)).body
      // Whom the bank rejects is no business that is known, whatever was decided before (domain 4.1).
      expect(await known()).toMatchObject({
        organization: { kyb_status: 'rejected', account_holder_status: 'REJECTED' },
        agent: { kya_level: 'basic' },
      })
      const of = { org_id: own.organization.orgId }
      expect(done(await own.carrier.call('getKyb', of, own.owner)).body).toMatchObject({
        ...{ status: 'rejected', account_holder_status: 'REJECTED', checked_at: expect.any(String) },
      })
      refused(await own.carrier.call('issueCard', { wallet_id: buyer.walletId }, own.owner), 403, 'compliance_denied', {
        missing: ['organization_kyb'],
      })
      done(await decide('ACCEPTED'))
      expect(await known()).toMatchObject({
        organization: { kyb_status: 'accepted', account_holder_status: 'ACCEPTED' },
        agent: { kya_level: 'verified' },
      })
      done(await own.carrier.call('syncAccountHolder', {}, own.owner))
      expect(await pays()).toMatchObject({ result: 'APPROVED' })
    })
  })

  describe('A.9 withdrawals', () => {
    let treasury: Treasury
    let agent: TestAgent
    let approver: Caller
    beforeAll(async () => {
      treasury = await openTreasury(given, 'Withdrawals')
      agent = await openAgent(treasury.scene, { capabilities: ['treasury', 'approvals'] })
      await verifyAgent(treasury.scene, agent)
      approver = await openPerson(treasury.scene, ['approver'])
      await collected(treasury.scene, { amount_minor: 100_000, external_bank_account_token: treasury.bank }, 3)
    })
    const call = (...[operation, input, by]: Call) => treasury.scene.carrier.call(operation, input, by)
    const withdraw = (amount_minor: number, by: Caller = treasury.scene.owner) =>
      call('withdrawTreasury', { amount_minor, external_bank_account_token: treasury.bank }, by)
    const advance = (payment_token: unknown) => call('advanceTreasuryPayment', { payment_token }, treasury.scene.owner)
    const available = async () => (await balanceOf(treasury.scene, treasury.accounts.issuing)).available
    const payment = async (payment_token: unknown) =>
      done(await call('getTreasuryPayment', { payment_token }, treasury.scene.owner)).body

    test('a person withdraws at once: the money is set aside, leaves, and may come back', async () => {
      const before = Number(await available())
      const answer = await withdraw(10_000)
      const { body } = created(treasury.scene, answer, 201, `/api/v2/treasury/payments/${answer.body.payment_token}`)
      expect(body).toMatchObject({
        ...{ direction: 'CREDIT', type: 'PAYMENT', status: 'PENDING', stage: 'reviewed', expected_release_date: null },
      })
      expect(await available()).toBe(before - 10_000)
      for (const status of ['PENDING', 'SETTLED'])
        expect(done(await advance(body.payment_token)).body).toMatchObject({ status })
      refused(await advance(body.payment_token), 409, 'conflict')
      expect(await available()).toBe(before - 10_000)
      const code = (return_reason_code: string) => ({ payment_token: body.payment_token, return_reason_code })
      refused(await call('returnTreasuryPayment', code('R01'), treasury.scene.owner), 409, 'conflict')
      done(await call('returnTreasuryPayment', code('R23'), treasury.scene.owner))
      expect(await available()).toBe(before)
      const other = done(await withdraw(5_000)).body
      done(await call('cancelTreasuryPayment', { payment_token: other.payment_token }, treasury.scene.owner))
      expect(await available()).toBe(before)
    })

    test('only what is available is withdrawn, and nothing while the organization owes', async () => {
      const before = Number(await available())
      const details = { reason: 'balance_below_amount', available_minor: before }
      refused(await withdraw(before + 1), 402, 'insufficient_funds', details)
      const own = await openTreasury(given, 'Owing')
      const form = { amount_minor: 5_000, external_bank_account_token: own.bank }
      const { payment_token } = await collected(own.scene, form, 3)
      await collected(own.scene, { ...form, financial_account_token: own.accounts.reserve }, 3)
      const spent = done(await own.scene.carrier.call('withdrawTreasury', form, own.scene.owner)).body
      const code = { payment_token, return_reason_code: 'R10' }
      done(await own.scene.carrier.call('returnTreasuryPayment', code, own.scene.owner))
      done(await own.scene.carrier.call('unpauseBankAccount', { token: own.bank }, own.scene.owner))
      const more = { ...form, amount_minor: 1, financial_account_token: own.accounts.reserve }
      refused(await own.scene.carrier.call('withdrawTreasury', more, own.scene.owner), 402, 'insufficient_funds', {
        ...{ reason: 'treasury_deficit', deficit_minor: 5_000 },
      })
      done(
        await own.scene.carrier.call('cancelTreasuryPayment', { payment_token: spent.payment_token }, own.scene.owner),
      )
      expect(await balanceOf(own.scene, own.accounts.issuing)).toMatchObject({ available: 0, deficit: 0 })
    })

    test('what an agent asks for waits for a person, locks nothing, and is decided again when it is approved', async () => {
      const before = Number(await available())
      const { body, status } = done(await withdraw(7_000, agent.caller))
      if (given.carrierName === 'rest') expect(status).toBe(202)
      expect(body).toMatchObject({
        status: 'PENDING',
        stage: 'awaiting_approval',
        approval_id: expect.stringMatching(/^apr_/),
      })
      expect(await available()).toBe(before)
      const approval = done(await call('getApproval', { approval_id: body.approval_id }, agent.caller)).body
      expect(approval).toMatchObject({
        ...{
          subject_type: 'withdrawal',
          subject_id: body.payment_token,
          reason: 'withdrawal',
          token: 'USD',
          chain: null,
        },
        ...{ amount: '70.00', amount_usd: '70.00', status: 'pending', agent_id: agent.agentId },
      })
      refused(
        await call('cancelTreasuryPayment', { payment_token: body.payment_token }, treasury.scene.owner),
        409,
        'conflict',
      )
      refused(await call('approve', { approval_id: body.approval_id }, agent.caller), 403, 'self_approval_forbidden')
      expect(done(await call('approve', { approval_id: body.approval_id }, approver)).body).toMatchObject({
        status: 'executed',
      })
      expect(await payment(body.payment_token)).toMatchObject({ stage: 'reviewed', status: 'PENDING' })
      expect(await available()).toBe(before - 7_000)
      done(await call('cancelTreasuryPayment', { payment_token: body.payment_token }, treasury.scene.owner))
    })

    test('an administrator may let agents withdraw without an approval, and none below a trust score', async () => {
      const { orgId: org_id } = treasury.scene.organization
      const change = (withdrawal_approvals: boolean | null, minimum_trust_score: number | null = null) =>
        call('updateOrganization', { org_id, withdrawal_approvals, minimum_trust_score }, treasury.scene.owner)
      done(await change(false, 100))
      refused(await withdraw(50, agent.caller), 403, 'compliance_denied', { reason: 'trust_score_below_minimum' })
      done(await change(false))
      const { body } = done(await withdraw(50, agent.caller))
      expect(body).toMatchObject({ stage: 'reviewed', approval_id: null, agent_id: agent.agentId })
      done(await call('cancelTreasuryPayment', { payment_token: body.payment_token }, treasury.scene.owner))
      expect(done(await change(null)).body).toMatchObject({ withdrawal_approvals: true })
      expect(done(await withdraw(50, agent.caller)).body).toMatchObject({ stage: 'awaiting_approval' })
    })

    test('denied, canceled, or without the money by then, it ends without any', async () => {
      const before = Number(await available())
      const ask = async (amount: number) => done(await withdraw(amount, agent.caller)).body
      const denied = await ask(100)
      done(await call('deny', { approval_id: denied.approval_id }, approver))
      expect(await payment(denied.payment_token)).toMatchObject({ status: 'DECLINED', failure_code: 'approval_denied' })
      const canceled = await ask(100)
      done(await call('cancelApproval', { approval_id: canceled.approval_id }, agent.caller))
      expect(await payment(canceled.payment_token)).toMatchObject({ status: 'CANCELED', failure_code: 'canceled' })
      const parked = await ask(before)
      const spent = done(await withdraw(1)).body
      expect(done(await call('approve', { approval_id: parked.approval_id }, approver)).body).toMatchObject({
        status: 'failed',
      })
      expect(await payment(parked.payment_token)).toMatchObject({
        status: 'DECLINED',
        failure_code: 'insufficient_funds',
      })
      done(await call('cancelTreasuryPayment', { payment_token: spent.payment_token }, treasury.scene.owner))
      expect(await available()).toBe(before)
    })
  })
}
