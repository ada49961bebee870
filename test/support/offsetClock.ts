// The clock of tests that move time.
import type { Clock } from '../../subgraphs/shared/clock.ts'

/** A clock that runs `offsetMs` ahead of the system's; the offset only grows. */
export function createOffsetClock(): Clock & { advance(ms: number): void } {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      if (ms > 0) offsetMs += ms
    },
  }
}
