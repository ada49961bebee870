/**
 * Who is picked next: first in first out within an organization, round robin between organizations, control before
 * settle before spend, and spend keeps a quarter of every batch. Pure bookkeeping.
 */
import type { Priority } from './types.ts'

export const BATCH_MAX = 256
const SPEND_SHARE = BATCH_MAX / 4

export interface Queued {
  readonly orgId: string
  readonly priority: Priority
}

export interface FairQueue<T extends Queued> {
  push(item: T): void
  /** Takes at most `BATCH_MAX` items. */
  take(): T[]
  /** Removes and returns what matches; for deadlines and shutdown. */
  remove(matches: (item: T) => boolean): T[]
  readonly size: number
  sizeOf(orgId: string): number
}

export function createFairQueue<T extends Queued>(): FairQueue<T> {
  /** Insertion order of the map is the round: an organization that was served goes to the end. */
  const queues: Record<Priority, Map<string, T[]>> = { control: new Map(), settle: new Map(), spend: new Map() }
  const counts = new Map<string, number>()
  let size = 0

  function takeFrom(priority: Priority, limit: number): T[] {
    const taken: T[] = []
    const round = queues[priority]
    // One item of each organization in turn, so a hot organization fills only what the quiet ones leave.
    while (taken.length < limit && round.size > 0) {
      if (round.size === 1) {
        const [orgId, items] = round.entries().next().value as [string, T[]]
        taken.push(...items.splice(0, limit - taken.length))
        if (items.length === 0) round.delete(orgId)
        break
      }
      for (const [orgId, items] of [...round]) {
        if (taken.length >= limit) break
        const item = items.shift() as T
        taken.push(item)
        round.delete(orgId)
        if (items.length > 0) round.set(orgId, items)
      }
    }
    for (const item of taken) count(item.orgId, -1)
    return taken
  }

  function count(orgId: string, change: number): void {
    size += change
    const next = (counts.get(orgId) ?? 0) + change
    if (next === 0) counts.delete(orgId)
    else counts.set(orgId, next)
  }

  return {
    push(item) {
      const round = queues[item.priority]
      const items = round.get(item.orgId)
      if (items === undefined) round.set(item.orgId, [item])
      else items.push(item)
      count(item.orgId, 1)
    },
    take() {
      const control = takeFrom('control', BATCH_MAX)
      const kept = Math.min(SPEND_SHARE, [...queues.spend.values()].reduce((sum, items) => sum + items.length, 0))
      const settle = takeFrom('settle', Math.max(0, BATCH_MAX - control.length - kept))
      const spend = takeFrom('spend', Math.max(0, BATCH_MAX - control.length - settle.length))
      return [...control, ...settle, ...spend]
    },
    remove(matches) {
      const removed: T[] = []
      for (const round of Object.values(queues))
        for (const [orgId, items] of [...round]) {
          const left = items.filter((item) => !matches(item))
          for (const item of items) if (matches(item)) removed.push(item)
          if (left.length > 0) round.set(orgId, left)
          else round.delete(orgId)
        }
      for (const item of removed) count(item.orgId, -1)
      return removed
    },
    get size() {
      return size
    },
    sizeOf: (orgId) => counts.get(orgId) ?? 0,
  }
}
