/**
 * Mandates and their versions (specification 2.6): `mandates` has agent, wallet and status, `mandateVersions` the policy
 * as text and as object, one row for each version, which changes only when it is superseded.
 */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page, present } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { EndingRange } from '../../shared/endingAlerts.ts'
import { type AgentId, type MandateId, mandateVersionId, type OrgId, type WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { MandateStatus } from '../rules/mandateStatus.ts'
import type { Policy } from '../rules/policy.ts'

export interface MandateRow {
  readonly _id: MandateId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId
  readonly walletId: WalletId
  /** May still be active after it has expired: use `statusAt`. */
  readonly status: MandateStatus
  /** The current version; its time zone is copied here. */
  readonly version: number
  readonly expiresAt: Date | null
  /** The end of which the organization was told that it is near; absent: of none. */
  readonly endingTold?: Date
  readonly limitTimezone: string
  readonly supersedes: MandateId | null
  readonly createdBy: string
  readonly revokedAt: Date | null
  readonly revokedReason: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface MandateVersionRow {
  /** `mnd_…/3` */
  readonly _id: string
  readonly v: number
  readonly mandateId: MandateId
  readonly version: number
  readonly policy: Policy
  readonly policyText: string
  readonly canonicalText: string
  readonly policyHash: string
  readonly limitTimezone: string
  readonly effectiveFrom: Date
  readonly supersededAt: Date | null
  readonly createdBy: string
}

export const MANDATES = 'mandates'
export const MANDATE_VERSIONS = 'mandateVersions'

export const mandateRef = (mandateId: MandateId): Ref<MandateRow> => ({ collection: MANDATES, id: mandateId })
export const versionRef = (mandateId: MandateId, version: number): Ref<MandateVersionRow> => ({
  collection: MANDATE_VERSIONS,
  id: mandateVersionId(mandateId, version),
})

export const mandateSchema = newSchema()
mandateSchema.index({ orgId: 1, mode: 1, _id: -1 })
mandateSchema.index({ orgId: 1, mode: 1, agentId: 1, _id: -1 })
mandateSchema.index({ orgId: 1, mode: 1, walletId: 1, _id: -1 })
mandateSchema.index({ walletId: 1, agentId: 1, status: 1 })

// For what is told before a mandate ends.
const ofActive = { partialFilterExpression: { status: 'active', expiresAt: { $type: 'date' } } }
mandateSchema.index({ expiresAt: 1, _id: 1 }, ofActive)
mandateSchema.index({ orgId: 1, expiresAt: 1, _id: 1 }, { name: 'endingOf', ...ofActive })

/** In force or just ended, and not told of. */
export async function findEndingMandates(
  database: Database,
  { owner, from, until, after, limit }: EndingRange,
): Promise<EndingMandate[]> {
  const behind = after && {
    $or: [
      { expiresAt: { $gt: after.expiresAt } },
      { expiresAt: after.expiresAt, _id: { $gt: after._id as MandateId } },
    ],
  }
  return database
    .collection<EndingMandate>(MANDATES)
    .find({
      ...owner,
      status: 'active',
      expiresAt: { $gt: from, $lte: until },
      $expr: { $ne: ['$endingTold', '$expiresAt'] },
      ...behind,
    })
    .sort({ expiresAt: 1, _id: 1 })
    .limit(limit)
    .toArray()
}

export type EndingMandate = MandateRow & { readonly expiresAt: Date }

export const mandateVersionSchema = newSchema()
mandateVersionSchema.index({ mandateId: 1, version: -1, _id: -1 })

export function findMandates(database: Database, mandateIds: readonly MandateId[]): Promise<MandateRow[]> {
  return database
    .collection<MandateRow>(MANDATES)
    .find({ _id: { $in: [...mandateIds] } })
    .toArray()
}

export function findVersions(database: Database, ids: readonly string[]): Promise<MandateVersionRow[]> {
  return database
    .collection<MandateVersionRow>(MANDATE_VERSIONS)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface MandateQuery {
  readonly orgId: string
  readonly mode: Mode
  readonly agentId: string | null | undefined
  readonly walletId: string | null | undefined
  /** Statuses at this instant: a mandate is found as expired from the instant it expires. */
  readonly statuses: { readonly anyOf: readonly MandateStatus[]; readonly at: Date } | null
}

export function findMandatePage(
  database: Database,
  { orgId, mode, agentId, walletId, statuses }: MandateQuery,
  args: OrderedArguments,
): Promise<Page<MandateRow>> {
  const filter = {
    orgId,
    mode,
    ...present({ agentId, walletId }),
    ...(statuses === null ? {} : statusFilter(statuses)),
  }
  return findPage(
    database.collection<MandateRow>(MANDATES),
    { name: 'mandates', filter, orders: { created_at: BY_ID } },
    args,
  )
}

function statusFilter({ anyOf: wanted, at }: NonNullable<MandateQuery['statuses']>): object {
  const hasEnded = { status: 'active', expiresAt: { $ne: null, $lte: at } }
  const filters = [...new Set(wanted)].map((status) => {
    if (status === 'active') return { status, $nor: [hasEnded] }
    return status === 'expired' ? { $or: [{ status }, hasEnded] } : { status }
  })
  return filters.length === 0 ? anyOf('status', []) : { $or: filters }
}

export function findVersionPage(
  database: Database,
  mandateId: MandateId,
  args: OrderedArguments,
): Promise<Page<MandateVersionRow>> {
  return findPage(
    database.collection<MandateVersionRow>(MANDATE_VERSIONS),
    {
      name: `mandateVersions ${mandateId}`,
      filter: { mandateId },
      orders: { created_at: { field: 'version', type: 'number' } },
    },
    args,
  )
}
