/**
 * Mismatches that compliance looks into (domain 9.4; reliability 3.3): money left a wallet without a payment, an authorization
 * moved something else, or what was completed was never paid. Each opens a case in the commit that finds it. The wallet stays
 * frozen until compliance has decided, since whoever administers it may be who has moved the money.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { orgRef, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { ID_PREFIXES, type MismatchId, type ScreeningId } from '../../../shared/ids.ts'
import { caseRef, mismatchCaseIdOf, newReview } from '../../models/cases.ts'
import type { MismatchRow } from '../../models/mismatches.ts'
import { recordFlaggedEvent, screeningRef } from '../../models/screenings.ts'
import { approvalRulesOf } from '../../rules/approvals.ts'
import { mismatchFinding, type ReviewedMismatch } from '../../rules/screening.ts'
import {
  freezeForMismatch,
  type MismatchFinding,
  type MismatchSubject,
  mismatchRefFor,
  openMismatch,
} from './mismatches.ts'
import { guardedIntent } from './settlementIntent.ts'

const screeningIdOf = (mismatchId: MismatchId): ScreeningId =>
  `${ID_PREFIXES.screening}${mismatchId.slice(ID_PREFIXES.mismatch.length)}`

/** To be guarded where the mismatch may open: it, its case and what that rests on. */
export function reviewReads({ id }: Ref<MismatchRow>): Ref[] {
  const mismatchId = id as MismatchId
  return [caseRef(mismatchCaseIdOf(mismatchId)), screeningRef(screeningIdOf(mismatchId))]
}

type Facts = Pick<MismatchFinding, 'expected' | 'found'> & { readonly kind: ReviewedMismatch }
type Reviewed = MismatchFinding & Facts

/** Its rows must be guarded. One that has had its case, and is found again, opens no second one. */
export function openReviewedMismatch(state: State, subject: MismatchSubject, finding: Reviewed, at: Date): Writes {
  const opened = openMismatch(state, subject, finding, at)
  return joinWrites([opened, caseWrites(state, subject, finding, at)])
}

/** For the commit that opens the mismatch. */
export function caseWrites(state: State, subject: MismatchSubject, finding: Facts, at: Date): Writes {
  const mismatchId = mismatchRefFor(finding.kind, subject).id as MismatchId
  const caseId = mismatchCaseIdOf(mismatchId)
  if (state.get(caseRef(caseId)) !== null) return {}
  const { orgId, mode } = subject
  const screeningId = screeningIdOf(mismatchId)
  const checks = [mismatchFinding(mismatchId, subject, finding)]
  const about = { subjectType: 'mismatch', subjectId: mismatchId, checks } as const
  const record = { ...about, orgId, mode, walletId: null, agentId: null, revision: 0, createdAt: at }
  const rules = approvalRulesOf(requireRow(state, orgRef(orgId)), { usdMicro: 0n, mode })
  const reviewed = { orgId, mode, agentId: null, checks, screeningId, requestedBy: null, rules }
  const row = newReview(caseId, { ...reviewed, subject: { type: 'mismatch', id: mismatchId } }, at)
  return {
    insert: [insertRow(screeningRef(screeningId), record), insertRow(caseRef(caseId), row)],
    events: [recordFlaggedEvent({ ...about, screeningId, caseId }, at)],
  }
}

/**
 * Opens a mismatch with its case in a commit of its own, and freezes the wallet.
 * @param how.freezes false: it is not its money
 * @returns whether it is new
 */
export function openReviewedIntent(
  subject: MismatchSubject,
  finding: Reviewed,
  { freezes }: { readonly freezes: boolean },
): Intent<boolean> {
  const ref = mismatchRefFor(finding.kind, subject)
  const wallet = walletRef(subject.walletId)
  const reads = [ref, ...reviewReads(ref), ...(freezes ? [wallet] : [])]
  return guardedIntent(subject, reads, (state, at) => {
    const opened = openReviewedMismatch(state, subject, finding, at)
    const isNew = opened.events !== undefined && opened.events.length > 0
    if (!isNew || !freezes) return done(isNew, opened)
    const { reason } = finding
    const frozen = freezeForMismatch(requireRow(state, wallet), ref, { reason, isReviewed: true, at })
    return done(true, joinWrites([opened, frozen]))
  })
}
