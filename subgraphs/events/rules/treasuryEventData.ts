/** The fields of `data` of the events of the treasury, in the names of its REST interface. */
import { DEFAULT_CHAIN, DEFAULT_TOKEN } from '../../shared/tokens.ts'
import { agent_id, decimal, minor, oneOf, optionalText, type Properties, text } from './eventProperties.ts'

const financial_account_token = text('The financial account.', 'fa_sample')
const external_bank_account_token = text('The external bank account.', 'eba_sample')
const currency = text('Currency of the minor units.', 'USD')

const payment = (eventType: string): Properties => ({
  payment_token: text('The payment.', 'tpay_sample'),
  event_type: oneOf('What happened, as the bank names it.', 'AchEventType', eventType),
  event_token: { ...text('The event of the payment; null where it only waits.', 'tev_sample_1'), nullable: true },
  direction: oneOf('DEBIT: collected; CREDIT: withdrawn.', 'TreasuryPaymentDirection', 'DEBIT'),
  amount_minor: minor('The amount.'),
  currency,
  status: oneOf('Where it is.', 'TreasuryPaymentStatus', 'PENDING'),
  stage: oneOf('Where it is, in more steps.', 'TreasuryPaymentStage', 'reviewed'),
  result: oneOf('What the bank says of it.', 'TreasuryPaymentResult', 'APPROVED'),
  failure_code: { ...text('Why it ended without its money.', 'insufficient_funds'), nullable: true },
  return_reason_code: { ...text('Why it came back.', 'R01'), nullable: true },
  financial_account_token,
  external_bank_account_token,
  agent_id: { ...agent_id, nullable: true },
})

export const TREASURY_EVENT_DATA = {
  'treasury.bank_account.updated': {
    external_bank_account_token,
    state: oneOf('Whether it can be used.', 'BankAccountState', 'ENABLED'),
    verification_state: oneOf(
      'Whether its owner has shown that it is theirs.',
      'BankAccountVerificationState',
      'PENDING',
    ),
    micro_deposit_status: {
      ...oneOf('What has become of its micro-deposits.', 'MicroDepositStatus', 'sent'),
      nullable: true,
    },
    verification_failed_reason: { ...text('Why it was not verified.', 'expired'), nullable: true },
    last_return_reason_code: { ...text('Of the last payment that came back.', 'R10'), nullable: true },
    reason: optionalText('Why it was paused or closed.', 'R10'),
  },
  'treasury.payment.created': payment('ACH_ORIGINATION_INITIATED'),
  'treasury.payment.updated': payment('ACH_ORIGINATION_SETTLED'),
  'treasury.reconciliation.mismatch': {
    mismatch_id: text('The mismatch.', 'tmi_sample'),
    kind: oneOf('What differs.', 'TreasuryMismatchKind', 'missing_in_ledger'),
    state: oneOf('Whether somebody has to look at it.', 'TreasuryMismatchState', 'open'),
    entry: oneOf(
      'What was compared: settled, returned, the balance of an account, or micro_deposits, the small amounts of a bank account.',
      'TreasuryMismatchEntry',
      'settled',
    ),
    financial_account_token,
    payment_token: { ...text('The payment; null where it is none of the service.', 'tpay_sample'), nullable: true },
    trace_number: {
      ...text('The number of the entry, or the name of the balance.', '091000010000001'),
      nullable: true,
    },
    currency,
    ledger_amount_minor: { ...minor('What the ledger says.'), nullable: true },
    bank_amount_minor: { ...minor('What the bank says, or callers see.'), nullable: true },
    reason: text('What happened, in words.', 'The settlement is on the statement of the bank and not in the ledger.'),
    resolution: optionalText('How it was resolved.', 'The books and the bank agree again.'),
  },
  'treasury.conversion.executed': {
    quote_id: text('The quote.', 'qte_sample'),
    payment_id: { ...text('The payment that delivers it.', 'pay_sample'), nullable: true },
    status: { ...text('That its dollars are taken.', 'executed'), values: ['executed'] },
    wallet_id: text('Where it is delivered.', 'wal_sample'),
    from_currency: text('What was converted.', 'USD'),
    from_amount_minor: minor('What it took, with the fee.'),
    fee_minor: minor('The fee.'),
    to_token: text('What is delivered.', DEFAULT_TOKEN),
    to_chain: text('On which chain.', DEFAULT_CHAIN),
    to_amount: decimal('How much is delivered.', '99.90'),
    rate: decimal('Units of the token for one US dollar.', '1'),
    financial_account_token,
    agent_id: { ...agent_id, nullable: true },
  },
  'treasury.balance.updated': {
    financial_account_token,
    currency,
    available_amount_minor: minor('What can be spent.'),
    pending_amount_minor: minor('What is not released yet, or held by cards.'),
    total_amount_minor: minor('Both.'),
    held_amount_minor: minor('What cards hold.'),
    event_token: { ...text('The event of a payment that moved it.', 'tev_sample_1'), nullable: true },
  },
} as const satisfies Record<string, Properties>
