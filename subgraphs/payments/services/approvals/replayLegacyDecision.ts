/**
 * Replays a decision whose idempotency key was stored by an earlier release, when keys belonged to the whole organization.
 * It is replayed only to the person who made it; another person's vote under the same key is a new vote.
 */

import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRepeat } from '../../../shared/commit/submit.ts'
import { isId } from '../../../shared/ids.ts'
import { owns, type Principal } from '../../../shared/principal.ts'
import { type ApprovalRow, findApproval } from '../../models/approvals.ts'
import type { PaymentsDeps } from '../../ports.ts'

/**
 * To be called before the current key is used.
 * @throws DomainError the stored refusal, idempotency_mismatch
 */
export async function replayLegacyDecision(
  { database, commit }: PaymentsDeps,
  principal: Principal,
  approvalId: string,
  key: RequestKey | null,
): Promise<ApprovalRow | null> {
  if (key?.earlier === undefined || !isId('approval', approvalId)) return null
  const approval = await findApproval(database, approvalId)
  if (approval === null || !owns(principal, approval) || !hasActed(principal, approval)) return null
  const repeat = await commit.findRepeat(key.earlier)
  if (repeat?.kind !== 'replayed') return null
  requireRepeat(repeat, key)
  return approval
}

function hasActed(principal: Principal, { decisions, requestedBy: by }: ApprovalRow): boolean {
  if (principal.kind === 'agent') return by.kind === 'agent' && by.agentId === principal.agentId
  if (principal.kind !== 'organization') return false
  const { personId } = principal
  return decisions.some((one) => one.personId === personId) || (by.kind === 'organization' && by.personId === personId)
}
