/** The clock that every timing rule reads, so that tests and simulations can move it. */

export interface Clock {
  /** The instant now. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

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
