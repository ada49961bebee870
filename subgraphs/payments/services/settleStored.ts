/**
 * Gate 15 and the storing of bytes in one commit (reliability of settlement, steps 2 and 3): a payment is checked for
 * the last time, and what will be broadcast stands in its row, or it fails and its funds come back. After a freeze or a
 * kill switch is acknowledged no payment passes here any more.
 */
import { walletRef } from '../../shared/commit/positions.ts'
import type { Intent } from '../../shared/commit/types.ts'
import { toRefusal } from '../../shared/errors.ts'
import type { ChainWork, PaymentAttempt, PaymentRow, StoredTransaction } from '../models/payment.ts'
import { nextStage } from '../rules/paymentStages.ts'
import { failureWrites, getPayment, paymentRef } from './failPayment.ts'
import type { SettlementRules } from './settlementRules.ts'

/**
 * stored: these bytes may be sent. fenced: a later holder works on it. notQueued: the step was done before. ended: it was
 * stopped after its nonce was taken, and nobody will ever send anything with that nonce.
 */
export type StoreAnswer = 'stored' | 'fenced' | 'notQueued' | 'ended'

/** @param heldUntil end of the lease under which this was signed: who was paused beyond it may store nothing */
export function storeBytesIntent(
  rules: SettlementRules,
  payment: PaymentRow,
  work: ChainWork,
  heldUntil: Date,
): Intent<StoreAnswer> {
  const ref = paymentRef(payment._id)
  return {
    priority: 'settle',
    orgId: payment.orgId,
    mode: payment.mode,
    reads: () => ({ guard: [ref, walletRef(payment.walletId), ...rules.finalReads(payment)] }),
    decide(state, at) {
      const row = getPayment(state, ref)
      const stage = nextStage(row.stage, 'storeBytes')
      if (stage === null) {
        const hasEnded = row.status !== 'pending' && row.chainWork === null
        return { kind: 'done', answer: hasEnded ? 'ended' : 'notQueued', writes: {} }
      }
      if (at >= heldUntil) return { kind: 'done', answer: 'fenced', writes: {} }
      if (row.chainWork !== null && row.chainWork.fence > work.fence)
        return { kind: 'done', answer: 'fenced', writes: {} }
      const error = rules.finalCheck(state, row, at)
      if (error !== null)
        return { kind: 'refused', error, writes: failureWrites(rules, state, row, toRefusal(error), at) }
      const next: PaymentRow = { ...row, stage, chainWork: work, updatedAt: at }
      return { kind: 'done', answer: 'stored', writes: { set: [{ ref, next }] } }
    },
  }
}

/**
 * One more transaction around the same authorization (or its cancellation), stored before it is sent. stopped: gate 15
 * refuses to sign for the payment once more; a cancellation is never refused.
 */
export function storeAttemptIntent(
  rules: Pick<SettlementRules, 'finalReads' | 'finalCheck'>,
  payment: PaymentRow,
  attempt: { transaction: StoredTransaction; fence: number; reasons: readonly PaymentAttempt[] },
): Intent<'stored' | 'fenced' | 'ended' | 'stopped'> {
  const ref = paymentRef(payment._id)
  const { transaction, fence, reasons } = attempt
  return {
    priority: 'settle',
    orgId: payment.orgId,
    mode: payment.mode,
    reads: () => ({ guard: [ref, walletRef(payment.walletId), ...rules.finalReads(payment)] }),
    decide(state, at) {
      const row = getPayment(state, ref)
      // A completed payment whose transfer left the chain: no gate is asked again, it has been promised.
      const restores = payment.status === 'completed' && row.status === 'completed' && row.reversedAt === undefined
      if ((row.status !== 'pending' && !restores) || row.chainWork === null)
        return { kind: 'done', answer: 'ended', writes: {} }
      if (row.chainWork.fence > fence) return { kind: 'done', answer: 'fenced', writes: {} }
      if (row.chainWork.transactions.some(({ hash }) => hash === transaction.hash))
        return { kind: 'done', answer: 'stored', writes: {} }
      if (!restores && transaction.purpose === 'pay' && rules.finalCheck(state, row, at) !== null)
        return { kind: 'done', answer: 'stopped', writes: {} }
      const chainWork: ChainWork = {
        ...row.chainWork,
        fence,
        slot: transaction.nonce,
        transactions: [...row.chainWork.transactions, transaction],
      }
      const next: PaymentRow = { ...row, chainWork, attempts: [...row.attempts, ...reasons], updatedAt: at }
      return { kind: 'done', answer: 'stored', writes: { set: [{ ref, next }] } }
    },
  }
}
