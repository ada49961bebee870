/**
 * What the card network takes from the bank for what was cleared, and gives back for what merchants returned: on the next
 * banking day (domain 8.4). Pure.
 */
import { postedAfter } from '../achCalendar.ts'
import type { CardTransactionKind } from './cardStates.ts'

interface Cleared {
  readonly kind: CardTransactionKind
  readonly clearedCents: bigint
  readonly refundedCents: bigint
  /** What the network has settled of it. */
  readonly networkCents?: bigint
}

/** In cents; negative: the network owes it. */
export function owedToNetwork({ kind, clearedCents, refundedCents, networkCents = 0n }: Cleared): bigint {
  const spent = kind === 'CREDIT_AUTHORIZATION' ? -BigInt(clearedCents) : BigInt(clearedCents) - BigInt(refundedCents)
  return spent - BigInt(networkCents)
}

/** A cleared transaction with the time at which the network settles it, if anything is owed: the one that it had before, if any. */
export function withNetworkDue<Row extends Cleared & { readonly dueAt: Date | null }>(row: Row, at: Date) {
  const dueAt = owedToNetwork(row) === 0n ? null : (row.dueAt ?? postedAfter(at))
  return { ...row, networkCents: row.networkCents ?? 0n, dueAt }
}
