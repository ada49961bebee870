/** Tells of failing endpoints what was not told at once: the process died, or the threshold was lowered. */
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { findUntoldFailing } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { tellFailing } from '../services/tellFailing.ts'

const EVERY_MS = 30_000
const AT_ONCE = 500

export function createFailingWorker(deps: Pick<ServiceDeps, 'database' | 'commit'> & { readonly log: Log }): Worker {
  return {
    name: 'events.failing',
    async run(signal) {
      while (!signal.aborted) {
        try {
          for (const webhook of await findUntoldFailing(deps.database, AT_ONCE)) {
            if (signal.aborted) return
            await tellFailing(deps, webhook)
          }
        } catch (err) {
          deps.log.warn({ err }, 'failing endpoints were not told and will be')
        }
        await sleep(EVERY_MS, signal)
      }
    },
  }
}
