/**
 * Specification 5 rule 6: an agent reaches its own resources only. A sibling agent, an agent of another organization and
 * that organization itself get the very answer that an unknown identifier gets, on every operation that takes one.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Caller, Operation } from '../../support/carriers.ts'
import {
  done,
  fund,
  type Given,
  MIXER,
  newAddress,
  newDomain,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  until,
  withoutRequestId,
} from '../../support/scene.ts'
import { type DollarIds, makeDollars } from '../../support/treasuryScene.ts'
import { purchase, toEnd, toPay } from './acpKeyed.ts'

type Id =
  | 'agent_id'
  | 'wallet_id'
  | 'payment_id'
  | 'mandate_id'
  | 'merchant_id'
  | 'webhook_id'
  | 'delivery_id'
  | 'event_id'
  | 'approval_id'
  | 'hold_id'
  | 'transaction_id'
  | 'switch_id'
  | 'screening_id'
  | 'case_id'
  | 'session_id'
  | 'checkout_id'
  | 'paid_checkout_id'
  | 'order_id'
  | 'charge_id'
  | keyof DollarIds
type Stranger = 'a sibling agent' | 'a foreign agent' | 'a foreign organization'

const STRANGERS: readonly Stranger[] = ['a sibling agent', 'a foreign agent', 'a foreign organization']
const FOREIGN: readonly Stranger[] = ['a foreign agent', 'a foreign organization']
const FOREIGN_ORGANIZATION: readonly Stranger[] = ['a foreign organization']

const ITEMS = [{ product_id: 'keyed', quantity: 1 }]
const rules = () => ({ policy: 'Max $1 per day.' })

/** Which operation, which identifier of somebody else, what else it needs, and to whom it is strange. */
const OPERATIONS: readonly (readonly [Operation, Id, ((() => object) | undefined)?, (readonly Stranger[])?])[] = [
  ['getAgent', 'agent_id'],
  ['updateAgent', 'agent_id', () => ({ name: 'Mine now' }), FOREIGN_ORGANIZATION],
  ['suspendAgent', 'agent_id', () => ({ reason: 'Mine now.' }), FOREIGN_ORGANIZATION],
  ['reactivateAgent', 'agent_id', () => ({ reason: 'Mine now.' }), FOREIGN_ORGANIZATION],
  ['revokeAgent', 'agent_id', () => ({ reason: 'Mine now.' }), FOREIGN_ORGANIZATION],
  ['rotateAgentKey', 'agent_id', undefined, FOREIGN_ORGANIZATION],
  ['rotateAgentDid', 'agent_id'],
  ['complianceStatus', 'agent_id'],
  ['getKya', 'agent_id'],
  ['recordEvidence', 'agent_id', () => ({ type: 'attestation', attestation: 'x' })],
  ['voidEvidence', 'agent_id', () => ({ type: 'did_control', reason: 'Mine now.' }), FOREIGN_ORGANIZATION],
  ['simulateKyaExpiry', 'agent_id', () => ({ type: 'did_control' }), FOREIGN_ORGANIZATION],
  ['getWallet', 'wallet_id'],
  ['balance', 'wallet_id'],
  ['getReconciliation', 'wallet_id'],
  ['reconcileWallet', 'wallet_id', undefined, FOREIGN_ORGANIZATION],
  ['balances', 'wallet_id'],
  ['trustScore', 'wallet_id'],
  ['trustHistory', 'wallet_id'],
  ['transfer', 'wallet_id', () => ({ amount: '1.00', merchant: newAddress() })],
  ['faucet', 'wallet_id'],
  ['createPayment', 'wallet_id', () => ({ amount: '1.00', to: newAddress(), token: 'USDC' })],
  ['checkPolicy', 'wallet_id', () => ({ amount: '1.00', to: newAddress() })],
  ['checkPolicy', 'agent_id', () => ({ amount: '1.00', to: newAddress() })],
  ['getPayment', 'payment_id'],
  ['listRefunds', 'payment_id'],
  ['linkRefund', 'payment_id', () => ({ deposit_id: 'dep_unknown' }), FOREIGN_ORGANIZATION],
  ['unlinkRefund', 'payment_id', () => ({ deposit_id: 'dep_unknown' }), FOREIGN_ORGANIZATION],
  ['notifyRefund', 'payment_id', () => ({ tx_hash: `0x${'0'.repeat(64)}`, signature: '0x' })],
  ['getTransaction', 'transaction_id'],
  ['createHold', 'wallet_id', () => ({ amount: '1.00', token: 'USDC', merchant: newDomain() })],
  ['getHold', 'hold_id'],
  ['captureHold', 'hold_id'],
  ['voidHold', 'hold_id'],
  ['extendHold', 'hold_id', () => ({ expires_in_seconds: 86_400 })],
  ['getMandate', 'mandate_id'],
  ['mandateVersions', 'mandate_id'],
  ['ap2Intent', 'mandate_id'],
  ['previewPolicy', 'mandate_id', rules],
  ['updateMandate', 'mandate_id', rules, FOREIGN_ORGANIZATION],
  ['revokeMandate', 'mandate_id', undefined, FOREIGN_ORGANIZATION],
  ['simulatePolicy', 'wallet_id', rules, FOREIGN_ORGANIZATION],
  ['executeMandate', 'wallet_id', () => ({ amount: '1.00', psp_domain: 'psp.example' })],
  ['createWallet', 'agent_id', undefined, FOREIGN_ORGANIZATION],
  ['freezeWallet', 'wallet_id', () => ({ reason: 'Mine now.' })],
  ['unfreezeWallet', 'wallet_id', () => ({ reason: 'Mine now.' }), FOREIGN_ORGANIZATION],
  ['requestApproval', 'wallet_id', () => ({ amount: '1.00', to: newAddress() })],
  ['getApproval', 'approval_id'],
  ['approve', 'approval_id', undefined, FOREIGN_ORGANIZATION],
  ['deny', 'approval_id', undefined, FOREIGN_ORGANIZATION],
  ['cancelApproval', 'approval_id', undefined, FOREIGN],
  ['getScreening', 'screening_id'],
  ['getCase', 'case_id', undefined, FOREIGN_ORGANIZATION],
  ['assignCase', 'case_id', () => ({ action: 'take' }), FOREIGN_ORGANIZATION],
  ['decideCase', 'case_id', () => ({ decision: 'clear', comment: 'Mine now.' }), FOREIGN_ORGANIZATION],
  ['effectiveSwitches', 'wallet_id'],
  ['effectiveSwitches', 'agent_id'],
  ['deactivateSwitch', 'switch_id', () => ({ reason: 'Mine now.' }), FOREIGN_ORGANIZATION],
  ['getMerchant', 'merchant_id', undefined, FOREIGN],
  ['updateMerchant', 'merchant_id', () => ({ name: 'Mine now' }), FOREIGN_ORGANIZATION],
  ['setProductFeed', 'merchant_id', () => ({ products: [] }), FOREIGN_ORGANIZATION],
  ['importProductFeed', 'merchant_id', () => ({ url: 'https://shop.example/feed.json' }), FOREIGN_ORGANIZATION],
  ['getCharge', 'charge_id'],
  ['endCharge', 'charge_id', undefined, FOREIGN_ORGANIZATION],
  ['rotateMerchantSecret', 'merchant_id', undefined, FOREIGN_ORGANIZATION],
  ['createMerchantKey', 'merchant_id', undefined, FOREIGN_ORGANIZATION],
  ['listMerchantKeys', 'merchant_id', undefined, FOREIGN_ORGANIZATION],
  ['createCheckout', 'merchant_id', () => ({ items: ITEMS }), FOREIGN],
  ['getCheckout', 'checkout_id'],
  ['updateCheckout', 'checkout_id', () => ({ items: ITEMS })],
  ['cancelCheckout', 'checkout_id'],
  ['authorizeCheckout', 'paid_checkout_id', () => ({ agent_id: 'agt_unknown', max_amount_minor: 10 })],
  ['payCheckout', 'paid_checkout_id', () => ({ token: `spt_${'A'.repeat(43)}` })],
  ['getOrder', 'order_id'],
  ['getWebhook', 'webhook_id'],
  ['updateWebhook', 'webhook_id', () => ({ status: 'disabled' })],
  ['testWebhook', 'webhook_id'],
  ['rotateSecret', 'webhook_id'],
  ['listDeliveries', 'webhook_id'],
  ['deleteWebhook', 'webhook_id'],
  ['getDelivery', 'delivery_id'],
  ['retryDelivery', 'delivery_id'],
  ['replayWebhook', 'webhook_id', () => ({ since: '2026-01-01T00:00:00Z' })],
  ['getEvent', 'event_id'],
  // What is of the treasury belongs to the organization: each of its agents with the capability sees it.
  ['getBankAccount', 'bank_account_id', undefined, FOREIGN],
  ['verifyMicroDeposits', 'bank_account_id', () => ({ micro_deposits: [1, 2] }), FOREIGN],
  ['retryMicroDeposits', 'bank_account_id', undefined, FOREIGN],
  ['simulatedMicroDeposits', 'bank_account_id', undefined, FOREIGN],
  ['pauseBankAccount', 'bank_account_id', undefined, FOREIGN_ORGANIZATION],
  ['unpauseBankAccount', 'bank_account_id', undefined, FOREIGN_ORGANIZATION],
  ['closeBankAccount', 'bank_account_id', undefined, FOREIGN_ORGANIZATION],
  ['simulateMicroDeposits', 'bank_account_id', () => ({ event: 'sent' }), FOREIGN_ORGANIZATION],
  ['simulateHolderReview', 'account_holder_id', () => ({ status: 'REJECTED' }), FOREIGN_ORGANIZATION],
  ['getTreasuryPayment', 'treasury_payment_id', undefined, FOREIGN],
  ['retryTreasuryPayment', 'treasury_payment_id', undefined, FOREIGN],
  ['cancelTreasuryPayment', 'treasury_payment_id', undefined, FOREIGN],
  ['advanceTreasuryPayment', 'treasury_payment_id', undefined, FOREIGN_ORGANIZATION],
  ['returnTreasuryPayment', 'treasury_payment_id', () => ({ return_reason_code: 'R01' }), FOREIGN_ORGANIZATION],
  ['issueCard', 'wallet_id'],
  ['getCard', 'card_id'],
  ['changeCardLimits', 'card_id', () => ({ limit_daily: 1 })],
  ['freezeCard', 'card_id', () => ({ reason: 'Mine now.' })],
  ['unfreezeCard', 'card_id', () => ({ reason: 'Mine now.' })],
  ['cancelCard', 'card_id', () => ({ reason: 'Mine now.' })],
  ['authorizeCard', 'card_id', () => ({ amount_minor: 1 })],
  ['clearCard', 'card_id'],
  ['voidCard', 'card_transaction_id'],
  ['returnCard', 'card_transaction_id'],
]
/** Beside what is asked for: where it is. */
const PLACES: Partial<Record<Id, readonly [field: string, id: Id]>> = {
  delivery_id: ['webhook_id', 'webhook_id'],
  card_transaction_id: ['card_id', 'card_id'],
}
/** What they are called in a request, where that is not the name of the identifier. */
const FIELDS: Partial<Record<Id, string>> = {
  account_holder_id: 'token',
  bank_account_id: 'token',
  treasury_payment_id: 'payment_token',
  checkout_id: 'id',
  paid_checkout_id: 'session_id',
  order_id: 'id',
}
const CASES = OPERATIONS.flatMap(([operation, id, more, strangers = STRANGERS]) =>
  strangers.map((stranger) => ({ operation, id, stranger, more })),
)
const CAPABILITIES = ['payments', 'wallets', 'mandates', 'approvals', 'holds', 'compliance', 'treasury', 'cards']

