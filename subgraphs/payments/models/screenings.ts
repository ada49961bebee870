/**
 * Records of screenings (domain 4.2), kept where gate 12 was reached. One that passed is part of its payment or hold; a
 * row of its own, written by the group commit, has only what did not pass. Its id is that of what was screened, with
 * another prefix.
 */
import type { WalletPosition } from '../../shared/commit/positions.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { addFlag } from '../../shared/conduct.ts'
import { anyOf, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { EventDraft } from '../../shared/events.ts'
import {
  type AgentId,
  type CaseId,
  type HoldId,
  ID_PREFIXES,
  isId,
  type OrgId,
  type PaymentId,
  type ScreeningId,
  type WalletId,
} from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { NamedRecord } from '../../shared/recordScreening.ts'
import type { AnySpend, ScreeningCheck, ScreeningOutcome } from '../../shared/spend.ts'
import { type AttemptedSpend, attemptData, attemptedSpend } from '../rules/attemptedSpend.ts'
import {
  DENY_FROM,
  flagSeverity,
  isOfOwner,
  judge,
  LIST_FINDINGS,
  REVIEW_FROM,
  screeningIdOf,
} from '../rules/screening.ts'
import type { ScreenedRow } from './keptScreening.ts'

export interface ScreeningRow {
  readonly _id: ScreeningId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  /** Null: of a record that names somebody. */
  readonly walletId: WalletId | null
  readonly agentId: AgentId | null
  /** counterparty: an address that a wallet has paid. mismatch: money that has moved otherwise than the ledger said. */
  readonly subjectType: keyof typeof SUBJECT_KINDS | NamedRecord['subjectType'] | 'counterparty' | 'mismatch'
  /** The payment or hold; of a denied one there is no other record. */
  readonly subjectId: string
  /** Of a spend; absent in rows of earlier releases. */
  readonly attempt?: AttemptedSpend
  readonly checks: readonly ScreeningCheck[]
  /** Of the lists. */
  readonly revision: number
  readonly createdAt: Date
}

export const SCREENINGS = 'screenings'

export const screeningRef = (screeningId: ScreeningId): Ref<ScreeningRow> => ({
  collection: SCREENINGS,
  id: screeningId,
})

export const screeningSchema = newSchema()
screeningSchema.index({ orgId: 1, mode: 1, createdAt: -1, _id: -1 })
screeningSchema.index({ walletId: 1, createdAt: -1, _id: -1 })
screeningSchema.index({ agentId: 1, createdAt: -1, _id: -1 })

const SUBJECT_KINDS = { payment: 'payment', hold: 'hold', card_transaction: 'cardTransaction' } as const

export const subjectIdOf = <K extends keyof typeof SUBJECT_KINDS>(kind: K, screeningId: ScreeningId) =>
  `${ID_PREFIXES[SUBJECT_KINDS[kind]]}${screeningId.slice(ID_PREFIXES.screening.length)}` as const

export function findScreening(database: Database, screeningId: ScreeningId): Promise<ScreeningRow | null> {
  return database.collection<ScreeningRow>(SCREENINGS).findOne({ _id: screeningId })
}

export interface ScreeningFilter {
  readonly subjectTypes?: readonly string[] | null | undefined
  readonly subjectId?: string | null | undefined
  readonly outcomes?: readonly ScreeningOutcome[] | null | undefined
  readonly walletId?: string | null | undefined
  readonly agentId?: string | null | undefined
  readonly createdFrom: Date | null
  readonly createdUntil: Date | null
}

/** Ids of flags say nothing of time, so they are sorted by when they were made. */
const BY_TIME = { created_at: { field: 'createdAt', type: 'date' } } as const

export function findScreeningPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode; readonly agentId?: AgentId },
  { subjectTypes, subjectId, outcomes, walletId, agentId, createdFrom, createdUntil }: ScreeningFilter,
  args: OrderedArguments,
): Promise<Page<ScreeningRow>> {
  const created = {
    ...(createdFrom === null ? {} : { $gte: createdFrom }),
    ...(createdUntil === null ? {} : { $lt: createdUntil }),
  }
  const filter = {
    $and: [
      scope,
      anyOf('subjectType', subjectTypes),
      ...(subjectId == null ? [] : [{ subjectId }]),
      ...(outcomes == null ? [] : [{ $or: [NOTHING, ...outcomes.map((one) => OUTCOMES[one])] }]),
      ...(walletId == null ? [] : [{ walletId }]),
      ...(agentId == null ? [] : [{ agentId }]),
      ...(Object.keys(created).length === 0 ? [] : [{ createdAt: created }]),
    ],
  }
  const rows = database.collection<ScreeningRow>(SCREENINGS)
  return findPage(rows, { name: 'screenings', filter, orders: BY_TIME }, args)
}

