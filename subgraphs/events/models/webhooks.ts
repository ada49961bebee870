/**
 * Webhook endpoints. Each carries its own place in the event log, so that a new, a re-enabled and a busy endpoint all
 * resume exactly where they stand, and disabling one makes no rows. A deleted one stays as a tombstone without secrets,
 * because deliveries may still be in flight.
 */
import { Schema } from 'mongoose'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import type { Database } from '../../shared/database.ts'
import type { AgentId, OrgId, WalletId, WebhookId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'

export const WEBHOOKS = 'webhooks'

export interface WebhookRow {
  readonly _id: WebhookId
  readonly orgId: OrgId
  readonly mode: Mode
  /** The agent that registered it and its wallet; null for an endpoint of the organization. */
  readonly agentId: AgentId | null
  readonly walletId: WalletId | null
  readonly url: string
  readonly events: readonly string[]
  readonly status: 'active' | 'disabled' | 'deleted'
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Sealed. */
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousSecretExpiresAt: Date | null
  readonly signWith: 'new' | 'previous'
  /** When the secret was changed last. */
  readonly rotatedAt?: Date
  /** Everything up to here has its delivery rows, or was committed before the endpoint was. */
  readonly cursor: number
  /** Numbered places that it takes among its owner's endpoints; none for a tombstone. */
  readonly places?: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const webhookSchema = new Schema(
  { _id: String, orgId: String, mode: String, agentId: String, status: String, cursor: Number },
  { collection: WEBHOOKS, versionKey: false, autoIndex: false, strict: false },
)
webhookSchema.index({ orgId: 1, status: 1 })
// A place is held by one endpoint at a time: this is what bounds their number, whoever registers at the same moment.
webhookSchema.index({ places: 1 }, { unique: true, partialFilterExpression: { places: { $exists: true } } })

const PRESENT = { $in: ['active', 'disabled'] as WebhookRow['status'][] }

const DUPLICATE_KEY = 11_000

/** False when one of its places was taken meanwhile. */
export async function insertWebhook(database: Database, row: WebhookRow): Promise<boolean> {
  try {
    await webhooks(database).insertOne(row)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === DUPLICATE_KEY) return false
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

export function findWebhook(database: Database, id: string): Promise<WebhookRow | null> {
  return webhooks(database).findOne({ _id: id as WebhookId, status: PRESENT })
}

/** Tombstones too: what is in flight must learn that its endpoint is gone. */
export function findWebhooksEver(database: Database, ids: readonly string[]): Promise<WebhookRow[]> {
  return webhooks(database)
    .find({ _id: { $in: [...ids] as WebhookId[] } })
    .toArray()
}

interface Owner {
  readonly orgId: OrgId
  readonly mode: Mode
  /** Null: the organization, whose are those of its agents too. */
  readonly agentId: AgentId | null
}

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

export function findActiveWebhooks(database: Database, orgId: OrgId): Promise<WebhookRow[]> {
  return webhooks(database).find({ orgId, status: 'active' }).toArray()
}

/** Organizations with an endpoint that is served. */
export function findServedOrganizations(database: Database): Promise<OrgId[]> {
  return webhooks(database).distinct('orgId', { status: 'active' })
}

/** Only ever forward: a slower process must not take an endpoint back. */
export async function advanceWebhooks(database: Database, ids: readonly WebhookId[], cursor: number): Promise<void> {
  await webhooks(database).updateMany({ _id: { $in: [...ids] } }, { $max: { cursor } })
}

type Changes = Partial<Omit<WebhookRow, '_id' | 'orgId' | 'mode' | 'agentId' | 'walletId' | 'cursor' | 'createdAt'>>

/** Null when it is gone by now. */
export function changeWebhook(database: Database, id: WebhookId, changes: Changes): Promise<WebhookRow | null> {
  return webhooks(database).findOneAndUpdate(
    { _id: id, status: PRESENT },
    { $set: changes },
    { returnDocument: 'after' },
  )
}

/** The compare on the secret keeps two rotations at once from losing one. */
export function changeSecret(
  database: Database,
  from: Pick<WebhookRow, '_id' | 'secret'>,
  changes: Changes,
): Promise<WebhookRow | null> {
  return webhooks(database).findOneAndUpdate(
    { _id: from._id, secret: from.secret, status: PRESENT },
    { $set: changes },
    { returnDocument: 'after' },
  )
}

export async function deleteWebhookRow(database: Database, id: WebhookId, at: Date): Promise<void> {
  await webhooks(database).updateOne(
    { _id: id },
    {
      $set: { status: 'deleted', secret: '', previousSecret: null, previousSecretExpiresAt: null, updatedAt: at },
      $unset: { places: '' },
    },
  )
}

function webhooks(database: Database) {
  return database.collection<WebhookRow>(WEBHOOKS)
}
