/**
 * Approves or denies (domain 3). The approval that reaches the quorum is one intent: it records the decision, runs all
 * gates again, and queues or fails the payment. A refusal by those gates is a result and not an error, because the
 * decision stands and the approval has ended.
 */

import { accessRefusal, declaredAt } from '../../../shared/access.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { orgRef, walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { Intent, State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import type { Executed } from '../../../shared/dollarSpend.ts'
import { DomainError, invariant, notFound, toRefusal } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../../shared/fields.ts'
import { type ApprovalId, type CardTransactionId, isId } from '../../../shared/ids.ts'
import { type OrganizationPrincipal, type Principal, requireOrganization } from '../../../shared/principal.ts'
import { approvalEvent, callerOf, hashSubject } from '../../models/approvalRow.ts'
import { type ApprovalRow, approvalRef, findApproval } from '../../models/approvals.ts'
import type { DecisionRights, PaymentsDeps, Votes } from '../../ports.ts'
import {
  type ApprovalStatus,
  type Decision,
  decisionRefusal,
  isQuorum,
  nextStatus,
  quorumOf,
  requiredApprovals,
  selfApproval,
} from '../../rules/approvals.ts'
import { type PreparedExecution, prepareExecution } from '../executeParked.ts'
import { prepareHoldExecution } from '../holds/executeHold.ts'
import { findUnreadOf, unlessUnread } from '../unreadPayments.ts'
import { prepareClearing } from './clearing.ts'
import { closeWrites, type Ending, EXPIRED, isElsewhere, type ParkedDeps, readsOfApproval } from './closeApproval.ts'
import { getApproval, prepareApprovals } from './readApprovals.ts'
import { replayLegacyDecision } from './replayLegacyDecision.ts'

export interface DecisionInput {
  readonly approvalId: string
  readonly comment?: string | null
}

interface DecideInput extends DecisionInput {
  readonly decision: Decision['decision']
}

export interface Decided {
  readonly approval: ApprovalRow
  readonly replayed: boolean
}

export const COMMENT = { path: 'comment', lengthMax: LENGTH_MAX.reason }

/**
 * @throws DomainError self_approval_forbidden, capability_denied, insufficient_scope, not_found, approval_not_pending,
 * approval_already_decided, approval_expired
 */
export async function decideApproval(
  deps: PaymentsDeps,
  principal: Principal,
  input: DecideInput,
  key: RequestKey | null = null,
): Promise<Decided> {
  const { decision, approvalId } = input
  const earlier = await replayLegacyDecision(deps, principal, approvalId, key)
  if (earlier !== null) return { approval: earlier, replayed: true }
  const prepareDecision = async () => {
    const caller = await requireDecider(deps, principal, input)
    const comment = parseOptionalText(input.comment, COMMENT)
    const approval = await getApproval(deps, caller, approvalId)
    const by = { decision, personId: caller.personId, keyId: caller.keyId, comment }
    const { orgId, mode, requestedBy, isStrict = false } = approval
    const votes = await prepareApprovals(deps, approval)
    // A denial lets nothing pass.
    const rights =
      decision === 'deny'
        ? null
        : await deps.agents.prepareDecisionRights({
            ...{ orgId, mode, requestedBy, isStrict, decider: caller, role: 'approver' },
            approvers: votes.standing,
          })
    const intent = await prepare(deps, approval, { by, rights, votes })
    return { ...intent, resource: { type: 'approval', id: approvalId } }
  }
  const settled = await submitPrepared(deps.commit, prepareDecision, key)
  deps.wakeSettlement()
  if ('answer' in settled) return { approval: settled.answer, replayed: false }
  return { approval: await getApproval(deps, principal, approvalId), replayed: true }
}

/** Agents never decide, whatever their scope; an agent that requested the approval gets `self_approval_forbidden`. */
async function requireDecider(
  { database, callers }: PaymentsDeps,
  principal: Principal,
  { approvalId, decision }: DecideInput,
): Promise<OrganizationPrincipal> {
  if (principal.kind === 'agent' && isId('approval', approvalId)) {
    const by = (await findApproval(database, approvalId))?.requestedBy
    if (by?.kind === 'agent' && by.agentId === principal.agentId) throw selfApproval(by.agentId)
  }
  const refused = accessRefusal(principal, declaredAt(callers, `Mutation.${decision}Approval`))
  if (refused !== null) throw refused
  return requireOrganization(principal)
}

