/** Cases (domain 4.2): one row for each spend, bank account, rate or mismatch that needed a review, written only by the group commit. */

import type { Ref } from '../../shared/commit/types.ts'
import type { Reviewed, ReviewSubject } from '../../shared/complianceReviews.ts'
import { type ConductWallet, endFlag } from '../../shared/conduct.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import { invariant } from '../../shared/errors.ts'
import {
  type AgentId,
  type CaseId,
  ID_PREFIXES,
  type MismatchId,
  type OrgId,
  type PaymentId,
  type ScreeningId,
  type WalletId,
} from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import type { AnySpend, ScreeningCheck } from '../../shared/spend.ts'
import type { ApprovalRules, Requester } from '../rules/approvals.ts'
import { assigneeAfter, CASE_LIFE_MS, type CaseNote, type CaseStatus, nextCaseStatus } from '../rules/cases.ts'
import { flagSeverity, judge, type RiskLevel } from '../rules/screening.ts'
import { requesterOf } from './approvalRow.ts'
import { type SpendScreening, subjectIdOf } from './screenings.ts'

export interface CaseRow {
  readonly _id: CaseId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly status: CaseStatus
  /** Not decided yet. */
  readonly isOpen: boolean
  readonly severity: RiskLevel
  readonly riskScore: number
  readonly checks: readonly ScreeningCheck[]
  readonly screeningId: ScreeningId
  /** Null where it is about something else, which `subject` names. */
  readonly paymentId: PaymentId | null
  readonly walletId: WalletId | null
  readonly agentId: AgentId | null
  /** Null: the service itself. */
  readonly requestedBy: Requester | null
  /** Absent: its payment. */
  readonly subject?: ReviewSubject
  /** The rules for approvals when it was opened; absent in rows of earlier versions. */
  readonly rules?: ApprovalRules
  readonly notes: readonly CaseNote[]
  readonly decidedBy: string | null
  /** The person who works on it, or has; absent: nobody yet. */
  readonly assignee?: string | null
  readonly dueAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly closedAt: Date | null
}

/** About a payment, which waits for it. */
export type PaymentCase = CaseRow & {
  readonly paymentId: PaymentId
  readonly walletId: WalletId
  readonly requestedBy: Requester
}

export const isOfPayment = (row: CaseRow): row is PaymentCase => row.subject === undefined

/** About something else; null: about a payment. */
export const reviewedIn = ({ _id: caseId, orgId, mode, subject }: CaseRow): Reviewed | null =>
  subject === undefined ? null : { caseId, orgId, mode, subject }

export const CASES = 'cases'

const cases = (database: Database) => database.collection<CaseRow>(CASES)

export const caseRef = (caseId: CaseId): Ref<CaseRow> => ({ collection: CASES, id: caseId })

export const caseSchema = newSchema()
caseSchema.index({ orgId: 1, mode: 1, _id: -1 })
const ofOpen = { partialFilterExpression: { isOpen: true } }
caseSchema.index({ dueAt: 1, _id: 1 }, { name: 'open', ...ofOpen })
/** Of one organization, whose time in test mode may differ from the real one. */
caseSchema.index(
  { orgId: 1, dueAt: 1, _id: 1 },
  { name: 'dueOf', partialFilterExpression: { isOpen: true, mode: 'test' } },
)
caseSchema.index({ isOpen: 1, walletId: 1, _id: 1 }, { name: 'openByWallet', ...ofOpen })

/** Of the case that the spend may open; null where it cannot wait for one. */
export function newCaseIdOf({ kind, chain, approval }: AnySpend): CaseId | null {
  if (kind === 'hold' || chain === undefined || approval === undefined || !approval.park || approval.newId === null)
    return null
  return `${ID_PREFIXES.case}${approval.subjectId.slice(ID_PREFIXES.payment.length)}`
}

/** Of a mismatch that compliance looks into; others have none. */
export const mismatchCaseIdOf = (mismatchId: MismatchId): CaseId =>
  `${ID_PREFIXES.case}${mismatchId.slice(ID_PREFIXES.mismatch.length)}`

export function newCase(
  caseId: CaseId,
  spend: AnySpend,
  { screening, rules }: { readonly screening: SpendScreening; readonly rules: ApprovalRules },
  at: Date,
): Omit<CaseRow, 'v'> {
  const { _id: screeningId, orgId, mode, walletId, agentId, checks } = screening
  const { riskScore, riskLevel } = judge(checks)
  return {
    _id: caseId,
    ...{ orgId, mode, status: 'open', isOpen: true, severity: riskLevel, riskScore, checks, screeningId },
    ...{ paymentId: subjectIdOf('payment', screeningId), walletId, agentId, requestedBy: requesterOf(spend.caller) },
    ...{ rules, notes: [], decidedBy: null, dueAt: new Date(at.getTime() + CASE_LIFE_MS) },
    ...{ createdAt: at, updatedAt: at, closedAt: null },
  }
}

interface Reviewable extends Pick<CaseRow, 'orgId' | 'mode' | 'agentId' | 'checks' | 'screeningId' | 'requestedBy'> {
  readonly subject: ReviewSubject
  readonly rules: ApprovalRules
}

