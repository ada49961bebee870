/**
 * Seals the logs that have grown, every few seconds, in any number of processes at once. Each begins with all of them,
 * because rows that were committed before it started may not be sealed yet.
 */
import type { OrgId } from '../../shared/ids.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { findLogs } from '../models/auditLog.ts'
import type { ServiceDeps } from '../ports.ts'
import { openSealer } from '../services/auditLog/sealKey.ts'
import { sealLog } from '../services/auditLog/sealLog.ts'

const SEAL_EVERY_MS = 5_000
const SEALED_MAX = 10_000

export interface SealWorker extends Worker {
  /** The log of this organization has grown. */
  wake(orgId: OrgId): void
}

export function createSealWorker(
  deps: Pick<ServiceDeps, 'database' | 'clock' | 'secrets'> & { readonly log: Log },
): SealWorker {
  const { log } = deps
  let grown = new Set<OrgId>()
  /** What this process has sealed: a seal that goes back is noticed. */
  const sealed = new Map<OrgId, number>()

  async function sealAll(sealer: Awaited<ReturnType<typeof openSealer>>): Promise<void> {
    const orgIds = grown
    grown = new Set()
    for (const orgId of orgIds) {
      try {
        const { result, sequence } = await sealLog({ ...deps, sealer }, orgId, sealed.get(orgId))
        if (result === 'broken') log.error({ orgId, sequence }, 'the audit log is not what was sealed')
        else remember(orgId, sequence)
      } catch (err) {
        grown.add(orgId)
        log.warn({ err, orgId }, 'the audit log was not sealed and will be retried')
      }
    }
  }

  function remember(orgId: OrgId, sequence: number): void {
    sealed.delete(orgId)
    sealed.set(orgId, sequence)
    const [oldest] = sealed.keys()
    if (sealed.size > SEALED_MAX && oldest !== undefined) sealed.delete(oldest)
  }

  return {
    name: 'events.seal',
    wake: (orgId) => void grown.add(orgId),
    async run(signal) {
      const sealer = await openSealer(deps)
      for await (const { orgId } of findLogs(deps.database)) grown.add(orgId)
      while (!signal.aborted) {
        await sealAll(sealer)
        await sleep(SEAL_EVERY_MS, signal)
      }
    },
  }
}
