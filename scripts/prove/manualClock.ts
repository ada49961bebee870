/** A clock that stands still until a proof moves it, the same for all services that get it. */
import type { Clock } from '../../subgraphs/shared/clock.ts'

export interface ManualClock extends Clock {
  set(at: Date): void
  advance(ms: number): void
}

export function createManualClock(start: Date): ManualClock {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    set(next) {
      at = next.getTime()
    },
    advance(ms) {
      at += ms
    },
  }
}
