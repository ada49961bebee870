/**
 * Screens what is pending again when other lists are in force (domain 4.3): payments that are not signed yet fail, parked
 * payments and holds are dismissed, where their payee is on a sanctions list by now. Gate 15 would stop them anyway; this
 * tells their owners at once and frees their money.
 */
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { markRescreened, readListsInForce } from '../models/screeningLists.ts'
import { payeeOf } from '../models/screenings.ts'
import type { Screener } from '../ports.ts'
import { denyingList } from '../rules/screening.ts'
import { type StopHoldsDeps, stopHolds } from './holds/stopHolds.ts'
import { stopPayments } from './stopPayments.ts'

const POLL_MS = 1_000
const EVERYTHING = { orgId: null, mode: null, scope: 'global', targetId: '*' } as const

export function createRescreeningWorker(
  deps: StopHoldsDeps & { readonly log: Log },
  screener: Pick<Screener, 'check' | 'revision'>,
): Worker {
  const isListed = (spend: Parameters<typeof payeeOf>[0]) => denyingList(screener.check(payeeOf(spend))) !== null
  let done = 0
  return {
    name: 'rescreening',
    async run(signal) {
      for (; !signal.aborted; await sleep(POLL_MS, signal)) {
        const { revision } = screener
        if (revision === done) continue
        // Another process may have done it; twice would do no harm.
        if ((await readListsInForce(deps.database)).rescreened < revision) {
          await stopPayments(deps, EVERYTHING, isListed)
          await stopHolds(deps, EVERYTHING, isListed)
          await markRescreened(deps.database, revision)
        }
        done = revision
      }
    },
  }
}
