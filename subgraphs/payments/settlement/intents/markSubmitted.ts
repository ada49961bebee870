/**
 * The result of sending. Once a node has taken the stored bytes, the payment has a transaction hash and `payment.pending`
 * is emitted, once. Otherwise the attempts are recorded, and the payment keeps its stage.
 */

import { walletRef } from '../../../shared/commit/positions.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { slotRef } from '../../models/nonceSlots.ts'
import { type PaymentAttempt, type PaymentRow, paymentRef } from '../../models/payments.ts'
import { addAttempts, countAttempts } from '../../rules/attempts.ts'
import { paymentEvent } from '../../rules/paymentEvents.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { nextSlotState } from '../../rules/slotStates.ts'
import { datedFor, settlementIntent } from './settlementIntent.ts'

export function markSubmittedIntent(
  payment: PaymentRow,
  sent: { account: string; nonce: number; hash: string; attempts: readonly PaymentAttempt[] },
): Intent<boolean> {
  const ref = paymentRef(payment._id)
  const nonce = slotRef(sent.account, sent.nonce)
  return settlementIntent(payment, {
    reads: [nonce, walletRef(payment.walletId)],
    decide(row, state, at) {
      const stage = nextStage(row.stage, 'accepted')
      if (stage === null) return done(false)
      const added = addAttempts(row, datedFor(state, row, sent.attempts))
      const next: PaymentRow = { ...row, ...added, stage, txHash: sent.hash, updatedAt: at }
      const slot = state.get(nonce)
      const slotState = slot === null ? null : nextSlotState(slot.state, 'send')
      const slotChange = slot === null || slotState === null ? [] : [setRow(nonce, { ...slot, state: slotState })]
      return done(true, { set: [setRow(ref, next), ...slotChange], events: [paymentEvent('payment.pending', next)] })
    },
  })
}

/** Endpoints that did not take the bytes: never a failure of the payment. */
export function recordSendFailureIntent(payment: PaymentRow, attempts: readonly PaymentAttempt[]): Intent<boolean> {
  return recordIntent(payment, attempts, (row) => row.stage === 'broadcasting')
}

/** An attempt that was not sent because it would have reverted. Two loops may record the same: only the first counts. */
export function recordAttemptIntent(payment: PaymentRow, attempt: PaymentAttempt): Intent<boolean> {
  const isFirst = (row: PaymentRow) => row.status === 'pending' && countAttempts(row) === countAttempts(payment)
  return recordIntent(payment, [attempt], isFirst)
}

function recordIntent(
  payment: PaymentRow,
  attempts: readonly PaymentAttempt[],
  isWanted: (row: PaymentRow) => boolean,
): Intent<boolean> {
  return settlementIntent(payment, {
    decide(row, state, at) {
      if (!isWanted(row)) return done(false)
      const next: PaymentRow = { ...row, ...addAttempts(row, datedFor(state, row, attempts)), updatedAt: at }
      return done(true, { set: [setRow(paymentRef(payment._id), next)] })
    },
  })
}
