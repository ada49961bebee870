/** A token bucket that only says yes or no: for what comes too often to be worth an answer. */

export interface MeterBounds {
  /** At once. */
  readonly burst: number
  readonly perSecond: number
}

export interface Meter {
  /** Counts one; false when there was no room for it. */
  take(): boolean
}

export function createMeter({ burst, perSecond }: MeterBounds, now: () => number = () => performance.now()): Meter {
  let tokens = burst
  let at = now()
  return {
    take() {
      const asked = now()
      tokens = Math.min(burst, tokens + ((asked - at) / 1_000) * perSecond)
      at = asked
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
