/**
 * Deletes what is kept no longer: events, in whose place signed checkpoints stand, and deliveries, with the bodies that were sent,
 * once they have ended.
 */
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { findLogs } from '../models/auditLog.ts'
import { deleteEndedDeliveries, findOwnersOfDeliveries } from '../models/deliveries.ts'
import { deleteReplays } from '../models/replays.ts'
import type { ServiceDeps } from '../ports.ts'
import { replaceExpired } from '../services/auditLog/checkpoints.ts'
import { openSealer } from '../services/auditLog/sealKey.ts'
import { DAY_MS, retainedSince } from '../services/retention.ts'

const EVERY_MS = 3_600_000
/** Of one delete, so that it holds up nothing else. */
const BATCH = 1_000

type Deps = Pick<ServiceDeps, 'database' | 'clock' | 'leaseClock' | 'retentionDays' | 'secrets'> & { readonly log: Log }

export function createRetentionWorker(deps: Deps): Worker {
  return {
    name: 'events.retention',
    async run(signal) {
      while (!signal.aborted) {
        try {
          await deleteExpired(deps, signal)
        } catch (err) {
          deps.log.warn({ err }, 'expired deliveries were not deleted and will be retried')
        }
        try {
          await deleteEvents(deps, signal)
        } catch (err) {
          deps.log.warn({ err }, 'expired events were not deleted and will be retried')
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
    while (last === BATCH && !signal.aborted) {
      const bounds = { before, machineNow: deps.leaseClock.now(), limit: BATCH }
      last = await deleteEndedDeliveries(deps.database, webhookId, bounds)
    }
    if (signal.aborted) return
  }
  const now = deps.clock.now().getTime()
  await deleteReplays(deps.database, new Date(now - deps.retentionDays * DAY_MS))
}

async function deleteEvents(deps: Deps, signal: AbortSignal): Promise<void> {
  const sealer = await openSealer(deps)
  for await (const { orgId } of findLogs(deps.database)) {
    let result = 'done'
    while (result === 'done' && !signal.aborted) result = await replaceExpired({ ...deps, sealer }, orgId, signal)
    if (result === 'broken')
      deps.log.error({ orgId }, 'the audit log is not what was sealed, and nothing is deleted from it')
    if (signal.aborted) return
  }
}
