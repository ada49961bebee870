/**
 * What could not be followed, so that it keeps nothing else waiting: a row that fails is left alone for a time that grows, and
 * a bank for a while once several rows in a row have had no answer from it. Of this process alone, and of bounded size.
 */
import { createPauses, type Pauses } from '../../shared/commit/submitByOwner.ts'
import type { Mode } from '../../shared/principal.ts'

/** One row that a bank cannot answer for is no bank that is down. */
const UNANSWERED_MAX = 3
const BANK_PAUSE_MS = 10_000

export interface Trouble extends Omit<Pauses, 'succeeded'> {
  isDown(mode: Mode): boolean
  succeeded(rowId: string, mode: Mode): void
  unanswered(mode: Mode): void
}

/** @param now in milliseconds, of a clock that nobody moves */
export function createTrouble(now: () => number = () => performance.now()): Trouble {
  const rows = createPauses(now)
  const banks = new Map<Mode, { readonly unanswered: number; readonly until: number }>()
  return {
    isPaused: rows.isPaused,
    failed: rows.failed,
    isDown: (mode) => Number(banks.get(mode)?.until) > now(),
    succeeded(rowId, mode) {
      rows.succeeded(rowId)
      banks.delete(mode)
    },
    unanswered(mode) {
      const unanswered = (banks.get(mode)?.unanswered ?? 0) + 1
      banks.set(mode, { unanswered, until: unanswered < UNANSWERED_MAX ? 0 : now() + BANK_PAUSE_MS })
    },
  }
}
