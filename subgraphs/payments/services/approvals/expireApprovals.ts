/**
 * Ends approvals that can no longer be decided (domain 3): expired ones, and those stopped by a kill switch, a revoked
 * mandate or a frozen wallet.
 */

import { composeParts } from '../../../shared/commit/compose.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { DomainError, toRefusal } from '../../../shared/errors.ts'
import type { ApprovalId } from '../../../shared/ids.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import {
  type ApprovalRow,
  findApproval,
  findWalletsWithoutMandate,
  listDue,
  listPendingOf,
} from '../../models/approvals.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { closePart, type Ending, EXPIRED } from './closeApproval.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'commit'>
type SweepDeps = Pick<PaymentsDeps, 'database' | 'commit' | 'clock' | 'log'>

/** Of one intent, whose size is bounded: with two events and three rows each these stay well below the bound. */
const ITEMS_MAX = 50
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
  return row !== null && (await closeAll(deps, [row], { event: 'dismiss', failure: toRefusal(reason) })) === 1
}

/** @returns how many this call has ended */
export function expireDueApprovals(deps: SweepDeps): Promise<number> {
  const now = deps.clock.now()
  return closePages(deps, (page) => listDue(deps.database, now, page), EXPIRED)
}

/** @returns how many were dismissed because their wallet is frozen or its mandate revoked */
export async function dismissWithoutMandate(deps: SweepDeps): Promise<number> {
  let count = 0
  for (const { walletId, isFrozen } of await findWalletsWithoutMandate(deps.database)) {
    const reason = isFrozen
      ? new DomainError('wallet_frozen', 'The wallet was frozen while this waited for approval.')
      : new DomainError('mandate_revoked', 'The mandate was revoked while this waited for approval.')
    const ending: Ending = { event: 'dismiss', failure: toRefusal(reason) }
    count += await closePages(deps, (page) => listPendingOf(deps.database, walletId, page), ending, PAGES_OF_WALLET_MAX)
  }
  return count
}

type Page = Parameters<typeof listDue>[2]

/** Pages past approvals that cannot be ended, or that another process ends first. */
async function closePages(
  deps: SweepDeps,
  list: (page: Page) => Promise<ApprovalRow[]>,
  ending: Ending,
  pagesMax = Number.POSITIVE_INFINITY,
): Promise<number> {
  let count = 0
  let after: Page['after'] = null
  for (let pages = 0; pages < pagesMax; pages++) {
    const rows: ApprovalRow[] = await list({ after, limit: ITEMS_MAX })
    for (const own of Map.groupBy(rows, ({ orgId }) => orgId).values()) count += await closeOrSkip(deps, own, ending)
    after = rows.at(-1) ?? null
    if (rows.length < ITEMS_MAX) break
  }
  return count
}

export function createExpiryWorker(deps: SweepDeps): Worker {
  return {
    name: 'approvalExpiry',
    async run(signal) {
      for (let round = 0; !signal.aborted; round++) {
        await expireDueApprovals(deps)
        if (round % LOOK_FOR_STOPPED_EVERY === 0) await dismissWithoutMandate(deps)
        await sleep(SWEEP_EVERY_MS, signal)
      }
    },
  }
}

/** One that cannot be ended must not keep the others open. */
async function closeOrSkip(deps: SweepDeps, rows: readonly ApprovalRow[], ending: Ending): Promise<number> {
  try {
    return await closeAll(deps, rows, ending)
  } catch (err) {
    const [first] = rows
    // A busy group commit says nothing about a row: the next round finds all of them again.
    const isBusy = err instanceof DomainError && err.details.retryable === true
    if (rows.length > 1 && !isBusy) {
      let count = 0
      for (const row of rows) count += await closeOrSkip(deps, [row], ending)
      return count
    }
    deps.log.error({ err, approvalId: first?._id }, 'an approval could not be ended')
    return 0
  }
}

/** An intent is one organization's, in one mode. */
async function closeAll(deps: Deps, rows: readonly ApprovalRow[], ending: Ending): Promise<number> {
  let count = 0
  for (const own of Map.groupBy(rows, ({ orgId, mode }) => `${orgId}:${mode}`).values()) {
    const [{ orgId, mode }] = own as [ApprovalRow]
    const done = await submitPrepared(deps.commit, () => ({
      ...({ priority: 'control', orgId, mode, whileSuspended: true } as const),
      ...composeParts(own.map((row) => closePart(row, ending))),
    }))
    if ('answer' in done) count += done.answer.filter(Boolean).length
  }
  return count
}
