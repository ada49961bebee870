/**
 * The two ways of stored bytes whose sending nobody has begun. Discarded: a stop came in between, the payment fails as if
 * it had never been signed. Adopted: their sender is gone and nobody knows whether it sent them, so its successor takes
 * them over first; a discard that is still on its way loses to that, and the other way round.
 */
import { walletRef } from '../../shared/commit/positions.ts'
import type { Intent } from '../../shared/commit/types.ts'
import { toRefusal } from '../../shared/errors.ts'
import type { PaymentRow } from '../models/payment.ts'
import { nextStage } from '../rules/paymentStages.ts'
import { failureWrites, getPayment, paymentRef } from './failPayment.ts'
import type { SettlementRules } from './settlementRules.ts'

/** cleared: nothing stops it any more. taken: it has ended, or is no longer this sender's. */
export type DiscardAnswer = 'discarded' | 'cleared' | 'taken'

/**
 * Only for the sender that stored the bytes and has not handed them to any node.
 * @param heldUntil end of its lease: beyond it a successor may have sent them
 */
export function discardIntent(
  rules: SettlementRules,
  payment: PaymentRow,
  sender: { readonly fence: number; readonly heldUntil: Date },
): Intent<DiscardAnswer> {
  const ref = paymentRef(payment._id)
  return {
    priority: 'settle',
    orgId: payment.orgId,
    mode: payment.mode,
    reads: () => ({ guard: [ref, walletRef(payment.walletId), ...rules.finalReads(payment)] }),
    decide(state, at) {
      const row = getPayment(state, ref)
      const isOwn = row.chainWork?.fence === sender.fence && row.chainWork.transactions.length === 1
      if (!isOwn || row.txHash !== null || at >= sender.heldUntil || nextStage(row.stage, 'discard') === null)
        return { kind: 'done', answer: 'taken', writes: {} }
      const error = rules.finalCheck(state, row, at)
      if (error === null) return { kind: 'done', answer: 'cleared', writes: {} }
      const unsigned = { ...row, chainWork: null }
      return {
        kind: 'done',
        answer: 'discarded',
        writes: failureWrites(rules, state, unsigned, toRefusal(error), at),
      }
    },
  }
}

/** @returns whether the bytes may be sent under this lease */
export function adoptIntent(payment: PaymentRow, fence: number): Intent<boolean> {
  const ref = paymentRef(payment._id)
  return {
    priority: 'settle',
    orgId: payment.orgId,
    mode: payment.mode,
    reads: () => ({ guard: [ref] }),
    decide(state) {
      const row = getPayment(state, ref)
      if (row.status !== 'pending' || row.chainWork === null || row.chainWork.fence > fence)
        return { kind: 'done', answer: false, writes: {} }
      const next: PaymentRow = { ...row, chainWork: { ...row.chainWork, fence } }
      return { kind: 'done', answer: true, writes: { set: [{ ref, next }] } }
    },
  }
}
