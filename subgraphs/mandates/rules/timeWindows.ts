// Whether the time windows of a policy are open (domain 6.6): start inclusive, end exclusive, in the wall-clock time of
// the window's zone. A window that crosses midnight belongs to the day it starts. Clock changes need no special case,
// because only wall-clock times are compared.
import { instantOfLocal, zoneOffsetMs } from '../../shared/limitWindows.ts'
import { type TimeWindow, WEEKDAY_NAMES } from './policy.ts'

export interface OpeningTable {
  readonly tz: string
  readonly startMinute: number
  /** Up to 2880: past 1440 the window runs into the next day. */
  readonly endMinute: number
  /** By weekday, Monday first. */
  readonly isListed: readonly boolean[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAY_MINUTES = 1_440

/** The window as numbers. */
export function compileTimeWindow(window: TimeWindow): OpeningTable {
  const startMinute = minuteOf(window.start)
  const end = minuteOf(window.end)
  const isListed = WEEKDAY_NAMES.map((day) => window.days.includes(day))
  return { tz: window.tz, startMinute, endMinute: end <= startMinute ? end + DAY_MINUTES : end, isListed }
}

/** Open if any window matches. */
export function isOpen(tables: readonly OpeningTable[], atMs: number): boolean {
  for (const table of tables) {
    const localMs = atMs + zoneOffsetMs(atMs, table.tz)
    const dayNumber = Math.floor(localMs / DAY_MS)
    const minute = Math.floor((localMs - dayNumber * DAY_MS) / MINUTE_MS)
    const weekday = weekdayOf(dayNumber)
    if (table.isListed[weekday] && minute >= table.startMinute && minute < table.endMinute) return true
    if (table.isListed[(weekday + 6) % 7] && minute + DAY_MINUTES < table.endMinute) return true
  }
  return false
}

/** First instant after `atMs` at which a closed policy opens, or null when none is found in the next nine days. */
export function findNextOpening(tables: readonly OpeningTable[], atMs: number): number | null {
  let next: number | null = null
  for (const table of tables) {
    const today = Math.floor((atMs + zoneOffsetMs(atMs, table.tz)) / DAY_MS)
    for (let dayNumber = today - 1; dayNumber <= today + 8; dayNumber++) {
      if (!table.isListed[weekdayOf(dayNumber)]) continue
      const opensAt = instantOfLocal(dayNumber * DAY_MS + table.startMinute * MINUTE_MS, table.tz)
      // A start inside the hour skipped by a clock change may not open the window.
      if (opensAt > atMs && (next === null || opensAt < next) && isOpen([table], opensAt)) next = opensAt
    }
  }
  return next
}

/** Day 0 of the epoch is a Thursday; Monday is 0. */
function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7
}

/** HH:MM -> minutes since midnight. */
export function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}
