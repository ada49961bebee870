/**
 * The limits of the programme for collections (domain 1.5): for one, for a day and for a month in the bank's time. As much may agents
 * withdraw that no person approves: the limits of their mandates do not count it (domain 6.3). Pure.
 */
import type { CollectedSum, UsdPosition } from '../../shared/commit/positions.ts'
import { bankDay, bankMonth } from './achCalendar.ts'
import type { AchDetail } from './achStates.ts'
import type { FailureCode } from './returns.ts'

/** In cents. */
export const PROGRAMME = { transaction: 2_500_000n, day: 5_000_000n, month: 25_000_000n } as const

type Windows = Pick<UsdPosition, 'day' | 'month'>

const NOTHING: Windows = { day: null, month: null }
export const withdrawnOf = ({ withdrawn = NOTHING }: Pick<UsdPosition, 'withdrawn'>): Windows => withdrawn

/** With a clock that runs behind, a collection counts in the window that is already open. */
const openKey = (window: CollectedSum | null, key: string): string =>
  window !== null && window.key > key ? window.key : key

const sumOf = (window: CollectedSum | null, key: string): bigint =>
  window !== null && window.key >= key ? BigInt(window.cents) : 0n

/** Which limit a collection would break; null: none. */
export function brokenLimit(
  { day, month }: Windows,
  amount: bigint,
  at: Date,
): { readonly detail: AchDetail; readonly failure: FailureCode } | null {
  if (amount > PROGRAMME.transaction)
    return { detail: 'PROGRAM_TRANSACTION_LIMIT_EXCEEDED', failure: 'program_transaction_limit_exceeded' }
  if (sumOf(day, bankDay(at)) + amount > PROGRAMME.day)
    return { detail: 'PROGRAM_DAILY_LIMIT_EXCEEDED', failure: 'program_daily_limit_exceeded' }
  if (sumOf(month, bankMonth(at)) + amount > PROGRAMME.month)
    return { detail: 'PROGRAM_MONTHLY_LIMIT_EXCEEDED', failure: 'program_monthly_limit_exceeded' }
  return null
}

/** The windows with one more collection, in those that are open then. */
export function counted({ day, month }: Windows, amount: bigint, at: Date): Windows {
  const add = (window: CollectedSum | null, key: string) => ({
    key: openKey(window, key),
    cents: sumOf(window, key) + amount,
  })
  return { day: add(day, bankDay(at)), month: add(month, bankMonth(at)) }
}

/** Without one that never left: in the windows that it was counted in, if they are still open. */
export function givenBack({ day, month }: Windows, amount: bigint, askedAt: Date): Windows {
  const less = (window: CollectedSum | null, key: string) => {
    if (window === null || window.key !== key) return window
    const left = BigInt(window.cents) - amount
    return { key, cents: left > 0n ? left : 0n }
  }
  return { day: less(day, bankDay(askedAt)), month: less(month, bankMonth(askedAt)) }
}
