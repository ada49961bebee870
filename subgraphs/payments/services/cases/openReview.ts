/** Opens cases about what another subgraph has, in the commit of the fact that they are about. Pure. */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { orgRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { State, Writes } from '../../../shared/commit/types.ts'
import type { RecordReview, ReviewCases, ReviewSubject } from '../../../shared/complianceReviews.ts'
import { invariant } from '../../../shared/errors.ts'
import { type CaseId, ID_PREFIXES, isId, type ScreeningId } from '../../../shared/ids.ts'
import type { ClockOwner } from '../../../shared/organizationTime.ts'
import { requesterOf } from '../../models/approvalRow.ts'
import { bySystem, caseRef, newReview, withEvent } from '../../models/cases.ts'
import { recordFlaggedEvent, screeningRef } from '../../models/screenings.ts'
import { approvalRulesOf } from '../../rules/approvals.ts'
import { nextCaseStatus } from '../../rules/cases.ts'
import { rateFinding } from '../../rules/screening.ts'
import type { Known } from '../flagRecords.ts'

/** Nothing is paid, so that one person decides; how independent of others, the organization says. */
const rulesNow = (state: State, { orgId, mode }: ClockOwner) =>
  approvalRulesOf(requireRow(state, orgRef(orgId)), { usdMicro: 0n, mode })

function subjectOf({ subjectType, subjectId }: Pick<Known, 'subjectType' | 'subjectId'>): ReviewSubject {
  invariant(subjectType === 'bank_account' && isId('bankAccount', subjectId), `no case is opened about ${subjectId}`)
  return { type: subjectType, id: subjectId }
}

/** @param found of its screening; what was found the first time is what is kept of it */
export function openForRecord(
  state: State,
  { caseId, requestedBy: by }: RecordReview,
  found: Known & { readonly screeningId: ScreeningId },
  at: Date,
): Writes {
  const { orgId, mode, screeningId } = found
  const checks = state.get(screeningRef(screeningId))?.checks ?? found.checks
  const requestedBy = by === null ? null : requesterOf(by)
  const agentId = by?.kind === 'agent' ? by.agentId : null
  const about = { orgId, mode, agentId, checks, screeningId, requestedBy, subject: subjectOf(found) }
  return { insert: [insertRow(caseRef(caseId), newReview(caseId, { ...about, rules: rulesNow(state, found) }, at))] }
}

const rateScreeningOf = (caseId: CaseId): ScreeningId =>
  `${ID_PREFIXES.screening}${caseId.slice(ID_PREFIXES.case.length)}`

export const reviewCases: ReviewCases = {
  ref: caseRef,
  newIds: (caseId) => [caseRef(caseId), screeningRef(rateScreeningOf(caseId))],
  openForRate(state, caseId, rate, at) {
    const { orgId, mode } = rate
    const screeningId = rateScreeningOf(caseId)
    const subject = { type: 'organization', id: orgId } as const
    const found = { orgId, mode, agentId: null, checks: [rateFinding(rate)] }
    const record = { ...found, walletId: null, subjectType: subject.type, subjectId: orgId, revision: 0, createdAt: at }
    const row = newReview(
      caseId,
      { ...found, screeningId, requestedBy: null, subject, rules: rulesNow(state, rate) },
      at,
    )
    return {
      insert: [insertRow(screeningRef(screeningId), record), insertRow(caseRef(caseId), row)],
      events: [recordFlaggedEvent({ ...found, subjectType: subject.type, subjectId: orgId, screeningId, caseId }, at)],
    }
  },
  dismiss(state, caseId, reason, at) {
    const row = state.get(caseRef(caseId))
    if (row === null || nextCaseStatus(row.status, 'dismiss') === null) return joinWrites([])
    const note = bySystem(reason)
    return { set: [setRow(caseRef(caseId), withEvent(row, { ...note, event: 'dismiss' }, at))] }
  },
}
