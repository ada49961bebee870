/**
 * A payment that waits for its approval or review again after an older backup was restored, and that the chain has paid: it
 * was let pass in the hours that the backup does not know. Nobody can decide about it any more, so what it waits for is
 * dismissed, and the payment goes on as if it had been queued. A mismatch tells that.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import type { WalletPosition } from '../../../shared/commit/positions.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Ref, State, Writes } from '../../../shared/commit/types.ts'
import { paymentFoundJournal } from '../../../shared/ledger/postings.ts'
import { approvalEvent } from '../../models/approvalRow.ts'
import { approvalRef } from '../../models/approvals.ts'
import { bySystem, caseRef, flagEnded, withEvent } from '../../models/cases.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { isParked } from '../../models/stoppablePayments.ts'
import { nextStatus } from '../../rules/approvals.ts'
import { nextCaseStatus } from '../../rules/cases.ts'
import { paymentEvent } from '../../rules/paymentEvents.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { withWallet } from '../../rules/walletState.ts'
import { subjectOf } from './failPayment.ts'
import { availablePart, mismatchOfPayment, mismatchRefFor, openMismatch, resolveMismatch } from './mismatches.ts'

const REASON =
  'The chain has paid it, and a restored backup had it wait for its approval or review again: it had been let pass since.'
const RESOLUTION = 'paid_before_restore'

const notBooked = (payment: PaymentRow) => mismatchRefFor('payment_not_booked', mismatchOfPayment(payment))

/** To be guarded beside its wallet and its approval. */
export function foundReads(payment: PaymentRow): readonly Ref[] {
  if (!isParked(payment)) return []
  return [notBooked(payment), ...(payment.caseId === undefined ? [] : [caseRef(payment.caseId)])]
}

/** As queued, with the state and the wallet to go on from. */
export interface Found {
  readonly row: PaymentRow
  readonly state: State
  readonly wallet: WalletPosition
  readonly writes: Writes
}

/**
 * @param read as it was when its rows were guarded
 * @returns changed: it waits for something else by now. short: the wallet has not got the money in the ledger, which a deposit
 * brings that is not booked yet; null: it does not wait.
 */
export function foundPaid(
  before: State,
  row: PaymentRow,
  read: Pick<PaymentRow, 'approvalId' | 'caseId'>,
  at: Date,
): Found | 'changed' | 'short' | null {
  const stage = nextStage(row.stage, 'found')
  if (stage === null) return null
  if (row.approvalId !== read.approvalId || row.caseId !== read.caseId) return 'changed'
  const found = requireRow(before, walletRef(row.walletId))
  if (availablePart(found, row, row.amount) < row.amount) return 'short'
  const { wallet, ended } = endCase(before, row, found, at)
  const next: PaymentRow = { ...row, stage, updatedAt: at }
  const told: Writes = {
    journals: [paymentFoundJournal(row._id, subjectOf(row))],
    events: [paymentEvent('payment.accepted', next)],
  }
  const writes = joinWrites([told, endApproval(before, row, at), ended, noteFound(before, row, at)])
  return { row: next, state: withWallet(before, wallet), wallet, writes }
}

function endApproval(state: State, { approvalId }: PaymentRow, at: Date): Writes {
  const row = approvalId === null ? null : state.get(approvalRef(approvalId))
  const status = row === null ? null : nextStatus(row.status, 'dismiss')
  if (row === null || status === null) return {}
  const next = { ...row, status, comment: row.comment ?? REASON, updatedAt: at, resolvedAt: at }
  return { set: [setRow(approvalRef(row._id), next)], events: [approvalEvent('approval.resolved', next)] }
}

function endCase(
  state: State,
  { caseId }: PaymentRow,
  wallet: WalletPosition,
  at: Date,
): { readonly wallet: WalletPosition; readonly ended: Writes } {
  const row = caseId === undefined ? null : state.get(caseRef(caseId))
  if (row === null || nextCaseStatus(row.status, 'dismiss') === null) return { wallet, ended: {} }
  const next = withEvent(row, { ...bySystem(REASON), event: 'dismiss' }, at)
  return { wallet: flagEnded(wallet, row, 'clear'), ended: { set: [setRow(caseRef(row._id), next)] } }
}

function noteFound(state: State, row: PaymentRow, at: Date): Writes {
  if (state.get(notBooked(row))?.state === 'open') return resolveMismatch(state, notBooked(row), RESOLUTION, at)
  const finding = { kind: 'payment_not_booked', expected: 0n, found: row.amount, missing: 0n } as const
  const told = { ...finding, corrected: false, reason: REASON, resolution: RESOLUTION }
  return openMismatch(state, mismatchOfPayment(row), told, at)
}
