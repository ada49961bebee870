/** Specification 5 for the treasury and cards: who calls what of them; each asks for something that does not exist. */
import type { Operation } from '../../support/carriers.ts'
import { bankAccountForm } from '../../support/treasuryScene.ts'

/** An operation with what it is asked. */
type Call = readonly [operation: Operation, own: (agent: { readonly walletId: string }) => object]

const bankAccount = () => ({ token: 'eba_unknown' })
const payment = () => ({ payment_token: 'tpay_unknown' })
const card = () => ({ card_id: 'crd_unknown' })
const transfer = () => ({ amount_minor: 100, external_bank_account_token: 'eba_unknown' })
const quote = () => ({ quote_id: 'qte_unknown' })
const mismatch = () => ({ mismatch_id: 'tmi_unknown' })
const conversion = () => ({ from_amount_minor: 100, to_token: 'USDC', to_chain: 'base', wallet_id: 'wal_unknown' })
const ofCard = () => ({ ...card(), card_transaction_id: 'ctx_unknown' })

export const TREASURY_CALLS: readonly Call[] = [
  ['syncAccountHolder', () => ({ account_token: 'unknown' })],
  ['listAccountHolders', () => ({})],
  ['listFinancialAccounts', () => ({})],
  ['treasuryBalances', () => ({})],
  ['listBankAccounts', () => ({})],
  ['getBankAccount', bankAccount],
  ['listTreasuryPayments', () => ({})],
  ['getTreasuryPayment', payment],
  ['linkBankAccount', () => bankAccountForm()],
  ['verifyMicroDeposits', () => ({ ...bankAccount(), micro_deposits: [1, 2] })],
  ['retryMicroDeposits', bankAccount],
  ['fundTreasury', transfer],
  ['withdrawTreasury', transfer],
  ['retryTreasuryPayment', payment],
  ['cancelTreasuryPayment', payment],
  ['simulatedMicroDeposits', bankAccount],
  ['createQuote', conversion],
  ['listQuotes', () => ({})],
  ['getQuote', quote],
  ['executeQuote', quote],
  ['cancelQuote', quote],
]

export const CARD_CALLS: readonly Call[] = [
  ['issueCard', ({ walletId }) => ({ wallet_id: walletId })],
  ['listCards', () => ({})],
  ['getCard', card],
  ['changeCardLimits', () => ({ ...card(), limit_daily: 10 })],
  ['freezeCard', card],
  ['unfreezeCard', card],
  ['cancelCard', card],
  ['listCardTransactions', card],
  ['authorizeCard', () => ({ ...card(), amount_minor: 100 })],
  ['clearCard', card],
  ['voidCard', ofCard],
  ['returnCard', ofCard],
]

/** Of organizations alone. */
export const TREASURY_OF_ORGANIZATIONS: readonly Call[] = [
  ['pauseBankAccount', bankAccount],
  ['unpauseBankAccount', bankAccount],
  ['closeBankAccount', bankAccount],
  [
    'createBookTransfer',
    () => ({ from_financial_account_token: 'fa_a', to_financial_account_token: 'fa_b', amount_minor: 1 }),
  ],
  ['reconcileTreasury', () => ({})],
  ['listTreasuryMismatches', () => ({})],
  ['getTreasuryMismatch', mismatch],
  ['resolveTreasuryMismatch', () => ({ ...mismatch(), resolution: 'Looked at.' })],
  ['simulateMicroDeposits', () => ({ ...bankAccount(), event: 'sent' })],
  ['simulateHolderReview', () => ({ token: 'ah_unknown', status: 'ACCEPTED' })],
  ['advanceTreasuryPayment', payment],
  ['returnTreasuryPayment', () => ({ ...payment(), return_reason_code: 'R01' })],
]

export const TREASURY_NEEDS_EXECUTE: readonly Operation[] = [
  ...(['syncAccountHolder', 'linkBankAccount', 'verifyMicroDeposits', 'retryMicroDeposits'] as const),
  ...(['fundTreasury', 'withdrawTreasury', 'retryTreasuryPayment', 'cancelTreasuryPayment'] as const),
  ...(['createQuote', 'executeQuote', 'cancelQuote'] as const),
  ...(['issueCard', 'changeCardLimits', 'freezeCard', 'unfreezeCard', 'cancelCard'] as const),
  ...(['authorizeCard', 'clearCard', 'voidCard', 'returnCard'] as const),
]
