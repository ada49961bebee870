/**
 * The clock of an organization in test mode, which its administrators move forward. It is kept in the organization's
 * position, so that every commit knows it without another read. Live mode, and whoever never moved it, has real time.
 */
import type { OrgId } from './ids.ts'
import type { Mode } from './principal.ts'

/** Whose time it is. */
export interface ClockOwner {
  readonly orgId: OrgId
  readonly mode: Mode
}

export interface MovedClock {
  /** How far it is ahead of real time; it never shrinks. */
  readonly aheadMs: number
  /** Where it is on its way to; null: it has arrived. */
  readonly until: Date | null
  /** The real instant of the last move, by which other processes find it. */
  readonly movedAt: Date
}

interface Clocked {
  readonly clocks?: Readonly<Partial<Record<Mode, MovedClock>>>
}

export const aheadMsOf = (org: Clocked | null, mode: Mode): number => org?.clocks?.[mode]?.aheadMs ?? 0

/** The organization's time at a real instant. */
export const timeAt = (org: Clocked | null, mode: Mode, real: Date): Date => later(real, aheadMsOf(org, mode))

/** The real instant at a time of the organization, as its clock goes now. */
export const realAt = (org: Clocked | null, mode: Mode, at: Date): Date => later(at, -aheadMsOf(org, mode))

/** Some of them in each round, those behind the last one of the round before first: none waits for ever. */
export function takeTurns(owners: readonly ClockOwner[], last: string, max: number): readonly ClockOwner[] {
  const sorted = owners.toSorted((a, b) => (a.orgId < b.orgId ? -1 : 1))
  return [...sorted.filter(({ orgId }) => orgId > last), ...sorted.filter(({ orgId }) => orgId <= last)].slice(0, max)
}

/** The same object where nothing is added, as for nearly every commit. */
const later = (at: Date, ms: number): Date => (ms === 0 ? at : new Date(at.getTime() + ms))
