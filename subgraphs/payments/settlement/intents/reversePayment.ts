/**
 * Ended payments whose transfer can never be mined again (domain 8.2; reliability 3.3): the ledger returns the money, and of a
 * conversion the dollars.
 */
import { orderReads } from '../../../shared/acp.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { paymentReversedJournal } from '../../../shared/ledger/postings.ts'
import { blockOf } from '../../models/minedPayments.ts'
import type { MismatchRow } from '../../models/mismatches.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import { deliveryReads } from './approvalOutcome.ts'
import { type DeliveryRules, isDelivery, leftAgainWrites, reversedWrites } from './endDelivery.ts'
import { subjectOf } from './failPayment.ts'
import { openReviewedMismatch, reviewReads } from './mismatchCases.ts'
import { freezeForMismatch, mismatchOfPayment, mismatchRefFor, resolvedWrites } from './mismatches.ts'
import { type OrderRules, orderWrites } from './orderOfPayment.ts'
import { settlementIntent } from './settlementIntent.ts'

type ReverseRules = DeliveryRules & OrderRules

/**
 * For a failed payment that was mined nevertheless, and whose transfer can never be mined again: what was debited for it is
 * the wallet's again.
 */
function reverseFailedIntent(judged: PaymentRow, rules: ReverseRules): Intent<'reversed' | 'changed'> {
  const ref = paymentRef(judged._id)
  const mismatch = mismatchRefFor('failed_payment_mined', mismatchOfPayment(judged))
  return settlementIntent(judged, {
    reads: [walletRef(judged.walletId), mismatch, ...deliveryReads(judged), ...orderReads(judged)],
    decide(row, state, at) {
      const known = state.get(mismatch)
      if (blockOf(row) === null || known === null || !isInSameBlock(row, judged)) return done('changed')
      const set = [setRow(ref, { ...unmined(row), updatedAt: at })]
      if (isDelivery(row)) return done('reversed', joinWrites([{ set }, leftAgainWrites(rules, state, row, at)]))
      const amount = row.amount - known.missing
      const corrections = known.corrections + 1
      const writes: Writes = {
        set,
        journals: amount > 0n ? [paymentReversedJournal(row._id, { ...subjectOf(row), amount }, corrections)] : [],
      }
      const next: MismatchRow = { ...known, missing: 0n, corrections, updatedAt: at }
      const ordered = orderWrites(rules, state, row, 'failed', at)
      return done('reversed', joinWrites([writes, ordered, resolvedWrites(mismatch, next, 'left_the_chain', at)]))
    },
  })
}

const isInSameBlock = (row: PaymentRow, judged: PaymentRow) => blockOf(row)?.blockHash === blockOf(judged)?.blockHash

/** Without stored bytes its hash is that of the mined transaction. */
function unmined(row: PaymentRow): PaymentRow {
  if (row.chainWork !== null) return { ...row, chainWork: { ...row.chainWork, minedBlock: null, minedBlockHash: null } }
  const { minedIn: _, ...kept } = row
  return { ...kept, txHash: null }
}

/** For an ended payment whose transfer can never be mined again. Its status stays what it is. */
export function reversePaymentIntent(judged: PaymentRow, rules: ReverseRules = {}): Intent<'reversed' | 'changed'> {
  if (judged.status === 'failed') return reverseFailedIntent(judged, rules)
  const ref = paymentRef(judged._id)
  const subject = mismatchOfPayment(judged)
  const mismatch = mismatchRefFor('payment_reorganized', subject)
  const reviewed = isDelivery(judged) ? [] : reviewReads(mismatch)
  return settlementIntent(judged, {
    reads: [walletRef(judged.walletId), mismatch, ...reviewed, ...deliveryReads(judged), ...orderReads(judged)],
    decide(row, state, at) {
      const isOver = row.status !== 'completed' || row.reversedAt !== undefined
      if (isOver || !isInSameBlock(row, judged)) return done('changed')
      if (isDelivery(row)) {
        const set = [setRow(ref, { ...row, reversedAt: at, updatedAt: at })]
        return done('reversed', joinWrites([{ set }, reversedWrites(rules, state, row, at)]))
      }
      const reason = 'The transfer of a completed payment left the chain for good.'
      const { corrections = 0, missing = 0n } = state.get(mismatch) ?? {}
      // Of one that was reversed before and mined again, the wallet may not have been debited in full.
      const amount = row.amount - missing
      const corrected = amount > 0n
      const facts = { kind: 'payment_reorganized', expected: row.amount, found: 0n, missing: 0n, reason } as const
      const writes: Writes = {
        set: [setRow(ref, { ...row, reversedAt: at, updatedAt: at })],
        journals: corrected ? [paymentReversedJournal(row._id, { ...subjectOf(row), amount }, corrections + 1)] : [],
      }
      const wallet = requireRow(state, walletRef(row.walletId))
      const frozen = freezeForMismatch(wallet, mismatch, { reason, isReviewed: true, at })
      const opened = openReviewedMismatch(state, subject, { ...facts, corrected }, at)
      const ordered = orderWrites(rules, state, row, 'failed', at)
      return done('reversed', joinWrites([writes, frozen, opened, ordered]))
    },
  })
}
