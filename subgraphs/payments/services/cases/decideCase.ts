/**
 * A person with the role compliance decides a case (domain 4.2), or only notes something. Clearing is one intent: it records the decision, runs all
 * gates again and queues the payment, parks it for an approval, or fails it; the decision stands in each case. What another
 * subgraph has under review may be used from that commit on.
 */

import { timeOf } from '../../../shared/clock.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { type KeyedIntent, submitPrepared } from '../../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { replaceFlag } from '../../../shared/conduct.ts'
import { DomainError, invariant, notFound, type Refusal, toRefusal } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../../shared/fields.ts'
import type { CaseId } from '../../../shared/ids.ts'
import { type Principal, requireOrganization } from '../../../shared/principal.ts'
import type { Screening } from '../../../shared/spend.ts'
import { callerOf } from '../../models/approvalRow.ts'
import { type CaseRow, caseRef, isOfPayment, type PaymentCase, withEvent } from '../../models/cases.ts'
import { keptScreening } from '../../models/keptScreening.ts'
import { findPayment, paymentRef } from '../../models/payments.ts'
import { screeningRef } from '../../models/screenings.ts'
import type { DecisionRights, PaymentsDeps } from '../../ports.ts'
import { type CaseDecision, type CaseNote, caseRefusal } from '../../rules/cases.ts'
import { findingOf, flagSeverity, judge } from '../../rules/screening.ts'
import { prepareExecution } from '../executeParked.ts'
import { findUnreadOf, type Unread, unlessUnread } from '../unreadPayments.ts'
import { closeCaseWrites, readsOfCase, reviewedElsewhere, subjectOfCase, withFlagEnded } from './closeCase.ts'
import { getCase } from './readCases.ts'

interface CaseInput {
  readonly caseId: string
  readonly decision: CaseDecision
  readonly comment: string
}

