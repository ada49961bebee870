/**
 * Voids holds whose end has passed, and those of a mandate that has ended (domain 2.1), unless its
 * organization honors them. A capture compares the clock itself, so a late sweep never lets an expired hold pay.
 */

import { timeOf } from '../../../shared/clock.ts'
import { composeParts } from '../../../shared/commit/compose.ts'
import { orgRef, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import {
  createPauses,
  ITEMS_MAX,
  type LateOwners,
  type Pauses,
  sweepByOwner,
} from '../../../shared/commit/submitByOwner.ts'
import type { Ref, State } from '../../../shared/commit/types.ts'
import type { DueOf } from '../../../shared/dueWork.ts'
import type { HoldId } from '../../../shared/ids.ts'
import { endedBefore, mandateEnd } from '../../../shared/mandateEnds.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import {
  type EndedMandates,
  findDueHolds,
  findOpenHoldsOf,
  type HoldRow,
  readWalletsOfEndedMandates,
} from '../../models/holds.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { honorsOpenHolds, isHoldOver, type VoidReason } from '../../rules/holds.ts'
import { voidPart } from './holdEnds.ts'

type VoidDeps = Pick<PaymentsDeps, 'database' | 'commit' | 'log'> & { readonly pauses?: Pauses }
type Deps = VoidDeps & Pick<PaymentsDeps, 'clock'>

const SWEEP_EVERY_MS = 1_000
const LOOK_FOR_ENDED_MANDATES_EVERY = 5

/** @param of on whose clock they have expired; absent: all by real time. @returns how many were voided */
export async function expireDueHolds(deps: Deps, late: LateOwners, of?: DueOf): Promise<number> {
  const now = of === undefined ? deps.clock.now() : timeOf(deps.clock, of.owner)
  let count = 0
  for (let after: HoldRow | null = null; ; ) {
    const due: HoldRow[] = await findDueHolds(deps.database, now, {
      ...{ after, limit: ITEMS_MAX },
      ...(of && { owner: of.owner }),
    })
    count += await voidAll(deps, due, { reason: 'expired', isDue: (_state, row, at) => isHoldOver(row, at), late })
    after = due.at(-1) ?? null
    if (due.length < ITEMS_MAX || after === null || of?.signal.aborted) return count
  }
}

/**
 * To be called after the mandate of a wallet has ended; idempotent.
 * @param which under which mandates they were placed; null: under any
 * @returns how many were voided
 */
export async function voidWithoutMandate(
  deps: VoidDeps,
  { walletId, mandateIds }: EndedMandates,
  late: LateOwners = new Set(),
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (let after: HoldId | null = null; ; ) {
    const page = { after, limit: ITEMS_MAX, mandateIds, isKept: false }
    const open: HoldRow[] = await findOpenHoldsOf(deps.database, walletId, page)
    count += await voidAll(deps, open, { reason: 'mandate_revoked', isDue: hasNoMandate, late })
    after = open.at(-1)?._id ?? null
    if (open.length < ITEMS_MAX || after === null || signal?.aborted) return count
  }
}

function hasNoMandate(state: State, { walletId, orgId, mode, mandateId }: HoldRow, at: Date): boolean {
  const wallet = requireRow(state, walletRef(walletId))
  if (wallet.mandate === null) return true
  const isOver =
    mandateEnd(wallet.mandate, at) !== null || (mandateId !== null && endedBefore(wallet, mandateId) !== null)
  return isOver && !honorsOpenHolds(requireRow(state, orgRef(orgId)), mode)
}

export async function voidAll(
  { commit, log, pauses }: VoidDeps,
  holds: readonly HoldRow[],
  {
    reason,
    isDue,
    reads,
    late,
    failures,
  }: {
    readonly reason: VoidReason
    readonly isDue: (state: State, row: HoldRow, at: Date) => boolean
    /** What `isDue` reads besides the organization and the wallet. */
    readonly reads?: (hold: HoldRow) => readonly Ref[]
    readonly late: LateOwners
    /** Gets those that could not be voided, which are only told otherwise. */
    readonly failures?: { readonly error: unknown }[]
  },
): Promise<number> {
  let count = 0
  const voidChunk = async (chunk: readonly [HoldRow, ...HoldRow[]]) => {
    const [{ orgId, mode }] = chunk
    const settled = await submitPrepared(commit, () => ({
      ...({ priority: 'control', orgId, mode, ...STOP } as const),
      ...composeParts(chunk.map((hold) => voidPart(hold, reason, isDue, reads?.(hold)))),
    }))
    if ('answer' in settled) count += settled.answer.filter(Boolean).length
  }
  const tell = ({ _id: holdId }: HoldRow, err: unknown) => log.error({ err, holdId }, 'a hold could not be voided')
  const failed = await sweepByOwner(holds, voidChunk, { late, pauses, tell })
  failures?.push(...failed)
  return count
}

export function createHoldWorker(deps: Deps): Worker {
  return {
    name: 'holdExpiry',
    async run(signal) {
      const own = { ...deps, pauses: createPauses() }
      for (let round = 0; !signal.aborted; round++) {
        const late: LateOwners = new Set()
        await expireDueHolds(own, late)
        if (round % LOOK_FOR_ENDED_MANDATES_EVERY === 0)
          for await (const wallets of readWalletsOfEndedMandates(deps.database, deps.clock.now()))
            for (const ended of wallets) await voidWithoutMandate(own, ended, late)
        await sleep(SWEEP_EVERY_MS, signal)
      }
    },
  }
}
