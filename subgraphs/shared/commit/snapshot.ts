/** Reads rows for one transaction: the declared rows of a batch or of a dry run, as one snapshot has them. */
import type { mongo } from 'mongoose'
import type { Database } from '../database.ts'
import { groupByCollection } from './groupByCollection.ts'
import { refKey } from './refKey.ts'
import type { StoreFaults } from './storeFaults.ts'
import type { Ref } from './types.ts'

/** What the server gives to one command of a commit. */
export const COMMAND_TIME_MS = 2_000

/** By `refKey`; null for a row that does not exist. */
export type ReadSnapshot = (
  refs: ReadonlyMap<string, Ref>,
  session: mongo.ClientSession,
) => Promise<Map<string, object | null>>

export function createSnapshotReader(database: Database, faults: StoreFaults = {}): ReadSnapshot {
  return async (refs, session) => {
    const snapshot = new Map<string, object | null>()
    for (const key of refs.keys()) snapshot.set(key, null)
    // Positions first: the snapshot starts at the first read, and that read is of the organizations' positions.
    for (const [name, group] of groupByCollection([...refs.values()].map((ref) => ({ ref })))) {
      await faults.onStep?.(`beforeRead:${name}`)
      const ids = group.map(({ ref }) => ref.id).sort()
      const found = await database.bounded
        .collection<{ _id: string }>(name)
        .find(
          { _id: { $in: ids } },
          { ...(faults.readsOutside ? {} : { session }), maxTimeMS: COMMAND_TIME_MS, batchSize: 2_000 },
        )
        .toArray()
      for (const row of found) snapshot.set(refKey({ collection: name, id: row._id }), row)
    }
    return snapshot
  }
}

export async function abortQuietly(session: mongo.ClientSession): Promise<void> {
  if (session.inTransaction()) await session.abortTransaction().catch(() => undefined)
}
