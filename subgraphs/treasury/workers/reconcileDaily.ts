/**
 * Reconciles the dollars of every organization with its bank once a day; of several processes one does it. Where its bank does not
 * answer, or that process dies, it is tried again an hour later.
 */
import { DomainError } from '../../shared/errors.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { endReconciliation, readUsdOwners, takeReconciliation } from '../models/reconciledBooks.ts'
import type { TreasuryDeps } from '../ports.ts'
import { reconcileBooks } from '../services/reconcileTreasury.ts'

const LOOK_EVERY_MS = 10 * 60_000

type Deps = Pick<TreasuryDeps, 'banks' | 'commit' | 'clock' | 'database' | 'log'>

export async function reconcileDue(deps: Deps, signal: AbortSignal): Promise<void> {
  for await (const owner of readUsdOwners(deps.database)) {
    if (signal.aborted) return
    const now = deps.clock.now()
    if (!(await takeReconciliation(deps.database, owner, now))) continue
    try {
      const { openMismatches } = await reconcileBooks(deps, owner)
      await endReconciliation(deps.database, owner, now)
      if (openMismatches > 0)
        deps.log.error({ ...owner, openMismatches }, 'reconciliation mismatch: books and bank differ')
    } catch (err) {
      const isDown = err instanceof DomainError && err.type === 'all_adapters_exhausted'
      deps.log[isDown ? 'warn' : 'error'](
        { err, orgId: owner.orgId },
        'dollars were not reconciled, and will be in an hour',
      )
    }
  }
}

export function createReconciliationWorker(deps: Deps): Worker {
  return {
    name: 'treasuryReconciliation',
    async run(signal) {
      for (; !signal.aborted; await sleep(LOOK_EVERY_MS, signal))
        await reconcileDue(deps, signal).catch((err: unknown) => {
          deps.log.error({ err }, 'dollars could not be reconciled, and will be')
        })
    },
  }
}
