/** What a wallet has paid, for replays of another policy and recounts of limits. */
import type { Database } from '../../shared/database.ts'
import type { OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { STANDING_INDEX } from './paymentIndexes.ts'
import { type PaymentRow, paymentRows } from './payments.ts'

/** The fields of a payment for a replay or a recount. */
export type PastPaymentRow = Pick<
  PaymentRow,
  | '_id'
  | 'status'
  | 'usdMicro'
  | 'amount'
  | 'refundedAmount'
  | 'merchant'
  | 'merchantId'
  | 'category'
  | 'sharers'
  | 'dayKey'
  | 'policyEvaluatedAt'
  | 'createdAt'
  | 'approvalId'
  | 'decision'
>

const PAST_PAYMENT_FIELDS = {
  status: 1,
  usdMicro: 1,
  amount: 1,
  refundedAmount: 1,
  merchant: 1,
  merchantId: 1,
  category: 1,
  sharers: 1,
  dayKey: 1,
  policyEvaluatedAt: 1,
  createdAt: 1,
  approvalId: 1,
  'decision.outcome': 1,
} as const

/** Newest first, and no further back than `createdFrom`: the index has the order, so older ones are not read. */
export async function* readPaymentsOfWallet(
  database: Database,
  walletId: WalletId,
  range: { readonly createdFrom: Date; readonly createdUntil: Date | null },
): AsyncGenerator<PastPaymentRow[]> {
  const { createdFrom, createdUntil } = range
  const rows = paymentRows(database)
    .find({ walletId, ...(createdUntil === null ? {} : { createdAt: { $lt: createdUntil } }) })
    .project<PastPaymentRow>(PAST_PAYMENT_FIELDS)
    .sort({ _id: -1 })
    .batchSize(2_000)
  try {
    // In whole batches, since awaiting each row costs more than reading it.
    while (await rows.hasNext()) {
      const batch = rows.readBufferedDocuments()
      const wanted = batch.filter((row) => row.createdAt >= createdFrom)
      yield wanted
      if (wanted.length < batch.length) return
    }
  } finally {
    await rows.close()
  }
}

/** Payments of a wallet that were made before this instant and have not ended: while a chain stands still, any time may pass. */
export function findLongPending(
  database: Database,
  wallet: { readonly orgId: OrgId; readonly mode: Mode; readonly walletId: WalletId },
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<PastPaymentRow[]> {
  const { orgId, mode, walletId } = wallet
  return paymentRows(database)
    .find({ orgId, mode, walletId, status: 'pending', createdAt: { $lt: before } })
    .hint(STANDING_INDEX)
    .project<PastPaymentRow>(PAST_PAYMENT_FIELDS)
    .limit(limit)
    .toArray()
}
