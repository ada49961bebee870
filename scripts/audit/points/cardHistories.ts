/**
 * What cards count in the limits of their wallets, as the log tells it: an authorization counts with what the merchant asked for,
 * then with what was cleared, and no longer with what came back. Events have the merchant's amounts and rows those in dollars;
 * where several steps are one figure in the row, the later one counts from the first step on, so that nothing is called a breach
 * that may be none.
 */
import type { Limits } from '../limits.ts'
import type { CardTransaction, Event, MandateVersion } from '../rows.ts'

export const CARD_TRANSACTION_FIELDS = {
  ...{ walletId: 1, mandateId: 1, mandateVersion: 1, dayKey: 1, monthKey: 1, policyEvaluatedAt: 1, status: 1 },
  ...{ billedCents: 1, heldCents: 1, clearedCents: 1, refundedCents: 1, refunded: 1 },
} as const

const micro = (cents: bigint): bigint => BigInt(cents) * 10_000n

export function openCardHistories(limits: Limits) {
  /** What has come back in several steps, until the last of them. */
  const returning = new Set<string>()

  function giveBack(row: CardTransaction, version: MandateVersion | undefined, isLast: boolean): void {
    if (!returning.has(row._id)) limits.giveBack(row, version, micro(row.refundedCents))
    if (isLast) returning.delete(row._id)
    else returning.add(row._id)
  }

  return {
    /** Nobody has asked for a forced post, so that no limit was asked either. */
    add({ type, data }: Event, row: CardTransaction, version: MandateVersion | undefined): void {
      if (row.dayKey === '' || row.mandateId === null || data.status === 'DECLINED') return
      const spend = { ...row, kind: 'card', usdMicro: micro(row.billedCents) }
      if (type === 'card.transaction_created') limits.reserve(spend, version)
      if (data.status === 'SETTLED') {
        const refunded = Number(data.refunded_amount_minor)
        if (refunded === 0) limits.settle(spend, micro(row.clearedCents))
        else giveBack(row, version, refunded === Number(row.refunded))
      } else if (data.status !== 'PENDING') limits.settle(spend, 0n)
      // A part was voided.
      else if (type === 'card.transaction_updated')
        limits.lower(spend, row.status === 'PENDING' ? micro(row.heldCents) : 0n)
    },
  }
}
