/** Tells an organization that an approval is about to end undecided: what it is about fails then. */
import { APPROVAL_ENDS_MINUTES_MAX, alertsOf } from '../../../shared/alerts.ts'
import { orgRef, walletRef } from '../../../shared/commit/positions.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { EndingKind } from '../../../shared/endingAlerts.ts'
import { type ApprovalRow, approvalRef, findEndingApprovals } from '../../models/approvals.ts'
import type { PaymentsDeps } from '../../ports.ts'

const MINUTE_MS = 60_000

export const endingApprovals = ({ database }: Pick<PaymentsDeps, 'database'>): EndingKind<ApprovalRow> => ({
  name: 'approvals.ending',
  leadMsMax: APPROVAL_ENDS_MINUTES_MAX * MINUTE_MS,
  leadMs: ({ approvalEndsMinutes }) => approvalEndsMinutes * MINUTE_MS,
  find: (range) => findEndingApprovals(database, range),
  tell({ _id, walletId, orgId }) {
    const ref = approvalRef(_id)
    return {
      reads: () => ({ guard: [ref, walletRef(walletId)] }),
      decide(state, at) {
        const [row, org] = [state.get(ref), state.get(orgRef(orgId))]
        if (row === null || row.status !== 'pending' || row.endingTold !== undefined) return done(null)
        const { expiresAt, agentId, subjectType, subjectId } = row
        const leadMs = alertsOf(org ?? {}, row.mode).approvalEndsMinutes * MINUTE_MS
        if (expiresAt.getTime() - leadMs > at.getTime() || at >= expiresAt) return done(null)
        const of = { walletId, ...(agentId !== null && { agentId }) }
        const about = { wallet_id: walletId, agent_id: agentId, subject_type: subjectType, subject_id: subjectId }
        const data = { approval_id: _id, ...about, expires_at: expiresAt.toISOString() }
        return done(null, {
          set: [setRow(ref, { ...row, endingTold: at })],
          events: [{ type: 'alert.approval_ending', resourceId: _id, ...of, data }],
        })
      },
    }
  },
})
