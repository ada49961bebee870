/** The clock that every timing rule reads, so that tests and simulations can move it. */
import type { ClockOwner, MovedClock } from './organizationTime.ts'

export interface Clock {
  /** The real instant: for chains, leases, rates, lists and whatever several organizations share. */
  now(): Date
  /** Organizations whose time in test mode was moved; absent: nobody moves any. */
  readonly organizations?: MovedClocks
}

/** What this process knows of them: a change by another one within a second. What has to be exact is decided in a commit. */
export interface MovedClocks {
  timeOf(owner: ClockOwner): Date
  /** Whose time differs from the real one, in that mode. */
  moved(mode: ClockOwner['mode']): readonly ClockOwner[]
  /** Looks again now, where what this process knows cannot be right. */
  refresh(owner: ClockOwner): Promise<void>
  /** Tells of each move of a time. @returns ends it */
  watch(owner: ClockOwner, onMove: () => void): () => void
  /** What was committed or read; a clock never goes back. */
  note(owner: ClockOwner, clock: MovedClock): void
}

export const systemClock: Clock = { now: () => new Date() }

/** The time of a caller: of one without an organization the real one. */
export const timeFor = (clock: Clock, caller: ClockOwner | object): Date =>
  'orgId' in caller ? timeOf(clock, caller) : clock.now()

/** How far an organization's time is ahead of the real one. */
export const aheadMsNow = (clock: Clock, owner: ClockOwner): number => {
  const now = clock.now().getTime()
  return Math.max(0, timeOf(clock, owner).getTime() - now)
}

/** The time of an organization in one mode, for what is no commit. */
export const timeOf = (clock: Clock, owner: ClockOwner): Date => clock.organizations?.timeOf(owner) ?? clock.now()
