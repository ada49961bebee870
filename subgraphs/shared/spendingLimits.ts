/**
 * The counters of spending limits, pure: calendar windows inside the wallet's position, reserved when a spend is
 * accepted, counted when it completes, and released in the same window when it fails.
 */

import type { LimitWindow, WalletPosition } from './commit/positions.ts'
import { invariant } from './errors.ts'
import { windowKeys } from './limitWindows.ts'
import { requireInt64 } from './money.ts'

export interface Windows {
  readonly day: LimitWindow | null
  readonly month: LimitWindow | null
  readonly closedWindows: readonly LimitWindow[]
}

export interface WindowKeys {
  readonly day: string
  readonly month: string
}

/** A reserved amount and its windows. */
export interface Reservation {
  readonly dayKey: string
  readonly monthKey: string
  readonly usdMicro: bigint
}

/**
 * Opens the current windows. A clock that runs behind never reopens a past window: its spends count in the newer one.
 */
export function openWindows<W extends Windows>(windows: W, keys: WindowKeys): W {
  const day = rollOver(windows.day, keys.day)
  const month = rollOver(windows.month, keys.month)
  const closed = [day.closed, month.closed].filter((window): window is LimitWindow => window !== null)
  if (day.open === windows.day && month.open === windows.month) return windows
  return { ...windows, day: day.open, month: month.open, closedWindows: [...windows.closedWindows, ...closed] }
}

function rollOver(window: LimitWindow | null, key: string): { open: LimitWindow; closed: LimitWindow | null } {
  if (window === null) return { open: { key, net: 0n, reserved: 0n }, closed: null }
  if (window.key >= key) return { open: window, closed: null }
  return { open: { key, net: 0n, reserved: 0n }, closed: window.reserved > 0n ? window : null }
}

/**
 * Reserves in both open windows, after the gates have decided that the remaining limits allow it.
 * @throws DomainError invalid_request: a window without a limit would exceed a 64-bit integer, which the database would
 * store as a negative sum and so as remaining limit
 */
export function reserve<W extends Windows>(windows: W, usdMicro: bigint): W & { day: LimitWindow; month: LimitWindow } {
  const { day, month } = windows
  invariant(day !== null && month !== null, 'limits are reserved before their windows are open')
  for (const { net, reserved } of [day, month]) requireInt64(net + reserved + usdMicro, 'The sum of this window')
  return {
    ...windows,
    day: { ...day, reserved: day.reserved + usdMicro },
    month: { ...month, reserved: month.reserved + usdMicro },
  }
}

const summed = (net: bigint): bigint => requireInt64(net, 'The sum of this window')

/** `complete`: the reserved amount is spent. `release`: it is available again, in the windows of the reservation. */
export function settleReservation<W extends Windows>(windows: W, taken: Reservation, how: 'complete' | 'release'): W {
  return settlePartly(windows, taken, how === 'complete' ? taken.usdMicro : 0n)
}

/** The reservation ends with another amount spent, less or more, in the windows of the reservation. */
export function settlePartly<W extends Windows>(windows: W, taken: Reservation, spent: bigint): W {
  const settle = (window: LimitWindow): LimitWindow => {
    const reserved = window.reserved - taken.usdMicro
    invariant(reserved >= 0n, `window ${window.key} releases more than was reserved`)
    return { ...window, reserved, net: summed(window.net + spent) }
  }
  const isTaken = (window: LimitWindow | null): window is LimitWindow =>
    window !== null && (window.key === taken.dayKey || window.key === taken.monthKey)
  return {
    ...windows,
    day: isTaken(windows.day) ? settle(windows.day) : windows.day,
    month: isTaken(windows.month) ? settle(windows.month) : windows.month,
    closedWindows: windows.closedWindows
      .map((window) => (isTaken(window) ? settle(window) : window))
      .filter(({ reserved }) => reserved > 0n),
  }
}

/**
 * The windows in which a spend counts that has ended. A recount in another time zone counts all that was decided before it, and
 * leaves the rows of ended ones as they are.
 */
export function windowsOfEnded(
  { recountedAt, mandate }: Pick<WalletPosition, 'recountedAt' | 'mandate'>,
  { policyEvaluatedAt, dayKey, monthKey }: Omit<Reservation, 'usdMicro'> & { readonly policyEvaluatedAt: Date },
): Omit<Reservation, 'usdMicro'> {
  const isRecounted = recountedAt !== undefined && policyEvaluatedAt <= recountedAt
  if (!isRecounted || mandate === null) return { dayKey, monthKey }
  const { day, month } = windowKeys(policyEvaluatedAt, mandate.limitTimezone)
  return { dayKey: day, monthKey: month }
}

/**
 * Changes what was spent in these windows, as a refund does: in those that are kept, and in no other, since nothing is
 * counted any more in a past one.
 * @param usdMicro less than zero where money came back
 */
export function changeNet<W extends Windows>(windows: W, keys: Omit<Reservation, 'usdMicro'>, usdMicro: bigint): W {
  const change = (window: LimitWindow): LimitWindow => {
    if (window.key !== keys.dayKey && window.key !== keys.monthKey) return window
    const net = window.net + usdMicro
    return { ...window, net: net < 0n ? 0n : summed(net) }
  }
  return {
    ...windows,
    day: windows.day && change(windows.day),
    month: windows.month && change(windows.month),
    closedWindows: windows.closedWindows.map(change),
  }
}
