/**
 * Rows as the primary has them now, and that it still is the primary: what another process was told of a stop cannot be
 * missing. The surprises: one question for many rows is enough, because the server confirms its place after reading; and
 * it would wait for its next journal flush, up to 100 ms away, if no other write asked for one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { refKey } from '../../shared/commit/refKey.ts'
import type { CommittedCollection, Ref } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'
import { LEASES } from './leases.ts'

const TIME_MS = 2_000
const FLUSH_EVERY_MS = 4
/** A row of its own among the leases: nobody reads it. */
const FLUSH_ID = 'flush'

/** By `refKey`. @throws when the primary cannot prove that it is one */
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

/** Changes nothing that decides; it is only faster with it. */
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
