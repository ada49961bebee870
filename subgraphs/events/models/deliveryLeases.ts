/** Leases of deliveries: who makes an attempt, and in which of the lanes of its endpoint. */
import type { Database } from '../../shared/database.ts'
import { isDuplicateKey } from '../../shared/database.ts'
import type { WebhookId } from '../../shared/ids.ts'
import { type DeliveryRow, deliveries } from './deliveries.ts'

/** One for each attempt that may be under way at an endpoint. */
export const LANES = [0, 1, 2, 3] as const

export interface Lease {
  readonly owner: string
  readonly until: Date
  /** A unique index allows each once for an endpoint. */
  readonly lane: number
}

export interface Claim {
  readonly webhookId: WebhookId
  readonly now: Date
  readonly machineNow: Date
  readonly manualOnly: boolean
}

/** What an attempt needs of a row: not what came of earlier ones. */
export type ClaimedRow = Omit<DeliveryRow, 'attempts' | 'lane'> & { readonly lane: number }

const NEEDED = { attempts: 0 } as const
/** Leases are acknowledged by the primary alone, so a majority may not know them yet. */
const LATEST = { readConcern: { level: 'local' } } as const

export interface Leased {
  readonly rows: readonly ClaimedRow[]
  /** Whether nothing else is due. False where it is not known. */
  readonly isAll: boolean
}

export const leasedBy = ({ owner, until, lane }: Lease) => ({ leaseOwner: owner, leaseUntil: until, lane })

function due({ webhookId, now, machineNow, manualOnly }: Claim) {
  const free = { webhookId, dueAt: { $lte: now }, leaseUntil: { $not: { $gt: machineNow } } }
  if (!manualOnly) return free
  return {
    $or: [
      { ...free, manual: true },
      { ...free, test: true },
    ],
  }
}

/**
 * Leases the oldest due row of an endpoint. Acknowledged by the primary only: a lease lost in a failover costs at most a second
 * attempt.
 * @throws a duplicate key: the lane is taken
 */
export async function leaseOldest(database: Database, claim: Claim, lease: Lease): Promise<ClaimedRow | null> {
  const row = await deliveries(database).findOneAndUpdate(
    due(claim),
    { $set: leasedBy(lease) },
    { sort: { dueAt: 1 }, returnDocument: 'after', projection: NEEDED, writeConcern: { w: 1 } },
  )
  return row as ClaimedRow | null
}

export type DueRow = Omit<ClaimedRow, 'lane'>

/** The oldest that are due and have no lease. */
export function findDue(database: Database, claim: Claim, limit: number): Promise<DueRow[]> {
  return deliveries(database)
    .find(due(claim), { ...LATEST, projection: NEEDED })
    .sort({ dueAt: 1 })
    .limit(limit)
    .toArray()
}

export interface WantedLease {
  /** As it was read. */
  readonly row: DueRow
  readonly lease: Lease
  readonly machineNow: Date
}

/** Of several endpoints at once. @returns each with its lease; 'lane': that is taken; 'row': another process has made or makes an attempt */
export async function leaseRows(
  database: Database,
  wanted: readonly WantedLease[],
): Promise<(ClaimedRow | 'lane' | 'row')[]> {
  const updates = wanted.map(({ row: { _id, dueAt, attemptsMade, manual }, lease, machineNow }) => {
    const filter = { _id, dueAt, attemptsMade, manual, leaseUntil: { $not: { $gt: machineNow } } }
    return { updateOne: { filter, update: { $set: leasedBy(lease) } } }
  })
  const { matchedCount, laneTaken } = await deliveries(database)
    .bulkWrite(updates, { ordered: false, writeConcern: { w: 1 } })
    .then(({ matchedCount: count }) => ({ matchedCount: count, laneTaken: new Set<number>() }), takenIn)
  const isAll = matchedCount + laneTaken.size === wanted.length
  const owners = isAll ? null : await findOwners(database, wanted)
  return wanted.map(({ row, lease }, index) => {
    if (laneTaken.has(index)) return 'lane'
    return owners === null || owners.has(lease.owner) ? { ...row, ...leasedBy(lease) } : 'row'
  })
}

/** @throws the error, where it is another one than that of lanes */
function takenIn(error: unknown): { matchedCount: number; laneTaken: Set<number> } {
  const { writeErrors, result } = error as { writeErrors?: unknown; result?: { matchedCount?: number } }
  const errors = [writeErrors ?? []].flat() as { readonly index: number }[]
  if (errors.length === 0 || !errors.every(isDuplicateKey)) throw error
  return { matchedCount: result?.matchedCount ?? -1, laneTaken: new Set(errors.map(({ index }) => index)) }
}

async function findOwners(database: Database, wanted: readonly WantedLease[]): Promise<ReadonlySet<string | null>> {
  const [ids, owners] = [wanted.map(({ row }) => row._id), wanted.map(({ lease }) => lease.owner)]
  const leased = deliveries(database).find(
    { _id: { $in: ids }, leaseOwner: { $in: owners } },
    { ...LATEST, projection: { leaseOwner: 1 } },
  )
  return new Set((await leased.toArray()).map(({ leaseOwner }) => leaseOwner))
}

/** Lanes of living leases. What ended leases have left of theirs is taken away. */
export async function findTakenLanes(database: Database, { webhookId, machineNow }: Claim): Promise<Set<number>> {
  const inLane = { webhookId, lane: { $gte: 0 } }
  await deliveries(database).updateMany(
    { ...inLane, leaseUntil: { $not: { $gt: machineNow } } },
    { $unset: { lane: '' } },
    { writeConcern: { w: 1 } },
  )
  return new Set(await deliveries(database).distinct('lane', inLane, LATEST)) as Set<number>
}

/** Whether somebody makes an attempt that is due. */
export async function isAttempted(
  database: Database,
  webhookId: WebhookId,
  { now, machineNow }: { readonly now: Date; readonly machineNow: Date },
): Promise<boolean> {
  const leased = { webhookId, dueAt: { $lte: now }, leaseUntil: { $gt: machineNow } }
  return (await deliveries(database).findOne(leased, { ...LATEST, projection: { _id: 1 } })) !== null
}

/** Releases the lease without counting an attempt. */
export const releaseDelivery = (database: Database, row: ClaimedRow): Promise<void> =>
  releaseDeliveries(database, [row])

export async function releaseDeliveries(
  database: Database,
  rows: readonly Pick<ClaimedRow, '_id' | 'leaseOwner'>[],
): Promise<void> {
  if (rows.length === 0) return
  await deliveries(database).updateMany(
    { _id: { $in: rows.map(({ _id }) => _id) }, leaseOwner: { $in: rows.map(({ leaseOwner }) => leaseOwner) } },
    { $set: { leaseOwner: null, leaseUntil: null }, $unset: { lane: '' } },
  )
}
