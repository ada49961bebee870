/** An approval ends with the payment that was made under it: executed or failed, in the commit that ends the payment. */
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Ref, State, Writes } from '../../../shared/commit/types.ts'
import { approvalRef } from '../../models/approval.ts'
import { nextStatus } from '../../rules/approvals.ts'

export const approvalEnds = {
  reads: (approvalId: string): readonly Ref[] => [approvalRef(approvalId)],
  end(state: State, approvalId: string, outcome: 'executed' | 'failed', at: Date): Writes {
    const ref = approvalRef(approvalId)
    const row = state.get(ref)
    const status = row === null ? null : nextStatus(row.status, outcome === 'executed' ? 'complete' : 'fail')
    return row === null || status === null ? {} : { set: [setRow(ref, { ...row, status, updatedAt: at })] }
  },
} as const
