/**
 * Know your agent (domain 4.1): what evidence proves of an agent, until when, and what an amount needs. Pure, and decided at
 * the instant of each spend: evidence that has expired counts no longer, without anybody who notices it.
 */
import { DomainError } from './errors.ts'
import type { Mode } from './principal.ts'

/** Lowest first. */
const KYA_LEVELS = ['none', 'basic', 'verified', 'attested'] as const
export type KyaLevel = (typeof KYA_LEVELS)[number]

/** earlier_release: of an agent from before levels were enforced. */
export type KyaEvidenceType = 'did_control' | 'purpose_review' | 'attestation' | 'earlier_release'

export interface KyaEvidence {
  readonly type: KyaEvidenceType
  /** From then on it proves nothing; null: no end. */
  readonly validUntil: Date | null
  /** The issuer of an attestation; absent of other evidence, and in positions that were written before it was noted there. */
  readonly source?: string | null
}

/** Whether the business behind an organization was accepted (KYB). */
export type KybStatus = 'accepted' | 'rejected'

/** What a bank has decided about an organization that has an account there. */
export type HolderStatus = 'ACCEPTED' | 'PENDING_REVIEW' | 'PENDING_DOCUMENT' | 'PENDING_RESUBMIT' | 'REJECTED'

export interface HolderDecision {
  readonly status: HolderStatus
  /** False: the simulated bank has taken it as it takes everybody. */
  readonly isReviewed: boolean
  readonly at: Date
}

interface KybFacts {
  readonly kyb?: Readonly<Partial<Record<Mode, { readonly status: KybStatus }>>>
  readonly accountHolder?: Readonly<Partial<Record<Mode, Pick<HolderDecision, 'status' | 'isReviewed'>>>>
}

/**
 * Whom the bank rejects is rejected, whatever was decided before, and for as long. Otherwise what was decided counts, and where
 * nothing was, the review of the bank. Null: nobody has looked at it.
 */
export function kybOf({ kyb, accountHolder }: KybFacts, mode: Mode): KybStatus | null {
  const holder = accountHolder?.[mode]
  if (holder?.status === 'REJECTED') return 'rejected'
  return kyb?.[mode]?.status ?? (holder?.status === 'ACCEPTED' && holder.isReviewed ? 'accepted' : null)
}

export interface KyaStanding {
  /** The highest level with evidence that has not expired. */
  readonly level: KyaLevel
  readonly status: 'valid' | 'incomplete' | 'expired'
  /** When the level ends or has ended; null: never, or there was none. */
  readonly validUntil: Date | null
}

export const KYA_LEVEL_OF = {
  did_control: 'basic',
  purpose_review: 'verified',
  earlier_release: 'verified',
  attestation: 'attested',
} as const satisfies Record<KyaEvidenceType, KyaLevel>

const VERIFIED_FROM_USD_MICRO = 3_000_000_000n

/** What no migration has taken from agents of earlier releases: amounts from 3,000 USD. */
export const EARLIER_RELEASE: readonly KyaEvidence[] = [{ type: 'earlier_release', validUntil: null }]

const rank = (level: KyaLevel): number => KYA_LEVELS.indexOf(level)
const isOver = ({ validUntil }: KyaEvidence, at: Date): boolean => validUntil !== null && at >= validUntil
/** Null never ends. */
const endOf = (validUntil: Date | null): number => validUntil?.getTime() ?? Number.POSITIVE_INFINITY

/** A purpose is reviewed for a business that is known, and for one that was rejected nobody else can vouch. */
const countingOf = (evidence: readonly KyaEvidence[], kyb: KybStatus | null): readonly KyaEvidence[] =>
  evidence.filter(
    ({ type }) => (type !== 'purpose_review' || kyb === 'accepted') && (type !== 'attestation' || kyb !== 'rejected'),
  )

export function kyaStanding(evidence: readonly KyaEvidence[], kyb: KybStatus | null, at: Date): KyaStanding {
  const counting = countingOf(evidence, kyb)
  const valid = counting.filter((one) => !isOver(one, at))
  const best = valid.reduce((most, { type }) => Math.max(most, rank(KYA_LEVEL_OF[type])), 0)
  const level = KYA_LEVELS[best] ?? 'none'
  const behind = level === 'none' ? counting : valid.filter(({ type }) => KYA_LEVEL_OF[type] === level)
  const [last = null] = behind.map(({ validUntil }) => validUntil).sort((a, b) => endOf(b) - endOf(a))
  const status = level !== 'none' ? 'valid' : counting.length > 0 ? 'expired' : 'incomplete'
  return { level, status, validUntil: last }
}

