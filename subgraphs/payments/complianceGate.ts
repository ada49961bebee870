/** Gate 12: what screening has found, and what the agent may spend by its evidence and trust score. Pure. */
import type { WalletPosition } from '../shared/commit/positions.ts'
import { insertRow } from '../shared/commit/rowWrites.ts'
import { type DomainError, invariant } from '../shared/errors.ts'
import type { AnySpend, Gate, GateVerdict } from '../shared/spend.ts'
import { BY_SCREENING, complianceFreezeOf, freezeForCompliance } from '../shared/walletEvents.ts'
import { caseRef, newCase, newCaseIdOf } from './models/cases.ts'
import { flaggedEvent, flaggedWallet, newScreening, screeningRef } from './models/screenings.ts'
import type { SpendGates } from './ports.ts'
import { approvalRulesOf } from './rules/approvals.ts'
import { isListed, isOfOwner, judge, screeningRefusal } from './rules/screening.ts'

const PASS: GateVerdict = { kind: 'pass' }
const refuse = (error: DomainError): GateVerdict => ({ kind: 'refuse', error })

/**
 * Gate 12: screening ran before the commit; gate 15 screens again with the current lists. What needs a review is parked
 * with a case where it can wait, and refused elsewhere: a hold, a capture, a caller who does not want to wait.
 */
const compliance: Gate<AnySpend> = {
  name: 'compliance',
  reads: () => [],
  newIds: (spend) => {
    const { screeningId } = spend.screening
    if (screeningId === null) return []
    const caseId = newCaseIdOf(spend)
    return [screeningRef(screeningId), ...(caseId === null ? [] : [caseRef(caseId)])]
  },
  decide({ platform, wallet, org }, spend, at) {
    const { screening } = spend
    if (Number(platform.lists ?? 0) > screening.revision) return { kind: 'stale' }
    const { outcome } = judge(screening.checks, screening.cleared)
    if (outcome === 'pass') return PASS
    const error = screeningRefusal(screening)
    invariant(error !== null, 'what does not pass is refused')
    if (wallet === null) return refuse(error)
    const row = newScreening(spend, wallet, at)
    const record = row === null ? [] : [insertRow(screeningRef(row._id), row)]
    const caseId = outcome === 'review' && row !== null ? newCaseIdOf(spend) : null
    const event = flaggedEvent(spend, wallet, caseId, at)
    const { next, events } = freezeForOwner(flaggedWallet(wallet, spend, caseId, at), spend, at)
    const flagged = { events: [event, ...events] }
    if (caseId === null || row === null)
      return { kind: 'refuse', error, writes: { insert: record }, ...flagged, wallet: next }
    const opened = insertRow(
      caseRef(caseId),
      newCase(caseId, spend, { screening: row, rules: approvalRulesOf(org, spend) }, at),
    )
    return { kind: 'park', approvalId: null, caseId, writes: { insert: [...record, opened], ...flagged }, wallet: next }
  },
}

/** Domain 4.2: the wallet of an owner who is on a list is frozen. Screening everybody again would find it, too, but later. */
function freezeForOwner(wallet: WalletPosition, { screening }: AnySpend, at: Date) {
  if (!screening.checks.some(isOfOwner) || complianceFreezeOf(wallet) !== null) return { next: wallet, events: [] }
  const reason = 'The name of its owner, or its address, is on a sanctions list.'
  return freezeForCompliance(wallet, { source: 'policy', by: BY_SCREENING, reason, at })
}

/**
 * Gate 12 in the order of domain 4.2: whom a list denies, then what the agent may not spend, then what is reviewed, or denied for
 * its risk.
 */
export function complianceWith({ kya, trust }: SpendGates): Gate<AnySpend> {
  return {
    ...compliance,
    decide(state, spend, at) {
      const screened = compliance.decide(state, spend, at)
      if (screened.kind === 'stale' || (screened.kind === 'refuse' && isListed(screened.error))) return screened
      const refusals = [kya, trust].map((gate) => gate.decide(state, spend, at))
      return refusals.find(({ kind }) => kind === 'refuse') ?? screened
    },
  }
}
