/** A token bucket for frames of a socket, which get no response of their own. */

export interface MeterBounds {
  /** Allowed at once. */
  readonly burst: number
  readonly perSecond: number
}

export interface Meter {
  /** Counts one; false when the bucket is empty. */
  take(): boolean
}

export function createMeter({ burst, perSecond }: MeterBounds, now: () => number = () => performance.now()): Meter {
  let tokens = burst
  let at = now()
  return {
    take() {
      const askedAt = now()
      tokens = Math.min(burst, tokens + ((askedAt - at) / 1_000) * perSecond)
      at = askedAt
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
