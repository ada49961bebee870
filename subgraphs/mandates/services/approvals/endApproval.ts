/** An approval ends with the payment that was made under it: executed or failed, in the commit that ends the payment. */
import type { Ref, State, Writes } from '../../../shared/commit/types.ts'
import { type ApprovalRow, approvalRef } from '../../models/approval.ts'
import { nextStatus } from '../../rules/approvals.ts'

export const approvalEnds = {
  reads: (approvalId: string): readonly Ref[] => [approvalRef(approvalId)],
  end(state: State, approvalId: string, outcome: 'executed' | 'failed', at: Date): Writes {
    const ref = approvalRef(approvalId)
    const row = state.get<ApprovalRow>(ref)
    const status = row === null ? null : nextStatus(row.status, outcome === 'executed' ? 'complete' : 'fail')
    return row === null || status === null ? {} : { set: [{ ref, next: { ...row, status, updatedAt: at } }] }
  },
} as const