/** An ending: the payment can no longer be made as it was approved, or nobody is left who asks for it. */
type Execution = PreparedExecution | ParkedExecution | Ending

/** What another subgraph has parked is what was approved: no price and no directory can change it. */
interface ParkedExecution extends Pick<PreparedExecution, 'part'> {
  readonly spend: null
}

async function prepareParked(
  deps: PaymentsDeps,
  approval: ApprovalRow & { readonly subjectId: Exclude<ApprovalRow['subjectId'], CardTransactionId | null> },
  { requester }: DecisionRights,
  clearing: Votes | null,
): Promise<Execution> {
  if ('removed' in requester) return { event: 'dismiss', failure: toRefusal(requester.removed) }
  if (clearing?.standing.length === 0) return NOT_CLEARED
  const { subjectId } = approval
  const caller = callerOf(approval, requester)
  if (isElsewhere(subjectId)) {
    invariant(deps.parked !== undefined, `nobody knows what ${subjectId} is`)
    const { orgId, mode } = approval
    return { spend: null, part: await deps.parked.prepare({ orgId, mode, subjectId }, caller) }
  }
  const prepared = isId('hold', subjectId)
    ? await prepareHoldExecution(deps, { holdId: subjectId, caller })
    : await prepareExecution(deps, { paymentId: subjectId, caller })
  return prepared ?? CHANGED
}

async function prepare(
  deps: PaymentsDeps,
  approval: ApprovalRow,
  { by, rights, votes }: Pick<Prepared, 'by' | 'rights' | 'votes'>,
): Promise<Intent<ApprovalRow>> {
  const { _id, orgId, mode, subjectId, isParked, status } = approval
  const isWaiting = rights !== null && isParked && status === 'pending'
  const isExecutable = isWaiting && subjectId !== null && !isId('cardTransaction', subjectId)
  const clearing = isExecutable ? await prepareClearing(deps, approval) : null
  const execution = isExecutable ? await prepareParked(deps, { ...approval, subjectId }, rights, clearing) : null
  const part = execution !== null && 'part' in execution ? execution.part : null
  const reads = readsOfApproval(deps, approval)
  const unread = await findUnreadOf(deps.database, [approval])
  return {
    priority: 'control',
    orgId,
    mode,
    resourceId: _id,
    ...(by.decision === 'deny' && STOP),
    reads: (at) => {
      const { guard = [], newIds = [] } = part?.reads(at) ?? {}
      return {
        guard: [...reads, ...votes.reads, ...(clearing?.reads ?? []), ...(rights?.reads ?? []), ...guard],
        newIds,
      }
    },
    decide(state, at) {
      const prepared = { approvalId: _id, by, rights, votes, clearing, execution, known: approval.decisions }
      return unlessUnread(decide(deps, prepared, state, at), unread)
    },
  }
}

interface Prepared {
  readonly approvalId: ApprovalId
  readonly by: Omit<Decision, 'at'>
  /** Null for a denial. */
  readonly rights: DecisionRights | null
  /** The approvals that count. */
  readonly votes: Votes<Decision>
  /** Null where compliance had nothing to clear. */
  readonly clearing: Votes | null
  readonly execution: Execution | null
  /** The decisions on which it was prepared. */
  readonly known: readonly Decision[]
}

function decide(deps: ParkedDeps, prepared: Prepared, state: State, at: Date): Verdict<ApprovalRow> {
  const { approvalId, by, votes, known } = prepared
  const found = state.get(approvalRef(approvalId))
  if (found === null) return refused(notFound('approval'))
  const isOther = found.decisions.length !== known.length || votes.isOutdated(state, at)
  if (isOther && found.status === 'pending') return { kind: 'stale' }
  const row = isOther ? found : { ...found, decisions: withLapsed(found.decisions, votes) }
  const error = decisionRefusal(row, by.personId, at)
  if (error !== null) {
    const isOverNow = error.type === 'approval_expired' && row.status === 'pending'
    return refused(error, isOverNow ? closeWrites(deps, state, row, EXPIRED, at) : {})
  }
  const { rights, clearing } = prepared
  if (isOther || rights?.isOutdated(state, at) || clearing?.isOutdated(state, at)) return { kind: 'stale' }
  const dependent = rights?.refusal(state) ?? null
  if (dependent !== null) return refused(dependent)
  const decided: ApprovalRow = { ...row, decisions: [...row.decisions, { ...by, at }], updatedAt: at }
  if (by.decision === 'deny') return close(deps, state, decided, denial(by), at)
  if (!isQuorum(decided, row.requiredApprovals)) return recorded(decided, {})
  const status = nextStatus(row.status, 'quorum')
  invariant(status !== null, `approval ${row._id} is ${row.status} and reaches its quorum`)
  const approved: ApprovalRow = { ...decided, status, resolvedAt: at }
  if (!row.isParked) return recorded(approved, { events: [approvalEvent('approval.resolved', approved)] })
  return execute(deps, prepared, { decided, approved }, state, at)
}

