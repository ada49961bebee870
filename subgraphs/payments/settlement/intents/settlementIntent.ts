/** The intents of settlement: they guard rows and decide on them as committed, whatever was read before. */
import { orgRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import type { Intent, Ref, State, Verdict } from '../../../shared/commit/types.ts'
import { type ClockOwner, timeAt } from '../../../shared/organizationTime.ts'
import { type PaymentAttempt, type PaymentRow, paymentRef } from '../../models/payments.ts'

export function guardedIntent<Answer>(
  { orgId, mode }: Pick<Intent<Answer>, 'orgId' | 'mode'>,
  guard: readonly Ref[],
  decide: Intent<Answer>['decide'],
): Intent<Answer> {
  return { priority: 'settle', orgId, mode, reads: () => ({ guard }), decide }
}

/** What was tried, as the organization's clock tells when: the loops of settlement have real time. */
export function datedFor(
  state: State,
  { orgId, mode }: ClockOwner,
  attempts: readonly PaymentAttempt[],
): readonly PaymentAttempt[] {
  const org = state.get(orgRef(orgId))
  return attempts.map((attempt) => ({ ...attempt, at: timeAt(org, mode, attempt.at) }))
}

/**
 * An intent about one payment, whose row it guards.
 * @param payment as it was read: names organization, mode and row
 * @param decision.reads guarded besides the payment
 * @param decision.decide gets the row as it stands in the commit
 */
export function settlementIntent<Answer>(
  payment: PaymentRow,
  decision: {
    readonly reads?: readonly Ref[]
    readonly decide: (row: PaymentRow, state: State, at: Date) => Verdict<Answer>
  },
): Intent<Answer> {
  const { reads = [], decide } = decision
  const ref = paymentRef(payment._id)
  return guardedIntent(payment, [ref, ...reads], (state, at) => decide(requireRow(state, ref), state, at))
}
