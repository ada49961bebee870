/**
 * Reads as of one instant: the declared rows of a batch or of a dry run, and whatever else is compared. Only a transaction
 * gives that: in a session of the driver for snapshots the read concern of the connection would count, and each read see
 * an instant of its own.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import { type Database, DURABLE } from '../database.ts'
import { classify, StoreError } from './failures.ts'
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

export type Session = mongo.ClientSession

const SNAPSHOT_TRIES = 3

/**
 * Several reads as of one instant, one after the other: of what a majority has, and of all that was acknowledged before.
 * Called again where the server gave the transaction up.
 */
export async function withSnapshot<T>(database: Database, read: (session: Session) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const session = database.connection.getClient().startSession({ causalConsistency: false })
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: DURABLE })
      const result = await read(session)
      await session.commitTransaction()
      return result
    } catch (error) {
      await abortQuietly(session)
      if (!(classify(error) instanceof StoreError) || attempt >= SNAPSHOT_TRIES) throw error
      await pause(50 * attempt)
    } finally {
      await session.endSession()
    }
  }
}
