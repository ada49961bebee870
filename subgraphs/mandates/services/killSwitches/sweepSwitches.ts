/**
 * What follows an acknowledged switch: pending payments are stopped, ended switches are lifted, and the
 * shards are compared with the record. Every step may run in several processes at once and again after a crash. An
 * organization with much to stop does not delay others.
 */

import { timeOf } from '../../../shared/clock.ts'
import type { DueWork } from '../../../shared/dueWork.ts'
import { DomainError } from '../../../shared/errors.ts'
import type { KillSwitchId } from '../../../shared/ids.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import {
  countEnded,
  findEnded,
  findNextSwitchEnd,
  findUnfinished,
  findUnfinishedOwners,
  type KillSwitchRow,
} from '../../models/killSwitches.ts'
import type { KillSwitchDeps } from '../../ports.ts'
import { hasEnded } from '../../rules/killSwitches.ts'
import { publishToShards, repairShards } from './platformShards.ts'
import { countedIntent, liftIntent, sweptIntent } from './switchIntents.ts'

const POLL_MS = 1_000
const REPAIR_EVERY_MS = 10_000
/** Organizations that are swept in parallel, besides the platform. */
const AT_ONCE = 8

export interface SwitchSweep {
  readonly worker: Worker
  wake(): void
}

type Deps = Omit<KillSwitchDeps, 'wakeSweep' | 'newId' | 'targets' | 'organizations'>
/** Null: the platform. */
type Owner = KillSwitchRow['orgId']

export function createSwitchSweep(deps: Deps): SwitchSweep {
  let waking = new AbortController()
  return {
    wake: () => waking.abort(),
    worker: {
      name: 'killSwitches',
      async run(signal) {
        let repairedAt = Number.NEGATIVE_INFINITY
        const round = createRound(
          (owner) => sweepOwner(deps, owner, signal),
          () => waking.abort(),
        )
        while (!signal.aborted) {
          // A wake from here on also counts while the round runs.
          waking = new AbortController()
          const { signal: woken } = waking
          if (performance.now() - repairedAt > REPAIR_EVERY_MS) {
            if (await repairShards(deps)) deps.log.warn({}, 'platform shards differed from the record; published again')
            repairedAt = performance.now()
          }
          round.start(await findUnfinishedOwners(deps.database, deps.clock.now()))
          await sleep(POLL_MS, AbortSignal.any([signal, woken]))
        }
        await round.ended()
      },
    },
  }
}

/** Owners take turns: each is swept again only after all others. */
function createRound(sweepOf: (owner: Owner) => Promise<void>, onRoom: () => void) {
  const running = new Map<Owner, Promise<void>>()
  let last = ''
  const isFull = () => running.size - (running.has(null) ? 1 : 0) >= AT_ONCE

  function run(owner: Owner, isSomebodyWaiting: () => boolean): void {
    const ended = sweepOf(owner).finally(() => {
      running.delete(owner)
      if (isSomebodyWaiting()) onRoom()
    })
    running.set(owner, ended)
  }

  return {
    start(owners: readonly Owner[]): void {
      let isWaiting = false
      const sorted = owners.filter((owner) => owner !== null).sort()
      const inTurn = [...sorted.filter((owner) => owner > last), ...sorted.filter((owner) => owner <= last)]
      if (owners.includes(null) && !running.has(null)) run(null, () => isWaiting)
      for (const owner of inTurn) {
        if (running.has(owner)) continue
        isWaiting = isFull()
        if (isWaiting) return
        run(owner, () => isWaiting)
        last = owner
      }
    },
    ended: () => Promise.all(running.values()),
  }
}

export async function sweepOnce(deps: Deps): Promise<void> {
  for (const owner of await findUnfinishedOwners(deps.database, deps.clock.now())) await sweepOwner(deps, owner)
}

/** Never fails: a switch that cannot be finished must not delay the others; the next round finds it again. */
async function sweepOwner(deps: Deps, owner: Owner, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const logged = (switchId?: KillSwitchId) => (err: unknown) => {
    deps.log.error({ err, orgId: owner, switchId }, 'a kill switch could not be finished')
  }
  // Also of a row that cannot be read.
  const finish = async (row: KillSwitchRow) => (hasEnded(row, now) ? liftEnded(deps, row) : sweep(deps, row))
  for (const row of (await findUnfinished(deps.database, owner, now).catch(logged())) ?? []) {
    if (signal?.aborted) return
    await finish(row).catch(logged(row._id))
  }
}

/** Ends of switches of one organization, by its own clock: the sweep looks by real time. */
export const switchEnds = (deps: Deps): DueWork => ({
  name: 'kill switches',
  nextAt: (owner, after) => findNextSwitchEnd(deps.database, owner, after),
  count: (owner, until) => countEnded(deps.database, owner, until),
  async run(owner, signal) {
    for (const row of await findEnded(deps.database, owner, timeOf(deps.clock, owner))) {
      if (signal.aborted) return
      await liftEnded(deps, row)
    }
  },
})

async function liftEnded(deps: SweepDeps, row: KillSwitchRow): Promise<void> {
  await sweepBeforeLift(deps, row, { isOver: true })
  await deps.commit.submit(liftIntent(row, { by: null, reason: 'Its end has come.' }))
  if (row.orgId === null) await publishToShards(deps)
}

type SweepDeps = Pick<KillSwitchDeps, 'database' | 'commit' | 'work' | 'log'>

/**
 * Before it is lifted: what it has not ended yet would go on afterwards, although it was accepted before the stop.
 * @throws DomainError service_unavailable: the commits of its organization do not come through
 */
export async function sweepBeforeLift(
  deps: SweepDeps,
  row: KillSwitchRow,
  { isOver } = { isOver: false },
): Promise<void> {
  if (row.state !== 'active' || row.sweptAt !== null) return
  try {
    await sweep(deps, row, { isOver })
  } catch (err) {
    // One organization must not keep a switch of the platform in force, nor one payment any switch.
    if (row.orgId !== null && err instanceof DomainError && err.details.retryable === true) throw err
    deps.log.error(
      { err, orgId: row.orgId, switchId: row._id },
      'a kill switch is lifted, and has not stopped everything',
    )
  }
}

async function sweep(deps: SweepDeps, row: KillSwitchRow, { isOver } = { isOver: false }): Promise<void> {
  // Whoever set it may not have published it yet, or have died before: then the gates would stop nothing.
  if (row.orgId === null) await repairShards(deps)
  if (row.affected === null && !isOver) await count(deps, row)
  const stopped = await deps.work.stop(row)
  // What came after its end would be counted, too.
  if (isOver) await deps.commit.submit(countedIntent(row, stopped))
  await deps.commit.submit(sweptIntent(row))
  deps.log.info({ switchId: row._id, scope: row.scope, ...stopped }, 'a kill switch has stopped pending work')
}

/** A failure to count must not prevent the stop. */
async function count(deps: SweepDeps, row: KillSwitchRow): Promise<void> {
  try {
    await deps.commit.submit(countedIntent(row, await deps.work.count(row)))
  } catch (err) {
    deps.log.warn({ err, switchId: row._id }, 'the work that a kill switch stops could not be counted')
  }
}
