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

export interface FanOut extends Worker {
  wake(orgId: OrgId): void
  wakeAll(): void
}

/** @param getDeps called later, because the services in turn wake this worker */
export function createFanOut(getDeps: () => ServiceDeps & { readonly log: Log }): FanOut {
  const wakeSignal = createWakeSignal()
  let waiting = new Set<OrgId>()
  let sweepAt = 0

  async function fanOutBatch(orgId: OrgId): Promise<void> {
    try {
      // One batch at a time, so that a long backlog of one organization does not delay others.
      if (await fanOutEvents(getDeps(), orgId)) waiting.add(orgId)
    } catch (error) {
      getDeps().log.warn({ err: error, orgId }, 'events could not be fanned out and will be retried')
      waiting.add(orgId)
      throw error
    }
  }

  async function sweep(): Promise<void> {
    if (performance.now() < sweepAt) return
    for (const orgId of await findServedOrganizations(getDeps().database)) waiting.add(orgId)
    sweepAt = performance.now() + SWEEP_MS
  }

  return {
    name: 'events.fanOut',
    wake(orgId) {
      waiting.add(orgId)
      wakeSignal.notify()
    },
    wakeAll() {
      sweepAt = 0
      wakeSignal.notify()
    },
    async run(signal) {
      while (!signal.aborted) {
        try {
          await sweep()
          const batch = [...waiting].slice(0, CONCURRENCY)
          for (const orgId of batch) waiting.delete(orgId)
          const results = await Promise.allSettled(batch.map(fanOutBatch))
          if (results.some(({ status }) => status === 'rejected')) await sleep(RETRY_AFTER_MS, signal)
        } catch (error) {
          getDeps().log.warn({ err: error }, 'active endpoints could not be read and will be retried')
          await sleep(RETRY_AFTER_MS, signal)
        }
        if (waiting.size === 0) await wakeSignal.wait(Math.max(sweepAt - performance.now(), 1), signal)
      }
      waiting = new Set()
    },
  }
}
