/** An intent of settlement about one payment: it guards the payment's row and decides on it as committed. */
import { requireRow } from '../../../shared/commit/requireRow.ts'
import type { Intent, Ref, State, Verdict } from '../../../shared/commit/types.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'

/**
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
  return {
    priority: 'settle',
    orgId: payment.orgId,
    mode: payment.mode,
    reads: () => ({ guard: [ref, ...reads] }),
    decide: (state, at) => decide(requireRow(state, ref), state, at),
  }
}
