/** Judges what screening found (domain 4.2): the first row that applies gives the outcome. Pure. */
import type { Cleared, ClearedFinding } from '../../shared/clearedFindings.ts'
import type { ReturnRate } from '../../shared/complianceReviews.ts'
import { DomainError, type Refusal } from '../../shared/errors.ts'
import { type CaseId, ID_PREFIXES, type PaymentId, type ScreeningId } from '../../shared/ids.ts'
import { formatUnits } from '../../shared/money.ts'
import type { Originator } from '../../shared/originator.ts'
import type { Beneficiary, Screening, ScreeningCheck, ScreeningOutcome, SubjectId } from '../../shared/spend.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { sayUntold } from './travelRule.ts'

/** What a list is of. sanctions: nobody on it is paid. mixer: hides where money comes from and goes to. */
export const LIST_CATEGORIES = ['sanctions', 'mixer'] as const
export type ListCategory = (typeof LIST_CATEGORIES)[number]

export const REVIEW_FROM = 60
export const DENY_FROM = 85
const SCORE_MAX = 100

/** Of an address on a list of that category. */
export const LIST_FINDINGS = {
  sanctions: { name: 'sanctions_address', outcome: 'deny', score: SCORE_MAX },
  mixer: { name: 'mixer', outcome: 'review', score: 70 },
} as const satisfies Record<ListCategory, Pick<ScreeningCheck, 'name' | 'outcome' | 'score'>>

/** Of a name: the words of a listed one, or similar to one, which often is somebody else. */
export const NAME_FINDINGS = {
  exact: { name: 'sanctions_name', outcome: 'deny', score: SCORE_MAX },
  similar: { name: 'name_similarity', outcome: 'review', score: 50 },
} as const satisfies Record<string, Pick<ScreeningCheck, 'name' | 'outcome' | 'score'>>

/** Of the wallet that pays, not of who is paid. */
export const asOwner = (check: ScreeningCheck): ScreeningCheck => ({
  ...check,
  evidence: { ...check.evidence, whose: 'owner' },
})
export const isOfOwner = ({ evidence }: ScreeningCheck): boolean => evidence.whose === 'owner'

/** Of an organization whose collections come back too often (domain 1.6). */
export const rateFinding = ({ rate, debits, returned, threshold }: ReturnRate): ScreeningCheck => ({
  ...{ name: `return_rate_${rate}`, outcome: 'review', score: REVIEW_FROM },
  evidence: { debits: `${debits}`, returned: `${returned}`, threshold: `${threshold}` },
})

/** Kinds of mismatches that compliance looks into. */
export type ReviewedMismatch = 'unexpected_outflow' | 'payment_reorganized' | 'transfer_differs'

interface MovedOtherwise {
  readonly walletId: string
  readonly paymentId: string | null
  readonly token: Token
  readonly chain: Chain
  readonly transfer?: { readonly txHash: string; readonly to: string }
}

/** Of money that has moved otherwise than the ledger said (domain 9.4). */
export function mismatchFinding(
  mismatchId: string,
  { walletId, paymentId, token, chain, transfer }: MovedOtherwise,
  { kind, expected, found }: { readonly kind: ReviewedMismatch; readonly expected: bigint; readonly found: bigint },
): ScreeningCheck {
  return {
    ...{ name: kind, outcome: 'review', score: REVIEW_FROM },
    evidence: {
      ...{ mismatch_id: mismatchId, wallet_id: walletId, token, chain },
      ...{ expected: formatUnits(expected, token), found: formatUnits(found, token) },
      ...(paymentId === null ? {} : { payment_id: paymentId }),
      ...(transfer === undefined ? {} : { tx_hash: transfer.txHash, to: transfer.to }),
    },
  }
}

/** What the evidence of a check says of who is listed; empty where the list does not say it. */
export interface ListedEvidence {
  readonly listed_name?: string
  /** A further name of theirs, where that is what was found. */
  readonly listed_alias?: string
  readonly listed_uid?: string
  readonly listed_programs?: string
}

export type ShownEvidence = ScreeningCheck['evidence']