const NOTHING = { _id: { $in: [] } }
const SCORED = { 'checks.outcome': { $nin: ['deny', 'review'] } }
const score = (compared: '$gte' | '$lt', limit: number) => ({
  $expr: { [compared]: [{ $sum: '$checks.score' }, limit] },
})
/** As `judge` decides, of rows of every release. */
const OUTCOMES: Readonly<Record<ScreeningOutcome, object>> = {
  deny: { $or: [{ 'checks.outcome': 'deny' }, { ...SCORED, ...score('$gte', DENY_FROM) }] },
  review: {
    $or: [
      { 'checks.outcome': { $eq: 'review', $ne: 'deny' } },
      { $and: [SCORED, score('$lt', DENY_FROM), score('$gte', REVIEW_FROM)] },
    ],
  },
  pass: { ...SCORED, ...score('$lt', REVIEW_FROM) },
}

const subjectTypeOf = ({ kind }: AnySpend): keyof typeof SUBJECT_KINDS =>
  kind === 'hold' ? 'hold' : kind === 'card' ? 'card_transaction' : 'payment'

/** The record of a spend. */
export type SpendScreening = Omit<ScreeningRow, 'v' | 'walletId'> & { readonly walletId: WalletId }

/** Null where nothing is kept. */
export function newScreening(spend: AnySpend, { walletId, agentId }: WalletPosition, at: Date): SpendScreening | null {
  const { screening, orgId, mode } = spend
  const { screeningId, checks, revision } = screening
  if (screeningId === null) return null
  const subjectType = subjectTypeOf(spend)
  const subjectId = subjectIdOf(subjectType, screeningId)
  const attempt = attemptOf(spend)
  const subject = { subjectType, subjectId, attempt }
  return { _id: screeningId, orgId, mode, walletId, agentId, ...subject, checks, revision, createdAt: at }
}

const attemptOf = ({ caller, toText, merchant, amount, chain }: AnySpend) =>
  attemptedSpend(caller, { amount, chain, to: toText, merchant: merchant?.domain ?? null })

/** What decided: a list that denies needs nothing beside it. */
function reasonsOf(checks: readonly ScreeningCheck[]): string[] {
  const denying = checks.filter(({ outcome }) => outcome === 'deny')
  const deciding = denying.length > 0 ? denying : checks
  return deciding.map(({ name, outcome }) => (outcome === 'deny' ? 'sanctions_hit' : name))
}

/**
 * What was denied, and what a case is opened for, is held against the agent until the case is cleared (domain 4.5); a review
 * that cannot wait is not, because nobody could clear it.
 */
export function flaggedWallet(
  wallet: WalletPosition,
  { screening: { screeningId, checks, cleared } }: AnySpend,
  caseId: CaseId | null,
  at: Date,
): WalletPosition {
  // For its owner the wallet is frozen.
  const others = checks.filter((check) => !isOfOwner(check))
  const { outcome, riskLevel } = judge(others, cleared)
  const id = caseId ?? screeningId
  const severity = flagSeverity(riskLevel)
  if (id === null || severity === null || (outcome === 'review' && caseId === null)) return wallet
  return addFlag(wallet, { id, severity, at, isOpen: caseId !== null })
}

