/**
 * Linearizable reads: a stop that was acknowledged to any process is seen here. One query for many rows is enough, because
 * the server confirms that it is the primary after reading. It waits for the next journal flush, up to 100 ms away, so a
 * journaled write is issued alongside to force one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { refKey } from '../../shared/commit/refKey.ts'
import type { CommittedCollection, Ref } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'
import { LEASES } from './leases.ts'

const TIME_MS = 2_000
const FLUSH_EVERY_MS = 4
/** A row of its own in the collection of leases, never read. */
const FLUSH_ID = 'flush'

/** By `refKey`. @throws when the server cannot confirm that it is the primary */
export async function readFromPrimary(database: Database, refs: readonly Ref[]): Promise<Map<string, object>> {
  const rows = new Map<string, object>()
  const read = async (collection: CommittedCollection, ids: readonly string[]): Promise<void> => {
    const found = await database
      .collection<{ _id: string }>(collection)
      .find(
        { _id: { $in: [...ids] } },
        { readConcern: { level: 'linearizable' }, maxTimeMS: TIME_MS, batchSize: 5_000 },
      )
      .toArray()
    for (const row of found) rows.set(refKey({ collection, id: row._id }), row)
  }
  const byCollection = Map.groupBy(refs, ({ collection }) => collection)
  let isDone = false
  const reading = Promise.all([...byCollection].map(([name, group]) => read(name, [...new Set(group.map(idOf))])))
  const flushing = flushUntil(database, () => isDone)
  try {
    await reading
  } finally {
    isDone = true
    await flushing
  }
  return rows
}

const idOf = ({ id }: Ref): string => id

/** Only an optimisation: it makes the read return earlier. */
async function flushUntil(database: Database, isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 5 && !isDone(); tries++) {
    await sleep(FLUSH_EVERY_MS)
    if (isDone()) return
    await database
      .collection<{ _id: string; count: number }>(LEASES)
      .updateOne({ _id: FLUSH_ID }, { $inc: { count: 1 } }, { upsert: true, writeConcern: { w: 1, j: true } })
      .catch(() => undefined)
  }
}
