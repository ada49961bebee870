/**
 * Ends approvals that can no longer be decided (domain 3): expired ones, and those stopped by a kill switch, a revoked
 * mandate or a frozen wallet.
 */

import { timeOf } from '../../../shared/clock.ts'
import { composeParts } from '../../../shared/commit/compose.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import {
  createPauses,
  ITEMS_MAX,
  type LateOwners,
  type Pauses,
  sweepByOwner,
} from '../../../shared/commit/submitByOwner.ts'
import type { DueOf } from '../../../shared/dueWork.ts'
import { type DomainError, toRefusal } from '../../../shared/errors.ts'
import type { ApprovalId } from '../../../shared/ids.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import { type ApprovalRow, findApproval, findWalletsOfPending, listDue, listPendingOf } from '../../models/approvals.ts'
import { findStopped } from '../../models/wallets.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { stoppedWhileWaiting } from '../../rules/approvals.ts'
import { findUnreadOf } from '../unreadPayments.ts'
import { closePart, type Ending, EXPIRED } from './closeApproval.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'commit' | 'parked'>
type SweepDeps = Pick<PaymentsDeps, 'database' | 'commit' | 'clock' | 'log' | 'parked'> & { readonly pauses?: Pauses }

const SWEEP_EVERY_MS = 1_000
/** A stop dismisses approvals itself; every so many rounds this finds those it missed. */
const LOOK_FOR_STOPPED_EVERY = 5
/** In one round, so that one wallet with very many approvals delays no other; the next round continues. */
const PAGES_OF_WALLET_MAX = 10

/**
 * To be called after the stop was acknowledged: the parked payment fails with its reason. Idempotent.
 * @returns whether this call ended it
 */
export async function dismissApproval(
  deps: Deps,
  approvalId: ApprovalId | null,
  reason: DomainError,
): Promise<boolean> {
  const row = approvalId === null ? null : await findApproval(deps.database, approvalId)
  return row !== null && (await close(deps, [row], { event: 'dismiss', failure: toRefusal(reason) })) === 1
}

/** @param of on whose clock they have expired; absent: all by real time. @returns how many this call has ended */
export function expireDueApprovals(deps: SweepDeps, late: LateOwners = new Set(), of?: DueOf): Promise<number> {
  const now = of === undefined ? deps.clock.now() : timeOf(deps.clock, of.owner)
  const work = { ending: EXPIRED, late, ...(of && { signal: of.signal }) }
  return closePages(deps, (page) => listDue(deps.database, now, page, of?.owner), work)
}

/** @returns how many were dismissed because their wallet is frozen or its mandate revoked */
export async function dismissWithoutMandate(deps: SweepDeps, late: LateOwners = new Set()): Promise<number> {
  let count = 0
  const waiting = await findWalletsOfPending(deps.database)
  for (const { walletId, isFrozen } of await findStopped(deps.database, waiting)) {
    const ending: Ending = { event: 'dismiss', failure: toRefusal(stoppedWhileWaiting(isFrozen, 'approval')) }
    const work = { ending, late, pagesMax: PAGES_OF_WALLET_MAX }
    count += await closePages(deps, (page) => listPendingOf(deps.database, walletId, page), work)
  }
  return count
}

type Page = Parameters<typeof listDue>[2]

/** Pages past approvals that cannot be ended, or that another process ends first. */
async function closePages(
  deps: SweepDeps,
  list: (page: Page) => Promise<ApprovalRow[]>,
  {
    ending,
    late,
    pagesMax = Number.POSITIVE_INFINITY,
    signal,
  }: {
    readonly ending: Ending
    readonly late: LateOwners
    readonly pagesMax?: number
    readonly signal?: AbortSignal
  },
): Promise<number> {
  const tell = ({ _id: approvalId }: ApprovalRow, err: unknown) =>
    deps.log.error({ err, approvalId }, 'an approval could not be ended')
  let count = 0
  let after: Page['after'] = null
  for (let pages = 0; pages < pagesMax; pages++) {
    const rows: ApprovalRow[] = await list({ after, limit: ITEMS_MAX })
    const closeChunk = async (own: readonly [ApprovalRow, ...ApprovalRow[]]) => {
      count += await close(deps, own, ending)
    }
    await sweepByOwner(rows, closeChunk, { late, pauses: deps.pauses, tell })
    after = rows.at(-1) ?? null
    if (rows.length < ITEMS_MAX || signal?.aborted) break
  }
  return count
}

export function createExpiryWorker(deps: SweepDeps): Worker {
  return {
    name: 'approvalExpiry',
    async run(signal) {
      const own = { ...deps, pauses: createPauses() }
      for (let round = 0; !signal.aborted; round++) {
        const late: LateOwners = new Set()
        await expireDueApprovals(own, late)
        if (round % LOOK_FOR_STOPPED_EVERY === 0) await dismissWithoutMandate(own, late)
        await sleep(SWEEP_EVERY_MS, signal)
      }
    },
  }
}

/** @param rows of one organization, in one mode */
async function close(deps: Deps, rows: readonly [ApprovalRow, ...ApprovalRow[]], ending: Ending): Promise<number> {
  const [{ orgId, mode }] = rows
  const settled = await submitPrepared(deps.commit, async () => {
    const unread = await findUnreadOf(deps.database, rows)
    return {
      ...({ priority: 'control', orgId, mode, ...STOP } as const),
      ...composeParts(rows.map((row) => closePart(deps, row, ending, unread))),
    }
  })
  return 'answer' in settled ? settled.answer.filter(Boolean).length : 0
}
