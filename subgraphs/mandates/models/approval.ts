/**
 * Approvals (domain 3): one row from request to end, written only by the commit lane. It holds what was asked in full,
 * so that what is executed can be compared with what was approved.
 */
import { Schema } from 'mongoose'
import type { Ref } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'
import type { Mode } from '../../shared/principal.ts'
import type { ApprovalReason, ApprovalStatus, Decision, Requester, SubjectType } from '../rules/approvals.ts'

export interface ApprovalRow {
  readonly _id: string
  readonly v: number
  readonly orgId: string
  readonly mode: Mode
  readonly subjectType: SubjectType
  /** The payment that waits, or the one that was made under it; null while there is none. */
  readonly subjectId: string | null
  /** A payment waits for this: the decision ends or executes it. */
  readonly isParked: boolean
  readonly subjectHash: string
  readonly walletId: string
  readonly agentId: string | null
  readonly amount: bigint
  readonly token: string
  readonly chain: string
  readonly usdMicro: bigint
  /** Destination address, and as the requester named it. */
  readonly to: string
  readonly toText: string
  readonly merchantId: string | null
  readonly merchant: string | null
  readonly access: string
  readonly requestedBy: Requester
  readonly reason: ApprovalReason
  readonly purpose: string | null
  readonly comment: string | null
  readonly requiredApprovals: number
  readonly decisions: readonly Decision[]
  readonly status: ApprovalStatus
  readonly mandateId: string | null
  readonly mandateVersion: number | null
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly resolvedAt: Date | null
}

export const APPROVALS = 'approvals'

export const approvalRef = (approvalId: string): Ref => ({ collection: APPROVALS, id: approvalId })

export const approvalSchema = new Schema(
  { _id: String },
  { collection: APPROVALS, versionKey: false, strict: false, autoIndex: false },
)
approvalSchema.index({ orgId: 1, mode: 1, _id: -1 })
approvalSchema.index({ expiresAt: 1 }, { partialFilterExpression: { status: 'pending' } })

export interface ApprovalFilter {
  readonly status?: ApprovalStatus
  readonly agentId?: string
  readonly subjectType?: SubjectType
}

export function findApproval(database: Database, approvalId: string): Promise<ApprovalRow | null> {
  return database.collection<ApprovalRow>(APPROVALS).findOne({ _id: approvalId })
}

export function findApprovals(database: Database, ids: readonly string[]): Promise<ApprovalRow[]> {
  return database
    .collection<ApprovalRow>(APPROVALS)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

/** Newest first; one more than `limit` tells that there is a next page. */
export function listApprovals(
  database: Database,
  scope: { orgId: string; mode: Mode },
  filter: ApprovalFilter,
  page: { limit: number; beforeId: string | null },
): Promise<ApprovalRow[]> {
  return database
    .collection<ApprovalRow>(APPROVALS)
    .find({ ...scope, ...filter, ...(page.beforeId === null ? {} : { _id: { $lt: page.beforeId } }) })
    .sort({ _id: -1 })
    .limit(page.limit + 1)
    .toArray()
}

/**
 * Pending ones whose wallet is frozen or whose mandate is revoked: what a stop should have ended and did not, because its
 * process died or because policy itself froze the wallet.
 */
export async function listWithoutAuthority(
  database: Database,
  limit: number,
): Promise<{ row: ApprovalRow; isFrozen: boolean }[]> {
  const found = await database
    .collection<ApprovalRow>(APPROVALS)
    .aggregate<ApprovalRow & { isFrozen: boolean }>([
      { $match: { status: 'pending' } },
      {
        $lookup: {
          from: 'positions',
          let: { id: { $concat: ['wal:', '$walletId'] } },
          pipeline: [
            { $match: { $expr: { $eq: ['$_id', '$$id'] } } },
            { $match: { $or: [{ frozen: { $ne: null } }, { 'mandate.status': 'revoked' }] } },
            { $project: { isFrozen: { $ne: ['$frozen', null] } } },
          ],
          as: 'stopped',
        },
      },
      { $match: { 'stopped.0': { $exists: true } } },
      { $limit: limit },
      { $addFields: { isFrozen: { $first: '$stopped.isFrozen' } } },
      { $unset: 'stopped' },
    ])
    .toArray()
  return found.map(({ isFrozen, ...row }) => ({ row, isFrozen }))
}

/** Pending ones whose time is over. */
export function listDue(database: Database, at: Date, limit: number): Promise<ApprovalRow[]> {
  return database
    .collection<ApprovalRow>(APPROVALS)
    .find({ status: 'pending', expiresAt: { $lte: at } })
    .sort({ expiresAt: 1 })
    .limit(limit)
    .toArray()
}
