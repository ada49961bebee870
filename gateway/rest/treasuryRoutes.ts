/** The part of the REST table about the treasury: US dollars, external bank accounts, and payments over ACH (domain A.9). */
import type { RestRow } from './row.ts'

const accounts: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/treasury/account-holders/sync',
    operation: 'SyncAccountHolder',
    summary: 'Read the account holder at the bank, and make what is missing here.',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/account-holders',
    operation: 'ListAccountHolders',
    summary: 'Account holders, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/financial-accounts',
    operation: 'ListFinancialAccounts',
    summary: 'Financial accounts, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/balances',
    operation: 'GetTreasuryBalances',
    summary: 'What the financial accounts hold, in cents.',
  },
]

const bankAccounts: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/treasury/external-bank-accounts',
    operation: 'LinkExternalBankAccount',
    summary: 'Link a bank account, and begin to verify it.',
    success: 201,
    resultField: 'externalBankAccount',
    location: (body) => `/api/v2/treasury/external-bank-accounts/${body.token}`,
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/external-bank-accounts/{token}/verify-micro-deposits',
    operation: 'VerifyMicroDeposits',
    summary: 'Verify a bank account by its two amounts.',
    resultField: 'externalBankAccount',
    extraFields: ['verified'],
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/external-bank-accounts/{token}/retry-micro-deposits',
    operation: 'RetryMicroDeposits',
    summary: 'Begin another round of amounts.',
    resultField: 'externalBankAccount',
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/external-bank-accounts/{token}/pause',
    operation: 'PauseExternalBankAccount',
    summary: 'Let nobody use a bank account.',
    resultField: 'externalBankAccount',
    emergency: true,
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/external-bank-accounts/{token}/unpause',
    operation: 'UnpauseExternalBankAccount',
    summary: 'Let a paused bank account be used again.',
    resultField: 'externalBankAccount',
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/external-bank-accounts/{token}/close',
    operation: 'CloseExternalBankAccount',
    summary: 'Close a bank account for good.',
    resultField: 'externalBankAccount',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/external-bank-accounts',
    operation: 'ListExternalBankAccounts',
    summary: 'External bank accounts, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/external-bank-accounts/{token}',
    operation: 'GetExternalBankAccount',
    summary: 'One external bank account.',
  },
]

const payments: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/treasury/fund',
    operation: 'FundTreasury',
    summary: 'Collect dollars from a bank account.',
    success: 201,
    resultField: 'treasuryPayment',
    location: (body) => `/api/v2/treasury/payments/${body.payment_token}`,
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/withdraw',
    operation: 'WithdrawTreasury',
    summary: 'Withdraw dollars to a bank account.',
    success: 201,
    resultField: 'treasuryPayment',
    isParked: (body) => body.stage === 'awaiting_approval',
    location: (body) => `/api/v2/treasury/payments/${body.payment_token}`,
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/payments/{payment_token}/retry',
    operation: 'RetryTreasuryPayment',
    summary: 'Collect again what came back for want of money.',
    success: 201,
    resultField: 'treasuryPayment',
    location: (body) => `/api/v2/treasury/payments/${body.payment_token}`,
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/payments/{payment_token}/cancel',
    operation: 'CancelTreasuryPayment',
    summary: 'Take a payment back that has not left.',
    resultField: 'treasuryPayment',
    emergency: true,
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/book-transfers',
    operation: 'CreateBookTransfer',
    summary: 'Move dollars between two financial accounts.',
    success: 201,
    resultField: 'bookTransfer',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/payments',
    operation: 'ListTreasuryPayments',
    summary: 'Payments over ACH, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/payments/{payment_token}',
    operation: 'GetTreasuryPayment',
    summary: 'One payment over ACH, with its events.',
  },
]

const reconciliation: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/treasury/reconcile',
    operation: 'ReconcileTreasury',
    summary: 'Compare the books with the bank now; counts as 20 requests against the rate limit.',
    cost: 20,
    resultField: 'reconciliation',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/reconciliation/mismatches',
    operation: 'ListTreasuryMismatches',
    summary: 'Differences between books and bank, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/reconciliation/mismatches/{mismatch_id}',
    operation: 'GetTreasuryMismatch',
    summary: 'One difference between books and bank.',
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/reconciliation/mismatches/{mismatch_id}/resolve',
    operation: 'ResolveTreasuryMismatch',
    summary: 'Resolve a difference after a person has examined it.',
    resultField: 'mismatch',
  },
]

const sandbox: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/v2/treasury/simulate/external-bank-accounts/{token}/micro-deposits',
    operation: 'GetSimulatedMicroDeposits',
    summary: 'Test mode: the amounts that were sent.',
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/simulate/external-bank-accounts/{token}/micro-deposits',
    operation: 'SimulateMicroDeposits',
    summary: 'Test mode: what becomes of micro-deposits.',
    resultField: 'externalBankAccount',
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/simulate/account-holders/{token}/review',
    operation: 'SimulateAccountHolderReview',
    summary: 'Test mode: what the bank decides.',
    resultField: 'accountHolder',
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/simulate/payments/{payment_token}/advance',
    operation: 'SimulateTreasuryPaymentEvent',
    summary: 'Test mode: the next event of a payment.',
    resultField: 'treasuryPayment',
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/simulate/payments/{payment_token}/return',
    operation: 'SimulateTreasuryReturn',
    summary: 'Test mode: the bank returns a payment.',
    resultField: 'treasuryPayment',
  },
]

const conversions: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/treasury/conversions/quotes',
    operation: 'CreateConversionQuote',
    summary: 'Ask what dollars cost in a token, or a token in dollars.',
    success: 201,
    resultField: 'conversionQuote',
    location: (body) => `/api/v2/treasury/conversions/quotes/${body.quote_id}`,
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/conversions/quotes/{quote_id}/execute',
    operation: 'ExecuteConversionQuote',
    summary: 'Convert at the price of a quote.',
    resultField: 'conversionQuote',
    isParked: (body) => body.status === 'open' && body.approval_id !== null,
    location: (body) => `/api/v2/treasury/conversions/quotes/${body.quote_id}`,
  },
  {
    method: 'POST',
    path: '/api/v2/treasury/conversions/quotes/{quote_id}/cancel',
    operation: 'CancelConversionQuote',
    summary: 'End an open quote.',
    resultField: 'conversionQuote',
    emergency: true,
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/conversions/quotes',
    operation: 'ListConversionQuotes',
    summary: 'Quotes of conversions, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/treasury/conversions/quotes/{quote_id}',
    operation: 'GetConversionQuote',
    summary: 'One quote.',
  },
]

export const treasury: readonly RestRow[] = [
  ...[...accounts, ...bankAccounts, ...payments, ...conversions, ...reconciliation, ...sandbox],
]
