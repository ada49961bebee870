/**
 * Leases: one holder at a time for a piece of work, with a number that grows with every change of holder. What the
 * number guards compares it itself: a paused holder does not know that its time is over. Time is the database's own.
 */
import { Schema } from 'mongoose'
import type { Database } from '../../shared/database.ts'

export interface LeaseRow {
  readonly _id: string
  readonly holder: string
  readonly fence: number
  readonly expiresAt: Date
}

export const LEASES = 'leases'

export const leaseSchema = new Schema(
  { _id: String },
  { collection: LEASES, versionKey: false, strict: false, autoIndex: false },
)

/** Takes a free or expired lease or renews one's own; null while another holds it. */
export async function takeLease(
  database: Database,
  lease: { id: string; holder: string; lifetimeMs: number },
): Promise<LeaseRow | null> {
  const leases = database.collection<LeaseRow>(LEASES)
  const isOwn = { $eq: ['$holder', lease.holder] }
  const take = () =>
    leases.findOneAndUpdate(
      { _id: lease.id, $expr: { $or: [isOwn, { $lt: ['$expiresAt', '$$NOW'] }] } },
      [
        {
          $set: {
            fence: { $cond: [isOwn, '$fence', { $add: ['$fence', 1] }] },
            holder: lease.holder,
            expiresAt: { $add: ['$$NOW', lease.lifetimeMs] },
          },
        },
      ],
      { returnDocument: 'after' },
    )
  const taken = await take()
  if (taken !== null) return taken
  // The first time nothing stands there; an upsert cannot compare with the database's clock.
  const created = await leases.updateOne(
    { _id: lease.id },
    { $setOnInsert: { holder: '', fence: 0, expiresAt: new Date(0) } },
    { upsert: true },
  )
  return created.upsertedCount === 1 ? take() : null
}

/** Beyond every lease: nobody takes it any more. */
const NEVER = new Date('9999-01-01T00:00:00Z')

/**
 * The lease of a network. Leases of single accounts came before it (`<id>:<address>`): they are closed first, so that a
 * process of that time and one of now never work at once, and the number goes on above theirs, because rows carry it.
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
  return takeLease(database, lease)
}

/** Lets the next holder start at once; the number stays. */
export async function releaseLease(database: Database, lease: { id: string; holder: string }): Promise<void> {
  await database
    .collection<LeaseRow>(LEASES)
    .updateOne({ _id: lease.id, holder: lease.holder }, { $set: { holder: '', expiresAt: new Date(0) } })
}
