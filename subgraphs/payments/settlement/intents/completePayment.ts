/**
 * The transfer is on chain with enough confirmations (specification 6.1 payment.completed): ledger, limits, payment and
 * event in one commit. Completed is final: when the transfer is mined again after a reorganization, only its block
 * changes. A failed payment that is mined nevertheless stays failed, and the ledger is corrected.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { count } from '../../../shared/conduct.ts'
import { invariant } from '../../../shared/errors.ts'
import type { EventDraft } from '../../../shared/events.ts'
import { paymentCompletedJournal } from '../../../shared/ledger/postings.ts'
import { isDirect } from '../../chains/directTransfer.ts'
import { authorizedTransfer, paymentNonce } from '../../chains/eip3009.ts'
import { holdRef } from '../../models/holds.ts'
import { blockOf } from '../../models/minedPayments.ts'
import type { MismatchRow } from '../../models/mismatches.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import { holdEvent } from '../../rules/holdEvents.ts'
import { paymentEvent } from '../../rules/paymentEvents.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { approvalOutcomeWrites, endReads } from './approvalOutcome.ts'
import { minedAfterFailureWrites, minedAgainWrites, outflowPaidWrites } from './correctLedger.ts'
import { deliveredWrites, isDelivery, minedLateWrites, redeliveredWrites } from './endDelivery.ts'
import { gasWrites, subjectOf } from './failPayment.ts'
import { foundPaid, foundReads } from './foundPaid.ts'
import { madeReads, takenWrites } from './hotOutflows.ts'
import { mismatchOfPayment, mismatchRefFor, resolveMismatch } from './mismatches.ts'
import { orderWrites } from './orderOfPayment.ts'
import { settlementIntent } from './settlementIntent.ts'
import type { SettlementRules } from './settlementRules.ts'

const LATE_KINDS = ['failed_payment_mined', 'payment_reorganized'] as const

type EndRules = Pick<SettlementRules, 'settleLimits' | 'deliveryLedger' | 'orderLedger'>

export interface Mined {
  readonly hash: string
  /** Whose authorization it used; absent: that of its chain work. */
  readonly from?: string
  readonly block: number
  readonly blockHash: string
}

/**
 * minedLate: it had failed, and the ledger was corrected. changed: it has ended since it was read; to be read again. parked:
 * after an older backup was restored it waits for its approval or review again, and the ledger has not got the money yet that
 * the chain has paid.
 */
export type CompletionAnswer = 'completed' | 'known' | 'minedAgain' | 'minedLate' | 'changed' | 'parked'

export function completePaymentIntent(rules: EndRules, payment: PaymentRow, mined: Mined): Intent<CompletionAnswer> {
  const ref = paymentRef(payment._id)
  const wallet = walletRef(payment.walletId)
  const wasPending = payment.status === 'pending'
  const mismatches = wasPending ? [] : LATE_KINDS.map((kind) => mismatchRefFor(kind, mismatchOfPayment(payment)))
  // Of a direct payment whose record was lost: it explains what its wallet had sent.
  const lost =
    wasPending && isDirect(payment) ? mismatchRefFor('authorization_log_missing', mismatchOfPayment(payment)) : null
  const unexplained = outflowOf(payment, mined)
  const explained = [...(lost === null ? [] : [lost]), ...unexplained]
  return settlementIntent<CompletionAnswer>(payment, {
    reads: [wallet, ...endReads(payment), ...holdOf(payment), ...foundReads(payment), ...mismatches, ...explained],
    decide(known, before, at) {
      const waiting = foundPaid(before, known, payment, at)
      if (waiting === 'changed') return done('changed')
      if (waiting === 'short') return done('parked')
      const { row, state } = waiting ?? { row: known, state: before }
      const found = minedHere(row, mined, realInstant(state, row, at))
      const isEnded = row.status !== 'pending'
      if (isEnded && wasPending) return done('changed')
      const takes = isDelivery(row) ? takenWrites : outflowPaidWrites
      const taken = unexplained.map((one) => takes(state, one, at, row._id))
      if (isEnded) {
        const again = seenAgain(rules, state, ref, row, { ...found, txHash: mined.hash, updatedAt: at }, at)
        return done(again.answer, joinWrites([again.writes, ...taken]))
      }
      const stage = nextStage(row.stage, 'mined')
      invariant(stage !== null, `payment ${row._id} is on chain in the stage ${row.stage}`)
      const sent: PaymentRow = { ...row, txHash: mined.hash }
      const next: PaymentRow = {
        ...{ ...found, txHash: mined.hash, status: 'completed', stage },
        ...{ updatedAt: at, completedAt: at },
      }
      // Mined before it was marked as submitted: both events, in order.
      const late = row.stage !== 'confirming' ? [paymentEvent('payment.pending', sent)] : []
      const told: Writes = {
        set: [setRow(ref, next)],
        events: [...late, paymentEvent('payment.completed', next), ...capturedEvents(state, row)],
      }
      const moved = isDelivery(row) ? deliveredWrites(rules, state, row, at) : paidWrites(rules, state, row, at)
      const ended = approvalOutcomeWrites(state, row, 'executed', at)
      const explanation = lost === null ? {} : resolveMismatch(state, lost, 'paid', at)
      const passed = waiting?.writes ?? {}
      return done(
        'completed',
        joinWrites([passed, told, moved, gasWrites(state, row, at), ended, explanation, ...taken]),
      )
    },
  })
}