/** Who is listed is told to people of the organization who answer for it, and to nobody else: never to an agent. */
export function shownEvidence(evidence: ShownEvidence, isShown: boolean): ShownEvidence {
  if (isShown) return evidence
  return Object.fromEntries(Object.entries(evidence).filter(([name]) => !name.startsWith('listed_')))
}

/** Lower bounds, highest first. */
const RISK_LEVELS = [
  { from: 90, level: 'critical' },
  { from: 70, level: 'high' },
  { from: 40, level: 'medium' },
  { from: 0, level: 'low' },
] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]['level']

/** How a case or a denial counts against the agent; null: not at all. */
export const flagSeverity = (level: RiskLevel): 'medium' | 'high' | null =>
  level === 'low' ? null : level === 'medium' ? 'medium' : 'high'

export interface Judgement {
  readonly outcome: ScreeningOutcome
  /** 0 to 100. */
  readonly riskScore: number
  readonly riskLevel: RiskLevel
  /** The reason code of a denial or a review; null: passed. */
  readonly reason: string | null
}

const PASSED: Judgement = { outcome: 'pass', riskScore: 0, riskLevel: 'low', reason: null }

/** What a person clears who has seen this check. A newer version of a list finds the same, as long as it names the same entry. */
export function findingOf({ name, evidence }: ScreeningCheck): ClearedFinding {
  const { list, list_version, listed_uid, listed_name, screened_name } = evidence
  if (list === undefined) return { name }
  return {
    ...{ name, list: String(list), entry: String(listed_uid ?? listed_name ?? list_version) },
    ...(screened_name === undefined ? {} : { screenedName: String(screened_name) }),
  }
}

function isCleared(check: ScreeningCheck, cleared: readonly Cleared[]): boolean {
  const { name, list, entry, screenedName } = findingOf(check)
  return cleared.some((one) =>
    typeof one === 'string'
      ? one === name
      : one.name === name && one.list === list && one.entry === entry && one.screenedName === screenedName,
  )
}

/** @param cleared by a person: only what denies by itself still counts of it */
export function judge(found: readonly ScreeningCheck[], cleared: readonly Cleared[] = []): Judgement {
  const checks = found.filter((check) => check.outcome === 'deny' || !isCleared(check, cleared))
  if (checks.length === 0) return PASSED
  const riskScore = Math.min(
    SCORE_MAX,
    checks.reduce((sum, { score }) => sum + score, 0),
  )
  const scored = { riskScore, riskLevel: riskLevelOf(riskScore) }
  if (checks.some(({ outcome }) => outcome === 'deny')) return { outcome: 'deny', ...scored, reason: 'sanctions_hit' }
  const review = checks.find(({ outcome }) => outcome === 'review')
  if (review !== undefined) return { outcome: 'review', ...scored, reason: review.name }
  if (riskScore >= DENY_FROM) return { outcome: 'deny', ...scored, reason: 'aml_risk' }
  if (riskScore >= REVIEW_FROM) return { outcome: 'review', ...scored, reason: 'aml_risk' }
  return { outcome: 'pass', ...scored, reason: null }
}

function riskLevelOf(score: number): RiskLevel {
  return (RISK_LEVELS.find(({ from }) => score >= from) ?? RISK_LEVELS[3]).level
}

/** The list that an address or name is on, with its version; null: on none that denies. */
export function denyingList(
  checks: readonly ScreeningCheck[],
): { readonly list: string; readonly list_version: string } | null {
  const evidence = checks.find(({ outcome }) => outcome === 'deny')?.evidence
  return evidence === undefined ? null : { list: String(evidence.list), list_version: String(evidence.list_version) }
}

export const TRAVEL_RULE = 'travel_rule_information_missing'
/** Reasons that a refusal names as such; all others are the risk. */
const TOLD_REASONS = ['sanctions_hit', TRAVEL_RULE, NAME_FINDINGS.similar.name] as const

