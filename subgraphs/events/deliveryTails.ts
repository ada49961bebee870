/**
 * Deliveries as they change, in whichever process: one reader for each endpoint with listeners in this process, however many
 * they are. A change has the machine time of its write, and a moment is read twice, because writes of that time may come later.
 */
import type { Clock } from '../shared/clock.ts'
import type { Database } from '../shared/database.ts'
import type { DeliveryId, WebhookId } from '../shared/ids.ts'
import type { Log } from '../shared/subgraph.ts'
import { type DeliveryMark, findChangedDeliveries } from './models/deliveries.ts'
import { findDeletedWebhookIds } from './models/webhooks.ts'

const POLL_MS = 500
/** Between a write and when it can be read, and between clocks of processes. */
const OVERLAP_MS = 5_000
const PAGE = 1_000

/** Neither may throw. */
interface Listener {
  onChange(id: DeliveryId): void
  /** The endpoint was deleted; told in every round from then on. */
  onDeleted(): void
}

export interface DeliveryTails {
  /** @returns ends it */
  attach(webhookId: WebhookId, listener: Listener): () => void
}

interface Tail {
  readonly listeners: Set<Listener>
  since: Date
  /** What has been told of the overlap. */
  told: Map<DeliveryId, string>
}

export function createDeliveryTails(deps: { database: Database; machineClock: Clock; log: Log }): DeliveryTails {
  const { database, machineClock, log } = deps
  const tails = new Map<WebhookId, Tail>()
  let poll: NodeJS.Timeout | undefined
  let isReading = false

  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      for (const [webhookId, tail] of tails) await read(webhookId, tail)
      // Where nothing was open, no delivery changes with its endpoint.
      for (const webhookId of await findDeletedWebhookIds(database, [...tails.keys()]))
        for (const listener of tails.get(webhookId)?.listeners ?? []) listener.onDeleted()
    } catch (error) {
      log.warn({ err: error }, 'changes of deliveries could not be read and will be retried')
    } finally {
      isReading = false
    }
  }

  async function read(webhookId: WebhookId, tail: Tail): Promise<void> {
    const began = machineClock.now().getTime() - OVERLAP_MS
    const told = new Map<DeliveryId, string>()
    let { since } = tail
    for (;;) {
      const marks = await findChangedDeliveries(database, webhookId, since, PAGE)
      for (const mark of marks) {
        const version = versionOf(mark)
        if (tail.told.get(mark._id) !== version && told.get(mark._id) !== version)
          for (const listener of tail.listeners) listener.onChange(mark._id)
        told.set(mark._id, version)
      }
      const last = marks.at(-1)?.changedAt
      if (marks.length < PAGE || last === undefined) break
      since = last > since ? last : new Date(since.getTime() + 1)
    }
    tail.told = told
    tail.since = new Date(Math.max(tail.since.getTime(), began))
  }

  return {
    attach(webhookId, listener) {
      const tail: Tail = tails.get(webhookId) ?? {
        listeners: new Set(),
        since: new Date(machineClock.now().getTime() - OVERLAP_MS),
        told: new Map(),
      }
      tails.set(webhookId, tail)
      tail.listeners.add(listener)
      poll ??= setInterval(() => void readAll(), POLL_MS).unref()
      return () => {
        tail.listeners.delete(listener)
        if (tail.listeners.size === 0 && tails.get(webhookId) === tail) tails.delete(webhookId)
        if (tails.size > 0) return
        clearInterval(poll)
        poll = undefined
      }
    },
  }
}

const versionOf = ({ status, attemptsMade, nextAttemptAt, changedAt }: DeliveryMark): string =>
  `${status} ${attemptsMade} ${nextAttemptAt?.getTime()} ${changedAt.getTime()}`
