/**
 * What follows an acknowledged switch: work under way is stopped, switches whose end has come are lifted, and the gates
 * are held against the record. Every step may run in several processes at once and again after a crash.
 */
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import { findUnfinished, type KillSwitchRow } from '../../models/killSwitch.ts'
import { hasEnded } from '../../rules/killSwitches.ts'
import type { KillSwitchDeps } from './deps.ts'
import { raiseGates, repairGates } from './platformGates.ts'
import { countedIntent, liftIntent, sweptIntent } from './switchIntents.ts'

const POLL_MS = 1_000
const REPAIR_EVERY_MS = 10_000
const AT_ONCE = 50

export interface SwitchSweep {
  readonly worker: Worker
  wake(): void
}

export function createSwitchSweep(deps: Omit<KillSwitchDeps, 'wakeSweep' | 'newId' | 'targets'>): SwitchSweep {
  let waking = new AbortController()
  return {
    wake: () => waking.abort(),
    worker: {
      name: 'killSwitches',
      async run(signal) {
        let repairedAt = Number.NEGATIVE_INFINITY
        while (!signal.aborted) {
          // Whoever wakes from here on is heard, also while the round runs.
          waking = new AbortController()
          const { signal: woken } = waking
          if (performance.now() - repairedAt > REPAIR_EVERY_MS) {
            if (await repairGates(deps)) deps.log.warn({}, 'the gates did not say what the record says; raised again')
            repairedAt = performance.now()
          }
          await sweepOnce(deps)
          await sleep(POLL_MS, AbortSignal.any([signal, woken]))
        }
      },
    },
  }
}

export async function sweepOnce(deps: Omit<KillSwitchDeps, 'wakeSweep' | 'newId' | 'targets'>): Promise<void> {
  const now = deps.clock.now()
  for (const row of await findUnfinished(deps.database, now, AT_ONCE)) {
    const finish = hasEnded(row, now) ? liftEnded : sweep
    // One that cannot be finished must not hold up the others; it is found again in the next round.
    await finish(deps, row).catch((err: unknown) => {
      deps.log.error({ err, switchId: row._id }, 'a kill switch could not be finished')
    })
  }
}

async function liftEnded(deps: Pick<KillSwitchDeps, 'database' | 'commit'>, row: KillSwitchRow): Promise<void> {
  await deps.commit.submit(liftIntent(row, { by: null, reason: 'Its end has come.' }))
  if (row.orgId === null) await raiseGates(deps)
}

type SweepDeps = Pick<KillSwitchDeps, 'commit' | 'work' | 'log'>

async function sweep(deps: SweepDeps, row: KillSwitchRow): Promise<void> {
  if (row.affected === null) await count(deps, row)
  const stopped = await deps.work.stop(row)
  await deps.commit.submit(sweptIntent(row))
  deps.log.info({ switchId: row._id, scope: row.scope, ...stopped }, 'a kill switch has stopped what was under way')
}

/** Counting takes nothing away from stopping: not its success either. */
async function count(deps: SweepDeps, row: KillSwitchRow): Promise<void> {
  try {
    await deps.commit.submit(countedIntent(row, await deps.work.count(row)))
  } catch (err) {
    deps.log.warn({ err, switchId: row._id }, 'what a kill switch stops could not be counted')
  }
}