/** What was given by somebody who may no longer give it stays on record, and counts for nothing. */
function withLapsed(decisions: readonly Decision[], { standing }: Votes<Decision>): readonly Decision[] {
  const isLapsed = (one: Decision) => one.decision === 'approve' && !standing.some(({ keyId }) => keyId === one.keyId)
  return decisions.map((one) => (isLapsed(one) ? { ...one, isLapsed: true } : one))
}

function execute(
  deps: ParkedDeps,
  prepared: Prepared,
  { decided, approved }: { readonly decided: ApprovalRow; readonly approved: ApprovalRow },
  state: State,
  at: Date,
): Verdict<ApprovalRow> {
  const { execution } = prepared
  if (execution === null) return { kind: 'stale' }
  if ('event' in execution) return close(deps, state, decided, execution, at)
  const { spend, part } = execution
  const wallet = state.get(walletRef(approved.walletId))
  // The route gate refuses a payment without a destination; a hold may have none, and none is another one, too.
  const isRouted = spend !== null && (spend.to !== null || spend.route.ok)
  if (isRouted && hashSubject(spend, wallet?.agentId ?? null) !== approved.subjectHash)
    return close(deps, state, decided, CHANGED, at)
  // At the current rate, or by rules that changed, the amount may need more approvals than this one had.
  const rules = quorumOf(state.get(orgRef(approved.orgId)) ?? {}, approved.mode)
  const needed = requiredApprovals(spend?.usdMicro ?? approved.usdMicro, rules)
  if (needed > approved.requiredApprovals) return close(deps, state, decided, CHANGED, at)
  const verdict = part.decide(state, at)
  if (verdict.kind === 'stale') return verdict
  invariant(verdict.kind === 'done', 'an execution that is refused ends as a failed payment')
  const ended = statusAfter(approved.status, verdict.answer)
  invariant(ended !== null, `approval ${approved._id} cannot end`)
  const next: ApprovalRow = { ...approved, status: ended }
  return recorded(next, joinWrites([{ events: [approvalEvent('approval.resolved', next)] }, verdict.writes]))
}

/** A queued payment ends its approval when it ends itself; a hold is made at once. */
function statusAfter(status: ApprovalStatus, end: Executed): ApprovalStatus | null {
  if (end === 'queued') return status
  return nextStatus(status, end === 'made' ? 'complete' : 'fail')
}

function recorded(next: ApprovalRow, writes: Writes): Verdict<ApprovalRow> {
  const set = [setRow(approvalRef(next._id), next)]
  return done({ ...next, v: next.v + 1 }, joinWrites([{ set }, writes]))
}

function close(deps: ParkedDeps, state: State, row: ApprovalRow, ending: Ending, at: Date): Verdict<ApprovalRow> {
  const writes = closeWrites(deps, state, row, ending, at)
  const next = writes.set?.find(({ ref }) => ref.id === row._id)?.next as ApprovalRow
  return done({ ...next, v: row.v + 1 }, writes)
}

const CHANGED: Ending = {
  event: 'dismiss',
  failure: toRefusal(
    new DomainError('conflict', 'What was approved is not what would be paid now. Send the payment again.', {
      reason: 'subject_changed',
    }),
  ),
}

const NOT_CLEARED: Ending = {
  event: 'dismiss',
  failure: toRefusal(
    new DomainError(
      'conflict',
      'Who cleared its review may no longer do so, or did so with a key that was revoked since. Send the payment again.',
      { reason: 'review_lapsed' },
    ),
  ),
}

function denial({ comment }: Omit<Decision, 'at'>): Ending {
  const message = comment === null ? 'The approval was denied.' : `The approval was denied: ${comment}`
  return { event: 'deny', failure: toRefusal(new DomainError('approval_denied', message)) }
}
