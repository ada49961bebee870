/** The requester withdraws the request (domain 3); a payment parked for it fails as canceled. */

import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { type KeyedIntent, submitPrepared } from '../../../shared/commit/submit.ts'
import type { Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, notFound, toRefusal } from '../../../shared/errors.ts'
import { parseOptionalText } from '../../../shared/fields.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { type ApprovalRow, approvalRef } from '../../models/approvals.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { openRefusal } from '../../rules/approvals.ts'
import { findUnreadOf, type Unread, unlessUnread } from '../unreadPayments.ts'
import { closeWrites, type Ending, EXPIRED, readsOfApproval } from './closeApproval.ts'
import { COMMENT, type Decided, type DecisionInput } from './decideApproval.ts'
import { getApproval } from './readApprovals.ts'
import { replayLegacyDecision } from './replayLegacyDecision.ts'

/** @throws DomainError not_found, capability_denied (not the requester), approval_not_pending, approval_expired */
export async function cancelApproval(
  deps: PaymentsDeps,
  principal: Principal,
  input: DecisionInput,
  key: RequestKey | null = null,
): Promise<Decided> {
  const earlier = await replayLegacyDecision(deps, principal, input.approvalId, key)
  if (earlier !== null) return { approval: earlier, replayed: true }
  const prepare = async () => {
    const caller = requireCaller(principal)
    const comment = parseOptionalText(input.comment, COMMENT)
    const approval = await getApproval(deps, principal, input.approvalId)
    requireRequester(caller, approval)
    return cancelIntent(deps, approval, comment, await findUnreadOf(deps.database, [approval]))
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { approval: await getApproval(deps, principal, input.approvalId), replayed: !('answer' in settled) }
}

function cancelIntent(
  deps: PaymentsDeps,
  approval: ApprovalRow,
  comment: string | null,
  unread: Unread,
): KeyedIntent<null> {
  const { _id: approvalId, orgId, mode } = approval
  return {
    ...({ priority: 'control', orgId, mode, resourceId: approvalId, ...STOP } as const),
    resource: { type: 'approval', id: approvalId },
    reads: () => ({ guard: readsOfApproval(deps, approval) }),
    decide(state, at): Verdict<null> {
      const row = state.get(approvalRef(approvalId))
      if (row === null) return refused(notFound('approval'))
      const error = openRefusal(row, row.status, at)
      if (error === null) {
        const canceled = { ...row, comment: comment ?? row.comment }
        return unlessUnread(done(null, closeWrites(deps, state, canceled, CANCELED, at)), unread)
      }
      const isOverNow = error.type === 'approval_expired' && row.status === 'pending'
      return unlessUnread(refused(error, isOverNow ? closeWrites(deps, state, row, EXPIRED, at) : {}), unread)
    },
  }
}

function requireRequester(caller: Caller, { requestedBy: by }: ApprovalRow): void {
  const isAgent = caller.kind === 'agent' && by.kind === 'agent' && caller.agentId === by.agentId
  const isPerson = caller.kind === 'organization' && by.kind === 'organization' && caller.personId === by.personId
  if (isAgent || isPerson) return
  throw new DomainError('capability_denied', 'Only who asked can cancel this. An approver can deny it.', {
    reason: 'requester_only',
    requested_by: by.kind === 'agent' ? by.agentId : by.keyId,
  })
}

const CANCELED: Ending = {
  event: 'cancel',
  failure: toRefusal(new DomainError('canceled', 'The requester canceled it.')),
}
