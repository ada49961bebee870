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

export const treasury: readonly RestRow[] = [...accounts, ...bankAccounts, ...payments]
