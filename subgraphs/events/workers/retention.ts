/**
 * Deletes deliveries, with the bodies that were sent, once their event is shown no longer and they have ended. The event itself
 * stays as the record of the audit log, which is one chain of hashes with it; lists and streams show it no more.
 */
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { deleteEndedDeliveries, findOwnersOfDeliveries } from '../models/deliveries.ts'
import type { ServiceDeps } from '../ports.ts'
import { retainedSince } from '../services/retention.ts'

const EVERY_MS = 3_600_000
/** Of one delete, so that it holds up nothing else. */
const BATCH = 1_000

type Deps = Pick<ServiceDeps, 'database' | 'clock' | 'retentionDays'>

export function createRetentionWorker(deps: Deps & { readonly log: Log }): Worker {
  return {
    name: 'events.retention',
    async run(signal) {
      while (!signal.aborted) {
        try {
          await deleteExpired(deps, signal)
        } catch (err) {
          deps.log.warn({ err }, 'expired deliveries were not deleted and will be retried')
        }
        await sleep(EVERY_MS, signal)
      }
    },
  }
}

/** By the time of each endpoint's organization. */
async function deleteExpired(deps: Deps, signal: AbortSignal): Promise<void> {
  for await (const { webhookId, orgId, mode } of findOwnersOfDeliveries(deps.database)) {
    const before = retainedSince(deps, { orgId, mode })
    let last = BATCH
    while (last === BATCH && !signal.aborted)
      last = await deleteEndedDeliveries(deps.database, webhookId, before, BATCH)
    if (signal.aborted) return
  }
}