/** Part of the position of a wallet. */
interface KyaWallet {
  readonly kya?: readonly KyaEvidence[]
}
/** Part of the position of an organization. */
type KyaOrganization = KybFacts

const evidenceOf = ({ kya }: KyaWallet): readonly KyaEvidence[] => kya ?? EARLIER_RELEASE

/**
 * Leaves out attestations whose issuer is not trusted now: for decisions alone, because what is stored counts again once its
 * issuer does.
 */
export type OnlyTrusted = <W extends KyaWallet>(wallet: W) => W

/** @param issuers whom the configuration trusts */
export function onlyTrusted(issuers: Iterable<string>): OnlyTrusted {
  const trusted: ReadonlySet<string> = new Set(issuers)
  const counts = ({ type, source }: KyaEvidence) => type !== 'attestation' || source == null || trusted.has(source)
  return (wallet) =>
    wallet.kya === undefined || wallet.kya.every(counts) ? wallet : { ...wallet, kya: wallet.kya.filter(counts) }
}

/** Of the agent that has the wallet. */
export function kyaLevelOf(wallet: KyaWallet, org: KyaOrganization, mode: Mode, at: Date): KyaLevel {
  return kyaStanding(evidenceOf(wallet), kybOf(org, mode), at).level
}

/** That a spend of this amount needs. */
const requiredKya = (usdMicro: bigint): 'basic' | 'verified' =>
  usdMicro >= VERIFIED_FROM_USD_MICRO ? 'verified' : 'basic'

/** Why the agent of the wallet may not spend so much; null when it may. */
export function kyaRefusal(
  wallet: KyaWallet,
  org: KyaOrganization,
  { mode, usdMicro }: { readonly mode: Mode; readonly usdMicro: bigint },
  at: Date,
): DomainError | null {
  const required = requiredKya(usdMicro)
  const isEnough = ({ type }: KyaEvidence) => rank(KYA_LEVEL_OF[type]) >= rank(required)
  const status = kybOf(org, mode)
  const evidence = evidenceOf(wallet)
  const { level } = kyaStanding(evidence, status, at)
  if (rank(level) >= rank(required)) return null
  const isExpired = countingOf(evidence, status).some((one) => isEnough(one) && isOver(one, at))
  const missing = required === 'basic' ? ['did_control'] : missingFor(evidence, status, at)
  const message =
    required === 'basic'
      ? 'Nothing proves any more who this agent is. An administrator has to rotate its DID, which proves control of a new key.'
      : `From 3,000 USD the agent has to be verified, and it is ${level}. ${nextOfVerified(org, mode)} Or lower the amount.`
  return new DomainError('compliance_denied', message, {
    reason: isExpired ? 'kya_expired' : 'kya_incomplete',
    required_level: required,
    current_level: level,
    missing,
    ...(required === 'verified' && isRejectedByBank(org, mode) && { account_holder_status: 'REJECTED' }),
  })
}

const isRejectedByBank = ({ accountHolder }: KyaOrganization, mode: Mode): boolean =>
  accountHolder?.[mode]?.status === 'REJECTED'

const nextOfVerified = (org: KyaOrganization, mode: Mode): string =>
  isRejectedByBank(org, mode)
    ? 'The bank has rejected its organization: settle the reasons with the bank, then synchronize the account holder (POST /api/v2/treasury/account-holders/sync).'
    : 'Its organization has to be accepted (KYB), and an administrator to record a purpose_review of the agent (POST /api/v2/compliance/kya/{agent_id}/evidence).'

function missingFor(evidence: readonly KyaEvidence[], kyb: KybStatus | null, at: Date): string[] {
  const isReviewed = evidence.some((one) => one.type === 'purpose_review' && !isOver(one, at))
  return [...(kyb === 'accepted' ? [] : ['organization_kyb']), ...(isReviewed ? [] : ['purpose_review'])]
}

/** Why an agent that has to be verified whatever the amount is not; null: it is. */
export function verifiedRefusal(wallet: KyaWallet, org: KyaOrganization, mode: Mode, at: Date): DomainError | null {
  const error = kyaRefusal(wallet, org, { mode, usdMicro: VERIFIED_FROM_USD_MICRO }, at)
  if (error === null) return null
  const message = `The agent has to be verified for this, and it is ${error.details.current_level}. ${nextOfVerified(org, mode)}`
  return new DomainError('compliance_denied', message, error.details)
}
