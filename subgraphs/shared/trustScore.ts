/**
 * The trust score of an agent (domain 4.5): a pure function of figures, explained signal by signal. More completed payments
 * never lower it, and one more flag never raises it.
 */
import type { KyaLevel } from './kya.ts'

/** What a score rests on; counts of the last 90 days, of violations and attempts the last 30. */
export interface TrustFigures {
  readonly kya: KyaLevel
  readonly completed: number
  /** For reasons of the agent: those of a chain do not count. */
  readonly failedByAgent: number
  /** Open or confirmed; what was cleared does not count. */
  readonly mediumFlags: number
  readonly highFlags: number
  /** A case about a high flag is open. */
  readonly isHighCaseOpen: boolean
  readonly violations: number
  readonly attempts: number
  readonly daysSinceRegistration: number
  /** Disputes, returned bank transfers and refunds for fraud. */
  readonly disputes: number
  /** The agent, its owner or its wallet was confirmed to be on a sanctions list. */
  readonly isSanctioned: boolean
}

export type TrustSignalName = 'kya' | 'history' | 'compliance' | 'policy_adherence' | 'tenure' | 'reliability'
type TrustCap = 'sanctions_hit' | 'kya_none' | 'open_high_severity_case'
type TrustTier = 'untrusted' | 'low' | 'medium' | 'high' | 'sovereign'

interface TrustSignal {
  readonly name: TrustSignalName
  readonly weight: number
  /** 0 to 1. */
  readonly value: number
  /** What it rests on, and how to raise it. */
  readonly explanation: string
}

export interface TrustScore {
  /** 0 to 100. */
  readonly score: number
  readonly tier: TrustTier
  readonly signals: readonly TrustSignal[]
  readonly caps: readonly TrustCap[]
}

/** A score as it was noted in the history. */
export interface NotedTrust {
  readonly score: number
  readonly values: Readonly<Record<TrustSignalName, number>>
}

/** Of an organization that has not chosen another one. */
export const TRUST_MINIMUM = 40
export const TRUST_MINIMUM_RANGE = { min: 20, max: 100 } as const

const KYA_VALUES = { none: 0, basic: 0.4, verified: 0.8, attested: 1 } as const satisfies Record<KyaLevel, number>

/** The most that a score may be, whatever its signals. */
const CAPS: readonly {
  readonly name: TrustCap
  readonly most: number
  readonly when: (of: TrustFigures) => boolean
}[] = [
  { name: 'sanctions_hit', most: 0, when: ({ isSanctioned }) => isSanctioned },
  { name: 'kya_none', most: 39, when: ({ kya }) => kya === 'none' },
  { name: 'open_high_severity_case', most: 49, when: ({ isHighCaseOpen }) => isHighCaseOpen },
]

/** Lower bounds, highest first. */
const TIERS = [
  { from: 90, tier: 'sovereign' },
  { from: 75, tier: 'high' },
  { from: 60, tier: 'medium' },
  { from: 40, tier: 'low' },
] as const

/** Hundredths; together 100. */
const WEIGHTS = { kya: 25, history: 20, compliance: 20, policy_adherence: 15, tenure: 10, reliability: 10 } as const
const NAMES = Object.keys(WEIGHTS) as readonly TrustSignalName[]

const share = (part: number, whole: number): number => Math.min(1, part / whole)

/** 0 to 1 each. */
const VALUES: Readonly<Record<TrustSignalName, (of: TrustFigures) => number>> = {
  kya: ({ kya }) => KYA_VALUES[kya],
  history({ completed, failedByAgent }) {
    return completed === 0 ? 0 : (share(completed, 50) * completed) / (completed + failedByAgent)
  },
  compliance: ({ mediumFlags, highFlags }) => Math.max(0, 1 - 0.25 * mediumFlags - 0.5 * highFlags),
  policy_adherence: ({ violations, attempts }) => 1 - share(5 * violations, Math.max(20, attempts)),
  tenure: ({ daysSinceRegistration }) => share(daysSinceRegistration, 90),
  reliability: ({ disputes, completed }) => 1 - share(10 * disputes, Math.max(20, completed)),
}

const NEXT_LEVEL: Readonly<Record<KyaLevel, string>> = {
  none: 'Rotate its DID, which proves control of a new key.',
  basic: 'It is verified once its organization is accepted and its purpose reviewed.',
  verified: 'The attestation of a third party gives all points.',
  attested: 'That gives all points.',
}

/** What each rests on, and how to raise it. */
const EXPLANATIONS: Readonly<Record<TrustSignalName, (of: TrustFigures) => string>> = {
  kya: ({ kya }) => `The agent is ${kya}. ${NEXT_LEVEL[kya]}`,
  history: ({ completed, failedByAgent }) =>
    `In 90 days ${completed} payments were completed, and ${failedByAgent} failed for reasons of the agent. 50 completed ones without a failure give all points.`,
  compliance: ({ mediumFlags, highFlags }) =>
    `In 90 days ${mediumFlags} medium and ${highFlags} high flags. One counts no longer once its case is cleared, or after 90 days.`,
  policy_adherence: ({ violations, attempts }) =>
    `In 30 days ${violations} of ${attempts} attempts violated the policy. Check a spend before it is made.`,
  tenure: ({ daysSinceRegistration }) =>
    `Registered for ${Math.floor(daysSinceRegistration)} days. 90 days give all points.`,
  reliability: ({ disputes }) =>
    `In 90 days ${disputes} disputes, returned bank transfers and refunds for fraud. They count no longer after 90 days.`,
}

/** @returns the score alone, for deciding */
export function trustPoints(figures: TrustFigures): number {
  const sum = NAMES.reduce((total, name) => total + WEIGHTS[name] * VALUES[name](figures), 0)
  // The sum of decimals may be a little below a half that it really is.
  const points = Math.round(sum + 1e-9)
  return capsOf(figures).reduce((least, { most }) => Math.min(least, most), points)
}

/** What the history notes: values to the hundredth, in which small steps of time do not show. */
export function notedTrust(figures: TrustFigures): NotedTrust {
  const values = NAMES.map((name) => [name, Math.round(VALUES[name](figures) * 100) / 100] as const)
  return { score: trustPoints(figures), values: Object.fromEntries(values) as NotedTrust['values'] }
}

export function trustScore(figures: TrustFigures): TrustScore {
  const score = trustPoints(figures)
  const signals = NAMES.map((name) => ({
    ...{ name, weight: WEIGHTS[name] / 100, value: VALUES[name](figures) },
    explanation: EXPLANATIONS[name](figures),
  }))
  return { score, tier: tierOf(score), signals, caps: capsOf(figures).map(({ name }) => name) }
}

const capsOf = (figures: TrustFigures) => CAPS.filter(({ when }) => when(figures))

const tierOf = (score: number): TrustTier => TIERS.find(({ from }) => score >= from)?.tier ?? 'untrusted'