/** About something else than a payment. */
export function newReview(caseId: CaseId, reviewed: Reviewable, at: Date): Omit<CaseRow, 'v'> {
  const { riskScore, riskLevel } = judge(reviewed.checks)
  return {
    ...{ _id: caseId, ...reviewed, status: 'open', isOpen: true, severity: riskLevel, riskScore },
    ...{ paymentId: null, walletId: null, notes: [], decidedBy: null, dueAt: new Date(at.getTime() + CASE_LIFE_MS) },
    ...{ createdAt: at, updatedAt: at, closedAt: null },
  }
}

export function findCase(database: Database, caseId: CaseId): Promise<CaseRow | null> {
  return cases(database).findOne({ _id: caseId })
}

export function findCasesById(database: Database, caseIds: readonly CaseId[]): Promise<CaseRow[]> {
  return cases(database)
    .find({ _id: { $in: [...caseIds] } })
    .toArray()
}

interface CaseFilter {
  readonly statuses?: readonly CaseStatus[] | null | undefined
  readonly severities?: readonly RiskLevel[] | null | undefined
  readonly subjectTypes?: readonly CaseSubject[] | null | undefined
  readonly subjectId?: string | null | undefined
  readonly assignee?: string | null | undefined
}

type CaseSubject = 'payment' | ReviewSubject['type']

/** Rows about payments name nothing else, those of earlier releases among them. */
const aboutOneOf = (types: readonly CaseSubject[]) => ({
  $or: [{ 'subject.type': { $in: types } }, ...(types.includes('payment') ? [{ subject: { $exists: false } }] : [])],
})

export function findCasePage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode },
  { statuses, severities, subjectTypes, subjectId, assignee }: CaseFilter,
  args: OrderedArguments,
): Promise<Page<CaseRow>> {
  const filter = {
    $and: [
      { ...scope, ...anyOf('status', statuses), ...anyOf('severity', severities) },
      ...(subjectTypes == null ? [] : [aboutOneOf(subjectTypes)]),
      ...(assignee == null ? [] : [{ assignee }]),
      ...(subjectId == null ? [] : [{ $or: [{ paymentId: subjectId }, { 'subject.id': subjectId }] }]),
    ],
  }
  return findPage(cases(database), { name: 'cases', filter, orders: { created_at: BY_ID } }, args)
}

interface DuePage {
  readonly after: Pick<CaseRow, '_id' | 'dueAt'> | null
  readonly limit: number
  /** Absent: of all organizations. */
  readonly owner?: ClockOwner
}

/** Open ones whose time is over, the oldest end first. */
export function findDueCases(database: Database, at: Date, { after, limit, owner }: DuePage): Promise<CaseRow[]> {
  const behind =
    after === null ? [] : [{ $or: [{ dueAt: { $gt: after.dueAt } }, { dueAt: after.dueAt, _id: { $gt: after._id } }] }]
  return cases(database)
    .find({ $and: [{ ...owner, isOpen: true, dueAt: { $lte: at } }, ...behind] })
    .sort({ dueAt: 1, _id: 1 })
    .limit(limit)
    .toArray()
}

/** When the next open one of this organization ends. */
export async function findNextCaseEnd(database: Database, owner: ClockOwner, after: Date): Promise<Date | null> {
  const next = { ...owner, isOpen: true, dueAt: { $gt: after } }
  return (await cases(database).findOne(next, { sort: { dueAt: 1, _id: 1 } }))?.dueAt ?? null
}

export function countDueCases(database: Database, owner: ClockOwner, until: Date): Promise<number> {
  return cases(database).countDocuments({ ...owner, isOpen: true, dueAt: { $lte: until } })
}

export async function findWalletsOfOpen(database: Database): Promise<WalletId[]> {
  const found = await cases(database).distinct('walletId', { isOpen: true })
  return found.filter((walletId) => walletId !== null)
}

/** In the order of ids, after `after`. */
export function findOpenCasesOf(
  database: Database,
  walletId: WalletId,
  { after, limit }: { readonly after: CaseId | null; readonly limit: number },
): Promise<CaseRow[]> {
  return cases(database)
    .find({ isOpen: true, walletId, ...(after === null ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

export const bySystem = (text: string) => ({ personId: null, keyId: null, text })

/** The case with one more event. */
export function withEvent(row: CaseRow, { event, ...note }: Omit<CaseNote, 'at'>, at: Date): CaseRow {
  const status = nextCaseStatus(row.status, event)
  invariant(status !== null, `case ${row._id} is ${row.status} and gets ${event}`)
  const isOpen = nextCaseStatus(status, 'expire') !== null
  const closed = isOpen ? {} : { closedAt: at, decidedBy: note.personId }
  const assignee = assigneeAfter({ event, ...note })
  return {
    ...{ ...row, status, isOpen, notes: [...row.notes, { ...note, event, at }], updatedAt: at, ...closed },
    ...(assignee !== undefined && { assignee }),
  }
}

/** The wallet without the open flag of the case on its agent, who may be another one by now and have nothing to do with it. */
export function flagEnded<Wallet extends ConductWallet & { readonly agentId: AgentId | null }>(
  wallet: Wallet,
  { _id: id, agentId, severity: level, createdAt: at }: Pick<CaseRow, '_id' | 'agentId' | 'severity' | 'createdAt'>,
  how: 'confirm' | 'clear',
): Wallet {
  const severity = flagSeverity(level)
  return severity === null || wallet.agentId !== agentId ? wallet : endFlag(wallet, { id, severity, at }, how)
}
