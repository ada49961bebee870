/**
 * Leases with a fencing token: one holder at a time, and a number that grows with every change of holder. Writes compare
 * the number themselves, because a paused holder does not know that its lease has expired. Expiry uses the database's
 * clock. A holder whose process has ended for certain does not hold anything any more.
 */
import { randomUUID } from 'node:crypto'
import { type Database, newSchema } from '../../shared/database.ts'
import { hasEnded, processIdentity } from '../../shared/processIdentity.ts'

export interface LeaseRow {
  readonly _id: string
  readonly holder: string
  readonly fence: number
  /** Its expiry; absent in rows of earlier releases. */
  readonly until?: Date
  /**
   * Its expiry in earlier releases; never, once this one has held it: they do not know batches, and would take what a batch
   * has paid for theft. They wait for ever.
   */
  readonly expiresAt: Date
}

export const LEASES = 'leases'

export const leaseSchema = newSchema()

/** For processes of earlier releases. */
const NEVER = new Date('9999-01-01T00:00:00Z')

/** A name for one holder, which tells others on this machine when its process has ended. */
export const newHolder = (identity: string = processIdentity()): string => `${identity}#${randomUUID()}`

/**
 * Takes a free or expired lease, or renews the holder's own; null while another process holds it.
 * @param lease.ended a holder whose process has ended: its lease is free
 */
export async function takeLease(
  database: Database,
  lease: { id: string; holder: string; lifetimeMs: number; ended?: string },
): Promise<LeaseRow | null> {
  const leases = database.collection<LeaseRow>(LEASES)
  const isOwn = { $eq: ['$holder', lease.holder] }
  const isLeft = lease.ended === undefined ? [] : [{ $eq: ['$holder', lease.ended] }]
  const isOver = { $lt: [{ $ifNull: ['$until', '$expiresAt'] }, '$$NOW'] }
  const take = () =>
    leases.findOneAndUpdate(
      { _id: lease.id, $expr: { $or: [isOwn, ...isLeft, isOver] } },
      [
        {
          $set: {
            fence: { $cond: [isOwn, '$fence', { $add: ['$fence', 1] }] },
            holder: lease.holder,
            until: { $add: ['$$NOW', lease.lifetimeMs] },
            expiresAt: NEVER,
          },
        },
      ],
      { returnDocument: 'after' },
    )
  const taken = await take()
  if (taken !== null) return taken
  // There is no row the first time; an upsert cannot compare with the database's clock.
  const created = await leases.updateOne(
    { _id: lease.id },
    { $setOnInsert: { holder: '', fence: 0, expiresAt: new Date(0) } },
    { upsert: true },
  )
  return created.upsertedCount === 1 ? take() : null
}

/**
 * The lease of a network. Earlier releases had a lease for each account (`<id>:<address>`): those are closed first, so that
 * processes of both releases never work at once, and the number continues above theirs, because rows store it.
 */
export async function takeNetworkLease(
  database: Database,
  lease: { id: string; holder: string; lifetimeMs: number },
): Promise<LeaseRow | null> {
  const leases = database.collection<LeaseRow>(LEASES)
  if ((await leases.countDocuments({ _id: lease.id })) === 0) {
    const older = { _id: { $gte: `${lease.id}:`, $lt: `${lease.id};` } }
    await leases.updateMany({ ...older, $expr: { $lt: ['$expiresAt', '$$NOW'] } }, { $set: { expiresAt: NEVER } })
    const rows = await leases.find(older).toArray()
    if (rows.some(({ expiresAt }) => expiresAt.getTime() !== NEVER.getTime())) return null
    const fence = Math.max(0, ...rows.map((row) => row.fence))
    const first = { $setOnInsert: { holder: '', fence, expiresAt: new Date(0) } }
    await leases.updateOne({ _id: lease.id }, first, { upsert: true })
  }
  return (await takeLease(database, lease)) ?? takeFromEnded(database, lease)
}

async function takeFromEnded(
  database: Database,
  lease: { id: string; holder: string; lifetimeMs: number },
): Promise<LeaseRow | null> {
  const row = await database.collection<LeaseRow>(LEASES).findOne({ _id: lease.id })
  if (row === null || !hasEnded(row.holder.split('#')[0] ?? '')) return null
  return takeLease(database, { ...lease, ended: row.holder })
}

/** The numbers of those that are held now. */
export async function findFences(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .collection<LeaseRow>(LEASES)
    .find({ _id: { $in: [...ids] }, $expr: { $gte: [{ $ifNull: ['$until', '$expiresAt'] }, '$$NOW'] } } as object)
    .toArray()
  return new Map(rows.map(({ _id, fence }) => [_id, Number(fence)]))
}

/** Lets the next holder start at once; the number is kept. */
export async function releaseLease(database: Database, lease: { id: string; holder: string }): Promise<void> {
  await database
    .collection<LeaseRow>(LEASES)
    .updateOne({ _id: lease.id, holder: lease.holder }, { $set: { holder: '', until: new Date(0) } })
}
