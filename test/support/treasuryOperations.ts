/** The operations of the treasury as a client of the graph would write them. */
import { list, mutation, one } from './graphDocuments.ts'

const HOLDER = 'token: id status userType statusReasons accountToken created: createdAt updated: updatedAt'
const ACCOUNT = `token: id type status currency nickname accountHolderToken: accountHolderId created: createdAt
  updated: updatedAt`
const AMOUNTS = 'currency availableAmountMinor pendingAmountMinor totalAmountMinor heldAmountMinor'
const BANK_ACCOUNT = `token: id state verificationState verificationMethod verificationAttempts verificationFailedReason
  microDepositStatus microDepositsExpireAt attemptsRemaining lastFour routingNumber owner ownerType type country currency
  name doingBusinessAs companyId userDefinedId financialAccountToken: financialAccountId isPaused pauseReason
  lastReturnReasonCode created: createdAt updated: updatedAt`
const PAYMENT = `paymentToken: id direction type category method
  methodAttributes { secCode achHoldPeriod returnReasonCode traceNumbers retries companyId }
  amountMinor pendingAmountMinor settledAmountMinor releasedAmountMinor currency status stage result failureCode failureMessage
  financialAccountToken: financialAccountId externalBankAccountToken: externalBankAccountId expectedReleaseDate
  descriptor memo userDefinedId retryOf: retryOfId approvalId agentId: agent { id }
  events { token type amountMinor result detailedResults externalId created: createdAt }
  created: createdAt updated: updatedAt`

const MISMATCH = `mismatchId: id kind entry state reason resolution resolvedByKeyId financialAccountToken: financialAccountId
  paymentToken: paymentId externalBankAccountToken: externalBankAccountId traceNumber ledgerAmountMinor bankAmountMinor currency openedAt resolvedAt updatedAt`

const QUOTE = `quoteId: id status fromCurrency fromAmountMinor toToken toChain toAmount fixedSide rate feeMinor feeBps
  walletId financialAccountToken: financialAccountId agentId paymentId approvalId failureCode expiresAt executedAt
  deliveredAt createdAt updatedAt`

const QUOTE_PAYLOAD = { take: 'conversionQuote', of: QUOTE, beside: 'replayed' }
const ofQuote = (root: string, input: string) => ({
  ...mutation(root, input, QUOTE_PAYLOAD),
  names: { quote_id: 'id' },
})
const BANK_ACCOUNT_PAYLOAD = { take: 'externalBankAccount', of: BANK_ACCOUNT, beside: 'replayed' }
const PAYMENT_PAYLOAD = { take: 'treasuryPayment', of: PAYMENT, beside: 'replayed' }
const ofBankAccount = (root: string, input: string, beside = 'replayed') => ({
  ...mutation(root, input, { ...BANK_ACCOUNT_PAYLOAD, beside }),
  names: { token: 'id' },
})
const ofPayment = (root: string, input: string) => ({
  ...mutation(root, input, PAYMENT_PAYLOAD),
  names: { payment_token: 'id' },
})

