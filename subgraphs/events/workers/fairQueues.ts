/**
 * Fair scheduling: a queue for each endpoint, with a bound in flight for each endpoint and at most a quarter of all slots for
 * one organization. The next slot goes to the organization with the fewest in flight, whose endpoints take turns. It holds
 * endpoints that may have due deliveries; the deliveries are in the database.
 *
 * Slots are of three kinds, by how their endpoint answered the last time: within a second, later, or not at all. Who does not
 * answer within a second holds one of the last kind from then on, of which there are few to take: so endpoints that hang, however
 * much waits for them, delay neither others of their organization nor other organizations. Of one that nobody knows yet, or that
 * hangs, one attempt is made at a time, until it has answered several times in a row. Slots of every kind count for the turn of
 * an organization, and who has less than its part of all attempts gets one beyond their bound, so that nobody fills it for all.
 */
import type { OrgId, WebhookId } from '../../shared/ids.ts'
import type { Answer } from '../services/attemptDelivery.ts'

export const IN_FLIGHT_PER_ENDPOINT = 4
/** Whose answer takes longer is slow. */
const SLOW_MS = 1_000
/** Of the slots, of all and of one organization. */
const PARTS = { quick: 1, slow: 1 / 2, hangs: 1 / 4 } as const
/** Each kind has its own, and a slot may change to another kind, so there are more attempts at once than slots, up to so many times. */
const TIMES_MAX = 4
const KNOWN_MAX = 10_000
/** So many answers one that has hung gives, one attempt at a time, before it has all its places again. */
const ANSWERS_OWED = 3
/** How soon an endpoint is tried again whose places other processes hold. */
export const BUSY_MS = 100
const FRESH = { claiming: false, hasMore: false, offers: 0, seen: 0, exhausted: 0, busyUntil: 0, freed: 0 }

type Kind = keyof typeof PARTS
const KINDS = Object.keys(PARTS) as Kind[]

interface Known {
  readonly kind: Kind
  readonly owed: number
}

const UNKNOWN: Known = { kind: 'hangs', owed: 0 }

/** What a claim has left: nothing that is due, perhaps more, or what it may not send now, since others hold the places. */
export type Left = 'nothing' | 'perhaps' | 'busy'

export interface Queue {
  readonly webhookId: WebhookId
  readonly orgId: OrgId
  inFlight: number
  /** One claim at a time; further ones would mostly find nothing. */
  claiming: boolean
  /** Whether the last claim found as much as it asked for. */
  hasMore: boolean
  /** Incremented by every offer, so that a claim that finds nothing does not hide a later offer. */
  offers: number
  /** Value of `offers` when the last claim began. */
  seen: number
  /** Value of `offers` at the last claim that left nothing. */
  exhausted: number
  /** Until then it gets no more than what it had itself. */
  busyUntil: number
  /** How many of its own places have come free since. */
  freed: number
}

export interface Slot {
  readonly queue: Queue
  readonly since: number
  kind: Kind
}

export interface FairQueues {
  offer(endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }): void
  /** Takes a slot for the next endpoint in line, which is then claiming; undefined when none may be served now. */
  take(): Slot | undefined
  /** Slots for an endpoint for which nothing waits, which needs no claim then. */
  takeIdle(endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }, most: number): Slot[]
  /** As many more for the same endpoint as it may have now. */
  takeMore(queue: Queue): Slot[]
  /** Its claim has ended. */
  endClaim(queue: Queue, left: Left): void
  /** Nothing more of what was offered so far. */
  exhaust(queue: Queue): void
  /** @param answer of the endpoint; null: it was not asked */
  release(slot: Slot, answer: Answer | null): void
  inFlight(): number
  clear(): void
}

