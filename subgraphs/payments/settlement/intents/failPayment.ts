/**
 * Fails a payment (specification 6.1): funds and limits are released and the event is emitted in one commit. Once bytes
 * are stored this requires proof that the transfer can never be mined.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { orgRef, walletRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { DomainError, Refusal } from '../../../shared/errors.ts'
import type { EventDraft } from '../../../shared/events.ts'
import { paymentFailedJournal } from '../../../shared/ledger/postings.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import { listedEvent } from '../../models/screenings.ts'
import { changeGas } from '../../rules/gasBudget.ts'
import { paymentEvent } from '../../rules/paymentEvents.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { isListed } from '../../rules/screening.ts'
import { approvalOutcomeWrites, endReads } from './approvalOutcome.ts'
import { isDelivery, undeliveredWrites } from './endDelivery.ts'
import { orderWrites } from './orderOfPayment.ts'
import { settlementIntent } from './settlementIntent.ts'
import type { SettlementRules } from './settlementRules.ts'

type EndRules = Pick<SettlementRules, 'settleLimits' | 'deliveryLedger' | 'orderLedger'>

/** @returns whether this call ended the payment; false when it had ended before */
export function failPaymentIntent(rules: EndRules, payment: PaymentRow, failure: Refusal): Intent<boolean> {
  return settlementIntent(payment, {
    reads: [walletRef(payment.walletId), ...endReads(payment)],
    decide(row, state, at) {
      if (nextStage(row.stage, 'provenDead') === null) return done(false)
      return done(true, failureWrites(rules, state, row, failure, at))
    },
  })
}

/** What gate 15 says to a payment that the first gates had accepted, and of which nothing was sent. */
export function stoppedRefusal({ type, message, details }: DomainError): Refusal {
  const told = `The payment had been accepted, and was stopped before it was sent: ${message} Nothing was paid, and the funds are available again.`
  return { type, message: told, details: { ...details, was_accepted: true } }
}

export function failedPayment<Row extends Omit<PaymentRow, 'v'>>(state: State, row: Row, failure: Refusal, at: Date) {
  return {
    ...row,
    status: 'failed' as const,
    stage: 'failed' as const,
    failureCode: failure.type,
    failureMessage: failure.message,
    failureDetails: failure.details,
    updatedAt: at,
    failedAt: realInstant(state, row, at),
  }
}

/**
 * Also that it was flagged, where its recipient is on a sanctions list by now (domain 4.2).
 * @param isFlagged whether that is told already
 */
export function failureEvents(
  failed: Omit<PaymentRow, 'v'>,
  failure: Refusal,
  at: Date,
  isFlagged = false,
): EventDraft[] {
  const flagged = isListed(failure) && !isFlagged ? [listedEvent(failed, at)] : []
  return [paymentEvent('payment.failed', failed), ...flagged]
}

/** What failing a reserved payment writes, whatever the reason. */
export function failureWrites(rules: EndRules, state: State, row: PaymentRow, failure: Refusal, at: Date): Writes {
  const { executedBeforeKill: _, stopped: __, ...rest } = row
  const next = failedPayment(state, rest, failure, at)
  if (isDelivery(row)) {
    const set = [setRow(paymentRef(row._id), next)]
    const told: Writes = { set, events: failureEvents(next, failure, at) }
    return joinWrites([told, gasWrites(state, row, at), undeliveredWrites(rules, state, row, failure, at)])
  }
  const wallet = walletRef(row.walletId)
  const writes: Writes = {
    set: [
      setRow(paymentRef(row._id), next),
      setRow(wallet, rules.settleLimits(requireRow(state, wallet), row, 'release')),
    ],
    journals: [paymentFailedJournal(row._id, subjectOf(row))],
    events: failureEvents(next, failure, at),
  }
  const ended = approvalOutcomeWrites(state, row, 'failed', at)
  return joinWrites([writes, gasWrites(state, row, at), ended, orderWrites(rules, state, row, 'failed', at)])
}

/** Releases the gas reservation; the actual cost is booked with the receipts. */
export function gasWrites(state: State, row: PaymentRow, at: Date): Writes {
  if (row.gasReservedWei === undefined) return {}
  const ref = orgRef(row.orgId)
  return { set: [setRow(ref, changeGas(requireRow(state, ref), row, at, { reserved: -BigInt(row.gasReservedWei) }))] }
}

export const subjectOf = ({ walletId, token, chain, amount }: PaymentRow) => ({ walletId, token, chain, amount })
