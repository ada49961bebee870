/** Creates delivery rows for new events, in any number of processes at once. A slow sweep covers lost wake-ups. */
import type { OrgId } from '../../shared/ids.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { findServedOrganizations } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { fanOutEvents } from '../services/fanOutEvents.ts'
import { createWakeSignal } from './wakeSignal.ts'

const SWEEP_MS = 5_000
const CONCURRENCY = 8
const RETRY_AFTER_MS = 250
/** Organizations of which it is remembered how far their log was fanned out. */
const DONE_MAX = 10_000

export interface FanOut extends Worker {
  /** @param cursor of the event; where none is named, the log is read in any case */
  wake(orgId: OrgId, cursor?: number): void
  wakeAll(): void
}

/** @param getDeps called later, because the services in turn wake this worker */
export function createFanOut(getDeps: () => ServiceDeps & { readonly log: Log }): FanOut {
  const wakeSignal = createWakeSignal()
  /** Up to which event each has to be fanned out. */
  const waiting = new Map<OrgId, number>()
  const done = new Map<OrgId, number>()
  /** One pass at a time of each organization. */
  const passes = new Map<OrgId, Promise<void>>()
  let running: AbortSignal | null = null
  let isStarting = false
  let sweepAt = 0

  function want(orgId: OrgId, cursor = Number.POSITIVE_INFINITY): void {
    waiting.set(orgId, Math.max(cursor, waiting.get(orgId) ?? 0))
    if (isStarting) return
    isStarting = true
    // Once for all commits that are told of together.
    setImmediate(() => {
      isStarting = false
      start()
    })
  }

  function start(): void {
    for (const [orgId, cursor] of waiting) {
      if (running === null || passes.size >= CONCURRENCY) return
      if (passes.has(orgId)) continue
      waiting.delete(orgId)
      // A change stream tells again what this process has committed itself.
      if (cursor > (done.get(orgId) ?? 0)) passes.set(orgId, pass(orgId, running))
    }
  }

  /** One batch at a time, so that a long backlog of one organization does not delay others. */
  async function pass(orgId: OrgId, signal: AbortSignal): Promise<void> {
    try {
      const { cursor, hasMore } = await fanOutEvents(getDeps(), orgId)
      note(orgId, cursor)
      if (hasMore) want(orgId)
    } catch (error) {
      getDeps().log.warn({ err: error, orgId }, 'events could not be fanned out and will be retried')
      await sleep(RETRY_AFTER_MS, signal)
      want(orgId)
    } finally {
      passes.delete(orgId)
      start()
    }
  }

  function note(orgId: OrgId, cursor: number): void {
    done.delete(orgId)
    done.set(orgId, cursor)
    const [oldest] = done.keys()
    if (done.size > DONE_MAX && oldest !== undefined) done.delete(oldest)
  }

  return {
    name: 'events.fanOut',
    wake: want,
    wakeAll() {
      sweepAt = 0
      wakeSignal.notify()
    },
    async run(signal) {
      running = signal
      while (!signal.aborted) {
        try {
          for (const orgId of await findServedOrganizations(getDeps().database)) want(orgId)
          sweepAt = performance.now() + SWEEP_MS
        } catch (error) {
          getDeps().log.warn({ err: error }, 'active endpoints could not be read and will be retried')
          sweepAt = performance.now() + RETRY_AFTER_MS
        }
        await wakeSignal.wait(Math.max(sweepAt - performance.now(), 1), signal)
      }
      running = null
      waiting.clear()
      await Promise.all(passes.values())
    },
  }
}
