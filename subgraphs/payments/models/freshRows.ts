/**
 * Rows as the primary has them now, and that it still is the primary: what another process was told of a stop cannot be
 * missing. The surprise: one question for many rows is enough, because the server confirms its place after reading.
 */
import type { Ref } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'

const TIME_MS = 2_000

/** By `collection/id`. @throws when the primary cannot prove that it is one */
export async function readFresh(database: Database, refs: readonly Ref[]): Promise<Map<string, object>> {
  const rows = new Map<string, object>()
  const read = async (collection: string, ids: readonly string[]): Promise<void> => {
    const found = await database
      .collection<{ _id: string }>(collection)
      .find(
        { _id: { $in: [...ids] } },
        { readConcern: { level: 'linearizable' }, maxTimeMS: TIME_MS, batchSize: 5_000 },
      )
      .toArray()
    for (const row of found) rows.set(`${collection}/${row._id}`, row)
  }
  const byCollection = Map.groupBy(refs, ({ collection }) => collection)
  await Promise.all([...byCollection].map(([name, group]) => read(name, [...new Set(group.map(({ id }) => id))])))
  return rows
}
