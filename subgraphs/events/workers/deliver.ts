/**
 * Sends what is due, fairly: a queue for each endpoint, served in turn, few attempts in flight for each endpoint and
 * for each organization. A dead endpoint costs four slots for as long as it hangs, and delays nobody.
 */
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { findDueWebhookIds } from '../models/deliveries.ts'
import { findWebhooksEver } from '../models/webhooks.ts'
import { type AttemptDeps, attemptDelivery, type Claimed, claimNext } from '../services/attemptDelivery.ts'
import { createBell } from './bell.ts'

export const IN_FLIGHT_PER_ENDPOINT = 4
/** What attempts in flight get to end when the worker stops; then they are given back. */
const DRAIN_MS = 3_000

interface Queue {
  readonly webhookId: string
  readonly orgId: string
  inFlight: number
  claiming: boolean
  /** Raised by every offer: a claim that found nothing does not forget what was offered meanwhile. */
  offers: number
  /** The offers that a claim has found to be empty. */
  exhausted: number
}

export interface DeliverWorker extends Worker {
  offer(endpoint: { readonly _id: string; readonly orgId: string }): void
}

export function createDeliverWorker(
  getDeps: () => AttemptDeps,
  options: { readonly slots: number; readonly pollMs: number },
): DeliverWorker {
  const queues = new Map<string, Queue>()
  const inFlightOf = new Map<string, number>()
  const perOrganization = Math.max(1, Math.floor(options.slots / 4))
  const bell = createBell()
  let inFlight = 0
  let running = false
  let stop = new AbortController()

  function offer({ _id, orgId }: { readonly _id: string; readonly orgId: string }): void {
    if (!running) return
    const queue = queues.get(_id)
    if (queue === undefined)
      queues.set(_id, { webhookId: _id, orgId, inFlight: 0, claiming: false, offers: 1, exhausted: 0 })
    else queue.offers += 1
    fill()
  }

  function fill(): void {
    while (running && inFlight < options.slots) {
      const queue = nextQueue()
      if (queue === undefined) return
      // To the end of the line: the map keeps the order of insertion.
      queues.delete(queue.webhookId)
      queues.set(queue.webhookId, queue)
      void serve(queue)
    }
  }

  function nextQueue(): Queue | undefined {
    for (const queue of queues.values()) {
      const isHungry = queue.exhausted < queue.offers && !queue.claiming && queue.inFlight < IN_FLIGHT_PER_ENDPOINT
      if (isHungry && (inFlightOf.get(queue.orgId) ?? 0) < perOrganization) return queue
    }
    return undefined
  }

  async function serve(queue: Queue): Promise<void> {
    take(queue, 1)
    try {
      const claimed = await claim(queue)
      // The next one of this endpoint is looked for while this one is under way.
      fill()
      if (claimed !== null) await attemptDelivery(getDeps(), claimed, stop.signal)
    } catch (error) {
      getDeps().log.warn({ error, webhookId: queue.webhookId }, 'a webhook attempt could not be made or recorded')
      queue.exhausted = queue.offers
    } finally {
      take(queue, -1)
      if (queue.inFlight === 0 && queue.exhausted >= queue.offers) queues.delete(queue.webhookId)
      bell.ring()
      fill()
    }
  }

  async function claim(queue: Queue): Promise<Claimed | null> {
    const { offers } = queue
    queue.claiming = true
    try {
      const claimed = await claimNext(getDeps(), queue.webhookId)
      if (claimed === null) queue.exhausted = offers
      return claimed
    } finally {
      queue.claiming = false
    }
  }

  function take(queue: Queue, count: 1 | -1): void {
    queue.inFlight += count
    inFlight += count
    const ofOrganization = (inFlightOf.get(queue.orgId) ?? 0) + count
    if (ofOrganization === 0) inFlightOf.delete(queue.orgId)
    else inFlightOf.set(queue.orgId, ofOrganization)
  }

  async function look(log: Log): Promise<void> {
    try {
      const { database, clock } = getDeps()
      const ids = await findDueWebhookIds(database, clock.now())
      for (const webhook of await findWebhooksEver(database, ids)) offer(webhook)
    } catch (error) {
      log.warn({ error }, 'due webhook deliveries could not be read, trying again')
    }
  }

  async function drain(): Promise<void> {
    const timer = setTimeout(() => stop.abort(new Error('the worker stops')), DRAIN_MS)
    const never = new AbortController().signal
    while (inFlight > 0) await bell.wait(100, never)
    clearTimeout(timer)
    queues.clear()
  }

  return {
    name: 'events.deliver',
    offer,
    async run(signal) {
      running = true
      stop = new AbortController()
      while (!signal.aborted) {
        await look(getDeps().log)
        await sleep(options.pollMs, signal)
      }
      running = false
      await drain()
    },
  }
}
