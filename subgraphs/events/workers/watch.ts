/**
 * Wakes the readers of this process when any process commits an event: one change stream for all of them. It only wakes them
 * and carries no data, so a failed stream is reopened without a resume token and all readers read once.
 */
import type { Database } from '../../shared/database.ts'
import type { OrgId } from '../../shared/ids.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { watchEvents } from '../models/events.ts'

const REOPEN_MS = 500

export function createWatch(deps: {
  readonly database: Database
  readonly log: Log
  readonly wake: (orgId: OrgId, cursor: number) => void
  readonly wakeAll: () => void
}): Worker {
  return {
    name: 'events.watch',
    async run(signal) {
      while (!signal.aborted) {
        try {
          for await (const event of watchEvents(deps.database, signal)) {
            if (event === null) deps.wakeAll()
            else deps.wake(event.orgId, Number(event.cursor))
          }
        } catch (error) {
          if (signal.aborted) return
          deps.log.warn({ err: error }, 'the change stream of the event log failed and is reopened')
        }
        await sleep(REOPEN_MS, signal)
      }
    },
  }
}
