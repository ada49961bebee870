/**
 * Banking days and the times of ACH (domain 1.6), in the bank's time, which is that of New York: when a file leaves, when
 * it settles, when collected money is released, and until when it may come back. Pure.
 */
import { instantOfLocal, windowKeys } from '../../shared/limitWindows.ts'
import holidays from '../data/fedHolidays.json' with { type: 'json' }

const BANK_ZONE = 'America/New_York'
export type AchMethod = 'ACH_NEXT_DAY' | 'ACH_SAME_DAY'

/** When the bank moves a payment on by itself. */
export interface AchSchedule {
  readonly processAt: Date
  readonly settleAt: Date
  readonly releaseAt: Date
}

export interface ReturnWindow {
  readonly unit: string
  readonly days: number | null
}

/** Days on which the Federal Reserve banks are closed, besides weekends; for later years than the table has, none are known. */
const CLOSED: ReadonlySet<string> = new Set(Object.values(holidays.closed_on).flat())
const NEXT_DAY = { cutOff: '17:00', settles: '08:30' } as const
/** The deadlines of a day and when what was sent by each of them settles. */
const SAME_DAY = [
  { cutOff: '10:30', settles: '13:00' },
  { cutOff: '14:45', settles: '17:00' },
  { cutOff: '16:45', settles: '18:00' },
] as const
const RELEASES = '09:00'
const DAY_MS = 86_400_000

/** The day in the bank's time. */
export const bankDay = (at: Date): string => windowKeys(at, BANK_ZONE).day
export const bankMonth = (at: Date): string => windowKeys(at, BANK_ZONE).month

export function isBankingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay()
  return weekday >= 1 && weekday <= 5 && !CLOSED.has(day)
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The banking day that many banking days later; with 0 the day itself, or the first banking day after it. */
export function addBankingDays(day: string, days: number): string {
  let found = day
  while (!isBankingDay(found)) found = addDays(found, 1)
  for (let left = days; left > 0; left--) {
    found = addDays(found, 1)
    while (!isBankingDay(found)) found = addDays(found, 1)
  }
  return found
}

/** @param time as the clocks of the bank show it, HH:MM */
const instantAt = (day: string, time: string): Date =>
  new Date(instantOfLocal(Date.parse(`${day}T${time}Z`), BANK_ZONE))

/** What is accepted at this instant leaves with the next file: what comes at the cut-off itself is too late for it. */
export function scheduleOf(at: Date, method: AchMethod, holdDays: number): AchSchedule {
  const { day, cutOff, settleDay, settles } = nextFile(at, method)
  return {
    processAt: instantAt(day, cutOff),
    settleAt: instantAt(settleDay, settles),
    releaseAt: instantAt(addBankingDays(settleDay, holdDays), RELEASES),
  }
}

function nextFile(at: Date, method: AchMethod) {
  const today = bankDay(at)
  const isOpen = (cutOff: string) => isBankingDay(today) && at < instantAt(today, cutOff)
  const later = addBankingDays(addDays(today, 1), 0)
  if (method === 'ACH_SAME_DAY') {
    const file = SAME_DAY.find(({ cutOff }) => isOpen(cutOff))
    const day = file === undefined ? later : today
    return { day, settleDay: day, ...(file ?? SAME_DAY[0]) }
  }
  const day = isOpen(NEXT_DAY.cutOff) ? today : later
  return { day, settleDay: addBankingDays(day, 1), ...NEXT_DAY }
}

/** The first cut-off of any file: micro-deposits leave with it. */
export const nextFileAt = (at: Date): Date => scheduleOf(at, 'ACH_NEXT_DAY', 0).processAt

/** When what was sent then is visible at the bank. */
export const postedAfter = (sentAt: Date): Date => instantAt(addBankingDays(bankDay(sentAt), 1), NEXT_DAY.settles)

/** That many banking days later, at the same time of the bank's day. */
export function bankingDaysAfter(at: Date, days: number): Date {
  const day = bankDay(at)
  const sinceMidnight = at.getTime() - instantAt(day, '00:00').getTime()
  return new Date(instantAt(addBankingDays(day, days), '00:00').getTime() + sinceMidnight)
}

export const calendarDaysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)

/**
 * From then on a payment no longer comes back for such a reason; null: there is no such instant. Before settlement anything
 * may come back.
 */
export function returnClosesAt(
  { unit, days }: ReturnWindow,
  payment: { readonly processedAt: Date; readonly settledAt: Date | null },
): Date | null {
  if (unit === 'next_file') return bankingDaysAfter(payment.processedAt, days ?? 1)
  if (payment.settledAt === null || days === null) return null
  return unit === 'banking_days'
    ? bankingDaysAfter(payment.settledAt, days)
    : instantAt(addDays(bankDay(payment.settledAt), days + 1), '00:00')
}