export function createFairQueues(slots: number, now: () => number = () => performance.now()): FairQueues {
  const queues = new Map<string, Queue>()
  /** Those that may be served, by their kind, each in the order of their turns. */
  const lines = perKind(() => new Map<string, Queue>())
  const known = new Map<string, Known>()
  /** In the order in which they were taken. */
  const quick = new Set<Slot>()
  const inFlightOf = perKind(() => new Map<OrgId, number>())
  const allOf = new Map<OrgId, number>()
  const inFlight = perKind(() => 0)
  let all = 0
  const part = (of: number, share: number) => Math.max(1, Math.floor(of * share))
  const most = perKind((kind) => part(slots, PARTS[kind]))
  const perOrganization = part(slots, 1 / 4)
  const mostOf = perKind((kind) => part(perOrganization, PARTS[kind]))
  const mostAtOnce = TIMES_MAX * slots
  const mostAtOnceOf = TIMES_MAX * perOrganization

  function count({ orgId }: Queue, kind: Kind, change: 1 | -1): void {
    inFlight[kind] += change
    all += change
    add(inFlightOf[kind], orgId, change)
    add(allOf, orgId, change)
  }

  const countOf = (orgId: OrgId) => allOf.get(orgId) ?? 0

  function noteLate(): void {
    const before = now() - SLOW_MS
    for (const slot of quick) {
      if (slot.since > before) return
      quick.delete(slot)
      slot.kind = 'hangs'
      // Until something else is heard of it, since each answer of another attempt is noted too.
      note(slot.queue.webhookId, 'hangs')
      count(slot.queue, 'quick', -1)
      count(slot.queue, 'hangs', 1)
    }
  }

  const kindOf = ({ webhookId }: Queue): Kind => known.get(webhookId)?.kind ?? 'quick'

  function hasPlace({ webhookId, orgId, inFlight: own }: Queue): boolean {
    if (countOf(orgId) >= mostAtOnceOf) return false
    const { kind, owed } = known.get(webhookId) ?? UNKNOWN
    return own < (kind === 'hangs' || owed > 0 ? 1 : IN_FLIGHT_PER_ENDPOINT)
  }

  /** For an organization; its part is that of all that have something in flight and one more. */
  function hasRoom(kind: Kind, orgId: OrgId): boolean {
    if (inFlight[kind] >= most[kind] || (inFlightOf[kind].get(orgId) ?? 0) >= mostOf[kind]) return false
    if (all < mostAtOnce) return true
    return all < 2 * mostAtOnce && countOf(orgId) < part(mostAtOnce, 1 / (allOf.size + 1))
  }

  /** Into its line, at the end, if it may be served; where it stands in it already, it stays. */
  function line(queue: Queue): void {
    const isServed = queues.get(queue.webhookId) === queue && !queue.claiming && queue.exhausted < queue.offers
    const own = isServed ? kindOf(queue) : null
    for (const kind of KINDS)
      if (kind === own) lines[kind].set(queue.webhookId, queue)
      else lines[kind].delete(queue.webhookId)
  }

  function occupy(queue: Queue): Slot {
    const slot: Slot = { queue, since: now(), kind: kindOf(queue) }
    queue.inFlight += 1
    count(queue, slot.kind, 1)
    if (slot.kind === 'quick') quick.add(slot)
    return slot
  }

  function occupyAll(queue: Queue, most: number): Slot[] {
    const taken: Slot[] = []
    while (taken.length < most && hasRoom(kindOf(queue), queue.orgId) && hasPlace(queue)) taken.push(occupy(queue))
    return taken
  }

  const isBusy = ({ busyUntil }: Queue) => busyUntil > now()

  /** The first in line of the organization with the fewest in flight, of whatever kind. */
  function next(kind: Kind): Queue | undefined {
    if (inFlight[kind] >= most[kind]) return undefined
    let best: Queue | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const queue of lines[kind].values()) {
      const ofOrganization = countOf(queue.orgId)
      if (ofOrganization >= fewest || !hasPlace(queue) || !hasRoom(kind, queue.orgId)) continue
      if (isBusy(queue) && queue.freed === 0) continue
      best = queue
      fewest = ofOrganization
      if (fewest === 0) break
    }
    return best
  }

  function note(webhookId: WebhookId, kind: Kind): void {
    const owed = kind === 'hangs' ? ANSWERS_OWED : Math.max(0, (known.get(webhookId)?.owed ?? 0) - 1)
    known.delete(webhookId)
    known.set(webhookId, { kind, owed })
    const [oldest] = known.keys()
    const forgotten = known.size > KNOWN_MAX ? oldest : undefined
    if (forgotten !== undefined) known.delete(forgotten)
    for (const queue of [queues.get(webhookId), queues.get(forgotten ?? '')]) if (queue !== undefined) line(queue)
  }

  return {
    offer({ _id, orgId }) {
      const queue = queues.get(_id) ?? newQueue(_id, orgId)
      queue.offers += 1
      queues.set(_id, queue)
      line(queue)
    },
    take() {
      noteLate()
      const queue = next('quick') ?? next('slow') ?? next('hangs')
      if (queue === undefined) return undefined
      queue.claiming = true
      queue.seen = queue.offers
      queue.freed = Math.max(0, queue.freed - 1)
      line(queue)
      return occupy(queue)
    },
    takeIdle({ _id, orgId }, most) {
      noteLate()
      const queue = queues.get(_id) ?? newQueue(_id, orgId)
      if (queue.claiming || queue.exhausted < queue.offers || isBusy(queue)) return []
      const taken = occupyAll(queue, most)
      if (taken.length > 0) queues.set(_id, queue)
      return taken
    },
    takeMore: (queue) => (isBusy(queue) ? [] : occupyAll(queue, IN_FLIGHT_PER_ENDPOINT)),
    endClaim(queue, left) {
      queue.claiming = false
      if (left === 'nothing') queue.exhausted = queue.seen
      if (left === 'busy') queue.busyUntil = now() + BUSY_MS
      line(queue)
    },
    exhaust(queue) {
      queue.exhausted = queue.offers
      line(queue)
    },
    release(slot, answer) {
      const { queue } = slot
      quick.delete(slot)
      queue.inFlight -= 1
      count(queue, slot.kind, -1)
      if (answer !== null) {
        queue.freed = isBusy(queue) || queue.claiming ? queue.freed + 1 : 0
        note(queue.webhookId, answeringOf(answer))
      }
      if (queue.inFlight === 0 && queue.exhausted >= queue.offers) queues.delete(queue.webhookId)
    },
    inFlight: () => all,
    clear() {
      queues.clear()
      for (const kind of KINDS) lines[kind].clear()
    },
  }
}

const newQueue = (webhookId: WebhookId, orgId: OrgId): Queue => ({ webhookId, orgId, inFlight: 0, ...FRESH })

function add(counts: Map<OrgId, number>, orgId: OrgId, change: 1 | -1): void {
  const sum = (counts.get(orgId) ?? 0) + change
  if (sum === 0) counts.delete(orgId)
  else counts.set(orgId, sum)
}

const perKind = <T>(make: (kind: Kind) => T): Record<Kind, T> =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, T>

function answeringOf({ tookMs, hasCome }: Answer): Kind {
  if (tookMs < SLOW_MS) return 'quick'
  return hasCome ? 'slow' : 'hangs'
}
