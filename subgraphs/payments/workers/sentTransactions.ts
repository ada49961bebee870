/** The transactions that were signed around the authorizations of payments, oldest first. */
import type { PaymentRow, StoredTransaction } from '../models/payment.ts'
import type { SettlementDeps } from './settlementDeps.ts'

export type SentTransaction = Pick<StoredTransaction, 'hash' | 'nonce' | 'purpose'>

export async function findTransactions(
  _deps: Pick<SettlementDeps, 'database'>,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, readonly SentTransaction[]>> {
  return new Map(payments.map((payment) => [payment._id, payment.chainWork?.transactions ?? []]))
}
