/** A decision of an approval as the graph shows it; whether it still counts is looked up where it is asked for. */
import type { ApprovalId } from '../../shared/ids.ts'
import type { Decision } from '../rules/approvals.ts'

export function shapeApprovalDecision(approvalId: ApprovalId, { keyId, decision, comment, at, isLapsed }: Decision) {
  return { ...{ approvalId, decidedBy: keyId, decision, comment }, isLapsed: isLapsed === true, at: at.toISOString() }
}
