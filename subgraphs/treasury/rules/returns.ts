/**
 * Why payments over ACH come back: the codes, until when each may come, what it means for the bank account, whether the
 * payment may be tried again, and the rates that an organization has to stay below (domain 1.6). Pure.
 */
import type { ReturnDay } from '../../shared/commit/positions.ts'
import type { Review } from '../../shared/complianceReviews.ts'
import { DomainError, invalidField, type Refusal } from '../../shared/errors.ts'
import table from '../data/achReturnCodes.json' with { type: 'json' }
import { addDays, calendarDaysAfter, returnClosesAt } from './achCalendar.ts'
import type { AchDirection, AchStage } from './achStates.ts'

type ReturnFailure =
  | 'insufficient_funds'
  | 'account_closed'
  | 'no_account'
  | 'invalid_account_number'
  | 'debit_not_authorized'
  | 'bank_ownership_changed'
  | 'bank_account_restricted'
  | 'account_frozen'
  | 'other'
/** Why a payment ended without its money: it came back, or it never went. */
export type FailureCode =
  | ReturnFailure
  | 'program_transaction_limit_exceeded'
  | 'program_daily_limit_exceeded'
  | 'program_monthly_limit_exceeded'
  | 'declined_by_bank'
  | 'all_adapters_exhausted'
  | 'canceled'
  | 'kill_switch_active'
  | 'approval_denied'
  | 'approval_expired'
  | 'bank_account_paused'

/** How a payment ends that this refusal keeps from leaving; null: there is no word for it. */
export function failureOfRefusal({ type, details }: Pick<Refusal, 'type' | 'details'>): FailureCode | null {
  switch (type) {
    case 'insufficient_funds':
    case 'kill_switch_active':
    case 'approval_denied':
    case 'approval_expired':
    case 'bank_account_paused':
      return type
    default:
      return details.reason === 'bank_account_closed' ? 'account_closed' : null
  }
}

export interface ReturnCode {
  readonly code: string
  readonly title: string
  readonly window: { readonly unit: string; readonly days: number | null }
  readonly failure: ReturnFailure
  readonly group: 'overall' | 'administrative' | 'unauthorized'
  /** What it means for the bank account; disable closes it. */
  readonly action: 'none' | 'pause' | 'disable'
  readonly isRetryable: boolean
  readonly canFollowRelease: boolean
  readonly on: 'debit' | 'credit' | 'debit_and_credit'
}

const CODES: ReadonlyMap<string, ReturnCode> = new Map(
  table.codes.map((one) => [
    one.code,
    {
      ...{ code: one.code, title: one.title, window: one.return_window, on: one.on as ReturnCode['on'] },
      failure: one.failure_code as ReturnFailure,
      group: one.risk_group as ReturnCode['group'],
      action: one.bank_account_action as ReturnCode['action'],
      ...{ isRetryable: one.retryable, canFollowRelease: one.can_follow_release },
    },
  ]),
)

export const returnCodeOf = (code: string): ReturnCode | null => CODES.get(code) ?? null

/** @throws DomainError invalid_request */
export function parseReturnCode(value: unknown): ReturnCode {
  const found = typeof value === 'string' ? returnCodeOf(value) : null
  if (found === null)
    throw invalidField('return_reason_code', 'unknown_return_code', 'must be a return code of ACH, R01 to R39.')
  return found
}

interface Returnable {
  readonly direction: AchDirection
  readonly stage: AchStage
  readonly processedAt: Date
  readonly settledAt: Date | null
}

/** Why a payment can no longer come back, or never can, for this reason; null: it can. */
export function returnRefusal(code: ReturnCode, payment: Returnable, at: Date): DomainError | null {
  const wanted = payment.direction === 'DEBIT' ? 'debit' : 'credit'
  if (!code.on.split('_and_').includes(wanted)) {
    const message = `${code.code} is no reason for which a ${wanted} comes back. Use a code of a ${wanted}.`
    return new DomainError('conflict', message, { reason: 'return_code_not_applicable', return_reason_code: code.code })
  }
  const closesAt = returnClosesAt(code.window, payment)
  const isReleased = payment.stage === 'released' && !code.canFollowRelease
  if (!isReleased && (closesAt === null || at < closesAt)) return null
  const when = closesAt === null ? '' : ` at ${closesAt.toISOString()}`
  const message = `Banks no longer return this payment for ${code.code}: its time was over${when}, or once its money was released.`
  return new DomainError('conflict', message, {
    ...{ reason: 'return_window_closed', return_reason_code: code.code },
    ...(closesAt === null ? {} : { closed_at: closesAt.toISOString() }),
  })
}

const RETRIES_MAX = table.reinitiation.max_retries
const RETRY_DAYS = table.reinitiation.within_days
/** On the statement of the bank account. */
export const RETRY_DESCRIPTOR = table.reinitiation.entry_description
/** Above it an entry goes on the next day instead, in cents. */
export const SAME_DAY_MAX = BigInt(table.same_day.per_entry_limit_minor)

interface Retried {
  readonly stage: AchStage
  readonly direction: AchDirection
  readonly returnCode: string | null
  readonly retries: number
}

