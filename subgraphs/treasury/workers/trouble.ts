/**
 * What could not be followed, so that it keeps nothing else waiting: a row that fails is left alone for a time that grows, and
 * a bank for a while once several rows in a row have had no answer from it. Of this process alone, and of bounded size.
 */
import type { Mode } from '../../shared/principal.ts'

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 300_000
const ROWS_MAX = 10_000
/** One row that a bank cannot answer for is no bank that is down. */
const UNANSWERED_MAX = 3
const BANK_PAUSE_MS = 10_000

interface Failing {
  readonly tries: number
  readonly until: number
}

export interface Trouble {
  isPaused(rowId: string): boolean
  isDown(mode: Mode): boolean
  succeeded(rowId: string, mode: Mode): void
  /** @returns whether it is the first time in a row, which is to be told */
  failed(rowId: string): boolean
  unanswered(mode: Mode): void
}

/** @param now in milliseconds, of a clock that nobody moves */
export function createTrouble(now: () => number = () => performance.now()): Trouble {
  const rows = new Map<string, Failing>()
  const banks = new Map<Mode, { readonly unanswered: number; readonly until: number }>()
  return {
    isPaused: (rowId) => Number(rows.get(rowId)?.until) > now(),
    isDown: (mode) => Number(banks.get(mode)?.until) > now(),
    succeeded(rowId, mode) {
      rows.delete(rowId)
      banks.delete(mode)
    },
    failed(rowId) {
      const tries = (rows.get(rowId)?.tries ?? 0) + 1
      const pause = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** Math.min(20, tries - 1))
      // As the newest; the oldest is forgotten, and tried again sooner.
      rows.delete(rowId)
      rows.set(rowId, { tries, until: now() + pause })
      for (const oldest of rows.keys()) {
        if (rows.size <= ROWS_MAX) break
        rows.delete(oldest)
      }
      return tries === 1
    },
    unanswered(mode) {
      const unanswered = (banks.get(mode)?.unanswered ?? 0) + 1
      banks.set(mode, { unanswered, until: unanswered < UNANSWERED_MAX ? 0 : now() + BANK_PAUSE_MS })
    },
  }
}
