/** Tells an organization that a mandate is about to end: after it its agent spends nothing. */
import { alertsOf, MANDATE_ENDS_HOURS_MAX } from '../../shared/alerts.ts'
import { orgRef, walletRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { EndingKind } from '../../shared/endingAlerts.ts'
import type { SubgraphDeps } from '../../shared/subgraph.ts'
import { type EndingMandate, findEndingMandates, mandateRef } from '../models/mandates.ts'

const HOUR_MS = 3_600_000

export const endingMandates = ({ database }: Pick<SubgraphDeps, 'database'>): EndingKind<EndingMandate> => ({
  name: 'mandates.ending',
  leadMsMax: MANDATE_ENDS_HOURS_MAX * HOUR_MS,
  leadMs: ({ mandateEndsHours }) => mandateEndsHours * HOUR_MS,
  find: (range) => findEndingMandates(database, range),
  tell({ _id, walletId, orgId }) {
    const ref = mandateRef(_id)
    return {
      reads: () => ({ guard: [ref, walletRef(walletId)] }),
      decide(state, at) {
        const [row, org] = [state.get(ref), state.get(orgRef(orgId))]
        if (row === null || row.status !== 'active' || row.expiresAt === null) return done(null)
        const { expiresAt, endingTold, agentId, mode } = row
        const leadMs = alertsOf(org ?? {}, mode).mandateEndsHours * HOUR_MS
        const isDue = expiresAt.getTime() - leadMs <= at.getTime()
        if (!isDue || endingTold?.getTime() === expiresAt.getTime()) return done(null)
        const data = { mandate_id: _id, wallet_id: walletId, agent_id: agentId, expires_at: expiresAt.toISOString() }
        return done(null, {
          set: [setRow(ref, { ...row, endingTold: expiresAt })],
          events: [{ type: 'alert.mandate_ending', resourceId: _id, walletId, agentId, data }],
        })
      },
    }
  },
})
