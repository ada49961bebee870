/**
 * Opens the mismatch of a payment whose nonce or authorization is used on chain by something that has no record. Only while it
 * is pending: what has completed it in the meantime explains it, and has resolved the mismatch before it was opened.
 */
import type { Intent } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { mismatchOfPayment, mismatchRefFor, openMismatch } from './mismatches.ts'
import { settlementIntent } from './settlementIntent.ts'

/** @returns whether it is opened now */
export function missingLogIntent(payment: PaymentRow, reason: string): Intent<boolean> {
  const subject = mismatchOfPayment(payment)
  const facts = { kind: 'authorization_log_missing', expected: 0n, found: payment.amount, reason } as const
  const finding = { ...facts, missing: 0n, corrected: false }
  return settlementIntent(payment, {
    reads: [mismatchRefFor(finding.kind, subject)],
    decide(row, state, at) {
      if (row.status !== 'pending') return done(false)
      const writes = openMismatch(state, subject, finding, at)
      return done(writes.events !== undefined, writes)
    },
  })
}
