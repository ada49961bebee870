/**
 * Deliveries: one row for each event and endpoint. The id is derived from both, so that inserting it twice (a restart, a second
 * process) changes nothing. Workers look for `dueAt`; `nextAttemptAt` is the schedule, which a manual attempt does not change.
 */
import { anyOf, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId, DeliveryId, EventId, OrgId, ReplayId, WebhookId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import type { DeliveryState } from '../rules/retrySchedule.ts'

export const DELIVERIES = 'deliveries'

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
  /** That its event names; absent where it names none, and in rows of earlier versions. */
  readonly merchantId?: string
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
  /** The last one that it was sent by. */
  readonly replayId?: ReplayId
  /** Machine time at which the last attempt was recorded; absent before, and in rows of earlier versions. */
  readonly attemptedAt?: Date
  readonly leaseOwner: string | null
  readonly leaseUntil: Date | null
  /** Of the attempt that is under way; absent where none is. */
  readonly lane?: number
  readonly createdAt: Date
  /** Machine time, of the process, of the last change that readers see; absent in rows of earlier versions. */
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
// For the health of an endpoint, of which much may wait that was never attempted.
deliverySchema.index({ webhookId: 1, attemptedAt: -1 }, { partialFilterExpression: { attemptedAt: { $exists: true } } })
// Each lane of an endpoint is that of one attempt at most, whichever process makes it.
deliverySchema.index({ webhookId: 1, lane: 1 }, { unique: true, partialFilterExpression: { lane: { $gte: 0 } } })
// For those who watch an endpoint.
deliverySchema.index({ webhookId: 1, changedAt: 1 })

export function findDeliveriesById(database: Database, ids: readonly DeliveryId[]): Promise<DeliveryRow[]> {
  return deliveries(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface DeliveryListArguments extends OrderedArguments {
  readonly statuses?: readonly DeliveryState[] | null | undefined
  readonly types?: readonly string[] | null | undefined
  readonly createdFrom?: Date | null | undefined
  readonly createdUntil?: Date | null | undefined
}

/** @param keptSince what was made before it and has ended is kept no longer, deleted or not */
export function findDeliveryPage(
  database: Database,
  webhookId: WebhookId,
  keptSince: Date,
  { statuses, types, createdFrom, createdUntil, ...args }: DeliveryListArguments,
): Promise<Page<DeliveryRow>> {
  const createdAt = { ...(createdFrom && { $gte: createdFrom }), ...(createdUntil && { $lt: createdUntil }) }
  const isBounded = Object.keys(createdAt).length > 0
  const filter = {
    ...{ webhookId, ...anyOf('status', statuses), ...anyOf('type', types) },
    ...(isBounded && { createdAt }),
    $or: [{ createdAt: { $gte: keptSince } }, { dueAt: { $ne: null } }],
  }
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

/** Of these, which are disabled: those with something that is sent to them all the same. */
export async function findAskedWebhookIds(
  database: Database,
  webhookIds: readonly WebhookId[],
  now: Date,
): Promise<Set<WebhookId>> {
  if (webhookIds.length === 0) return new Set()
  const due = { webhookId: { $in: [...webhookIds] }, dueAt: { $lte: now } }
  const asked = [{ manual: true }, { test: true }].map((kind) =>
    deliveries(database).distinct('webhookId', { ...due, ...kind }),
  )
  return new Set((await Promise.all(asked)).flat())
}

export interface AttemptedRow {
  readonly _id: DeliveryId
  readonly status: DeliveryState
  readonly lastFailed: Pick<AttemptRow, 'at' | 'statusCode' | 'error'> | null
  readonly lastSucceeded: Pick<AttemptRow, 'at'> | null
}

/** The deliveries that were attempted last, samples left out; nothing of what was sent or answered. */
export function findAttempted(database: Database, webhookId: WebhookId, limit: number): Promise<AttemptedRow[]> {
  const lastWhere = (condition: object) => ({
    $last: { $filter: { input: '$attempts', as: 'one', cond: condition } },
  })
  return deliveries(database)
    .aggregate<AttemptedRow>([
      { $match: { webhookId, attemptedAt: { $exists: true }, test: false } },
      { $sort: { attemptedAt: -1 } },
      { $limit: limit },
      {
        $project: {
          status: 1,
          lastFailed: lastWhere({ $ne: ['$$one.error', null] }),
          lastSucceeded: lastWhere({ $eq: ['$$one.error', null] }),
        },
      },
      { $project: { 'lastFailed.responseExcerpt': 0, 'lastSucceeded.responseExcerpt': 0 } },
    ])
    .toArray()
}

/** When the next attempt at an endpoint is due, or was. */
export async function findNextAttemptAt(database: Database, webhookId: WebhookId): Promise<Date | null> {
  const due = { webhookId, dueAt: { $gt: new Date(0) } }
  return (await deliveries(database).findOne(due, { sort: { dueAt: 1 }, projection: { dueAt: 1 } }))?.dueAt ?? null
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

/**
 * The oldest that were made before this instant and for which no attempt is due or running. The lease of a process that died
 * stays in those whose endpoint was deleted meanwhile.
 * @returns how many
 */
export async function deleteEndedDeliveries(
  database: Database,
  webhookId: WebhookId,
  { before, machineNow, limit }: { readonly before: Date; readonly machineNow: Date; readonly limit: number },
): Promise<number> {
  const isOver = { dueAt: null, leaseUntil: { $not: { $gt: machineNow } } }
  const ended = await deliveries(database)
    .find({ webhookId, createdAt: { $lt: before }, ...isOver }, { projection: { _id: 1 } })
    .sort({ createdAt: 1 })
    .limit(limit)
    .toArray()
  if (ended.length === 0) return 0
  await deliveries(database).deleteMany({ _id: { $in: ended.map(({ _id }) => _id) }, dueAt: null })
  return ended.length
}

/** How many were made before this instant and have ended. */
export function countEndedDeliveries(
  database: Database,
  webhookIds: readonly WebhookId[],
  before: Date,
): Promise<number> {
  const ended = { webhookId: { $in: [...webhookIds] }, createdAt: { $lt: before }, dueAt: null }
  return deliveries(database).countDocuments(ended)
}

/** Ends the open deliveries of a deleted endpoint. */
export async function abandonDeliveries(database: Database, webhookId: WebhookId, changedAt: Date): Promise<void> {
  await deliveries(database).updateMany(
    { webhookId, status: { $in: ['pending', 'pending_retry'] } },
    { $set: { status: 'failed', nextAttemptAt: null, dueAt: null, manual: false, changedAt } },
  )
  await deliveries(database).updateMany({ webhookId, dueAt: { $ne: null } }, { $set: { dueAt: null, manual: false } })
}

export function deliveries(database: Database) {
  return database.collection<DeliveryRow>(DELIVERIES)
}
