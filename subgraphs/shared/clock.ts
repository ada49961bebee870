/** The clock that every timing rule reads, so that tests and simulations can move it. */

export interface Clock {
  /** The instant now. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
