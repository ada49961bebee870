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

export class Trouble {
  readonly #rows = new Map<string, Failing>()
  readonly #banks = new Map<Mode, { readonly unanswered: number; readonly until: number }>()
  readonly #now: () => number

  /** @param now in milliseconds, of a clock that nobody moves */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  isPaused(rowId: string): boolean {
    return Number(this.#rows.get(rowId)?.until) > this.#now()
  }

  isDown(mode: Mode): boolean {
    return Number(this.#banks.get(mode)?.until) > this.#now()
  }

  succeeded(rowId: string, mode: Mode): void {
    this.#rows.delete(rowId)
    this.#banks.delete(mode)
  }

  /** @returns whether it is the first time in a row, which is to be told */
  failed(rowId: string): boolean {
    const tries = (this.#rows.get(rowId)?.tries ?? 0) + 1
    const pause = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** Math.min(20, tries - 1))
    // As the newest; the oldest is forgotten, and tried again sooner.
    this.#rows.delete(rowId)
    this.#rows.set(rowId, { tries, until: this.#now() + pause })
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= ROWS_MAX) break
      this.#rows.delete(oldest)
    }
    return tries === 1
  }

  unanswered(mode: Mode): void {
    const unanswered = (this.#banks.get(mode)?.unanswered ?? 0) + 1
    this.#banks.set(mode, { unanswered, until: unanswered < UNANSWERED_MAX ? 0 : this.#now() + BANK_PAUSE_MS })
  }
}
