/**
 * Work that the clock of an organization makes due: what expires, is retried or settles at an instant. A subgraph names its
 * own; whoever moves the clock does what becomes due on the way, the oldest first.
 */
import { type Clock, timeOf } from './clock.ts'
import type { ClockOwner } from './organizationTime.ts'

export interface DueWork {
  readonly name: string
  /** It follows from what the others do, so it is looked for last in every step; between steps a worker of its own does it. */
  readonly followsOthers?: true
  /** When the next of it that is not done becomes due, later than `after`; null: nothing waits for a time. */
  nextAt(owner: ClockOwner, after: Date): Promise<Date | null>
  /** Does what is due now on the owner's clock; ends soon after its signal. What fails stays due and is tried again later. */
  run(owner: ClockOwner, signal: AbortSignal): Promise<void>
  /** How many rows have something due by then that is not done; how many steps that takes shows on the way. */
  count(owner: ClockOwner, until: Date): Promise<number>
}

/** What is due of one organization, on its clock; once the signal fires, what is left is for the next time. */
export interface DueOf {
  readonly owner: ClockOwner
  readonly signal: AbortSignal
}

const FIRST = new Date(0)

interface Dated {
  readonly work: DueWork
  readonly at: Date | null
}

/** When the next of all of it becomes due. */
export async function nextDueAt(all: readonly DueWork[], owner: ClockOwner, after: Date): Promise<Date | null> {
  const instants = (await datesOf(all, owner, after)).flatMap(({ at }) => at?.getTime() ?? [])
  return instants.length === 0 ? null : new Date(Math.min(...instants))
}

/** What is due now, the source with the oldest first. */
export async function runDue(
  { clock, work: all }: { readonly clock: Clock; readonly work: readonly DueWork[] },
  owner: ClockOwner,
  signal: AbortSignal,
): Promise<void> {
  const now = timeOf(clock, owner)
  const dated = await datesOf(all, owner, FIRST)
  const isDue = ({ at, work }: Dated) => work.followsOthers === true || (at !== null && at <= now)
  const oldestFirst = dated.filter(isDue).toSorted((a, b) => rank(a) - rank(b))
  for (const { work } of oldestFirst) {
    if (signal.aborted) return
    await work.run(owner, signal)
  }
}

const rank = ({ at, work }: Dated): number =>
  at === null || work.followsOthers === true ? Number.MAX_SAFE_INTEGER : at.getTime()

export async function countDue(all: readonly DueWork[], owner: ClockOwner, until: Date): Promise<number> {
  const counts = await Promise.all(all.map((work) => work.count(owner, until)))
  return counts.reduce((sum, one) => sum + one, 0)
}

const datesOf = (all: readonly DueWork[], owner: ClockOwner, after: Date): Promise<Dated[]> =>
  Promise.all(all.map(async (work) => ({ work, at: await work.nextAt(owner, after) })))
