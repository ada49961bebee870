/**
 * The time of each organization, as far as it is certain that it has been there: what is due by the clock, an organization
 * that stands still has not done yet. In test mode an organization moves its own clock, and its time says nothing of others.
 */
import type { Source } from './source.ts'

interface Newest {
  readonly _id: { readonly orgId: string; readonly mode: string }
  readonly at: Date
}

interface Owner {
  readonly orgId: string
  readonly mode: string
}

export interface Times {
  of(owner: Owner): Date
  /** While the service runs: the machine's, moved as far as the organization has moved its clock. */
  nowOf(owner: Owner): Date
  readonly machineNow: Date
}

/**
 * Of the newest commit that has an event: its own where the clock was moved, and else of all that have real time.
 * @param machineNow before anything was read
 */
export async function openTimes(source: Source, machineNow: Date): Promise<Times> {
  const newest = [{ $group: { _id: { orgId: '$orgId', mode: '$mode' }, at: { $max: '$createdAt' } } }]
  const all = await source.aggregate<Newest>('events', newest)
  const moved = await readMoved(source)
  const own = new Map(all.map(({ _id, at }) => [keyOf(_id), at]))
  const unmoved = all.filter(({ _id }) => !moved.has(keyOf(_id)))
  const real = new Date(unmoved.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0))
  const timeOf = (owner: Owner) => (moved.has(keyOf(owner)) ? (own.get(keyOf(owner)) ?? new Date(0)) : real)
  return {
    machineNow,
    of: timeOf,
    nowOf(owner) {
      const clock = moved.get(keyOf(owner))
      // Until it has arrived, what becomes due on its way is done in turn.
      return clock?.until ? timeOf(owner) : new Date(machineNow.getTime() + Number(clock?.aheadMs ?? 0))
    },
  }
}

const keyOf = ({ orgId, mode }: Owner) => `${orgId}:${mode}`

interface Clock {
  readonly aheadMs: number
  readonly until: Date | null
}

async function readMoved(source: Source): Promise<Map<string, Clock>> {
  const filter = { _id: { $gte: 'org:', $lt: 'org;' }, clocks: { $exists: true } }
  const positions = { filter, projection: { orgId: 1, clocks: 1 } }
  const moved = new Map<string, Clock>()
  for await (const page of source.pages<{ _id: string; orgId: string; clocks: object }>('positions', positions))
    for (const { orgId, clocks } of page)
      for (const [mode, clock] of Object.entries(clocks)) moved.set(keyOf({ orgId, mode }), clock as Clock)
  return moved
}
