/**
 * Approvals (domain 3): one row from request to end, written only by the group commit. It holds the whole request, so that
 * the executed payment can be compared with the approved one.
 */

import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { EndingRange } from '../../shared/endingAlerts.ts'
import type {
  AchPaymentId,
  AgentId,
  ApprovalId,
  CardId,
  CheckoutId,
  MandateId,
  MerchantId,
  OrgId,
  QuoteId,
  WalletId,
} from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import type { SubjectId } from '../../shared/spend.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import type { ApprovalReason, ApprovalStatus, Decision, Requester, SubjectType } from '../rules/approvals.ts'

export interface ApprovalRow {
  readonly _id: ApprovalId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly subjectType: SubjectType
  /** The parked payment or hold, or the one made with this approval; null while there is none. */
  readonly subjectId: SubjectId | AchPaymentId | QuoteId | null
  /** Whether the subject is parked for this approval: the decision executes or fails it. */
  readonly isParked: boolean
  readonly subjectHash: string
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly amount: bigint
  readonly token: Token | 'USD'
  /** Null: of dollars, which are on none. */
  readonly chain: Chain | null
  /** The card that may be used; absent: none is. */
  readonly cardId?: CardId
  /** The checkout session that a shared token is for; absent: none is. */
  readonly sessionId?: CheckoutId
  readonly usdMicro: bigint
  /** Destination address, and as the requester named it. */
  readonly to: string
  readonly toText: string
  readonly merchantId: MerchantId | null
  readonly merchant: string | null
  readonly access: string
  readonly requestedBy: Requester
  readonly reason: ApprovalReason
  readonly purpose: string | null
  readonly comment: string | null
  readonly requiredApprovals: number
  /** The organization was strict when it was requested; absent in rows of earlier versions. */
  readonly isStrict?: boolean
  readonly decisions: readonly Decision[]
  readonly status: ApprovalStatus
  readonly mandateId: MandateId | null
  readonly mandateVersion: number | null
  readonly expiresAt: Date
  /** When the organization was told that its end is near; absent: it was not. */
  readonly endingTold?: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly resolvedAt: Date | null
}

export const APPROVALS = 'approvals'

const approvals = (database: Database) => database.collection<ApprovalRow>(APPROVALS)

export const approvalRef = (approvalId: ApprovalId): Ref<ApprovalRow> => ({ collection: APPROVALS, id: approvalId })

export const approvalSchema = newSchema()
approvalSchema.index({ orgId: 1, mode: 1, _id: -1 })
approvalSchema.index({ orgId: 1, mode: 1, expiresAt: -1, _id: -1 })
approvalSchema.index({ orgId: 1, mode: 1, agentId: 1, _id: -1 })
approvalSchema.index({ orgId: 1, mode: 1, agentId: 1, expiresAt: -1, _id: -1 })
const ofPending = { partialFilterExpression: { status: 'pending' } }
approvalSchema.index({ expiresAt: 1, _id: 1 }, ofPending)
/** Of one organization, whose time in test mode may differ from the real one. */
approvalSchema.index(
  { orgId: 1, expiresAt: 1, _id: 1 },
  { name: 'dueOf', partialFilterExpression: { status: 'pending', mode: 'test' } },
)
approvalSchema.index({ status: 1, walletId: 1, expiresAt: 1, _id: 1 }, ofPending)
/** Approved or to be decided, and not used for anything. */
const UNUSED = { status: { $in: ['approved', 'pending'] as ApprovalStatus[] }, subjectId: null }
approvalSchema.index({ cardId: 1, _id: -1 }, { partialFilterExpression: { cardId: { $gt: '' } } })
approvalSchema.index({ sessionId: 1, _id: -1 }, { partialFilterExpression: { sessionId: { $gt: '' } } })

/** A card that may be used again at a merchant. */
export interface Challenge extends Pick<ApprovalRow, 'orgId' | 'mode'> {
  readonly cardId: CardId
  readonly toText: string
  /** At least. */
  readonly amount: bigint
}

const CHALLENGES_MAX = 20

/** The newest first; those that may still be used, or decided. */
export function findChallenges(
  database: Database,
  { orgId, mode, cardId, toText, amount }: Challenge,
): Promise<ApprovalRow[]> {
  return approvals(database)
    .find({ cardId, orgId, mode, toText, amount: { $gte: amount }, ...UNUSED })
    .sort({ _id: -1 })
    .limit(CHALLENGES_MAX)
    .toArray()
}

/** Of a shared token for this checkout session: the newest for exactly this subject that may still be used, or decided. */
export function findUnusedApproval(
  database: Database,
  { orgId, mode, sessionId, subjectHash }: Required<Pick<ApprovalRow, 'orgId' | 'mode' | 'sessionId' | 'subjectHash'>>,
): Promise<ApprovalRow | null> {
  return approvals(database).findOne({ sessionId, orgId, mode, subjectHash, ...UNUSED }, { sort: { _id: -1 } })
}

