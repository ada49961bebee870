/** Who moves the clock of an organization at present: one process at a time, by the database's own clock. */
import type { Database } from '../../shared/database.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'

interface TurnRow {
  readonly _id: string
  readonly holder: string
  readonly until: Date
}

const turns = (database: Database) => database.collection<TurnRow>('clockTurns')
const idOf = ({ orgId, mode }: ClockOwner): string => `${orgId}:${mode}`

/** Takes it where it is free or over, or keeps it; false while somebody else has it. */
export async function takeTurn(
  database: Database,
  owner: ClockOwner,
  { holder, lifetimeMs }: { readonly holder: string; readonly lifetimeMs: number },
): Promise<boolean> {
  const isFree = { $or: [{ $eq: ['$holder', holder] }, { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] }] }
  const taken = { holder, until: { $add: ['$$NOW', lifetimeMs] } }
  const row = await turns(database).findOneAndUpdate(
    { _id: idOf(owner) },
    [{ $replaceWith: { $cond: [isFree, { $mergeObjects: ['$$ROOT', taken] }, '$$ROOT'] } }],
    { upsert: true, returnDocument: 'after' },
  )
  return row?.holder === holder
}

export async function leaveTurn(database: Database, owner: ClockOwner, holder: string): Promise<void> {
  await turns(database).updateOne({ _id: idOf(owner), holder }, { $set: { holder: '', until: new Date(0) } })
}
