/** The end of a case without what was asked for: the case, what waits for it and, of a payment, its limits in one commit. */

import { timeOf } from '../../../shared/clock.ts'
import { composeParts, joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import {
  createPauses,
  ITEMS_MAX,
  type LateOwners,
  type Pauses,
  sweepByOwner,
} from '../../../shared/commit/submitByOwner.ts'
import type { IntentPart, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { ReviewedElsewhere } from '../../../shared/complianceReviews.ts'
import type { DueOf } from '../../../shared/dueWork.ts'
import { DomainError, invariant, type Refusal, toRefusal } from '../../../shared/errors.ts'
import type { CaseId } from '../../../shared/ids.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import {
  bySystem,
  type CaseRow,
  caseRef,
  findCase,
  findDueCases,
  findOpenCasesOf,
  findWalletsOfOpen,
  flagEnded,
  isOfPayment,
  reviewedIn,
  withEvent,
} from '../../models/cases.ts'
import { paymentRef } from '../../models/payments.ts'
import { findStopped } from '../../models/wallets.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { stoppedWhileWaiting } from '../../rules/approvals.ts'
import { type CaseEvent, type CaseNote, isCaseOver } from '../../rules/cases.ts'
import { withWallet } from '../../rules/walletState.ts'
import { closeParked } from '../approvals/closeApproval.ts'
import { failsUnread, findUnreadOf, type Unread } from '../unreadPayments.ts'

type ReviewDeps = Pick<PaymentsDeps, 'reviewed'>
type Deps = Pick<PaymentsDeps, 'database' | 'commit' | 'reviewed'>

interface CaseEnding {
  readonly event: Exclude<CaseEvent, 'clear' | 'escalate' | 'note'>
  readonly note: Omit<CaseNote, 'event' | 'at'>
  /** Why a payment fails. */
  readonly failure: Refusal
}

const EXPIRED: CaseEnding = {
  event: 'expire',
  note: bySystem('Nobody decided it in time.'),
  failure: toRefusal(
    new DomainError('compliance_denied', 'Nobody decided its review in time, so it is rejected. Send it again.', {
      reason: 'review_rejected',
    }),
  ),
}

/** A mismatch stands as it is: its wallet stays frozen, and may be unfrozen by whom the decision allows it. */
const NOTHING_WAITS: ReviewedElsewhere = {
  reads: () => [],
  reject: () => ({}),
  prepareClear: async () => ({ reads: () => ({ guard: [] }), decide: () => done(null) }),
}

/** What else than a payment is under review, with what has it. */
export function reviewedElsewhere({ reviewed }: ReviewDeps, row: CaseRow) {
  const about = reviewedIn(row)
  if (about?.subject.type === 'mismatch') return { about, reviewed: NOTHING_WAITS }
  invariant(about !== null && reviewed !== undefined, `nobody knows what case ${row._id} is about`)
  return { about, reviewed }
}

/** The case, and what waits for it. */
export function readsOfCase(deps: ReviewDeps, row: CaseRow): Ref[] {
  if (isOfPayment(row)) return [caseRef(row._id), walletRef(row.walletId), paymentRef(row.paymentId)]
  const { about, reviewed } = reviewedElsewhere(deps, row)
  return [caseRef(row._id), ...reviewed.reads(about)]
}

/** The state with the flag of the case on its agent ended: what is written next of the wallet rests on it. */
export function withFlagEnded(state: State, row: CaseRow, how: 'confirm' | 'clear'): State {
  const wallet = isOfPayment(row) ? state.get(walletRef(row.walletId)) : null
  return wallet === null ? state : withWallet(state, flagEnded(wallet, row, how))
}

/**
 * @param row not decided yet, as read in this commit
 * @param how what becomes of the flag. Stopped before anybody decided, the case counts as rejected: an agent, or whoever freezes its
 * wallet, would clear it otherwise
 */
export function closeCaseWrites(
  deps: ReviewDeps,
  state: State,
  row: CaseRow,
  { event, note, failure }: CaseEnding,
  at: Date,
  how: 'confirm' | 'clear' = 'confirm',
): Writes {
  const closed = { set: [setRow(caseRef(row._id), withEvent(row, { ...note, event }, at))] }
  if (!isOfPayment(row)) {
    const { about, reviewed } = reviewedElsewhere(deps, row)
    return joinWrites([closed, reviewed.reject(state, about, at)])
  }
  const details = { ...failure.details, case_id: row._id }
  const flagged = withFlagEnded(state, row, how)
  return joinWrites([closed, closeParked(flagged, paymentRef(row.paymentId), { ...failure, details }, at)])
}

export const subjectOfCase = ({ paymentId: subjectId }: CaseRow) => ({ subjectId })

/**
 * One of many that end for the same reason; false: it has ended before, is not due yet, or is about a payment that the chain
 * may have made.
 */
function closeCasePart(deps: ReviewDeps, found: CaseRow, ending: CaseEnding, unread: Unread): IntentPart<boolean> {
  return {
    reads: () => ({ guard: readsOfCase(deps, found) }),
    decide(state, at) {
      const row = state.get(caseRef(found._id))
      if (row === null || !row.isOpen || (ending.event === 'expire' && !isCaseOver(row, at))) return done(false)
      const closed = done(true, closeCaseWrites(deps, state, row, ending, at))
      return failsUnread(closed, unread) ? done(false) : closed
    },
  }
}

async function close(deps: Deps, rows: readonly [CaseRow, ...CaseRow[]], ending: CaseEnding): Promise<number> {
  const [{ orgId, mode }] = rows
  const settled = await submitPrepared(deps.commit, async () => {
    const unread = await findUnreadOf(deps.database, rows.map(subjectOfCase))
    return {
      ...({ priority: 'control', orgId, mode, ...STOP } as const),
      ...composeParts(rows.map((row) => closeCasePart(deps, row, ending, unread))),
    }
  })
  return 'answer' in settled ? settled.answer.filter(Boolean).length : 0
}

/**
 * To be called after the stop was acknowledged: the parked payment fails with its reason. Idempotent.
 * @returns whether this call ended it
 */
export async function dismissCase(deps: Deps, caseId: CaseId | undefined, reason: DomainError): Promise<boolean> {
  const row = caseId === undefined ? null : await findCase(deps.database, caseId)
  return row !== null && (await close(deps, [row], dismissal(reason))) === 1
}

const dismissal = (reason: DomainError): CaseEnding => ({
  event: 'dismiss',
  note: bySystem(`The payment was stopped: ${reason.message}`),
  failure: toRefusal(reason),
})

type SweepDeps = Pick<PaymentsDeps, 'database' | 'commit' | 'clock' | 'log' | 'reviewed'> & { readonly pauses?: Pauses }

async function closeAll(
  deps: SweepDeps,
  rows: readonly CaseRow[],
  { ending, late }: { readonly ending: CaseEnding; readonly late: LateOwners },
): Promise<number> {
  let count = 0
  const closeChunk = async (own: readonly [CaseRow, ...CaseRow[]]) => {
    count += await close(deps, own, ending)
  }
  const tell = ({ _id: caseId }: CaseRow, err: unknown) => deps.log.error({ err, caseId }, 'a case could not be ended')
  await sweepByOwner(rows, closeChunk, { late, pauses: deps.pauses, tell })
  return count
}

/** @param of on whose clock they have expired; absent: all by real time. @returns how many this call has ended */
export async function expireDueCases(deps: SweepDeps, late: LateOwners = new Set(), of?: DueOf): Promise<number> {
  const now = of === undefined ? deps.clock.now() : timeOf(deps.clock, of.owner)
  let count = 0
  for (let after: CaseRow | null = null; ; ) {
    const due: CaseRow[] = await findDueCases(deps.database, now, {
      ...{ after, limit: ITEMS_MAX },
      ...(of && { owner: of.owner }),
    })
    count += await closeAll(deps, due, { ending: EXPIRED, late })
    after = due.at(-1) ?? null
    if (due.length < ITEMS_MAX || after === null || of?.signal.aborted) return count
  }
}

/** @returns how many were dismissed because their wallet is frozen or its mandate revoked, as approvals are */
export async function dismissStoppedCases(deps: SweepDeps, late: LateOwners = new Set()): Promise<number> {
  let count = 0
  for (const { walletId, isFrozen } of await findStopped(deps.database, await findWalletsOfOpen(deps.database))) {
    const ending = dismissal(stoppedWhileWaiting(isFrozen, 'its review'))
    for (let after: CaseId | null = null; ; ) {
      const open: CaseRow[] = await findOpenCasesOf(deps.database, walletId, { after, limit: ITEMS_MAX })
      count += await closeAll(deps, open, { ending, late })
      after = open.at(-1)?._id ?? null
      if (open.length < ITEMS_MAX || after === null) break
    }
  }
  return count
}

const SWEEP_EVERY_MS = 5_000

export function createCaseWorker(deps: SweepDeps): Worker {
  return {
    name: 'caseExpiry',
    async run(signal) {
      const own = { ...deps, pauses: createPauses() }
      for (; !signal.aborted; await sleep(SWEEP_EVERY_MS, signal)) {
        const late: LateOwners = new Set()
        await expireDueCases(own, late)
        await dismissStoppedCases(own, late)
      }
    },
  }
}
