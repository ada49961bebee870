/**
 * The time of each organization, as far as it is certain that it has been there: what is due by the clock, an organization
 * that stands still has not done yet. In test mode an organization moves its own clock, and its time says nothing of others.
 */
import type { Source } from './source.ts'

interface Newest {
  readonly _id: { readonly orgId: string; readonly mode: string }
  readonly at: Date
}

export interface Times {
  of(owner: { readonly orgId: string; readonly mode: string }): Date
}

/** Of the newest commit that has an event: its own where the clock was moved, and else of all that have real time. */
export async function openTimes(source: Source): Promise<Times> {
  const newest = [{ $group: { _id: { orgId: '$orgId', mode: '$mode' }, at: { $max: '$createdAt' } } }]
  const all = await source.aggregate<Newest>('events', newest)
  const moved = await readMoved(source)
  const own = new Map(all.map(({ _id, at }) => [keyOf(_id), at]))
  const unmoved = all.filter(({ _id }) => !moved.has(keyOf(_id)))
  const real = new Date(unmoved.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0))
  return { of: (owner) => (moved.has(keyOf(owner)) ? (own.get(keyOf(owner)) ?? new Date(0)) : real) }
}

const keyOf = ({ orgId, mode }: { readonly orgId: string; readonly mode: string }) => `${orgId}:${mode}`

async function readMoved(source: Source): Promise<Set<string>> {
  const filter = { _id: { $gte: 'org:', $lt: 'org;' }, clocks: { $exists: true } }
  const positions = { filter, projection: { orgId: 1, clocks: 1 } }
  const moved = new Set<string>()
  for await (const page of source.pages<{ _id: string; orgId: string; clocks: object }>('positions', positions))
    for (const { orgId, clocks } of page) for (const mode of Object.keys(clocks)) moved.add(keyOf({ orgId, mode }))
  return moved
}
