/**
 * The end of an approval without execution: the approval, the payment parked for it and the reserved limits in one
 * commit. Pure.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { IntentPart, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { DomainError, invariant, type Refusal, toRefusal } from '../../../shared/errors.ts'
import { settleReservation } from '../../../shared/spendingLimits.ts'
import { approvalEvent } from '../../models/approvalRow.ts'
import { type ApprovalRow, approvalRef } from '../../models/approvals.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import { type ApprovalEvent, isOver, nextStatus } from '../../rules/approvals.ts'
import { paymentEvent } from '../../rules/paymentEvents.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { failedPayment } from '../../settlement/intents/failPayment.ts'

export interface Ending {
  readonly event: Extract<ApprovalEvent, 'deny' | 'expire' | 'cancel' | 'dismiss'>
  /** Why the payment fails. */
  readonly failure: Refusal
}

export const EXPIRED: Ending = {
  event: 'expire',
  failure: toRefusal(new DomainError('approval_expired', 'Nobody approved it in time. Request it again.')),
}

/** The approval, its wallet, and the payment parked for it. */
export function readsOfApproval(row: ApprovalRow): Ref[] {
  const payment = parkedRef(row)
  return [approvalRef(row._id), walletRef(row.walletId), ...(payment === null ? [] : [payment])]
}

const parkedRef = ({ isParked, subjectId }: ApprovalRow): Ref<PaymentRow> | null =>
  isParked && subjectId !== null ? paymentRef(subjectId) : null

/** @param row pending, as read in this commit, with the changes that the same commit makes to it */
export function closeWrites(state: State, row: ApprovalRow, ending: Ending, at: Date): Writes {
  const status = nextStatus(row.status, ending.event)
  invariant(status !== null, `approval ${row._id} is ${row.status} and ends a second time`)
  const next: ApprovalRow = { ...row, status, updatedAt: at, resolvedAt: at }
  const payment = parkedRef(row)
  const details = { ...ending.failure.details, approval_id: row._id }
  return joinWrites([
    { set: [setRow(approvalRef(row._id), next)], events: [approvalEvent('approval.resolved', next)] },
    payment === null ? {} : closeParked(state, payment, { ...ending.failure, details }, at),
  ])
}

/** One of many that end for the same reason; false: it has ended before, or has not expired yet. */
export function closePart(approval: ApprovalRow, ending: Ending): IntentPart<boolean> {
  return {
    reads: () => ({ guard: readsOfApproval(approval) }),
    decide(state, at) {
      const row = state.get(approvalRef(approval._id))
      const isDue = row?.status === 'pending' && (ending.event !== 'expire' || isOver(row, at))
      if (row === null || !isDue) return done(false)
      return done(true, closeWrites(state, row, ending, at))
    },
  }
}

/** No funds were reserved yet, only limits, in the windows that the payment names. Nothing when it is no longer parked. */
function closeParked(state: State, ref: Ref<PaymentRow>, failure: Refusal, at: Date): Writes {
  const row = requireRow(state, ref)
  if (nextStage(row.stage, 'close') === null) return {}
  const wallet = walletRef(row.walletId)
  const next = failedPayment(row, failure, at)
  const released = settleReservation(requireRow(state, wallet), row, 'release')
  return { set: [setRow(ref, next), setRow(wallet, released)], events: [paymentEvent('payment.failed', next)] }
}
