/**
 * Sends due deliveries, in turn over organizations and their endpoints. Endpoints that hang delay no other. Any number of processes may run it at once: each row is leased when it is sent.
 */

import { timeOf } from '../../shared/clock.ts'
import type { OrgId, WebhookId } from '../../shared/ids.ts'
import { type ClockOwner, takeTurns } from '../../shared/organizationTime.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { findAskedWebhookIds, findDueWebhookIds, findDueWebhookIdsOf } from '../models/deliveries.ts'
import { findWebhooksWithDeleted, type WebhookRow } from '../models/webhooks.ts'
import type { Place, Reservation } from '../ports.ts'
import { type Answer, type AttemptDeps, attemptDelivery } from '../services/attemptDelivery.ts'
import type { Claimed } from '../services/claimDeliveries.ts'
import { BUSY_MS, createFairQueues, type Left, type Queue, type Slot } from './fairQueues.ts'
import { createWakeSignal } from './wakeSignal.ts'

/** How long attempts in flight may take when the worker stops; then they are released. */
const DRAIN_MS = 3_000
/** How soon the endpoint of a suspended agent is looked at again, and whether the agent of a disabled one still exists. */
const WAITS_MS = 2_000
/** Organizations with a clock of their own that are looked at in one round; the next round goes on behind them. */
const MOVED_IN_ROUND_MAX = 32

export interface DeliverWorker extends Worker {
  offer(endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }): void
  /** As `ServiceDeps` describes it. */
  reserve(webhook: WebhookRow, most: number): Reservation
}

/** @param getDeps called later, because the services in turn wake this worker */
export function createDeliverWorker(
  getDeps: () => AttemptDeps,
  options: { readonly slots: number; readonly pollMs: number },
): DeliverWorker {
  const queues = createFairQueues(options.slots)
  const released = createWakeSignal()
  /** Until when they are not looked at. */
  const waiting = new Map<WebhookId, number>()
  let running = false
  let isFilling = false
  let stop = new AbortController()

  function offer(endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }): void {
    if (!running) return
    queues.offer(endpoint)
    // Once for all that are offered together: each look is one at every endpoint that waits.
    if (isFilling) return
    isFilling = true
    queueMicrotask(() => {
      isFilling = false
      fill()
    })
  }

  function reserve(webhook: WebhookRow, most: number): Reservation {
    // An agent may be suspended, which only a claim asks.
    const slots = running && webhook.agentId === null ? queues.takeIdle(webhook, most) : []
    const { claims } = getDeps()
    const leases = claims.reserve(webhook, slots.length)
    for (const slot of slots.splice(leases.length)) queues.release(slot, null)
    const places = leases.map((lease, index): Place => {
      const slot = slots[index] as Slot
      return {
        lease,
        send: (row, now) => void attempt(slot, { row, webhook: now }),
        giveBack() {
          claims.release({ webhookId: webhook._id, lane: lease.lane })
          queues.release(slot, null)
        },
      }
    })
    return {
      places,
      offer(rows) {
        if (places.length > 0) claims.expect(webhook._id, rows)
        offer(webhook)
      },
    }
  }

  function fill(): void {
    for (let slot = running ? queues.take() : undefined; slot !== undefined; slot = queues.take()) void serve(slot)
  }

  /** Its agent was suspended when it was last looked at. */
  function isWaiting({ _id }: Pick<WebhookRow, '_id'>): boolean {
    if (Number(waiting.get(_id)) > performance.now()) return true
    waiting.delete(_id)
    return false
  }

  async function serve(first: Slot): Promise<void> {
    const { queue } = first
    // Where more waits than the last claims could take, all free places of the endpoint are claimed at once.
    const slots = [first, ...(queue.hasMore ? queues.takeMore(queue) : [])]
    let claimed: readonly Claimed[] = []
    try {
      claimed = await claim(queue, slots.length)
    } catch (error) {
      getDeps().log.warn({ err: error, webhookId: queue.webhookId }, 'webhook deliveries could not be claimed')
      queues.exhaust(queue)
    }
    for (const slot of slots.splice(claimed.length)) queues.release(slot, null)
    for (const [index, one] of claimed.entries()) void attempt(slots[index] as Slot, one)
    released.notify()
    fill()
  }

  async function claim(queue: Queue, most: number): Promise<readonly Claimed[]> {
    let left: Left = 'perhaps'
    try {
      const { claimed, waits, isAll } = await getDeps().claims.claim(queue.webhookId, most)
      queue.hasMore = claimed.length === most
      if (isAll) left = 'nothing'
      else if (claimed.length < most) left = 'busy'
      if (waits) waiting.set(queue.webhookId, performance.now() + WAITS_MS)
      return claimed
    } finally {
      queues.endClaim(queue, left)
      // Nothing tells when another process gives a place back.
      if (left === 'busy') setTimeout(fill, BUSY_MS + 1).unref()
    }
  }

  async function attempt(slot: Slot, claimed: Claimed): Promise<void> {
    let answer: Answer | null = null
    try {
      answer = await attemptDelivery(getDeps(), claimed, stop.signal)
    } catch (error) {
      const { webhookId } = slot.queue
      getDeps().log.warn({ err: error, webhookId }, 'a webhook attempt could not be made or recorded')
      queues.exhaust(slot.queue)
    } finally {
      queues.release(slot, answer)
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
    reserve,
    async run(signal) {
      running = true
      stop = new AbortController()
      let [last, judgedAt] = ['', Number.NEGATIVE_INFINITY]
      while (!signal.aborted) {
        const moved = takeTurns(getDeps().clock.organizations?.moved('test') ?? [], last, MOVED_IN_ROUND_MAX)
        const isJudged = performance.now() - judgedAt >= WAITS_MS
        if (isJudged) judgedAt = performance.now()
        for (const endpoint of await findDue(getDeps(), moved, isJudged)) if (!isWaiting(endpoint)) offer(endpoint)
        last = moved.at(-1)?.orgId ?? ''
        await sleep(options.pollMs, signal)
      }
      running = false
      await drain()
    },
  }
}

/** @param isJudged whether disabled endpoints of agents are among them: they end with their agents */
async function findDue({ database, clock, log }: AttemptDeps, owners: readonly ClockOwner[], isJudged: boolean) {
  try {
    const ids = await findDueWebhookIds(database, clock.now())
    let latest = clock.now()
    for (const owner of owners) {
      const now = timeOf(clock, owner)
      ids.push(...(await findDueWebhookIdsOf(database, owner, now)))
      if (now > latest) latest = now
    }
    const found = await findWebhooksWithDeleted(database, ids)
    const isDisabled = ({ status }: WebhookRow) => status === 'disabled'
    // Of what waits for a disabled one nothing may be sent, however much that is.
    const disabled = found.filter(isDisabled).map(({ _id }) => _id)
    const asked = await findAskedWebhookIds(database, disabled, latest)
    return found.filter(
      (webhook) => !isDisabled(webhook) || asked.has(webhook._id) || (isJudged && webhook.agentId !== null),
    )
  } catch (error) {
    log.warn({ err: error }, 'due webhook deliveries could not be read and will be retried')
    return []
  }
}