export function ownership(given: Given): void {
  describe('5 own resources only', () => {
    let scene: Scene
    let victim: TestAgent
    let ids: Record<Id, string>
    const callers: Partial<Record<Stranger, Caller>> = {}

    beforeAll(async () => {
      scene = await openScene(given, 'Victim')
      const foreign = await openScene(given, 'Stranger')
      const options = { capabilities: CAPABILITIES, scope: 'agent:admin' }
      victim = await openAgent(scene, options)
      callers['a sibling agent'] = (await openAgent(scene, options)).caller
      const { agentId, caller } = await openAgent(foreign, options)
      callers['a foreign agent'] = caller
      // With an organization key X-Agent-Id is required on payments; it names an agent of its own.
      callers['a foreign organization'] = { ...foreign.owner, agentId }
      ids = await makeOneOfEach(scene, victim)
    })
    const call = (operation: Operation, input: object, caller: Caller) =>
      scene.carrier.call(operation, { ...input }, caller)
    const unknownOf = (id: Id) => `${/^[a-z]+_/.exec(ids[id])?.[0]}00000000000000000000000000`
    /** One of them, with the place where it is. */
    const name = (id: Id, of: (id: Id) => string) => {
      const [place, placeId] = PLACES[id] ?? []
      return {
        ...(place !== undefined && placeId !== undefined && { [place]: of(placeId) }),
        [FIELDS[id] ?? id]: of(id),
      }
    }

    test.each(CASES)('$operation of another’s $id by $stranger is 404, as for an unknown one', async (one) => {
      const { operation, id, stranger, more = () => ({}) } = one
      const caller = callers[stranger] ?? {}
      const extra = more()
      const theirs = await call(operation, { ...extra, ...name(id, (one) => ids[one]) }, caller)
      const unknown = await call(operation, { ...extra, ...name(id, unknownOf) }, caller)
      refused(theirs, 404, 'not_found')
      refused(unknown, 404, 'not_found')
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(unknown))
    })

    test('a filter by what is no id of its kind is 400, in every list: an empty one would hide the mistake', async () => {
      for (const [field, operations] of [
        [
          'wallet_id',
          ['listPayments', 'listTransactions', 'transactionTotals', 'listHolds', 'listMandates', 'listEvents'],
        ],
        [
          'agent_id',
          ['listPayments', 'listTransactions', 'transactionTotals', 'listHolds', 'listMandates', 'listWallets'],
        ],
        ['payment_id', ['listTransactions', 'transactionTotals']],
        ['hold_id', ['listTransactions', 'transactionTotals']],
      ] as const)
        for (const operation of operations)
          for (const wrong of ['nonsense', ids.webhook_id])
            refusedField(await call(operation, { [field]: wrong }, victim.caller), field)
    })

    test('what strangers tried has changed nothing', async () => {
      const webhook = done(await call('getWebhook', { webhook_id: ids.webhook_id }, victim.caller)).body
      expect(webhook.status).toBe('active')
      expect(rowsIn(done(await call('listPayments', {}, victim.caller)))).toHaveLength(2)
      const merchant = done(await call('getMerchant', { merchant_id: ids.merchant_id }, victim.caller)).body
      expect(merchant.name).toBe('Shop')
      const card = done(await call('getCard', { card_id: ids.card_id }, victim.caller)).body
      expect(card).toMatchObject({ status: 'active', limit_daily: null })
      expect(rowsIn(done(await call('listCardTransactions', { card_id: ids.card_id }, victim.caller)))).toMatchObject([
        { status: 'PENDING', amount_minor: 100 },
      ])
      const bank = done(await call('getBankAccount', { token: ids.bank_account_id }, victim.caller)).body
      expect(bank).toMatchObject({ state: 'ENABLED', verification_attempts: 0 })
    })

    test.each(FOREIGN)('the treasury of %s shows nothing of it', async (stranger) => {
      const caller = callers[stranger] ?? {}
      const lists: readonly (readonly [Operation, object])[] = [
        ...(['listAccountHolders', 'listFinancialAccounts', 'treasuryBalances', 'listBankAccounts'] as const).map(
          (operation) => [operation, {}] as const,
        ),
        ['listTreasuryPayments', {}],
        ['listTreasuryPayments', { external_bank_account_token: ids.bank_account_id }],
        ['listTreasuryPayments', { financial_account_token: ids.financial_account_id }],
        ['treasuryBalances', { financial_account_token: ids.financial_account_id }],
        ['listTransactions', {}],
      ]
      for (const [operation, filter] of lists) {
        const { text, refused: refusal } = await call(operation, filter, caller)
        expect(refusal === null || refusal.status === 404, text).toBe(true)
        for (const id of [
          ids.account_holder_id,
          ids.financial_account_id,
          ids.bank_account_id,
          ids.treasury_payment_id,
        ])
          expect(text, operation).not.toContain(id)
      }
    })

    test.each(STRANGERS)('the lists of %s show nothing of it, also when asked for by id', async (stranger) => {
      const caller = callers[stranger] ?? {}
      const byWallet = { wallet_id: victim.walletId }
      const byAgent = { agent_id: victim.agentId }
      const lists: readonly (readonly [Operation, object])[] = [
        ...(
          ['listPayments', 'listTransactions', 'transactionTotals', 'listHolds', 'listMandates', 'listEvents'] as const
        ).map((operation) => [operation, byWallet] as const),
        ...(
          ['listPayments', 'listTransactions', 'transactionTotals', 'listHolds', 'listMandates', 'listWallets'] as const
        ).map((operation) => [operation, byAgent] as const),
        ...(
          ['listPayments', 'listTransactions', 'listMandates', 'listWallets', 'listEvents', 'listWebhooks'] as const
        ).map((operation) => [operation, {}] as const),
        ['listBalances', {}],
        ['listEvents', { resource_id: ids.payment_id }],
        ['listTransactions', { payment_id: ids.payment_id }],
        ['listTransactions', { hold_id: ids.hold_id }],
        ['transactionTotals', { hold_id: ids.hold_id }],
        ['listCards', byWallet],
        ['listCards', {}],
        ['listCardTransactions', { card_id: ids.card_id }],
        ['listCheckouts', byAgent],
        ['listOrders', byAgent],
        ['listOrders', {}],
      ]
      for (const [operation, filter] of lists) {
        const { text, refused: refusal } = await call(operation, filter, caller)
        expect(refusal === null || refusal.status === 404, text).toBe(true)
        for (const id of [
          ids.order_id,
          ids.checkout_id,
          victim.walletId,
          victim.agentId,
          victim.mandateId,
          ids.payment_id,
          ids.hold_id,
          ids.transaction_id,
          ids.webhook_id,
          ids.card_id,
          ids.card_transaction_id,
        ])
          expect(text, operation).not.toContain(id)
      }
    })
  })
}

