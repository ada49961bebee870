/**
 * Which intents are picked next: first in, first out within an organization, round robin between organizations, control
 * before settle before spend, with a quarter of every batch reserved for spends and a little for settle. A batch with
 * control in it is short, because a stop is acknowledged only with the whole batch. An organization with a long queue gets
 * batches of its own, alternating with batches of all others, so that the others do not wait for its long batches.
 */
import type { OrgId } from '../ids.ts'
import type { Priority } from './types.ts'

export const BATCH_MAX = 256
/** Reserved for spends in every batch. */
export const SPEND_SHARE = BATCH_MAX / 4
/** What few intents of control leave to settle and to spends. */
const BESIDE_CONTROL_MIN = 16
/** The most that control takes first: the results of the chain are booked however many such acts there are. */
export const CONTROL_SHARE = BATCH_MAX - SPEND_SHARE - BESIDE_CONTROL_MIN
/** An organization with more intents waiting than this is picked alone, so that batches of the others stay short. */
export const HOT_MIN = 32

export interface Queued {
  readonly orgId: OrgId
  readonly priority: Priority
}

type Eligible = (orgId: OrgId) => boolean

export interface FairQueue<T extends Queued> extends Tally {
  push(item: T): void
  /** Takes at most `BATCH_MAX` items, none of an organization that is held; for control another test may apply. */
  take(isHeld?: Eligible, isHeldForControl?: Eligible): T[]
  /** Removes a waiting item; false when it has been taken. */
  drop(item: T): boolean
  /** Empties the queue; for shutdown. */
  clear(): T[]
  /** The items of each priority. */
  readonly waiting: Readonly<Record<Priority, Tally>>
}

/** How many items wait, in all and of each organization. */
export interface Tally {
  readonly size: number
  readonly organizations: number
  sizeOf(orgId: OrgId): number
}

interface Fifo<T> {
  items: T[]
  head: number
}

export function createFairQueue<T extends Queued>(): FairQueue<T> {
  /** Insertion order of the map is the round: an organization that was served goes to the end. */
  const rounds: Record<Priority, Map<OrgId, Fifo<T>>> = { control: new Map(), settle: new Map(), spend: new Map() }
  const counts = createCounts()
  const countsBy: Record<Priority, Counts> = { control: createCounts(), settle: createCounts(), spend: createCounts() }
  const hot = new Set<OrgId>()
  const waiting = new Set<T>()
  let hotIsNext = false

  function count({ orgId, priority }: T, change: number): void {
    countsBy[priority].add(orgId, change)
    counts.add(orgId, change)
    if (counts.sizeOf(orgId) > HOT_MIN) hot.add(orgId)
    else hot.delete(orgId)
  }

  /** Round robin: one item of each organization at a time. */
  function takeFrom(priority: Priority, limit: number, isEligible: Eligible): T[] {
    const taken: T[] = []
    const round = rounds[priority]
    // An organization that is put back during this loop is visited again, at the end of the round.
    for (const [orgId, fifo] of round) {
      if (taken.length >= limit) break
      if (!isEligible(orgId)) continue
      const item = shift(fifo)
      if (item !== undefined) taken.push(item)
      round.delete(orgId)
      if (fifo.head < fifo.items.length) round.set(orgId, fifo)
    }
    return taken
  }

  function takeOne(fifo: Fifo<T>): T | undefined {
    const item = fifo.items[fifo.head]
    fifo.head += 1
    if (fifo.head >= 1_024 && fifo.head * 2 > fifo.items.length) {
      fifo.items = fifo.items.slice(fifo.head)
      fifo.head = 0
    }
    return item
  }

  /** Skips dropped items, which stay in their list until here. */
  function shift(fifo: Fifo<T>): T | undefined {
    while (fifo.head < fifo.items.length) {
      const item = takeOne(fifo)
      if (item === undefined || !waiting.delete(item)) continue
      count(item, -1)
      return item
    }
    return undefined
  }

  function takeBatch(isEligible: Eligible, isEligibleForControl: Eligible): T[] {
    const control = takeFrom('control', CONTROL_SHARE, isEligibleForControl)
    const beside = Math.min(SPEND_SHARE, Math.max(BESIDE_CONTROL_MIN, Math.ceil(control.length / 2)))
    const reserved = takeFrom('spend', control.length > 0 ? beside : SPEND_SHARE, isEligible)
    const room = () => BATCH_MAX - control.length - reserved.length
    const settle = takeFrom('settle', control.length > 0 ? Math.min(beside, room()) : room(), isEligible)
    control.push(...takeFrom('control', room() - settle.length, isEligibleForControl))
    const more = takeFrom('spend', control.length > 0 ? 0 : room() - settle.length, isEligible)
    return [...control, ...settle, ...reserved, ...more]
  }

  function takeHot(isHeld: Eligible): T[] {
    for (const orgId of hot) {
      if (isHeld(orgId)) continue
      // If it is still hot after this, it is added again, at the end.
      hot.delete(orgId)
      const isThis = (candidate: string) => candidate === orgId
      return takeBatch(isThis, isThis)
    }
    return []
  }

  /** Control of a hot organization is taken too: a freeze does not wait for its next own batch. */
  function takeQuiet(isHeld: Eligible, isHeldForControl: Eligible): T[] {
    const hotNow = new Set(counts.organizations > 1 ? hot : [])
    return takeBatch(
      (orgId) => !hotNow.has(orgId) && !isHeld(orgId),
      (orgId) => !isHeldForControl(orgId),
    )
  }

  return {
    push(item) {
      const round = rounds[item.priority]
      const fifo = round.get(item.orgId)
      if (fifo === undefined) round.set(item.orgId, { items: [item], head: 0 })
      else fifo.items.push(item)
      waiting.add(item)
      count(item, 1)
    },
    take(isHeld = () => false, isHeldForControl = isHeld) {
      const order = hotIsNext ? [takeHot, takeQuiet] : [takeQuiet, takeHot]
      hotIsNext = !hotIsNext
      for (const takeNext of order) {
        const taken = takeNext(isHeld, isHeldForControl)
        if (taken.length > 0) return taken
      }
      return []
    },
    drop(item) {
      if (!waiting.delete(item)) return false
      count(item, -1)
      return true
    },
    clear() {
      const all = [...waiting]
      for (const item of all) this.drop(item)
      for (const round of Object.values(rounds)) round.clear()
      return all
    },
    get size() {
      return waiting.size
    },
    get organizations() {
      return counts.organizations
    },
    sizeOf: counts.sizeOf,
    waiting: countsBy,
  }
}

interface Counts extends Tally {
  add(orgId: OrgId, change: number): void
}

function createCounts(): Counts {
  const counts = new Map<OrgId, number>()
  let size = 0
  return {
    add(orgId, change) {
      const next = (counts.get(orgId) ?? 0) + change
      if (next === 0) counts.delete(orgId)
      else counts.set(orgId, next)
      size += change
    },
    get size() {
      return size
    },
    get organizations() {
      return counts.size
    },
    sizeOf: (orgId) => counts.get(orgId) ?? 0,
  }
}
