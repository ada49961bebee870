/**
 * The end of an approval without execution: the approval, what is parked for it and the reserved limits in one
 * commit. Pure.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { IntentPart, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { DomainError, invariant, type Refusal, toRefusal } from '../../../shared/errors.ts'
import { type AchPaymentId, isId, type QuoteId } from '../../../shared/ids.ts'
import { settleReservation } from '../../../shared/spendingLimits.ts'
import { approvalEvent } from '../../models/approvalRow.ts'
import { type ApprovalRow, approvalRef } from '../../models/approvals.ts'
import { holdRef } from '../../models/holds.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { type ApprovalEvent, isOver, nextStatus } from '../../rules/approvals.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { failedPayment, failureEvents } from '../../settlement/intents/failPayment.ts'
import { closeParkedHold } from '../holds/holdEnds.ts'
import { failsUnread, type Unread } from '../unreadPayments.ts'

export interface Ending {
  readonly event: Extract<ApprovalEvent, 'deny' | 'expire' | 'cancel' | 'dismiss'>
  /** Why the payment fails. */
  readonly failure: Refusal
}

export const EXPIRED: Ending = {
  event: 'expire',
  failure: toRefusal(new DomainError('approval_expired', 'Nobody approved it in time. Request it again.')),
}

export type ParkedDeps = Pick<PaymentsDeps, 'parked'>

/** What the treasury has parked. */
export const isElsewhere = (subjectId: string): subjectId is AchPaymentId | QuoteId =>
  isId('achPayment', subjectId) || isId('quote', subjectId)

/** What is parked for an approval, and how it ends with it. */
interface Parked {
  readonly refs: readonly Ref[]
  close(state: State, failure: Refusal, at: Date): Writes
}

function parkedOf(
  deps: ParkedDeps,
  { isParked, subjectId, orgId, mode }: ApprovalRow,
  event?: Ending['event'],
): Parked | null {
  // A card cannot be parked.
  if (!isParked || subjectId === null || isId('cardTransaction', subjectId)) return null
  if (isElsewhere(subjectId)) {
    const { parked } = deps
    invariant(parked !== undefined, `nobody knows what ${subjectId} is`)
    const subject = { orgId, mode, subjectId }
    return {
      refs: parked.reads(subject),
      close: (state, failure, at) => (event === undefined ? {} : parked.close(state, subject, { event, failure }, at)),
    }
  }
  if (isId('hold', subjectId))
    return { refs: [holdRef(subjectId)], close: (state, failure, at) => closeParkedHold(state, subjectId, failure, at) }
  const ref = paymentRef(subjectId)
  return { refs: [ref], close: (state, failure, at) => closeParked(state, ref, failure, at) }
}

/** The approval, its wallet, and what is parked for it. */
export function readsOfApproval(deps: ParkedDeps, row: ApprovalRow): Ref[] {
  return [approvalRef(row._id), walletRef(row.walletId), ...(parkedOf(deps, row)?.refs ?? [])]
}

/** @param row pending, as read in this commit, with the changes that the same commit makes to it */
export function closeWrites(deps: ParkedDeps, state: State, row: ApprovalRow, ending: Ending, at: Date): Writes {
  const status = nextStatus(row.status, ending.event)
  invariant(status !== null, `approval ${row._id} is ${row.status} and ends a second time`)
  const next: ApprovalRow = { ...row, status, updatedAt: at, resolvedAt: at }
  const parked = parkedOf(deps, row, ending.event)
  const details = { ...ending.failure.details, approval_id: row._id }
  return joinWrites([
    { set: [setRow(approvalRef(row._id), next)], events: [approvalEvent('approval.resolved', next)] },
    parked?.close(state, { ...ending.failure, details }, at) ?? {},
  ])
}

/**
 * One of many that end for the same reason; false: it has ended before, has not expired yet, or is for a payment that the
 * chain may have made.
 */
export function closePart(
  deps: ParkedDeps,
  approval: ApprovalRow,
  ending: Ending,
  unread: Unread,
): IntentPart<boolean> {
  return {
    reads: () => ({ guard: readsOfApproval(deps, approval) }),
    decide(state, at) {
      const row = state.get(approvalRef(approval._id))
      const isDue = row?.status === 'pending' && (ending.event !== 'expire' || isOver(row, at))
      if (row === null || !isDue) return done(false)
      const closed = done(true, closeWrites(deps, state, row, ending, at))
      return failsUnread(closed, unread) ? done(false) : closed
    },
  }
}

/** No funds were reserved yet, only limits, in the windows that the payment names. Nothing when it is no longer parked. */
export function closeParked(state: State, ref: Ref<PaymentRow>, failure: Refusal, at: Date): Writes {
  const row = requireRow(state, ref)
  if (nextStage(row.stage, 'close') === null) return {}
  const wallet = walletRef(row.walletId)
  const next = failedPayment(state, row, failure, at)
  const released = settleReservation(requireRow(state, wallet), row, 'release')
  return { set: [setRow(ref, next), setRow(wallet, released)], events: failureEvents(next, failure, at) }
}
