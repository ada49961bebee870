/**
 * The ends of a conversion's delivery: the treasury books its dollars and tokens, in the commit that ends the payment. No
 * wallet is debited, so that none is frozen where the ledger has to follow the chain later.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { DeliveryEnd, DeliveryLedger, EndedDelivery } from '../../../shared/conversions.ts'
import { invariant, type Refusal } from '../../../shared/errors.ts'
import { blockOf } from '../../models/minedPayments.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import { deliveryReads } from './approvalOutcome.ts'
import { type MismatchFinding, mismatchOfPayment, mismatchRefFor, openMismatch, resolvedWrites } from './mismatches.ts'
import { settlementIntent } from './settlementIntent.ts'
import type { SettlementRules } from './settlementRules.ts'

export const isDelivery = ({ quoteId }: Pick<PaymentRow, 'quoteId'>): boolean => quoteId !== undefined

export type DeliveryRules = Pick<SettlementRules, 'deliveryLedger'>

function ended({ _id, quoteId, orgId, mode }: PaymentRow): EndedDelivery {
  invariant(quoteId !== undefined, `payment ${_id} delivers nothing`)
  return { paymentId: _id, quoteId, orgId, mode }
}

function ledgerOf({ deliveryLedger }: DeliveryRules): DeliveryLedger {
  invariant(deliveryLedger !== undefined, 'a conversion is delivered where nobody books it')
  return deliveryLedger
}

export const deliveredWrites = (rules: DeliveryRules, state: State, row: PaymentRow, at: Date): Writes =>
  ledgerOf(rules)(state, ended(row), 'completed', at)

export const undeliveredWrites = (
  rules: DeliveryRules,
  state: State,
  row: PaymentRow,
  failure: Refusal,
  at: Date,
): Writes => ledgerOf(rules)(state, { ...ended(row), failure }, 'failed', at)

/** With what an execution that was lost with an older backup has delivered: that is the delivery that counts. */
export function adoptedWrites(
  rules: DeliveryRules,
  state: State,
  row: PaymentRow,
  units: bigint,
  at: Date,
): { readonly row: PaymentRow; readonly writes: Writes } {
  if (row.amount === units) return { row, writes: {} }
  const writes = ledgerOf(rules)(state, { ...ended(row), units }, 'adopted', at)
  return { row: { ...row, amount: units }, writes }
}

/** Its authorization was used for another amount. @returns false: what it has delivered is booked already */
export function adoptAmountIntent(rules: DeliveryRules, payment: PaymentRow, units: bigint): Intent<boolean> {
  return settlementIntent(payment, {
    reads: deliveryReads(payment),
    decide(row, state, at) {
      if (row.status === 'completed' || blockOf(row) !== null) return done(false)
      const adopted = adoptedWrites(rules, state, row, units, at)
      const set = [setRow(paymentRef(row._id), { ...adopted.row, updatedAt: at })]
      return done(true, joinWrites([{ set }, adopted.writes]))
    },
  })
}

const CORRECTED = { expected: 0n, found: 0n, missing: 0n, corrected: true } as const
const FAILED_AND_MINED = {
  ...CORRECTED,
  kind: 'failed_payment_mined',
  reason: 'The delivery of a conversion that had failed was mined after all.',
} as const
const LEFT_THE_CHAIN = {
  ...CORRECTED,
  kind: 'payment_reorganized',
  reason: 'The delivery of a completed conversion left the chain for good.',
} as const

/** It had failed, and is mined. */
export const minedLateWrites = (rules: DeliveryRules, state: State, row: PaymentRow, at: Date): Writes =>
  corrected(rules, state, row, 'takenLate', { ...FAILED_AND_MINED, found: row.amount }, at)

/** It had completed, and left the chain. */
export const reversedWrites = (rules: DeliveryRules, state: State, row: PaymentRow, at: Date): Writes =>
  corrected(rules, state, row, 'reversed', { ...LEFT_THE_CHAIN, expected: row.amount }, at)

function corrected(
  rules: DeliveryRules,
  state: State,
  row: PaymentRow,
  end: DeliveryEnd,
  finding: MismatchFinding,
  at: Date,
): Writes {
  const subject = mismatchOfPayment(row)
  const correction = (state.get(mismatchRefFor(finding.kind, subject))?.corrections ?? 0) + 1
  const booked = ledgerOf(rules)(state, { ...ended(row), correction }, end, at)
  return joinWrites([booked, openMismatch(state, subject, finding, at)])
}

/** It had been reversed, and is mined again. */
export function redeliveredWrites(rules: DeliveryRules, state: State, row: PaymentRow, at: Date): Writes {
  const ref = mismatchRefFor('payment_reorganized', mismatchOfPayment(row))
  const known = state.get(ref)
  invariant(known !== null, `payment ${row._id} was reversed without a mismatch`)
  const correction = known.corrections + 1
  const booked = ledgerOf(rules)(state, { ...ended(row), correction }, 'takenLate', at)
  const next = { ...known, corrections: correction, updatedAt: at }
  return joinWrites([booked, resolvedWrites(ref, next, 'mined_again', at)])
}

/** It had failed, was mined all the same, and has left the chain again. */
export function leftAgainWrites(rules: DeliveryRules, state: State, row: PaymentRow, at: Date): Writes {
  const ref = mismatchRefFor('failed_payment_mined', mismatchOfPayment(row))
  const known = state.get(ref)
  invariant(known !== null, `payment ${row._id} was mined late without a mismatch`)
  const correction = known.corrections + 1
  const booked = ledgerOf(rules)(state, { ...ended(row), correction }, 'reversed', at)
  return joinWrites([
    booked,
    resolvedWrites(ref, { ...known, corrections: correction, updatedAt: at }, 'left_the_chain', at),
  ])
}
