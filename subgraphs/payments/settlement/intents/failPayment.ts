/**
 * The end of a payment that did not happen (specification 6.1): funds and limits come back, the event goes out, all in
 * one commit. For a payment whose bytes were stored this needs proof that the transfer can never be mined.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { orgRef, type WalletPosition, walletRef } from '../../../shared/commit/positions.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { type ErrorType, invariant } from '../../../shared/errors.ts'
import type { EventDraft, EventType } from '../../../shared/events.ts'
import { paymentFailedJournal } from '../../../shared/ledger/postings.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { changeGas } from '../../rules/gasBudget.ts'
import { paymentEventData } from '../../rules/paymentEvents.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { approvalReads, approvalWrites } from './endApproval.ts'
import type { SettlementRules } from './settlementRules.ts'

export interface Failure {
  readonly type: ErrorType
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

type EndRules = Pick<SettlementRules, 'settleLimits'>

export const paymentRef = (paymentId: string): Ref<PaymentRow> => ({ collection: 'payments', id: paymentId })

/** @returns whether this call ended the payment; false when it had ended before */
export function failPaymentIntent(rules: EndRules, payment: PaymentRow, failure: Failure): Intent<boolean> {
  const ref = paymentRef(payment._id)
  return {
    priority: 'settle',
    orgId: payment.orgId,
    mode: payment.mode,
    reads: () => ({ guard: [ref, walletRef(payment.walletId), ...approvalReads(payment)] }),
    decide(state, at) {
      const row = getPayment(state, ref)
      if (nextStage(row.stage, 'provenDead') === null) return { kind: 'done', answer: false, writes: {} }
      return { kind: 'done', answer: true, writes: failureWrites(rules, state, row, failure, at) }
    },
  }
}

/** What failing a reserved payment writes, whatever the reason. */
export function failureWrites(rules: EndRules, state: State, row: PaymentRow, failure: Failure, at: Date): Writes {
  const { executedBeforeKill: _, ...rest } = row
  const next: PaymentRow = {
    ...rest,
    status: 'failed',
    stage: 'failed',
    failureCode: failure.type,
    failureMessage: failure.message,
    failureDetails: failure.details,
    updatedAt: at,
  }
  const wallet = walletRef(row.walletId)
  const writes: Writes = {
    set: [
      setRow(paymentRef(row._id), next),
      setRow(wallet, rules.settleLimits(getWallet(state, wallet), row, 'release')),
    ],
    journals: [paymentFailedJournal(row._id, subjectOf(row))],
    events: [settlementEvent('payment.failed', next)],
  }
  return joinWrites([writes, gasWrites(state, row, at), approvalWrites(state, row, 'failed', at)])
}

/** What was set aside for its gas is free; what its transactions have cost is booked with their receipts. */
export function gasWrites(state: State, row: PaymentRow, at: Date): Writes {
  if (row.gasReservedWei === undefined) return {}
  const ref = orgRef(row.orgId)
  const org = state.get(ref)
  invariant(org !== null, `organization ${row.orgId} has no position`)
  return { set: [setRow(ref, changeGas(org, row, at, { reserved: -BigInt(row.gasReservedWei) }))] }
}

export function settlementEvent(type: EventType, row: PaymentRow): EventDraft {
  return {
    type,
    resourceId: row._id,
    walletId: row.walletId,
    ...(row.agentId === null ? {} : { agentId: row.agentId }),
    data: paymentEventData(row),
  }
}

export function getPayment(state: State, ref: Ref<PaymentRow>): PaymentRow {
  const row = state.get(ref)
  invariant(row !== null, `payment ${ref.id} is settled and does not exist`)
  return row
}

export function getWallet(state: State, ref: Ref<WalletPosition>): WalletPosition {
  const wallet = state.get(ref)
  invariant(wallet !== null, `${ref.id} has no position`)
  return wallet
}

export const subjectOf = ({ walletId, token, chain, amount }: PaymentRow) => ({ walletId, token, chain, amount })
