/**
 * Deliveries that are kept no longer on the clock of an organization. They go before a move of that clock has ended; by real time, and
 * where a moved clock goes on by itself, a worker deletes them, and until it does no list has them.
 */
import type { DueWork } from '../../shared/dueWork.ts'
import { countEndedDeliveries, deleteEndedDeliveries } from '../models/deliveries.ts'
import { findWebhookIds } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { DAY_MS, retainedSince } from './retention.ts'

/** Of one delete, so that it holds up nothing else. */
const BATCH = 1_000

export function retentionDue(deps: Pick<ServiceDeps, 'database' | 'clock' | 'leaseClock' | 'retentionDays'>): DueWork {
  const { database, retentionDays } = deps
  return {
    name: 'retention',
    followsOthers: true,
    // That it is gone shows at no instant of its own, so no step of a move is for it.
    nextAt: async () => null,
    async count(owner, until) {
      const before = new Date(until.getTime() - retentionDays * DAY_MS)
      return countEndedDeliveries(database, await findWebhookIds(database, owner), before)
    },
    async run(owner, signal) {
      const before = retainedSince(deps, owner)
      for (const webhookId of await findWebhookIds(database, owner)) {
        let last = BATCH
        while (last === BATCH && !signal.aborted)
          last = await deleteEndedDeliveries(database, webhookId, {
            ...{ before, machineNow: deps.leaseClock.now(), limit: BATCH },
          })
      }
    },
  }
}