export const TREASURY_OPERATIONS = {
  syncAccountHolder: mutation('syncAccountHolder', 'SyncAccountHolderInput', {
    beside: `accountHolder { ${HOLDER} } financialAccounts { ${ACCOUNT} } syncedAt created updated replayed`,
  }),
  listAccountHolders: list('accountHolders', '$status>statuses: [AccountHolderStatus!]', HOLDER),
  listFinancialAccounts: list(
    'financialAccounts',
    '$status>statuses: [FinancialAccountStatus!], $type>types: [FinancialAccountType!]',
    ACCOUNT,
  ),
  treasuryBalances: one(
    'treasuryBalances',
    '$financialAccountToken>financialAccountId: ID, $type: FinancialAccountType, $currency: TreasuryCurrency',
    `balances { financialAccountToken: financialAccountId type ${AMOUNTS} lastEventToken updatedAt }
    totals { ${AMOUNTS} } deficitAmountMinor`,
  ),
  listBankAccounts: list(
    'externalBankAccounts',
    '$state>states: [BankAccountState!], $verificationState>verificationStates: [BankAccountVerificationState!]',
    BANK_ACCOUNT,
  ),
  getBankAccount: one('externalBankAccount', '$id: ID!', BANK_ACCOUNT, { token: 'id' }),
  listTreasuryPayments: list(
    'treasuryPayments',
    `$status>statuses: [TreasuryPaymentStatus!], $stage>stages: [TreasuryPaymentStage!], $direction>directions: [TreasuryPaymentDirection!],
    $externalBankAccountToken>externalBankAccountId: ID, $financialAccountToken>financialAccountId: ID`,
    PAYMENT,
  ),
  getTreasuryPayment: one('treasuryPayment', '$id: ID!', PAYMENT, { payment_token: 'id' }),
  linkBankAccount: mutation('linkExternalBankAccount', 'LinkExternalBankAccountInput', BANK_ACCOUNT_PAYLOAD),
  verifyMicroDeposits: ofBankAccount('verifyMicroDeposits', 'VerifyMicroDepositsInput', 'verified replayed'),
  retryMicroDeposits: ofBankAccount('retryMicroDeposits', 'ExternalBankAccountInput'),
  pauseBankAccount: ofBankAccount('pauseExternalBankAccount', 'ChangeExternalBankAccountInput'),
  unpauseBankAccount: ofBankAccount('unpauseExternalBankAccount', 'ChangeExternalBankAccountInput'),
  closeBankAccount: ofBankAccount('closeExternalBankAccount', 'ChangeExternalBankAccountInput'),
  fundTreasury: mutation('fundTreasury', 'FundTreasuryInput', PAYMENT_PAYLOAD),
  withdrawTreasury: mutation('withdrawTreasury', 'WithdrawTreasuryInput', PAYMENT_PAYLOAD),
  retryTreasuryPayment: ofPayment('retryTreasuryPayment', 'RetryTreasuryPaymentInput'),
  cancelTreasuryPayment: ofPayment('cancelTreasuryPayment', 'CancelTreasuryPaymentInput'),
  reconcileTreasury: mutation('reconcileTreasury', 'ReconcileTreasuryInput', {
    take: 'reconciliation',
    of: 'checkedAt entriesCompared openMismatches',
    beside: 'replayed',
  }),
  listTreasuryMismatches: list(
    'treasuryMismatches',
    `$state>states: [TreasuryMismatchState!], $kind>kinds: [TreasuryMismatchKind!],
    $entry>entries: [TreasuryMismatchEntry!]`,
    MISMATCH,
  ),
  getTreasuryMismatch: one('treasuryMismatch', '$id: ID!', MISMATCH, { mismatch_id: 'id' }),
  resolveTreasuryMismatch: {
    ...mutation('resolveTreasuryMismatch', 'ResolveTreasuryMismatchInput', {
      take: 'mismatch',
      of: MISMATCH,
      beside: 'replayed',
    }),
    names: { mismatch_id: 'id' },
  },
  createBookTransfer: mutation('createBookTransfer', 'CreateBookTransferInput', {
    take: 'bookTransfer',
    of: `bookTransferToken: id status fromFinancialAccountToken: fromFinancialAccountId
    toFinancialAccountToken: toFinancialAccountId amountMinor currency memo created: createdAt`,
    beside: 'replayed',
  }),
  createQuote: mutation('createConversionQuote', 'CreateConversionQuoteInput', QUOTE_PAYLOAD),
  executeQuote: ofQuote('executeConversionQuote', 'ExecuteConversionQuoteInput'),
  cancelQuote: ofQuote('cancelConversionQuote', 'CancelConversionQuoteInput'),
  getQuote: one('conversionQuote', '$id: ID!', QUOTE, { quote_id: 'id' }),
  listQuotes: list('conversionQuotes', '$status>statuses: [ConversionQuoteStatus!], $walletId: ID', QUOTE),
  simulatedMicroDeposits: one('simulatedMicroDeposits', '$id: ID!', 'microDeposits', { token: 'id' }),
  simulateMicroDeposits: ofBankAccount('simulateMicroDeposits', 'SimulateMicroDepositsInput'),
  simulateHolderReview: {
    ...mutation('simulateAccountHolderReview', 'SimulateAccountHolderReviewInput', {
      ...{ take: 'accountHolder', of: HOLDER, beside: 'replayed' },
    }),
    names: { token: 'id' },
  },
  advanceTreasuryPayment: ofPayment('simulateTreasuryPaymentEvent', 'SimulateTreasuryPaymentEventInput'),
  returnTreasuryPayment: ofPayment('simulateTreasuryReturn', 'SimulateTreasuryReturnInput'),
}
