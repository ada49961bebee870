/**
 * One step of a payment over ACH: the row after it, its journals, and what it changes for limits and rates of returns
 * (domain 1.6, 1.7, 8.5, 8.6). Pure, so that any sequence of events can be tried without a database.
 */
import type { UsdPosition } from '../../shared/commit/positions.ts'
import { EMPTY_USD_BALANCES } from '../../shared/ledger/accounts.ts'
import type { JournalEntry } from '../../shared/ledger/journal.ts'
import {
  collectionProcessed,
  collectionRejected,
  collectionReleased,
  collectionReturned,
  collectionSettled,
  withdrawalEnded,
  withdrawalReturned,
  withdrawalSettled,
} from '../../shared/ledger/usdPostings.ts'
import { nextState } from '../../shared/transitions.ts'
import { bankDay } from './achCalendar.ts'
import type { AchPaymentRow } from './achPayment.ts'
import type { BankEvent } from './achStates.ts'
import { ACH_TABLES, type AchEvent, type AchStep, statusOf, stepOf } from './achStates.ts'
import { givenBack } from './programme.ts'
import { countInDay, type FailureCode, returnCodeOf } from './returns.ts'

type Position = Omit<UsdPosition, '_id' | 'v'>

export interface Step {
  readonly row: AchPaymentRow
  /** With limits and rates as they are after it, and balances from before it. */
  readonly position: Position
  readonly journals: readonly JournalEntry[]
}

/** Enough for every sequence that the tables allow. */
const EVENTS_MAX = 20

/** `tpay_x` -> `tev_x_1`: made of the payment, so that a decision needs no identifiers. */
export const eventToken = (paymentId: string, number: number): string => `tev_${paymentId.slice(5)}_${number}`

/** @returns null where the tables have no such step */
export function takeStep(
  row: AchPaymentRow,
  position: Position,
  event: BankEvent,
  at: Date,
  failure: FailureCode | null = null,
): Step | null {
  const step = stepOf(event)
  const stage = step === null ? null : nextState(ACH_TABLES[row.direction], row.stage, step)
  if (step === null || stage === null || row.events.length >= EVENTS_MAX) return null
  const returned = step === 'return' ? (returnCodeOf(event.returnCode ?? '')?.failure ?? 'other') : null
  const next: AchPaymentRow = {
    ...row,
    ...{ stage, status: statusOf(stage), events: [...row.events, recorded(row, event)], updatedAt: at },
    result: step === 'decline' || step === 'reject' ? 'DECLINED' : row.result,
    failureCode: failure ?? returned ?? failureOf(step) ?? row.failureCode,
    returnCode: step === 'return' ? (event.returnCode ?? null) : row.returnCode,
    settledAt: step === 'settle' ? event.createdAt : row.settledAt,
    returnedAt: step === 'return' ? event.createdAt : row.returnedAt,
  }
  return {
    row: next,
    position: { ...position, ...limitsAfter(row, position, step), ...ratesAfter(row, position, step, event) },
    journals:
      row.direction === 'DEBIT' ? collectionJournals(row, position, step) : withdrawalJournals(row, position, step),
  }
}

function recorded(row: AchPaymentRow, { returnCode: _, ...event }: BankEvent): AchEvent {
  return { ...event, token: eventToken(row._id, row.events.length + 1), amount: row.amount }
}

function failureOf(step: AchStep): FailureCode | null {
  if (step === 'cancel') return 'canceled'
  return step === 'decline' || step === 'reject' ? 'declined_by_bank' : null
}

const subjectOf = ({ mode, financialAccountId, amount }: AchPaymentRow) => ({
  ...{ mode, financialAccount: financialAccountId, amount },
})

function collectionJournals(row: AchPaymentRow, { accounts, totals }: Position, step: AchStep): JournalEntry[] {
  const subject = subjectOf(row)
  switch (step) {
    case 'process':
      return [collectionProcessed(row._id, subject)]
    case 'settle':
      return [collectionSettled(row._id, subject)]
    case 'release':
      return [collectionReleased(row._id, subject, BigInt(totals.deficit))]
    case 'reject':
      return row.stage === 'processed' ? [collectionRejected(row._id, subject)] : []
    case 'return': {
      const { available } = accounts[row.financialAccountId] ?? EMPTY_USD_BALANCES
      const from = row.stage === 'processed' ? 'uncollected' : row.stage === 'settled' ? 'pending' : { available }
      return [collectionReturned(row._id, subject, from)]
    }
    default:
      return []
  }
}

function withdrawalJournals(row: AchPaymentRow, { totals }: Position, step: AchStep): JournalEntry[] {
  const subject = subjectOf(row)
  const deficit = BigInt(totals.deficit)
  // What waits for its approval has set nothing aside.
  const isSetAside = row.stage === 'initiated' || row.stage === 'reviewed' || row.stage === 'processed'
  switch (step) {
    case 'settle':
      return [withdrawalSettled(row._id, subject)]
    case 'return':
      return [
        row.stage === 'settled'
          ? withdrawalReturned(row._id, subject, deficit)
          : withdrawalEnded(row._id, subject, deficit),
      ]
    case 'decline':
    case 'reject':
    case 'cancel':
      return isSetAside ? [withdrawalEnded(row._id, subject, deficit)] : []
    default:
      return []
  }
}

function limitsAfter(row: AchPaymentRow, position: Position, step: AchStep): Partial<Position> {
  const neverLeft = step === 'cancel' || step === 'decline' || (step === 'reject' && row.stage === 'reviewed')
  return row.direction === 'DEBIT' && neverLeft ? givenBack(position, row.amount, row.createdAt) : {}
}

/** Of collections only: a debit counts on the day it leaves, its return on the day it comes. */
function ratesAfter(
  row: AchPaymentRow,
  { returns }: Position,
  step: AchStep,
  { createdAt, returnCode }: BankEvent,
): Partial<Position> {
  if (row.direction !== 'DEBIT' || (step !== 'process' && step !== 'return')) return {}
  const day = bankDay(createdAt)
  if (step === 'process') return { returns: countInDay(returns, day, day, { debits: 1 }) }
  const group = returnCodeOf(returnCode ?? '')?.group ?? 'overall'
  const more = group === 'overall' ? {} : { [group]: 1 }
  return { returns: countInDay(returns, day, day, { returned: 1, ...more }) }
}
