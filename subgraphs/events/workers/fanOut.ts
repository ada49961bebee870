/** Keeps delivery rows up with the log. Any number of processes may do it at once; a slow sweep finds what no wake-up told. */
import type { OrgId } from '../../shared/ids.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { findServedOrganizations } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { fanOutEvents } from '../services/fanOutEvents.ts'
import { createWakeSignal } from './wakeSignal.ts'

const SWEEP_MS = 5_000
const AT_ONCE = 8
const AFTER_ERROR_MS = 250

export interface FanOut extends Worker {
  wake(orgId: OrgId): void
  wakeAll(): void
}

/** @param getDeps late, because the services in turn wake this worker */
export function createFanOut(getDeps: () => ServiceDeps & { readonly log: Log }): FanOut {
  const bell = createWakeSignal()
  let waiting = new Set<OrgId>()
  let sweepAt = 0

  async function takeTurn(orgId: OrgId): Promise<void> {
    try {
      // One batch a turn: a long backlog of one organization holds up no other.
      if (await fanOutEvents(getDeps(), orgId)) waiting.add(orgId)
    } catch (error) {
      getDeps().log.warn({ err: error, orgId }, 'events could not be fanned out, trying again')
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
      bell.ring()
    },
    wakeAll() {
      sweepAt = 0
      bell.ring()
    },
    async run(signal) {
      while (!signal.aborted) {
        try {
          await sweep()
          const turn = [...waiting].slice(0, AT_ONCE)
          for (const orgId of turn) waiting.delete(orgId)
          const results = await Promise.allSettled(turn.map(takeTurn))
          if (results.some(({ status }) => status === 'rejected')) await sleep(AFTER_ERROR_MS, signal)
        } catch (error) {
          getDeps().log.warn({ err: error }, 'the endpoints to serve could not be read, trying again')
          await sleep(AFTER_ERROR_MS, signal)
        }
        if (waiting.size === 0) await bell.wait(Math.max(sweepAt - performance.now(), 1), signal)
      }
      waiting = new Set()
    },
  }
}