/** Of each of these checkout sessions: the newest that is still undecided, and asks for a shared token. */
export function findPendingOfSessions(
  database: Database,
  sessionIds: readonly CheckoutId[],
): Promise<Pick<ApprovalRow, '_id' | 'orgId' | 'mode' | 'sessionId' | 'expiresAt'>[]> {
  return approvals(database)
    .aggregate<ApprovalRow>([
      { $match: { sessionId: { $in: [...sessionIds], $gt: '' }, status: 'pending', subjectId: null } },
      { $sort: { sessionId: 1, _id: -1 } },
      { $group: { _id: '$sessionId', newest: { $first: '$$ROOT' } } },
      { $replaceWith: '$newest' },
      { $project: { orgId: 1, mode: 1, sessionId: 1, expiresAt: 1 } },
    ])
    .toArray()
}

export interface ApprovalFilter {
  readonly statuses?: readonly ApprovalStatus[] | null | undefined
  readonly subjectTypes?: readonly SubjectType[] | null | undefined
  /** Null: of all agents. */
  readonly agentIds: readonly string[] | null
}

const ORDERS = { created_at: BY_ID, expires_at: { field: 'expiresAt', type: 'date' } } as const

/** @public what `orderBy` of a list of approvals can name */
export type ApprovalOrder = keyof typeof ORDERS

export function findApproval(database: Database, approvalId: ApprovalId): Promise<ApprovalRow | null> {
  return approvals(database).findOne({ _id: approvalId })
}

export function findApprovals(database: Database, ids: readonly ApprovalId[]): Promise<ApprovalRow[]> {
  return approvals(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export function findApprovalPage(
  database: Database,
  scope: { orgId: OrgId; mode: Mode },
  { statuses, subjectTypes, agentIds }: ApprovalFilter,
  args: OrderedArguments<ApprovalOrder>,
): Promise<Page<ApprovalRow>> {
  const states = { ...anyOf('status', statuses), ...anyOf('subjectType', subjectTypes) }
  return findPage(
    approvals(database),
    { name: 'approvals', filter: { ...scope, ...anyOf('agentId', agentIds), ...states }, orders: ORDERS },
    args,
  )
}

/** The last row of the page before. */
type Place = Pick<ApprovalRow, '_id' | 'expiresAt'> | null

interface PageBehind {
  readonly after: Place
  readonly limit: number
}

/** Wallets with pending approvals. Queried by wallet, because one agent can have very many pending approvals. */
export function findWalletsOfPending(database: Database): Promise<WalletId[]> {
  return approvals(database).distinct('walletId', { status: 'pending' })
}

export function listPendingOf(database: Database, walletId: WalletId, page: PageBehind): Promise<ApprovalRow[]> {
  return listPending(database, { walletId }, page)
}

/** Pending ones that have expired. @param owner absent: of all organizations */
export function listDue(
  database: Database,
  at: Date,
  page: PageBehind,
  owner: Partial<ClockOwner> = {},
): Promise<ApprovalRow[]> {
  return listPending(database, { ...owner, expiresAt: { $lte: at } }, page)
}

/** Pending, and not told of. */
export function findEndingApprovals(
  database: Database,
  { owner, from, until, after, limit }: EndingRange,
): Promise<ApprovalRow[]> {
  const which = { ...owner, expiresAt: { $gt: from, $lte: until }, endingTold: { $exists: false } }
  return listPending(database, which, { after: after as Place, limit })
}

/** When the next pending one of this organization expires. */
export async function findNextApprovalEnd(database: Database, owner: ClockOwner, after: Date): Promise<Date | null> {
  const next = { ...owner, status: 'pending', expiresAt: { $gt: after } } as const
  return (await approvals(database).findOne(next, { sort: { expiresAt: 1, _id: 1 } }))?.expiresAt ?? null
}

export function countDueApprovals(database: Database, owner: ClockOwner, until: Date): Promise<number> {
  return approvals(database).countDocuments({ ...owner, status: 'pending', expiresAt: { $lte: until } })
}

function listPending(database: Database, which: object, { after, limit }: PageBehind): Promise<ApprovalRow[]> {
  const behind =
    after === null
      ? {}
      : { $or: [{ expiresAt: { $gt: after.expiresAt } }, { expiresAt: after.expiresAt, _id: { $gt: after._id } }] }
  return approvals(database)
    .find({ $and: [{ status: 'pending' }, which, behind] })
    .sort({ expiresAt: 1, _id: 1 })
    .limit(limit)
    .toArray()
}