/** One resource of each kind, all of the victim. */
export async function makeOneOfEach(scene: Scene, victim: TestAgent): Promise<Record<Id, string>> {
  const { carrier, owner } = scene
  const { agentId, walletId, mandateId, caller } = victim
  const payment = { wallet_id: walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
  const unpaid = refused(await carrier.call('createPayment', payment, caller), 402, 'insufficient_funds')
  const shop = { name: 'Shop', legal_name: 'Shop', domain: newDomain() }
  const merchant = done(await carrier.call('createMerchant', shop, owner)).body
  await fund(scene, walletId, '1.20')
  const held = { wallet_id: walletId, amount: '1.00', token: 'USDC', merchant: shop.domain }
  const hold = done(await carrier.call('createHold', held, owner)).body
  const [placed] = rowsIn(done(await carrier.call('listTransactions', { hold_id: hold.hold_id }, caller)))
  const hook = { url: 'https://192.0.2.1.example/hook', events: ['payment.failed'], secret: 's'.repeat(16) }
  const webhook = done(await carrier.call('createWebhook', hook, caller)).body
  const webhookId = textIn(webhook, 'webhook_id')
  const delivery = done(await carrier.call('testWebhook', { webhook_id: webhookId }, caller)).body
  const events = await until(async () =>
    rowsIn(done(await carrier.call('listEvents', { types: ['payment.failed'] }, caller))),
  )
  const asked = { wallet_id: walletId, amount: '1.00', to: newAddress() }
  const approval = done(await carrier.call('requestApproval', asked, caller)).body
  const { body: reviewed } = await review(scene)
  const form = { org_id: scene.organization.orgId, kind: 'browser' }
  const session = done(await carrier.call('createSession', form, owner)).body
  const dollars = await makeDollars(scene, victim)
  const bought = await toPay({ scene, agent: victim })
  const { body: order } = done(await carrier.call('payCheckout', bought, caller))
  const stop = { scope: 'merchant', target_id: newDomain(), reason: 'Drill.', reason_code: 'test' }
  const killSwitch = done(await carrier.call('activateSwitch', stop, owner)).body
  return {
    agent_id: agentId,
    wallet_id: walletId,
    mandate_id: mandateId,
    payment_id: String(unpaid.refused?.details.payment_id),
    merchant_id: textIn(merchant, 'merchant_id'),
    webhook_id: webhookId,
    delivery_id: textIn(delivery, 'delivery_id'),
    event_id: textIn(events[0] ?? {}, 'source_event_id'),
    hold_id: textIn(hold, 'hold_id'),
    transaction_id: textIn(placed ?? {}, 'transaction_id'),
    approval_id: textIn(approval, 'approval_id'),
    switch_id: textIn(killSwitch, 'switch_id'),
    screening_id: String(unpaid.refused?.details.payment_id).replace('pay_', 'scr_'),
    case_id: textIn(reviewed, 'case_id'),
    session_id: textIn(session, 'session_id'),
    checkout_id: (await purchase({ scene, agent: victim })).session_id,
    paid_checkout_id: bought.session_id,
    order_id: textIn(order, 'order_id'),
    charge_id: (await toEnd({ scene, agent: victim })).charge_id,
    ...dollars,
  }
}

/** A payment of another agent that needed a review, and was rejected, so that nothing waits. */
async function review(scene: Scene): Promise<Answer> {
  const { carrier, owner } = scene
  const { walletId, caller } = await openAgent(scene)
  const spend = { wallet_id: walletId, to: MIXER, amount: '1.00', token: 'USDC' }
  const parked = done(await carrier.call('createPayment', spend, caller))
  const decision = { case_id: parked.body.case_id, decision: 'reject', comment: 'A test.' }
  done(await carrier.call('decideCase', decision, owner))
  return parked
}
