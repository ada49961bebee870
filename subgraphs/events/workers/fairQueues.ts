/**
 * Fair scheduling: a queue for each endpoint, with a bound in flight for each endpoint and at most a quarter of all slots for
 * one organization. The next slot goes to the organization with the fewest in flight, whose endpoints take turns; so several
 * organizations whose receivers hang delay no other either. It holds endpoints that may have due deliveries; the deliveries are in the database.
 */
import type { OrgId, WebhookId } from '../../shared/ids.ts'

export const IN_FLIGHT_PER_ENDPOINT = 4

export interface Queue {
  readonly webhookId: WebhookId
  readonly orgId: OrgId
  inFlight: number
  /** One claim at a time; further ones would mostly find nothing. */
  claiming: boolean
  /** Incremented by every offer, so that a claim that finds nothing does not hide a later offer. */
  offers: number
  /** Value of `offers` at the last claim that found nothing. */
  exhausted: number
}

export interface FairQueues {
  offer(endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }): void
  /** Takes a slot for the next endpoint in line, which is then claiming; undefined when none may be served now. */
  take(): Queue | undefined
  release(queue: Queue): void
  inFlight(): number
  clear(): void
}

export function createFairQueues(slots: number): FairQueues {
  const queues = new Map<string, Queue>()
  const inFlightOf = new Map<string, number>()
  const perOrganization = Math.max(1, Math.floor(slots / 4))
  let inFlight = 0

  function count(queue: Queue, change: 1 | -1): void {
    queue.inFlight += change
    inFlight += change
    const ofOrganization = (inFlightOf.get(queue.orgId) ?? 0) + change
    if (ofOrganization === 0) inFlightOf.delete(queue.orgId)
    else inFlightOf.set(queue.orgId, ofOrganization)
  }

  function mayBeServed(queue: Queue): boolean {
    return queue.exhausted < queue.offers && !queue.claiming && queue.inFlight < IN_FLIGHT_PER_ENDPOINT
  }

  /** The first in line of the organization with the fewest in flight. */
  function next(): Queue | undefined {
    let best: Queue | undefined
    let fewest = perOrganization
    for (const queue of queues.values()) {
      const ofOrganization = inFlightOf.get(queue.orgId) ?? 0
      if (ofOrganization >= fewest || !mayBeServed(queue)) continue
      best = queue
      fewest = ofOrganization
      if (fewest === 0) break
    }
    return best
  }

  return {
    offer({ _id, orgId }) {
      const queue = queues.get(_id)
      if (queue !== undefined) queue.offers += 1
      else queues.set(_id, { webhookId: _id, orgId, inFlight: 0, claiming: false, offers: 1, exhausted: 0 })
    },
    take() {
      if (inFlight >= slots) return undefined
      const queue = next()
      if (queue === undefined) return undefined
      // To the end of the line: the map keeps the order of insertion.
      queues.delete(queue.webhookId)
      queues.set(queue.webhookId, queue)
      queue.claiming = true
      count(queue, 1)
      return queue
    },
    release(queue) {
      count(queue, -1)
      if (queue.inFlight === 0 && queue.exhausted >= queue.offers) queues.delete(queue.webhookId)
    },
    inFlight: () => inFlight,
    clear: () => queues.clear(),
  }
}