/** @throws DomainError self_approval_forbidden, insufficient_scope, not_found, invalid_request, conflict (decided, too late) */
export async function decideCase(
  deps: PaymentsDeps,
  principal: Principal,
  input: CaseInput,
  key: RequestKey | null = null,
): Promise<{ readonly found: CaseRow; readonly replayed: boolean }> {
  const approvalId = deps.newId('approval')
  const prepare = async () => {
    const caller = requireOrganization(principal)
    const text = parseText(input.comment, { path: 'comment', lengthMax: LENGTH_MAX.reason })
    const found = await getCase(deps, caller, input.caseId)
    const by = { personId: caller.personId, keyId: caller.keyId, text, event: input.decision }
    const mayClear =
      by.event === 'clear' && caseRefusal(found, by.personId, by.event, timeOf(deps.clock, caller)) === null
    const { orgId, mode, requestedBy } = found
    const rights = mayClear
      ? await deps.agents.prepareDecisionRights({
          ...{ orgId, mode, requestedBy, decider: caller, approvers: escalatorsOf(found), role: 'compliance' },
          isStrict: found.rules?.isStrict === true,
        })
      : null
    const execution = rights === null ? null : await prepareCleared(deps, found, { approvalId, rights })
    const unread = await findUnreadOf(deps.database, [subjectOfCase(found)])
    return decisionIntent(deps, found, by, { execution, rights, unread })
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  deps.wakeSettlement()
  return { found: await getCase(deps, principal, input.caseId), replayed: !('answer' in settled) }
}

/** Who has passed it on wants somebody else to look at it, and nobody whose key they have made is that. */
export const escalatorsOf = ({ notes }: CaseRow) =>
  notes.flatMap(({ event, keyId, personId }) =>
    event === 'escalate' && keyId !== null && personId !== null ? [{ keyId, personId }] : [],
  )

/**
 * A failure: the payment can no longer be made as it was reviewed, or nobody is left who asks for it. Unseen: screening has
 * found what the case is not about.
 */
type Execution = { readonly part: IntentPart<unknown>; readonly unseen?: Screening } | { readonly failure: Refusal }

interface Clearing {
  readonly approvalId: PreparedApprovalId
  readonly rights: DecisionRights
}

async function prepareCleared(deps: PaymentsDeps, row: CaseRow, clearing: Clearing): Promise<Execution> {
  if (isOfPayment(row)) return preparePayment(deps, row, clearing)
  const { about, reviewed } = reviewedElsewhere(deps, row)
  const { requestedBy, orgId, mode } = row
  const requester = requestedBy === null ? null : callerOf({ requestedBy, orgId, mode }, {})
  return { part: await reviewed.prepareClear(about, requester) }
}

async function preparePayment(
  deps: PaymentsDeps,
  { paymentId, checks, requestedBy, rules, orgId, mode }: PaymentCase,
  { approvalId, rights }: Clearing,
): Promise<Execution> {
  const { requester } = rights
  if ('removed' in requester) return { failure: toRefusal(requester.removed) }
  const review = { cleared: checks.map(findingOf), approvalId, parkedUnder: rules }
  const caller = callerOf({ requestedBy, orgId, mode }, requester)
  const prepared = await prepareExecution(deps, { paymentId, caller, review })
  const payment = await findPayment(deps.database, paymentId)
  // Without a destination the route gate refuses; another destination was not reviewed.
  const isSame = prepared?.spend.to == null || prepared.spend.to === payment?.to
  if (prepared === null || !isSame) return { failure: CHANGED }
  const { part, spend } = prepared
  const isUnseen = judge(spend.screening.checks, review.cleared).outcome === 'review'
  return { part, ...(isUnseen && { unseen: spend.screening }) }
}

type PreparedApprovalId = NonNullable<Parameters<typeof prepareExecution>[1]['review']>['approvalId']

function decisionIntent(
  deps: PaymentsDeps,
  found: CaseRow,
  by: Omit<CaseNote, 'at'> & { readonly event: CaseDecision; readonly personId: string },
  { execution, rights, unread }: Pick<Decision, 'execution' | 'rights'> & { readonly unread: Unread },
): KeyedIntent<CaseId> {
  const { _id: caseId, orgId, mode } = found
  const part = execution !== null && 'part' in execution ? execution.part : null
  return {
    ...({ priority: 'control', orgId, mode, resourceId: caseId } as const),
    ...(by.event === 'reject' && STOP),
    resource: { type: 'case', id: caseId },
    reads(at) {
      const { guard = [], newIds = [] } = part?.reads(at) ?? {}
      const record = isOfPayment(found) ? [screeningRef(found.screeningId)] : []
      return { guard: [...readsOfCase(deps, found), ...record, ...(rights?.reads ?? []), ...guard], newIds }
    },
    decide: (state, at) => unlessUnread(decide(deps, { caseId, by, execution, rights }, state, at), unread),
  }
}

interface Decision {
  readonly caseId: CaseId
  readonly by: Omit<CaseNote, 'at'> & { readonly event: CaseDecision; readonly personId: string }
  readonly execution: Execution | null
  /** Null where nothing is let pass. */
  readonly rights: DecisionRights | null
}

function decide(
  deps: PaymentsDeps,
  { caseId, by, execution, rights }: Decision,
  state: State,
  at: Date,
): Verdict<CaseId> {
  const row = state.get(caseRef(caseId))
  if (row === null) return refused(notFound('case'))
  const error = caseRefusal(row, by.personId, by.event, at)
  if (error !== null) return refused(error)
  if (rights?.isOutdated(state, at) === true) return { kind: 'stale' }
  const dependent = rights?.refusal(state) ?? null
  if (dependent !== null) return refused(dependent)
  const { event, ...note } = by
  if (event === 'reject') return done(caseId, closeCaseWrites(deps, state, row, { event, note, failure: REJECTED }, at))
  const next = { set: [setRow(caseRef(caseId), withEvent(row, by, at))] }
  if (event === 'escalate' || event === 'note') return done(caseId, next)
  if (execution === null) return { kind: 'stale' }
  if ('failure' in execution) {
    // It was cleared, and fails for another reason.
    const ending = { event: 'dismiss', note, failure: execution.failure } as const
    return done(caseId, closeCaseWrites(deps, state, row, ending, at, 'clear'))
  }
  const verdict = execution.part.decide(withFlagEnded(state, row, 'clear'), at)
  if (verdict.kind === 'stale') return verdict
  if ('unseen' in execution && execution.unseen !== undefined && isOfPayment(row))
    return refused(UNSEEN, heldAgain(state, row, execution.unseen, at))
  // A bank account whose owner is on a sanctions list by now is not cleared.
  if (verdict.kind === 'refused' && !isOfPayment(row)) return verdict
  invariant(verdict.kind === 'done', 'an execution that is refused ends as a failed payment')
  return done(caseId, joinWrites([next, verdict.writes]))
}

/** The payment goes on waiting; its case, record and payment show what screening finds now, and its flag weighs it. */
function heldAgain(state: State, row: PaymentCase, screening: Screening, at: Date): Writes {
  const { checks, revision } = screening
  const { riskScore, riskLevel } = judge(checks)
  const record = requireRow(state, screeningRef(row.screeningId))
  const payment = requireRow(state, paymentRef(row.paymentId))
  const wallet = requireRow(state, walletRef(row.walletId))
  const severity = flagSeverity(riskLevel)
  const flag = severity !== null && { id: row._id, severity, at: row.createdAt, isOpen: true }
  // The wallet may have another agent by now, who has nothing to do with it.
  const isFlagged = flag && wallet.agentId === row.agentId
  return {
    set: [
      setRow(caseRef(row._id), { ...row, checks, riskScore, severity: riskLevel, updatedAt: at }),
      setRow(screeningRef(row.screeningId), { ...record, checks, revision }),
      setRow(paymentRef(row.paymentId), { ...payment, screening: keptScreening({ screening }), updatedAt: at }),
      ...(isFlagged ? [setRow(walletRef(row.walletId), replaceFlag(wallet, flag))] : []),
    ],
  }
}

const UNSEEN = new DomainError(
  'conflict',
  'Screening has found something that this case was not about when you read it. Read its checks again, then decide.',
  { reason: 'findings_changed' },
)

/** Without the comment, which is for those who may read the case: the agent of the payment is told this. */
const REJECTED = toRefusal(
  new DomainError('compliance_denied', 'Its review has rejected it. Compliance of its organization knows why.', {
    reason: 'review_rejected',
  }),
)

const CHANGED = toRefusal(
  new DomainError('conflict', 'What was reviewed is not what would be paid now. Send the payment again.', {
    reason: 'subject_changed',
  }),
)