/** @param firstSettledAt when the first payment of the chain was settled, or else sent */
export function retryRefusal(payment: Retried, firstSettledAt: Date, at: Date): DomainError | null {
  const refuse = (message: string, reason: string) => new DomainError('conflict', message, { reason })
  if (payment.stage !== 'returned' || payment.direction !== 'DEBIT')
    return refuse('Only a collection that came back is tried again.', 'not_returned')
  if (returnCodeOf(payment.returnCode ?? '')?.isRetryable !== true)
    return refuse(
      `A payment that came back for ${payment.returnCode} must not be tried again. Ask the owner of the bank account, then collect anew.`,
      'return_code_not_retryable',
    )
  if (payment.retries >= RETRIES_MAX)
    return refuse(`It was tried again ${RETRIES_MAX} times, which is all that ACH allows.`, 'retries_used')
  if (at >= calendarDaysAfter(firstSettledAt, RETRY_DAYS))
    return refuse(`ACH allows another try within ${RETRY_DAYS} days, and these are over.`, 'retry_window_closed')
  return null
}

const RATES = table.return_rate_thresholds
/** So that one return of few debits is not all of them. */
const DEBITS_MIN = 20

/** The days that count at this one, with one more debit or return in it. @param on the day of the debit itself */
export function countInDay(
  days: readonly ReturnDay[],
  today: string,
  on: string,
  add: Partial<Omit<ReturnDay, 'day'>>,
): ReturnDay[] {
  const since = addDays(today, -RATES.window_days)
  const kept = days.filter(({ day }) => day > since)
  if (on <= since) return kept
  const empty: ReturnDay = { day: on, debits: 0, unauthorized: 0, administrative: 0, returned: 0 }
  const before = kept.find(({ day }) => day === on) ?? empty
  const sum = (name: 'debits' | 'unauthorized' | 'administrative' | 'returned') =>
    Number(before[name]) + Number(add[name] ?? 0)
  const next: ReturnDay = {
    ...{ day: on, debits: sum('debits'), unauthorized: sum('unauthorized') },
    ...{ administrative: sum('administrative'), returned: sum('returned') },
  }
  return [...kept.filter(({ day }) => day !== on), next].sort((a, b) => a.day.localeCompare(b.day))
}

const COUNTED = { unauthorized: 'unauthorized', administrative: 'administrative', overall: 'returned' } as const

/** A rate of returns that is too high, with what it rests on. */
export interface ExceededRate {
  readonly rate: keyof typeof COUNTED
  readonly debits: number
  readonly returned: number
  readonly threshold: number
}

/** Which rate of returns is too high, the strictest first; null: none, or too few debits tell. */
export function exceededRate(days: readonly ReturnDay[]): ExceededRate | null {
  const sum = (name: 'debits' | 'unauthorized' | 'administrative' | 'returned') =>
    days.reduce((total, day) => total + Number(day[name]), 0)
  const debits = sum('debits')
  if (debits < DEBITS_MIN) return null
  for (const rate of ['unauthorized', 'administrative', 'overall'] as const) {
    const [returned, threshold] = [sum(COUNTED[rate]), RATES[rate]]
    if (returned > threshold * debits) return { rate, debits, returned, threshold }
  }
  return null
}

interface Counted {
  readonly returns: readonly ReturnDay[]
  readonly returnReview?: Review
}

/**
 * What a step has made of the rates that compliance has to look at, once until it has decided: one that is crossed, and where
 * compliance has cleared one, each further return with which one is too high. Null: nothing, or a case is open.
 */
export function rateToReview(before: Counted, after: Counted): ExceededRate | null {
  const exceeded = exceededRate(after.returns)
  if (exceeded === null || before.returnReview?.status === 'open') return null
  const known = exceededRate(before.returns)
  const isCrossed = exceeded.rate !== known?.rate
  // Of what was rejected nothing more is collected; of what was crossed before there were cases compliance hears now.
  const isFurther = before.returnReview?.status !== 'rejected' && exceeded.returned > (known?.returned ?? 0)
  return isCrossed || isFurther ? exceeded : null
}

/** Why nothing is collected now (domain 1.6); null: money is. @param days those that count today */
export function collectionRefusal(days: readonly ReturnDay[], review: Review | undefined): DomainError | null {
  const exceeded = exceededRate(days)
  if (review?.status === 'open') {
    const message = `Too many collections of the last 60 days came back: compliance has to decide case ${review.caseId} first. Fund by other means until then.`
    const rate = exceeded?.rate ?? null
    return new DomainError('conflict', message, { reason: 'return_rate_exceeded', rate, case_id: review.caseId })
  }
  // What it has seen, it has allowed: another return is looked at anew.
  if (exceeded === null || review?.status === 'cleared') return null
  const { rate } = exceeded
  const message = `Too many collections of the last 60 days came back (${rate}). Fund by other means until fewer have.`
  const ofCase = review === undefined ? {} : { case_id: review.caseId }
  return new DomainError('conflict', message, { reason: 'return_rate_exceeded', rate, ...ofCase })
}
