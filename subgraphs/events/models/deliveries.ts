/**
 * Deliveries: one row for each event and endpoint. The id is derived from both, so that inserting it twice (a restart, a second
 * process) changes nothing. Workers look for `dueAt`; `nextAttemptAt` is the schedule, which a manual attempt does not change.
 */
import { anyOf, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, isDuplicateKey, newSchema } from '../../shared/database.ts'
import type { AgentId, DeliveryId, EventId, OrgId, WebhookId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import type { DeliveryState, Progress } from '../rules/retrySchedule.ts'

export const DELIVERIES = 'deliveries'
const ATTEMPTS_KEPT = 50
const CHANGED = { $currentDate: { changedAt: true as const } }

export interface AttemptRow {
  readonly number: number
  readonly at: Date
  readonly statusCode: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly responseExcerpt: string | null
  readonly manual: boolean
}

export interface DeliveryRow {
  readonly _id: DeliveryId
  readonly webhookId: WebhookId
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId | null
  readonly eventId: EventId
  readonly sourceEventId: EventId
  readonly type: string
  readonly test: boolean
  /** The bytes that are sent. */
  readonly body: string
  readonly status: DeliveryState
  readonly scheduledMade: number
  readonly attemptsMade: number
  readonly attempts: readonly AttemptRow[]
  readonly nextAttemptAt: Date | null
  readonly dueAt: Date | null
  /** Whether the next attempt was requested by the owner. */
  readonly manual: boolean
  /** The real instant at which a manual attempt was last requested. */
  readonly askedAt?: Date
  readonly leaseOwner: string | null
  readonly leaseUntil: Date | null
  readonly createdAt: Date
  /** Machine time of the last change that readers see; absent in rows of earlier versions. */
  readonly changedAt?: Date
}

export const deliverySchema = newSchema()
// For claims of one endpoint, and for finding endpoints with due deliveries: final rows have no due time.
deliverySchema.index({ webhookId: 1, dueAt: 1 })
// Of one organization, whose time in test mode may differ from the real one.
deliverySchema.index({ orgId: 1, dueAt: 1 }, { name: 'dueOf', partialFilterExpression: { mode: 'test' } })
// For claims of a disabled endpoint, of which all else waits, however much that is.
deliverySchema.index({ webhookId: 1, manual: 1, dueAt: 1 }, { partialFilterExpression: { manual: true } })
deliverySchema.index({ webhookId: 1, test: 1, dueAt: 1 }, { partialFilterExpression: { test: true } })
deliverySchema.index({ webhookId: 1, createdAt: -1, _id: -1 })
// For those who watch an endpoint.
deliverySchema.index({ webhookId: 1, changedAt: 1 })

/** Existing rows are unchanged. @param machineNow when they were made, as those who watch them compare it */
export async function insertDeliveries(
  database: Database,
  rows: readonly DeliveryRow[],
  machineNow: Date,
): Promise<void> {
  if (rows.length === 0) return
  const made = rows.map((row) => ({ ...row, changedAt: machineNow }))
  try {
    await deliveries(database).insertMany(made, { ordered: false })
  } catch (error) {
    if (!isOnlyDuplicates(error)) throw error
  }
}

function isOnlyDuplicates(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { writeErrors, writeConcernErrors } = error as Record<string, unknown>
  if (Array.isArray(writeConcernErrors) && writeConcernErrors.length > 0) return false
  const errors = Array.isArray(writeErrors) ? writeErrors : writeErrors === undefined ? [] : [writeErrors]
  if (errors.length === 0) return isDuplicateKey(error)
  return errors.every(isDuplicateKey)
}

export function findDeliveriesById(database: Database, ids: readonly DeliveryId[]): Promise<DeliveryRow[]> {
  return deliveries(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface DeliveryListArguments extends OrderedArguments {
  readonly statuses?: readonly DeliveryState[] | null | undefined
  readonly types?: readonly string[] | null | undefined
}

export function findDeliveryPage(
  database: Database,
  webhookId: WebhookId,
  { statuses, types, ...args }: DeliveryListArguments,
): Promise<Page<DeliveryRow>> {
  const filter = { webhookId, ...anyOf('status', statuses), ...anyOf('type', types) }
  const orders = { created_at: { field: 'createdAt', type: 'date' } } as const
  return findPage(deliveries(database), { name: `deliveries of ${webhookId}`, filter, orders }, args)
}

export type DeliveryMark = Pick<DeliveryRow, '_id' | 'status' | 'attemptsMade' | 'nextAttemptAt'> & {
  readonly changedAt: Date
}

/** In the order of their changes. */
export function findChangedDeliveries(
  database: Database,
  webhookId: WebhookId,
  since: Date,
  limit: number,
): Promise<DeliveryMark[]> {
  const shown = { status: 1, attemptsMade: 1, nextAttemptAt: 1, changedAt: 1 }
  return deliveries(database)
    .find<DeliveryMark>({ webhookId, changedAt: { $gte: since } }, { projection: shown })
    .sort({ changedAt: 1 })
    .limit(limit)
    .toArray()
}

/** Endpoints with due deliveries: by naming the endpoint, one look into the index for each, however many are due. */
export function findDueWebhookIds(database: Database, now: Date): Promise<WebhookId[]> {
  return deliveries(database).distinct('webhookId', { webhookId: { $gt: '' as WebhookId }, dueAt: { $lte: now } })
}

/** Of one organization, by its own time. */
export function findDueWebhookIdsOf(database: Database, { orgId, mode }: ClockOwner, now: Date): Promise<WebhookId[]> {
  return deliveries(database).distinct('webhookId', { orgId, mode, dueAt: { $lte: now } })
}

/** When the next delivery of these endpoints is due. */
export async function findNextDueAt(
  database: Database,
  webhookIds: readonly WebhookId[],
  after: Date,
): Promise<Date | null> {
  const next = { webhookId: { $in: [...webhookIds] }, dueAt: { $gt: after } }
  return (await deliveries(database).findOne(next, { sort: { dueAt: 1 }, projection: { dueAt: 1 } }))?.dueAt ?? null
}

export function countDueDeliveries(database: Database, webhookIds: readonly WebhookId[], until: Date): Promise<number> {
  return deliveries(database).countDocuments({ webhookId: { $in: [...webhookIds] }, dueAt: { $lte: until } })
}

/** Whether somebody makes an attempt that is due. */
export async function isAttempted(
  database: Database,
  webhookId: WebhookId,
  { now, machineNow }: { readonly now: Date; readonly machineNow: Date },
): Promise<boolean> {
  const leased = { webhookId, dueAt: { $lte: now }, leaseUntil: { $gt: machineNow } }
  return (await deliveries(database).findOne(leased, { projection: { _id: 1 } })) !== null
}

export interface Lease {
  readonly owner: string
  readonly until: Date
}

/**
 * Leases the oldest due row of an endpoint. Acknowledged by the primary only: a lease lost in a failover costs at most a second
 * attempt.
 */
export function claimDelivery(
  database: Database,
  webhookId: WebhookId,
  claim: { readonly now: Date; readonly machineNow: Date; readonly lease: Lease; readonly manualOnly: boolean },
): Promise<DeliveryRow | null> {
  const due = { webhookId, dueAt: { $lte: claim.now }, leaseUntil: { $not: { $gt: claim.machineNow } } }
  const wanted = claim.manualOnly
    ? {
        $or: [
          { ...due, manual: true },
          { ...due, test: true },
        ],
      }
    : due
  return deliveries(database).findOneAndUpdate(
    wanted,
    { $set: { leaseOwner: claim.lease.owner, leaseUntil: claim.lease.until } },
    { sort: { dueAt: 1 }, returnDocument: 'after', writeConcern: { w: 1 } },
  )
}

/** False when the lease was lost meanwhile: then the new holder records its own attempt. */
export async function recordAttempt(
  database: Database,
  row: DeliveryRow,
  attempt: AttemptRow,
  progress: Progress,
): Promise<boolean> {
  const result = await deliveries(database).updateOne({ _id: row._id, leaseOwner: row.leaseOwner }, {
    $set: { ...progress, dueAt: progress.nextAttemptAt, manual: false, leaseOwner: null, leaseUntil: null },
    ...CHANGED,
    $inc: { attemptsMade: 1 },
    $push: { attempts: { $each: [attempt], $slice: -ATTEMPTS_KEPT } },
  } as object)
  return result.matchedCount === 1
}

/** Releases the lease without counting an attempt. */
export async function releaseDelivery(database: Database, row: DeliveryRow): Promise<void> {
  await deliveries(database).updateOne(
    { _id: row._id, leaseOwner: row.leaseOwner },
    { $set: { leaseOwner: null, leaseUntil: null } },
  )
}

/** Null when an attempt is running, already requested, or due (`evenIfDue`: the endpoint is disabled, so none is made). */
export function requestAttempt(
  database: Database,
  id: DeliveryId,
  at: {
    readonly now: Date
    readonly machineNow: Date
    readonly askedAt: Date
    readonly evenIfDue: boolean
    readonly notSince: Date | null
  },
): Promise<DeliveryRow | null> {
  return deliveries(database).findOneAndUpdate(
    {
      _id: id,
      manual: false,
      // Asked for by a repeat of the same request, and perhaps made already.
      ...(at.notSince === null ? {} : { askedAt: { $not: { $gte: at.notSince } } }),
      leaseUntil: { $not: { $gt: at.machineNow } },
      ...(at.evenIfDue ? {} : { $or: [{ dueAt: null }, { dueAt: { $gt: at.now } }] }),
    },
    { $set: { manual: true, dueAt: at.now, askedAt: at.askedAt }, ...CHANGED },
    { returnDocument: 'after' },
  )
}

/** Every endpoint that has deliveries, deleted ones too: one look into the index for each. */
export async function* findOwnersOfDeliveries(
  database: Database,
): AsyncGenerator<Pick<DeliveryRow, 'webhookId' | 'orgId' | 'mode'>> {
  let after = '' as WebhookId
  for (;;) {
    const owner = await deliveries(database).findOne(
      { webhookId: { $gt: after } },
      { sort: { webhookId: 1 }, projection: { webhookId: 1, orgId: 1, mode: 1 } },
    )
    if (owner === null) return
    yield owner
    after = owner.webhookId
  }
}

/** The oldest that were made before this instant and for which no attempt is due. @returns how many */
export async function deleteEndedDeliveries(
  database: Database,
  webhookId: WebhookId,
  before: Date,
  limit: number,
): Promise<number> {
  const ended = await deliveries(database)
    .find({ webhookId, createdAt: { $lt: before }, dueAt: null, leaseUntil: null }, { projection: { _id: 1 } })
    .sort({ createdAt: 1 })
    .limit(limit)
    .toArray()
  if (ended.length === 0) return 0
  await deliveries(database).deleteMany({ _id: { $in: ended.map(({ _id }) => _id) }, dueAt: null })
  return ended.length
}

/** Ends the open deliveries of a deleted endpoint. */
export async function abandonDeliveries(database: Database, webhookId: WebhookId): Promise<void> {
  await deliveries(database).updateMany(
    { webhookId, status: { $in: ['pending', 'pending_retry'] } },
    { $set: { status: 'failed', nextAttemptAt: null, dueAt: null, manual: false }, ...CHANGED },
  )
  await deliveries(database).updateMany({ webhookId, dueAt: { $ne: null } }, { $set: { dueAt: null, manual: false } })
}

function deliveries(database: Database) {
  return database.collection<DeliveryRow>(DELIVERIES)
}
