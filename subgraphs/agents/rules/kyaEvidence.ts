/** Evidence about an agent (domain 4.1): what its row says, and how new evidence takes the place of old. Pure. */
import { DomainError, invalidField } from '../../shared/errors.ts'
import {
  EARLIER_RELEASE,
  type KyaEvidence,
  type KyaStanding,
  type KybStatus,
  kyaStanding,
  type OnlyTrusted,
} from '../../shared/kya.ts'
import type { Caller } from '../../shared/principal.ts'

const DAY_MS = 24 * 3_600_000
/** How long a key that was made or proven here shows control of the DID. */
const BASIC_DAYS = 365
const REVIEW_DAYS = 180
/** Bounds the row: what was voided first is dropped first, except what could be recorded once more after it was taken back. */
const RECORDS_MAX = 50

export interface KyaEvidenceRecord extends KyaEvidence {
  readonly validFrom: Date
  /** Who says so: the organization, or the issuer of an attestation; null: the service. */
  readonly source: string | null
  /** Agent or organization key; null: the service. */
  readonly recordedBy: string | null
  /** Id of an attestation. */
  readonly reference?: string
  readonly comment?: string
  /** Since then it proves nothing: other evidence of its type or another DID took its place, or it was taken back. */
  readonly voidedAt?: Date
  /** By people: it is not recorded once more. */
  readonly takenBack?: true
}

/** Part of the row of an agent. */
export interface KnownAgent {
  /** The evidence that makes it basic: control of its DID; none once people have taken that back. */
  readonly kya: {
    readonly level: 'none' | 'basic'
    readonly validUntil: Date | null
    /** When it was shown again since the DID was new, and by whom. */
    readonly renewed?: { readonly at: Date; readonly by: string }
  }
  /** All further evidence, the newest last; absent in rows from before levels were enforced. */
  readonly evidence?: readonly KyaEvidenceRecord[]
  readonly didHistory: readonly { readonly did: string; readonly validFrom: Date; readonly validTo: Date | null }[]
  readonly createdAt: Date
}

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)

/** Of an agent whose DID key was made or proven here at this instant. */
export function basicKya(at: Date): KnownAgent['kya'] & { readonly validUntil: Date } {
  return { level: 'basic', validUntil: daysAfter(at, BASIC_DAYS) }
}

export const reviewEnd = (at: Date): Date => daysAfter(at, REVIEW_DAYS)

/** What counts now, at most one of each type; the control of the DID first. */
export function evidenceOf(row: KnownAgent): readonly KyaEvidenceRecord[] {
  const { kya, didHistory, createdAt } = row
  const validFrom = kya.renewed?.at ?? didHistory.at(-1)?.validFrom ?? createdAt
  const control: KyaEvidenceRecord = {
    ...{
      type: 'did_control',
      validFrom,
      validUntil: kya.validUntil,
      source: null,
      recordedBy: kya.renewed?.by ?? null,
    },
  }
  const others = recordsOf(row).filter(({ voidedAt }) => voidedAt === undefined)
  return kya.level === 'none' ? others : [control, ...others]
}

function recordsOf({ evidence, createdAt }: KnownAgent): readonly KyaEvidenceRecord[] {
  const earlier = { validFrom: createdAt, source: null, recordedBy: null }
  return evidence ?? EARLIER_RELEASE.map((one) => ({ ...one, ...earlier }))
}

/** For the wallet's position, on which spends are decided. */
export const proofsOf = (row: KnownAgent): readonly KyaEvidence[] =>
  evidenceOf(row).map(({ type, validUntil, source }) => ({
    type,
    validUntil,
    ...(type === 'attestation' && { source }),
  }))

/** The row with new evidence; what it had of the same type is void from then on. */
export function withEvidence<T extends KnownAgent>(row: T, record: KyaEvidenceRecord): T {
  const before = voided(recordsOf(row), record.type, record.validFrom)
  const all = [...before, record]
  let excess = all.length - RECORDS_MAX
  const isKept = (one: KyaEvidenceRecord) => one.voidedAt === undefined || isRemembered(one, record.validFrom)
  return { ...row, evidence: all.filter((one) => isKept(one) || excess-- <= 0) }
}

const isRemembered = ({ takenBack, reference, validUntil }: KyaEvidenceRecord, at: Date): boolean =>
  takenBack === true && reference !== undefined && (validUntil === null || validUntil > at)

/** Whoever has an attestation can present it as often as it likes: it does not put back what people have taken back. */
export function takenBackRefusal(
  row: KnownAgent,
  { source, reference }: Pick<KyaEvidenceRecord, 'source' | 'reference'>,
): DomainError | null {
  const isSame = (one: KyaEvidenceRecord) => one.source === source && one.reference === reference
  if (!recordsOf(row).some((one) => one.takenBack === true && isSame(one))) return null
  return invalidField(
    'attestation',
    'taken_back',
    'was taken back for this agent. Only a new one of its issuer counts.',
  )
}

/** Whoever has the token of an agent makes it a DID at any time: that does not put back the control that people have taken back. */
export function controlRefusal({ kya }: Pick<KnownAgent, 'kya'>, caller: Caller): DomainError | null {
  if (kya.level !== 'none' || caller.kind !== 'agent') return null
  const message =
    "The control of this agent's DID was taken back by people. An administrator has it proved again, or rotates the DID."
  return new DomainError('capability_denied', message, { reason: 'evidence_taken_back' })
}

/** The row once its evidence of this type is over (the sandbox); null: it has none that counts. */
export function withoutTime<T extends KnownAgent>(row: T, type: KyaEvidence['type'], at: Date): T | null {
  const counts = ({ type: of, validUntil }: KyaEvidence) => of === type && (validUntil === null || validUntil > at)
  if (!evidenceOf(row).some(counts)) return null
  if (type === 'did_control') return { ...row, kya: { ...row.kya, validUntil: at } }
  return { ...row, evidence: recordsOf(row).map((one) => (counts(one) ? { ...one, validUntil: at } : one)) }
}

/** The row once its evidence of this type was taken back, with what that had replaced; null: it has none. */
export function withoutEvidence<T extends KnownAgent>(row: T, type: KyaEvidence['type'], at: Date): T | null {
  if (!evidenceOf(row).some((one) => one.type === type)) return null
  if (type === 'did_control') return { ...row, kya: { level: 'none', validUntil: null } }
  const evidence = voided(recordsOf(row), type, at)
  return { ...row, evidence: evidence.map((one) => (one.type === type ? { ...one, takenBack: true } : one)) }
}

/** The row once its agent has another DID: an attestation is bound to the old one. */
export function withoutAttestation<T extends KnownAgent>(row: T, at: Date): T {
  return { ...row, evidence: voided(recordsOf(row), 'attestation', at) }
}

const voided = (records: readonly KyaEvidenceRecord[], type: KyaEvidence['type'], at: Date) =>
  records.map((one) => (one.type === type && one.voidedAt === undefined ? { ...one, voidedAt: at } : one))

export const standingOf = (row: KnownAgent, trusting: OnlyTrusted, kyb: KybStatus | null, at: Date): KyaStanding =>
  kyaStanding(trusting({ kya: proofsOf(row) }).kya, kyb, at)
