/**
 * Webhook endpoints. Each has its own cursor in the event log, so that new, re-enabled and slow endpoints resume exactly where
 * they are, and a disabled one needs no rows. A deleted one stays as a tombstone without secrets, because deliveries may still
 * be in flight.
 */
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, isDuplicateKey, newSchema } from '../../shared/database.ts'
import type { AgentId, MerchantId, OrgId, WalletId, WebhookId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Viewer } from '../rules/visibility.ts'

export const WEBHOOKS = 'webhooks'

/** `acp`: order events of the Agentic Commerce Protocol. */
export type WebhookFormat = 'service' | 'acp'

export interface WebhookRow {
  readonly _id: WebhookId
  readonly orgId: OrgId
  readonly mode: Mode
  /** The agent that registered it and its wallet; null for an endpoint of the organization. */
  readonly agentId: AgentId | null
  readonly walletId: WalletId | null
  readonly url: string
  readonly events: readonly string[]
  /** In which vocabulary it is told; absent in rows of earlier versions: service. */
  readonly format?: WebhookFormat
  /** Only events that name this merchant are sent; null, and absent in rows of earlier versions: all. */
  readonly merchantId?: MerchantId | null
  readonly status: 'active' | 'disabled' | 'deleted'
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Sealed. */
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousSecretExpiresAt: Date | null
  readonly signWith: 'new' | 'previous'
  /** When the secret was last rotated. */
  readonly rotatedAt?: Date
  /** The id of the Idempotency-Key with which it was; null without one, absent in rows of earlier versions. */
  readonly rotatedFor?: string | null
  /** The credential with which it was; absent in rows of earlier versions. */
  readonly rotatedBy?: string
  /** Attempts that have failed since the last that succeeded, and when the first of them began; absent: none. */
  readonly failing?: Failing
  /** Events up to here have their delivery rows, or are older than the endpoint. */
  readonly cursor: number
  /** Its numbered places in the quotas of `webhookQuota.ts`; absent in a tombstone. */
  readonly places?: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Failing {
  readonly count: number
  readonly since: Date
  /** Why the last of them failed. */
  readonly error: string | null
  /** Whether its owner was told. */
  readonly told: boolean
}

export const webhookSchema = newSchema()
webhookSchema.index({ orgId: 1, status: 1 })
// Only one endpoint at a time holds a place, which enforces quotas under concurrent registrations.
webhookSchema.index({ places: 1 }, { unique: true, partialFilterExpression: { places: { $exists: true } } })

// Few: those that fail.
webhookSchema.index({ 'failing.told': 1 }, { partialFilterExpression: { 'failing.told': false } })

const PRESENT = { $in: ['active', 'disabled'] as WebhookRow['status'][] }

/** False when one of its places, or its id, was taken meanwhile. */
export async function insertWebhook(database: Database, row: WebhookRow): Promise<boolean> {
  try {
    await webhooks(database).insertOne(row)
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** Places of an organization's endpoints that are taken, in one mode. */
export async function findTakenPlaces(
  database: Database,
  { orgId, mode }: Pick<WebhookRow, 'orgId' | 'mode'>,
): Promise<Set<string>> {
  const rows = await webhooks(database)
    .find({ orgId, mode, status: PRESENT })
    .project<WebhookRow>({ places: 1 })
    .toArray()
  return new Set(rows.flatMap(({ places = [] }) => places))
}

export function findWebhook(database: Database, id: WebhookId): Promise<WebhookRow | null> {
  return webhooks(database).findOne({ _id: id, status: PRESENT })
}

/** Tombstones too, so that deliveries in flight see that their endpoint is deleted. */
export function findWebhooksWithDeleted(database: Database, ids: readonly WebhookId[]): Promise<WebhookRow[]> {
  return webhooks(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

/** Those that were deleted. */
export async function findDeletedWebhookIds(database: Database, ids: readonly WebhookId[]): Promise<WebhookId[]> {
  const found = webhooks(database).find({ _id: { $in: [...ids] }, status: 'deleted' }, { projection: { _id: 1 } })
  return (await found.toArray()).map(({ _id }) => _id)
}

/** An organization owns the endpoints of its agents too. */
type Owner = Pick<Viewer, 'orgId' | 'mode' | 'agentId'>

const ofOwner = ({ orgId, mode, agentId }: Owner) => ({ orgId, mode, ...(agentId === null ? {} : { agentId }) })

export function findWebhooksOf(database: Database, owner: Owner, limit: number): Promise<WebhookRow[]> {
  return webhooks(database)
    .find({ ...ofOwner(owner), status: PRESENT })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray()
}

export function findWebhookPage(
  database: Database,
  owner: Owner,
  { statuses, ...args }: WebhookListArguments,
): Promise<Page<WebhookRow>> {
  const filter = { status: PRESENT, ...ofOwner(owner), ...anyOf('status', statuses) }
  return findPage(webhooks(database), { name: 'webhooks', filter, orders: { created_at: BY_ID } }, args)
}

export interface WebhookListArguments extends OrderedArguments {
  readonly statuses?: readonly ('active' | 'disabled')[] | null | undefined
}

/** With their latest cursors: a majority may not have these yet. */
export function findActiveWebhooks(database: Database, orgId: OrgId): Promise<WebhookRow[]> {
  return webhooks(database)
    .find({ orgId, status: 'active' }, { readConcern: { level: 'local' } })
    .toArray()
}

/** Of one mode. */
export async function findActiveWebhookIds(
  database: Database,
  { orgId, mode }: Pick<WebhookRow, 'orgId' | 'mode'>,
): Promise<WebhookId[]> {
  const found = webhooks(database).find({ orgId, status: 'active', mode }).project<Pick<WebhookRow, '_id'>>({ _id: 1 })
  return (await found.toArray()).map(({ _id }) => _id)
}

/** Of one mode, deleted ones included: what was sent to them is kept as long. */
export async function findWebhookIds(
  database: Database,
  { orgId, mode }: Pick<WebhookRow, 'orgId' | 'mode'>,
): Promise<WebhookId[]> {
  const found = webhooks(database).find({ orgId, mode }).project<Pick<WebhookRow, '_id'>>({ _id: 1 })
  return (await found.toArray()).map(({ _id }) => _id)
}

/** Organizations with an active endpoint. */
export function findServedOrganizations(database: Database): Promise<OrgId[]> {
  return webhooks(database).distinct('orgId', { status: 'active' })
}

/**
 * Forward only: a slower process must not move a cursor back. Acknowledged by the primary only: a cursor that is lost in a failover
 * is moved again, over rows that exist.
 */
export async function advanceWebhooks(database: Database, ids: readonly WebhookId[], cursor: number): Promise<void> {
  await webhooks(database).updateMany({ _id: { $in: [...ids] } }, { $max: { cursor } }, { writeConcern: { w: 1 } })
}

/** Past events for which no rows are made: they would be made after all where the cursor were lost in a failover. */
export async function skipTo(database: Database, webhookId: WebhookId, cursor: number): Promise<void> {
  await webhooks(database).updateOne({ _id: webhookId }, { $max: { cursor } })
}

type Changes = Partial<Omit<WebhookRow, '_id' | 'orgId' | 'mode' | 'agentId' | 'walletId' | 'cursor' | 'createdAt'>>

/** Null when it was deleted meanwhile. */
export function changeWebhook(database: Database, id: WebhookId, changes: Changes): Promise<WebhookRow | null> {
  return change(database, { _id: id }, changes)
}

/** An attempt has failed. @returns the endpoint afterwards; null: it was deleted */
export function countFailure(
  database: Database,
  id: WebhookId,
  { at, error }: { readonly at: Date; readonly error: string | null },
): Promise<WebhookRow | null> {
  const failing = {
    count: { $add: [{ $ifNull: ['$failing.count', 0] }, 1] },
    since: { $ifNull: ['$failing.since', at] },
    error: { $literal: error },
    told: { $ifNull: ['$failing.told', false] },
  }
  return webhooks(database).findOneAndUpdate({ _id: id, status: PRESENT }, [{ $set: { failing } }], {
    returnDocument: 'after',
  })
}

/** In case it was not told when it was counted. */
export function findUntoldFailing(database: Database, limit: number): Promise<WebhookRow[]> {
  return webhooks(database).find({ 'failing.told': false }).limit(limit).toArray()
}

/** Of these failures, not of others that came after a success. */
export async function markTold(database: Database, id: WebhookId, { since }: Failing): Promise<void> {
  await webhooks(database).updateOne({ _id: id, 'failing.since': since }, { $set: { 'failing.told': true } })
}

export async function endFailing(database: Database, id: WebhookId): Promise<void> {
  await webhooks(database).updateOne({ _id: id }, { $unset: { failing: '' } })
}

/** Compares the secret, so that one of two concurrent rotations fails instead of being lost. */
export function changeSecret(
  database: Database,
  from: Pick<WebhookRow, '_id' | 'secret'>,
  changes: Changes,
): Promise<WebhookRow | null> {
  return change(database, { _id: from._id, secret: from.secret }, changes)
}

function change(database: Database, webhook: Partial<WebhookRow>, changes: Changes): Promise<WebhookRow | null> {
  const filter = { ...webhook, status: PRESENT }
  return webhooks(database).findOneAndUpdate(filter, { $set: changes }, { returnDocument: 'after' })
}

export async function deleteWebhookRow(database: Database, id: WebhookId, at: Date): Promise<void> {
  await webhooks(database).updateOne(
    { _id: id },
    {
      $set: { status: 'deleted', secret: '', previousSecret: null, previousSecretExpiresAt: null, updatedAt: at },
      $unset: { places: '', failing: '' },
    },
  )
}

type Sealed = Pick<WebhookRow, '_id' | 'secret' | 'previousSecret'>

/** Those that have secrets: tombstones have none. */
export function allSealedWebhooks(database: Database): AsyncIterable<Sealed> {
  return webhooks(database)
    .find({ status: PRESENT }, { projection: { secret: 1, previousSecret: 1 } })
    .sort({ _id: 1 })
}

/** Compares, so that a rotation meanwhile is not undone. @returns how many were changed */
export async function replaceSecrets(
  database: Database,
  { _id, secret, previousSecret }: Sealed,
  next: Omit<Sealed, '_id'>,
): Promise<number> {
  return (await webhooks(database).updateOne({ _id, secret, previousSecret }, { $set: next })).modifiedCount
}

function webhooks(database: Database) {
  return database.collection<WebhookRow>(WEBHOOKS)
}