/** The money has left the wallet. */
function paidWrites(rules: EndRules, state: State, row: PaymentRow, at: Date): Writes {
  const wallet = walletRef(row.walletId)
  const settled = rules.settleLimits(requireRow(state, wallet), row, 'complete')
  return {
    set: [setRow(wallet, count(settled, at, 'completed'))],
    journals: [paymentCompletedJournal(row._id, subjectOf(row))],
  }
}

/**
 * Of a conversion or capture that was lost and repeated: its transfer may have been read while nothing explained it. A
 * reference where there can be one: most payments have none.
 */
function outflowOf(payment: PaymentRow, { from = payment.chainWork?.from }: Mined): Ref<MismatchRow>[] {
  if (isDelivery(payment)) return [...madeReads(payment)]
  const { chain, chainWork, nonceOf } = payment
  const nonce = chainWork === null ? paymentNonce(payment) : chainWork.authorization?.nonce
  if (nonceOf === undefined || from === undefined || nonce === undefined || isDirect(payment)) return []
  const id = `out_${chain}_${authorizedTransfer(tokenAddress(payment), from, nonce)}`
  return [mismatchRefFor('unexpected_outflow', { paymentId: null, depositId: null, transfer: { id } })]
}

/** Without chain work its signed bytes were lost with a restored backup. @param at real: how long they may be mined is the chain's */
function minedHere(row: PaymentRow, { block, blockHash }: Mined, at: Date): PaymentRow {
  if (row.chainWork === null) return { ...row, minedIn: { block, blockHash, at } }
  return { ...row, chainWork: { ...row.chainWork, minedBlock: block, minedBlockHash: blockHash } }
}

const holdOf = ({ holdId }: PaymentRow) => (holdId === undefined ? [] : [holdRef(holdId)])

/** Specification 6.1: a hold is announced as captured when its payment is completed. */
const capturedEvents = (state: State, row: PaymentRow): EventDraft[] =>
  holdOf(row).map((hold) => holdEvent('hold.captured', requireRow(state, hold)))

/** The payment had ended before: its block was read again, it was mined in another block, or it had failed. */
function seenAgain(
  rules: EndRules,
  state: State,
  ref: Ref<PaymentRow>,
  row: PaymentRow,
  next: PaymentRow,
  at: Date,
): { readonly answer: CompletionAnswer; readonly writes: Writes } {
  const known = blockOf(row)
  // Of one without stored bytes, whose hash is that of its mined transaction, earlier releases have not kept the block.
  const isFirst = known === null && (row.chainWork !== null || row.txHash === null)
  const isSame = known !== null && known.blockHash === blockOf(next)?.blockHash
  if (isSame && row.reversedAt === undefined) return { answer: 'known', writes: {} }
  const { reversedAt, ...kept } = next
  const set: Writes = { set: [setRow(ref, kept)] }
  if (row.status === 'failed' && isFirst)
    return { answer: 'minedLate', writes: joinWrites([set, lateWrites(rules, state, row, at)]) }
  const again = reversedAt === undefined ? {} : againWrites(rules, state, row, at)
  return { answer: 'minedAgain', writes: joinWrites([set, again]) }
}

const lateWrites = (rules: EndRules, state: State, row: PaymentRow, at: Date): Writes =>
  isDelivery(row)
    ? minedLateWrites(rules, state, row, at)
    : joinWrites([minedAfterFailureWrites(state, row, at), orderWrites(rules, state, row, 'paidLate', at)])

const againWrites = (rules: EndRules, state: State, row: PaymentRow, at: Date): Writes =>
  isDelivery(row)
    ? redeliveredWrites(rules, state, row, at)
    : joinWrites([minedAgainWrites(state, row, at), orderWrites(rules, state, row, 'paidLate', at)])
