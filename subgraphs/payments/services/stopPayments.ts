/**
 * What a stop means for pending payments (domain 5): unsigned ones fail and release their funds and limits, parked ones
 * are dismissed, those already sent to the chain are marked. The gates decide about each inside the commit, so this is
 * idempotent. What the chain may have paid, after an older backup was restored, is only marked until settlement has read
 * the chain.
 */

import { composeParts } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { type LateOwners, submitByOwner } from '../../shared/commit/submitByOwner.ts'
import type { Intent, IntentPart } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { DomainError } from '../../shared/errors.ts'
import { joinWork } from '../../shared/joinWork.ts'
import type { StoppablePayments, StoppedWork, StopScope } from '../../shared/stops.ts'
import { countParkedHolds } from '../models/holds.ts'
import { type PaymentRow, paymentRef } from '../models/payments.ts'
import { countStoppable, findStoppable, isParked, type StoppablePlace } from '../models/stoppablePayments.ts'
import { nextStage } from '../rules/paymentStages.ts'
import { failureWrites, stoppedRefusal } from '../settlement/intents/failPayment.ts'
import { isMade, madeReads } from '../settlement/intents/hotOutflows.ts'
import { RELAYER_ORG } from '../settlement/intents/replaceBytes.ts'
import type { SettlementRules } from '../settlement/intents/settlementRules.ts'
import { dismissApproval } from './approvals/expireApprovals.ts'
import { dismissCase } from './cases/closeCase.ts'
import { type StopHoldsDeps, stopHolds } from './holds/stopHolds.ts'
import { findUnread, type Unread } from './unreadPayments.ts'

export interface StopDeps extends StopHoldsDeps {
  /** What else ends with the standing of a wallet or its agent; absent: nothing does. */
  readonly otherWork?: StoppablePayments | undefined
}

const PAGE = 500

export function createStoppableWork(deps: StopDeps): StoppablePayments {
  const { database } = deps
  const stop = async (work: StopScope) => {
    // A payment that cannot be stopped keeps no hold from it, either.
    const payments = await Promise.allSettled([stopPayments(deps, work)])
    const parked = await stopHolds(deps, work)
    const [stopped] = payments
    if (stopped.status === 'rejected') throw stopped.reason
    return { ...stopped.value, parked: stopped.value.parked + parked }
  }
  const own: StoppablePayments = {
    async count(work) {
      const [payments, holds] = await Promise.all([countStoppable(database, work), countParkedHolds(database, work)])
      return { ...payments, parked: payments.parked + holds }
    },
    stop,
    beginStop({ orgId, mode, scope, targetId }) {
      stop({ orgId, mode, scope, targetId }).catch((err: unknown) => {
        deps.log.error({ err, orgId, scope, targetId }, 'stopped work waits for settlement')
      })
    },
  }
  return deps.otherWork === undefined ? own : joinWork(own, deps.otherWork)
}

/**
 * @param isConcerned which of the payments in the scope are looked at; default: all
 * @throws the first failure, after all other payments were stopped
 */
export async function stopPayments(
  deps: StopDeps,
  work: StopScope,
  isConcerned: (payment: PaymentRow) => boolean = () => true,
): Promise<StoppedWork> {
  const stopped = { queued: 0, parked: 0, broadcast: 0 }
  const failures: { readonly error: unknown }[] = []
  const late: LateOwners = new Set()
  for (let after: StoppablePlace | null = null; ; ) {
    const found: PaymentRow[] = await findStoppable(deps.database, work, { after, limit: PAGE })
    const concerned = found.filter(isConcerned)
    const unread = await findUnread(deps.database, concerned)
    failures.push(...(await submitByOwner(concerned, (payments) => stopChunk(deps, payments, unread, stopped), late)))
    after = found.at(-1) ?? null
    if (found.length < PAGE || after === null) break
  }
  const [first] = failures
  if (first !== undefined) throw first.error
  return stopped
}

const isQueued = ({ stage }: PaymentRow): boolean => nextStage(stage, 'refuse') === 'failed'

type Tally = { -readonly [Name in keyof StoppedWork]: number }

async function stopChunk(
  deps: StopDeps,
  payments: readonly PaymentRow[],
  unread: Unread,
  stopped: Tally,
): Promise<void> {
  const settled = await submitPrepared(deps.commit, () => stopIntent(deps.rules, payments, unread))
  const ends = 'answer' in settled ? settled.answer : []
  stopped.queued += ends.filter((end) => end === 'failed').length
  stopped.broadcast += ends.filter((end) => end === 'sent').length
  for (const [index, payment] of payments.entries()) {
    const end = ends[index]
    if (typeof end === 'object' && (await dismissParked(deps, payment, end.parked))) stopped.parked += 1
  }
}

/** What it waits for may have changed since it was read: the other one finds nothing to end. */
async function dismissParked(deps: StopDeps, payment: PaymentRow, reason: DomainError): Promise<boolean> {
  if (payment.stage === 'awaiting_compliance_review') return dismissCase(deps, payment.caseId, reason)
  return dismissApproval(deps, payment.approvalId, reason)
}

type End = 'failed' | 'sent' | 'untouched' | { readonly parked: DomainError }

/** @param unread those that the chain may have paid although no bytes are stored for them */
export function stopIntent(
  rules: SettlementRules,
  payments: readonly PaymentRow[],
  unread: Unread = new Set(),
): Intent<readonly End[]> {
  const { orgId = RELAYER_ORG, mode = 'live' } = payments[0] ?? {}
  return {
    priority: 'control',
    orgId,
    mode,
    ...STOP,
    ...composeParts(payments.map((payment) => stopPart(rules, payment, unread))),
  }
}

function stopPart(rules: SettlementRules, payment: PaymentRow, unread: Unread): IntentPart<End> {
  const ref = paymentRef(payment._id)
  return {
    reads: () => ({
      guard: [ref, walletRef(payment.walletId), ...madeReads(payment), ...rules.preSignReads(payment)],
    }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const error = row.status === 'pending' ? rules.preSignCheck(state, row, at) : null
      if (error === null) return done('untouched')
      const { type, message, details } = error
      const stopped = { set: [setRow(ref, { ...row, stopped: { type, message, details }, updatedAt: at })] }
      const isMarked = row.stopped !== undefined
      // Whoever approves it once the chain is read lets nothing pass: settlement ends what is marked.
      if (isParked(row)) return done({ parked: error }, unread.has(row._id) && !isMarked ? stopped : {})
      if (isQueued(row)) {
        if (!unread.has(row._id) && !isMade(state, row))
          return done('failed', failureWrites(rules, state, row, stoppedRefusal(error), at))
        return done('failed', isMarked ? {} : stopped)
      }
      const set = [setRow(ref, { ...row, executedBeforeKill: true, updatedAt: at })]
      const isNew = error.type === 'kill_switch_active' && row.executedBeforeKill !== true
      return done('sent', isNew ? { set } : {})
    },
  }
}
