/** The POSTs of the treasury that have an effect, for the test that holds every one to its Idempotency-Key. */
import type { Body } from '../../support/carriers.ts'
import { done, rowsIn, type Scene } from '../../support/scene.ts'
import {
  bankAccountForm,
  collected,
  linkedAccount,
  NUMBERS,
  openBankMismatch,
  synchronized,
  verifiedAccount,
} from '../../support/treasuryScene.ts'

interface Of {
  readonly scene: Scene
}

/** One verified account for all: an organization has at most ten. */
const banks = new Map<string, Promise<{ readonly token: string }>>()
function bankOf({ scene }: Of): Promise<{ readonly token: string }> {
  const { orgId } = scene.organization
  const known = banks.get(orgId) ?? verifiedAccount(scene)
  banks.set(orgId, known)
  return known
}

const funding = async (of: Of, amount_minor = 100) => ({
  ...{ amount_minor, external_bank_account_token: (await bankOf(of)).token },
})
const payment = async (of: Of, events: number) => {
  const { payment_token } = await collected(of.scene, await funding(of), events)
  return { payment_token }
}
const sent = async ({ scene }: Of) => {
  const account = await linkedAccount(scene)
  done(await scene.carrier.call('simulateMicroDeposits', { ...account, event: 'sent' }, scene.owner))
  return account
}

const conversion = async (of: Of) => {
  await collected(of.scene, await funding(of, 1_000), 3)
  const { body } = done(await of.scene.carrier.call('createWallet', { name: 'Converted' }, of.scene.owner))
  return { from_amount_minor: 200, to_token: 'USDC', to_chain: 'base', wallet_id: body.wallet_id }
}
const quote = async (of: Of) => {
  const { body } = done(await of.scene.carrier.call('createQuote', await conversion(of), of.scene.owner))
  return { quote_id: body.quote_id }
}

export const TREASURY_KEYED = {
  syncAccountHolder: { input: () => ({}), other: { account_token: 'another' } },
  linkBankAccount: {
    async input({ scene }: Of) {
      await synchronized(scene)
      return bankAccountForm()
    },
    other: { owner: 'Another' },
  },
  verifyMicroDeposits: {
    async input(of: Of) {
      const account = await sent(of)
      const { body } = done(await of.scene.carrier.call('simulatedMicroDeposits', account, of.scene.owner))
      return { ...account, micro_deposits: body.micro_deposits }
    },
    other: { micro_deposits: [99, 99] },
  },
  retryMicroDeposits: {
    async input({ scene }: Of) {
      const account = await linkedAccount(scene, { account_number: NUMBERS.microReturned })
      done(await scene.carrier.call('simulateMicroDeposits', { ...account, event: 'returned' }, scene.owner))
      return account
    },
    other: {},
  },
  pauseBankAccount: { input: ({ scene }: Of) => linkedAccount(scene), other: { reason: 'Another.' } },
  unpauseBankAccount: { input: ({ scene }: Of) => linkedAccount(scene), other: { reason: 'Another.' } },
  closeBankAccount: { input: ({ scene }: Of) => linkedAccount(scene), other: { reason: 'Another.' } },
  fundTreasury: { input: (of: Of) => funding(of), other: { amount_minor: 101 } },
  withdrawTreasury: {
    async input(of: Of) {
      await collected(of.scene, await funding(of), 3)
      return funding(of, 10)
    },
    other: { amount_minor: 11 },
  },
  retryTreasuryPayment: {
    async input(of: Of) {
      const made = await payment(of, 2)
      done(await of.scene.carrier.call('returnTreasuryPayment', { ...made, return_reason_code: 'R01' }, of.scene.owner))
      return made
    },
    other: {},
  },
  cancelTreasuryPayment: { input: (of: Of) => payment(of, 0), other: { reason: 'Another.' } },
  createQuote: { input: (of: Of) => conversion(of), other: { from_amount_minor: 201 } },
  executeQuote: { input: (of: Of) => quote(of), other: { approval_id: 'apr_another' } },
  cancelQuote: { input: (of: Of) => quote(of), other: {} },
  createBookTransfer: {
    async input(of: Of) {
      await collected(of.scene, await funding(of), 3)
      const { issuing, reserve } = await synchronized(of.scene)
      return { from_financial_account_token: issuing, to_financial_account_token: reserve, amount_minor: 5 }
    },
    other: { amount_minor: 6 },
  },
  reconcileTreasury: {
    async input({ scene }: Of) {
      await synchronized(scene)
      return {}
    },
    // There is nothing that could differ.
    other: {},
  },
  resolveTreasuryMismatch: {
    input: async ({ scene }: Of) => ({ mismatch_id: await openBankMismatch(scene), resolution: 'Looked at.' }),
    other: { resolution: 'Not looked at.' },
  },
  simulateMicroDeposits: {
    input: async ({ scene }: Of) => ({ ...(await linkedAccount(scene)), event: 'sent' }),
    other: { event: 'posted' },
  },
  simulateHolderReview: {
    async input({ scene }: Of) {
      await synchronized(scene)
      const [holder] = rowsIn(done(await scene.carrier.call('listAccountHolders', {}, scene.owner))) as Body[]
      return { token: holder?.token, status: 'ACCEPTED' }
    },
    other: { status: 'PENDING_REVIEW' },
  },
  advanceTreasuryPayment: { input: (of: Of) => payment(of, 0), other: { event_type: 'ACH_ORIGINATION_SETTLED' } },
  returnTreasuryPayment: {
    input: async (of: Of) => ({ ...(await payment(of, 1)), return_reason_code: 'R01' }),
    other: { return_reason_code: 'R09' },
  },
} as const
