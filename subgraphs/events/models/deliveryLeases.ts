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

const leasedBy = ({ owner, until, lane }: Lease) => ({ leaseOwner: owner, leaseUntil: until, lane })

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
async function claimDelivery(database: Database, claim: Claim, lease: Lease): Promise<Leased> {
  const row = await deliveries(database).findOneAndUpdate(
    due(claim),
    { $set: leasedBy(lease) },
    { sort: { dueAt: 1 }, returnDocument: 'after', projection: NEEDED, writeConcern: { w: 1 } },
  )
  return row === null ? { rows: [], isAll: true } : { rows: [row as unknown as ClaimedRow], isAll: false }
}

/** As many of the oldest due rows as there are leases, one each. @throws a duplicate key: none was leased, for a lane is taken */
export async function claimDeliveries(database: Database, claim: Claim, leases: readonly Lease[]): Promise<Leased> {
  const [first, ...others] = leases
  if (first === undefined) return { rows: [], isAll: false }
  if (others.length === 0) return claimDelivery(database, claim, first)
  const found = await deliveries(database)
    .find(due(claim), { ...LATEST, projection: NEEDED })
    .sort({ dueAt: 1 })
    .limit(leases.length)
    .toArray()
  if (found.length === 0) return { rows: [], isAll: true }
  const own = found.map((row, index) => ({ ...row, ...leasedBy(leases[index] as Lease) }) as ClaimedRow)
  const { machineNow } = claim
  let failure: unknown = null
  const result = await deliveries(database)
    .bulkWrite(
      own.map(({ _id, leaseOwner, leaseUntil, lane }, index) => {
        const { dueAt, attemptsMade, manual } = found[index] as DeliveryRow
        // As it was read: another process may have made an attempt since.
        const filter = { _id, dueAt, attemptsMade, manual, leaseUntil: { $not: { $gt: machineNow } } }
        return { updateOne: { filter, update: { $set: { leaseOwner, leaseUntil, lane } } } }
      }),
      { ordered: false, writeConcern: { w: 1 } },
    )
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      failure = error
    })
  const isAll = found.length < leases.length && failure === null
  if (result?.matchedCount === own.length) return { rows: own, isAll }
  const owners = own.map(({ leaseOwner }) => leaseOwner)
  const leased = await deliveries(database)
    .find(
      { _id: { $in: own.map(({ _id }) => _id) }, leaseOwner: { $in: owners } },
      { ...LATEST, projection: { leaseOwner: 1 } },
    )
    .toArray()
  if (leased.length === 0 && failure !== null) throw failure
  const isLeased = (row: ClaimedRow) => leased.some(({ leaseOwner }) => leaseOwner === row.leaseOwner)
  return { rows: own.filter(isLeased), isAll }
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
export async function releaseDelivery(database: Database, row: ClaimedRow): Promise<void> {
  await deliveries(database).updateOne(
    { _id: row._id, leaseOwner: row.leaseOwner },
    { $set: { leaseOwner: null, leaseUntil: null }, $unset: { lane: '' } },
  )
}
