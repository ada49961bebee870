/** Attempts of deliveries: who makes one, what came of it, and what their owners ask for. */
import type { Database } from '../../shared/database.ts'
import type { DeliveryId, ReplayId } from '../../shared/ids.ts'
import type { Progress } from '../rules/retrySchedule.ts'
import { type AttemptRow, type DeliveryRow, deliveries } from './deliveries.ts'
import type { ClaimedRow } from './deliveryLeases.ts'

const ATTEMPTS_KEPT = 50

export interface MadeAttempt {
  readonly row: ClaimedRow
  readonly attempt: AttemptRow
  readonly progress: Progress
  readonly changedAt: Date
}

/** Of a lease that was lost meanwhile nothing is recorded: the new holder records its own attempt. @returns how many were */
export async function recordAttempts(database: Database, made: readonly MadeAttempt[]): Promise<number> {
  const updates = made.map(({ row, attempt, progress, changedAt }) => ({
    updateOne: {
      filter: { _id: row._id, leaseOwner: row.leaseOwner },
      update: {
        $set: {
          ...{ ...progress, dueAt: progress.nextAttemptAt, manual: false, leaseOwner: null, leaseUntil: null },
          ...{ changedAt, attemptedAt: changedAt },
        },
        $unset: { lane: '' },
        $inc: { attemptsMade: 1 },
        $push: { attempts: { $each: [attempt], $slice: -ATTEMPTS_KEPT } },
      } as object,
    },
  }))
  return (await deliveries(database).bulkWrite(updates, { ordered: false })).matchedCount
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
    { $set: { manual: true, dueAt: at.now, askedAt: at.askedAt, changedAt: at.machineNow } },
    { returnDocument: 'after' },
  )
}

/** As `requestAttempt`, of those that are not delivered. */
export async function requestAttempts(
  database: Database,
  ids: readonly DeliveryId[],
  at: { readonly now: Date; readonly machineNow: Date; readonly askedAt: Date; readonly replayId: ReplayId },
): Promise<void> {
  const { now, machineNow, askedAt, replayId } = at
  await deliveries(database).updateMany(
    {
      _id: { $in: [...ids] },
      status: { $ne: 'delivered' },
      manual: false,
      leaseUntil: { $not: { $gt: machineNow } },
      $or: [{ dueAt: null }, { dueAt: { $gt: now } }],
    },
    { $set: { manual: true, dueAt: now, askedAt, replayId, changedAt: machineNow } },
  )
}

/** How many of them were last sent by this replay. */
export function countReplayed(database: Database, ids: readonly DeliveryId[], replayId: ReplayId): Promise<number> {
  return deliveries(database).countDocuments({ _id: { $in: [...ids] }, replayId })
}
