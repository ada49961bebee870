/**
 * Voids holds whose end has passed, and those of a mandate that has ended (domain 2.1), unless its
 * organization honors them. A capture compares the clock itself, so a late sweep never lets an expired hold pay.
 */
import { composeParts } from '../../../shared/commit/compose.ts'
import { orgRef, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { ITEMS_MAX, submitByOwner } from '../../../shared/commit/submitByOwner.ts'
import type { State } from '../../../shared/commit/types.ts'
import type { HoldId, WalletId } from '../../../shared/ids.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import { findDueHolds, findOpenHoldsOf, type HoldRow, readWalletsOfEndedMandates } from '../../models/holds.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { honorsOpenHolds, isHoldOver, type VoidReason } from '../../rules/holds.ts'
import { voidPart } from './holdEnds.ts'

type VoidDeps = Pick<PaymentsDeps, 'database' | 'commit' | 'log'>
type Deps = VoidDeps & Pick<PaymentsDeps, 'clock'>

const SWEEP_EVERY_MS = 1_000
const LOOK_FOR_ENDED_MANDATES_EVERY = 5

/** @returns how many were voided */
async function expireDueHolds(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  let count = 0
  for (let after: HoldRow | null = null; ; ) {
    const due: HoldRow[] = await findDueHolds(deps.database, now, { after, limit: ITEMS_MAX })
    count += await voidAll(deps, due, 'expired', (_state, row, at) => isHoldOver(row, at))
    after = due.at(-1) ?? null
    if (due.length < ITEMS_MAX || after === null) return count
  }
}

/** To be called after the mandate of a wallet has ended; idempotent. @returns how many were voided */
export async function voidWithoutMandate(deps: VoidDeps, walletId: WalletId): Promise<number> {
  let count = 0
  for (let after: HoldId | null = null; ; ) {
    const open: HoldRow[] = await findOpenHoldsOf(deps.database, walletId, { after, limit: ITEMS_MAX })
    count += await voidAll(deps, open, 'mandate_revoked', hasNoMandate)
    after = open.at(-1)?._id ?? null
    if (open.length < ITEMS_MAX || after === null) return count
  }
}

function hasNoMandate(state: State, { walletId, orgId, mode }: HoldRow, at: Date): boolean {
  const { mandate } = requireRow(state, walletRef(walletId))
  if (mandate === null) return true
  const isOver = mandate.status === 'revoked' || (mandate.expiresAt !== null && mandate.expiresAt <= at)
  return isOver && !honorsOpenHolds(requireRow(state, orgRef(orgId)), mode)
}

async function voidAll(
  { commit, log }: VoidDeps,
  holds: readonly HoldRow[],
  reason: VoidReason,
  isDue: (state: State, row: HoldRow, at: Date) => boolean,
): Promise<number> {
  let count = 0
  const failed = await submitByOwner(holds, async (chunk) => {
    const [{ orgId, mode }] = chunk
    const settled = await submitPrepared(commit, () => ({
      ...({ priority: 'control', orgId, mode, whileSuspended: true } as const),
      ...composeParts(chunk.map((hold) => voidPart(hold, reason, isDue))),
    }))
    if ('answer' in settled) count += settled.answer.filter(Boolean).length
  })
  for (const { row, error } of failed) log.error({ err: error, holdId: row._id }, 'a hold could not be voided')
  return count
}

export function createHoldWorker(deps: Deps): Worker {
  return {
    name: 'holdExpiry',
    async run(signal) {
      for (let round = 0; !signal.aborted; round++) {
        await expireDueHolds(deps)
        if (round % LOOK_FOR_ENDED_MANDATES_EVERY === 0)
          for await (const walletIds of readWalletsOfEndedMandates(deps.database, deps.clock.now()))
            for (const walletId of walletIds) await voidWithoutMandate(deps, walletId)
        await sleep(SWEEP_EVERY_MS, signal)
      }
    },
  }
}