/** Domain 4.2: on every review and every denial, without the data of the person who is listed. */
export function flaggedEvent(
  spend: AnySpend,
  { walletId, agentId }: WalletPosition,
  caseId: CaseId | null,
  at: Date,
): EventDraft {
  const { screeningId, checks, cleared } = spend.screening
  const { outcome, riskScore } = judge(checks, cleared)
  const subjectType = subjectTypeOf(spend)
  const named = screeningId === null ? null : subjectIdOf(subjectType, screeningId)
  const subjectId = spend.approval?.subjectId ?? named
  return {
    ...{ type: 'compliance.flagged', resourceId: walletId, walletId },
    ...(agentId === null ? {} : { agentId }),
    data: {
      ...(screeningId === null ? {} : { screening_id: screeningId }),
      ...(subjectId === null ? {} : { subject_id: subjectId }),
      // Of what is denied there is no payment.
      ...(caseId === null ? {} : { case_id: caseId, payment_id: subjectId }),
      wallet_id: walletId,
      agent_id: agentId,
      subject_type: subjectType,
      ...attemptData(attemptOf(spend)),
      outcome,
      risk_score: riskScore,
      reasons: reasonsOf(checks),
      created_at: at.toISOString(),
    },
  }
}

interface ListedSpend extends Pick<ScreenedRow, 'caseId'> {
  readonly _id: PaymentId | HoldId
  readonly walletId: WalletId
  readonly agentId: AgentId | null
}

/** Of a payment or hold that was accepted or parked before its recipient came on a list. */
export function listedEvent({ _id: subjectId, walletId, agentId, caseId }: ListedSpend, at: Date): EventDraft {
  const isHold = isId('hold', subjectId)
  return {
    ...{ type: 'compliance.flagged', resourceId: walletId, walletId },
    ...(agentId === null ? {} : { agentId }),
    data: {
      ...{ screening_id: screeningIdOf(subjectId), subject_id: subjectId },
      ...(isHold ? {} : { payment_id: subjectId }),
      ...(caseId === undefined ? {} : { case_id: caseId }),
      ...{ wallet_id: walletId, agent_id: agentId, subject_type: isHold ? 'hold' : 'payment', outcome: 'deny' },
      ...{ risk_score: LIST_FINDINGS.sanctions.score, reasons: ['sanctions_hit'], created_at: at.toISOString() },
    },
  }
}

interface FlaggedRecord extends Pick<ScreeningRow, 'subjectType' | 'subjectId' | 'checks'> {
  /** Absent where no record is kept: of what was refused. */
  readonly screeningId?: ScreeningId
  readonly caseId?: CaseId
  /** Of a counterparty. */
  readonly walletId?: WalletId
  readonly agentId?: AgentId | null
}

/** Of a record that names somebody, or of whom a wallet has paid; of a record that was refused there is none with that id. */
export function recordFlaggedEvent(flagged: FlaggedRecord, at: Date): EventDraft {
  const { screeningId, caseId, subjectType, subjectId, walletId, agentId = null, checks } = flagged
  const { outcome, riskScore } = judge(checks)
  return {
    ...{ type: 'compliance.flagged', resourceId: walletId ?? subjectId },
    ...(walletId === undefined ? {} : { walletId }),
    ...(agentId === null ? {} : { agentId }),
    data: {
      ...(screeningId && { screening_id: screeningId }),
      ...(caseId && { case_id: caseId }),
      ...(walletId === undefined ? {} : { wallet_id: walletId }),
      ...{ subject_id: subjectId, subject_type: subjectType, outcome, risk_score: riskScore },
      ...{ agent_id: agentId, reasons: reasonsOf(checks), created_at: at.toISOString() },
    },
  }
}
