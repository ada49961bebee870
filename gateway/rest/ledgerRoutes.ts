/** The part of the REST table about the ledger: transactions, refunds, blocked deposits, and differences from the chain. */
import type { RestRow } from './row.ts'

const transactions: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/v2/transactions',
    operation: 'ListTransactions',
    summary:
      'What the ledger has posted for wallets and financial accounts, newest first: payments beside ACH payments and what cards do.',
  },
  {
    method: 'GET',
    path: '/api/v2/transactions/totals',
    operation: 'GetTransactionTotals',
    summary: 'Sums over what the filters let through, by type, status and currency, or token and chain.',
  },
  {
    method: 'GET',
    path: '/api/v2/transactions/by-hash/{tx_hash}',
    operation: 'ListTransactionsByHash',
    summary: 'What a transaction of the chain carried, or was to carry.',
  },
  {
    method: 'GET',
    path: '/api/v2/transactions/{transaction_id}',
    operation: 'GetTransaction',
    summary: 'One transaction of the ledger.',
  },
]

const refunds: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/v2/payments/{payment_id}/refunds',
    operation: 'ListRefunds',
    summary: 'Refunds of a payment, newest first.',
  },
  {
    method: 'POST',
    path: '/api/v2/payments/{payment_id}/refunds',
    operation: 'LinkRefund',
    summary: 'Link a deposit to the payment that it refunds.',
    success: 201,
    resultField: 'refund',
    existing: 'alreadyLinked',
  },
  {
    method: 'POST',
    path: '/api/v2/payments/{payment_id}/refunds/{deposit_id}/unlink',
    operation: 'UnlinkRefund',
    summary: 'Take the link of a deposit back; the payment is returned as it is without this refund.',
    resultField: 'payment',
  },
  {
    method: 'POST',
    path: '/api/v2/payments/{payment_id}/refund-notices',
    operation: 'NotifyRefund',
    summary: 'Hand in the notice of a payee, signed by the address that was paid, about money that it has sent back.',
    success: 201,
    resultField: 'refund',
    existing: 'alreadyLinked',
  },
]

const deposits: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/deposits/{deposit_id}/unblock',
    operation: 'UnblockDeposit',
    summary: 'Release a deposit that was blocked because of its sender, who is on the sanctions list no more.',
    resultField: 'release',
  },
]

const reconciliation: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/v2/wallets/{wallet_id}/reconciliation',
    operation: 'GetReconciliation',
    summary: 'What the last reconciliation of a wallet with the chains found.',
  },
  {
    method: 'POST',
    path: '/api/v2/wallets/{wallet_id}/reconcile',
    operation: 'ReconcileWallet',
    summary: 'Compare a wallet with all chains now; counts as 20 requests against the rate limit.',
    cost: 20,
    resultField: 'wallet',
  },
  {
    method: 'GET',
    path: '/api/v2/reconciliation/mismatches',
    operation: 'ListReconciliationMismatches',
    summary: 'Differences between ledger and chain, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/reconciliation/mismatches/{mismatch_id}',
    operation: 'GetReconciliationMismatch',
    summary: 'One difference between ledger and chain.',
  },
  {
    method: 'POST',
    path: '/api/v2/reconciliation/mismatches/{mismatch_id}/resolve',
    operation: 'ResolveReconciliationMismatch',
    summary: 'Resolve a difference after a person has examined it.',
    resultField: 'mismatch',
  },
]

export const ledger: readonly RestRow[] = [...transactions, ...refunds, ...deposits, ...reconciliation]
