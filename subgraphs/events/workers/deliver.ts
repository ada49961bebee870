/**
 * Sends due deliveries, in turn over organizations and their endpoints. An endpoint that hangs occupies at most four slots and
 * delays no other. Any number of processes may run it at once: each row is leased when it is sent.
 */

import { timeOf } from '../../shared/clock.ts'
import type { OrgId, WebhookId } from '../../shared/ids.ts'
import { type ClockOwner, takeTurns } from '../../shared/organizationTime.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { findDueWebhookIds, findDueWebhookIdsOf } from '../models/deliveries.ts'
import { findWebhooksWithDeleted } from '../models/webhooks.ts'
import { type AttemptDeps, attemptDelivery, type Claimed, claimNext } from '../services/attemptDelivery.ts'
import { createFairQueues, type Queue } from './fairQueues.ts'
import { createWakeSignal } from './wakeSignal.ts'

/** How long attempts in flight may take when the worker stops; then they are released. */
const DRAIN_MS = 3_000
/** Organizations with a clock of their own that are looked at in one round; the next round goes on behind them. */
const MOVED_IN_ROUND_MAX = 32

export interface DeliverWorker extends Worker {
  offer(endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }): void
}

/** @param getDeps called later, because the services in turn wake this worker */
export function createDeliverWorker(
  getDeps: () => AttemptDeps,
  options: { readonly slots: number; readonly pollMs: number },
): DeliverWorker {
  const queues = createFairQueues(options.slots)
  const released = createWakeSignal()
  let running = false
  let stop = new AbortController()

  function offer(endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }): void {
    if (!running) return
    queues.offer(endpoint)
    fill()
  }

  function fill(): void {
    for (let queue = running ? queues.take() : undefined; queue !== undefined; queue = queues.take()) void serve(queue)
  }

  async function serve(queue: Queue): Promise<void> {
    try {
      const claimed = await claim(getDeps(), queue)
      // Claims the next delivery of this endpoint while this one is in flight.
      fill()
      if (claimed !== null) await attemptDelivery(getDeps(), claimed, stop.signal)
    } catch (error) {
      getDeps().log.warn({ err: error, webhookId: queue.webhookId }, 'a webhook attempt could not be made or recorded')
      queue.exhausted = queue.offers
    } finally {
      queues.release(queue)
      released.notify()
      fill()
    }
  }

  async function drain(): Promise<void> {
    const timer = setTimeout(() => stop.abort(new Error('the worker stops')), DRAIN_MS)
    const never = new AbortController().signal
    while (queues.inFlight() > 0) await released.wait(100, never)
    clearTimeout(timer)
    queues.clear()
  }

  return {
    name: 'events.deliver',
    offer,
    async run(signal) {
      running = true
      stop = new AbortController()
      let last = ''
      while (!signal.aborted) {
        const moved = takeTurns(getDeps().clock.organizations?.moved('test') ?? [], last, MOVED_IN_ROUND_MAX)
        for (const endpoint of await findDue(getDeps(), moved)) offer(endpoint)
        last = moved.at(-1)?.orgId ?? ''
        await sleep(options.pollMs, signal)
      }
      running = false
      await drain()
    },
  }
}

async function claim(deps: AttemptDeps, queue: Queue): Promise<Claimed | null> {
  const { offers } = queue
  try {
    const claimed = await claimNext(deps, queue.webhookId)
    if (claimed === null) queue.exhausted = offers
    return claimed
  } finally {
    queue.claiming = false
  }
}

async function findDue({ database, clock, log }: AttemptDeps, owners: readonly ClockOwner[]) {
  try {
    const ids = await findDueWebhookIds(database, clock.now())
    for (const owner of owners) ids.push(...(await findDueWebhookIdsOf(database, owner, timeOf(clock, owner))))
    return await findWebhooksWithDeleted(database, ids)
  } catch (error) {
    log.warn({ err: error }, 'due webhook deliveries could not be read and will be retried')
    return []
  }
}