/** Null: it passed. */
export function screeningRefusal(screening: Pick<Screening, 'checks' | 'screeningId' | 'cleared'>): DomainError | null {
  const { checks, screeningId, cleared } = screening
  const { outcome, reason, riskScore } = judge(checks, cleared)
  if (outcome === 'pass') return null
  const listed = denyingList(checks)
  const isOwn = checks.find((check) => check.outcome === 'deny' && isOfOwner(check)) !== undefined
  const told = TOLD_REASONS.find((one) => one === reason) ?? 'aml_risk'
  const names = checks.map(({ name }) => name).join(', ')
  const untold = sayUntold(String(checks.find(({ name }) => name === TRAVEL_RULE)?.evidence.missing ?? ''))
  const message = {
    sanctions_hit: isOwn
      ? `The organization, the agent or the address of the wallet is on the sanctions list ${listed?.list}: nothing is paid from it.`
      : `The recipient is on the sanctions list ${listed?.list}; it cannot be paid. Use another recipient.`,
    [TRAVEL_RULE]: `For this amount it has to be told ${untold.next}.`,
    name_similarity:
      'The name of the recipient is similar to one on a sanctions list. A payment waits for a review by compliance, a hold cannot. Use a payment or another recipient.',
    aml_risk: `The risk of this spend is too high (${riskScore} of ${SCORE_MAX}, denied from ${DENY_FROM}): ${names}. Use another recipient.`,
  }[told]
  return new DomainError('compliance_denied', message, {
    reason: told,
    ...(told === TRAVEL_RULE && { missing: untold.missing }),
    ...(isOwn && { whose: 'owner' }),
    ...listed,
    risk_score: riskScore,
    checks: checks.map(({ name }) => name),
    ...(screeningId === null ? {} : { screening_id: screeningId }),
  })
}

/** Whether something ended because its recipient is on a sanctions list. */
export const isListed = ({ type, details }: Refusal): boolean =>
  type === 'compliance_denied' && details.reason === 'sanctions_hit'

/** Of a payment, hold or card transaction, or what is not made. */
export const screeningIdOf = (subjectId: SubjectId): ScreeningId =>
  `${ID_PREFIXES.screening}${subjectId.slice(ID_PREFIXES.payment.length)}`

interface Parties {
  readonly originator?: Originator
  readonly beneficiary?: Beneficiary
}

/** Who pays and who is paid, as far as it is told. */
export const partyFields = ({ originator, beneficiary }: Parties) => ({
  originator: originator ?? null,
  beneficiary: beneficiary ?? null,
})

/** What a payment shows of its screening and review, and of its parties. */
export const screeningFields = ({
  _id,
  screening,
  caseId,
  ...parties
}: {
  readonly _id: PaymentId
  readonly screening?: Partial<Pick<Screening, 'checks'>>
  readonly caseId?: CaseId
} & Parties) => ({
  ...partyFields(parties),
  screeningId: screening === undefined && caseId === undefined ? null : screeningIdOf(_id),
  caseId: caseId ?? null,
  reviewReasons: caseId === undefined ? null : (screening?.checks ?? []).map(({ name }) => name),
})

/** Nothing can be screened now: without screening nothing is paid (domain 4.3). */
export function screeningUnavailable(
  reason: 'screening_unavailable' | 'list_missing' | 'list_stale' = 'screening_unavailable',
  told: { readonly message: string; readonly details: object } = {
    message: 'Screening is not available, and nothing is paid without it. Try later.',
    details: {},
  },
): DomainError {
  return new DomainError('service_unavailable', told.message, { reason, ...told.details, retryable: true })
}

/** @param list null: no certain one */
export const listMissing = (list: string | null): DomainError =>
  screeningUnavailable('list_missing', {
    message: `In live mode nothing is paid without ${list === null ? 'an imported sanctions list' : `the sanctions list ${list}`}, which is not there. An operator has to import it (npm run import-list).`,
    details: list === null ? {} : { list },
  })

export function listStale(list: string, loadedAt: Date, ageMaxMs: number): DomainError {
  const imported_at = loadedAt.toISOString()
  const age_max_hours = Math.round(ageMaxMs / 3_600_000)
  const message = `The screening list ${list} was imported last at ${imported_at}, more than ${age_max_hours} hours ago, and nothing is paid by an older one. An operator has to import it again, or to withdraw it (npm run import-list).`
  return screeningUnavailable('list_stale', { message, details: { list, imported_at, age_max_hours } })
}
