/** When each organization key and session was last used. Not a committed row: it is written in batches and decides nothing. */
import { type Database, newSchema } from '../../shared/database.ts'
import type { KeyId, SessionId } from '../../shared/ids.ts'

interface KeyUseRow {
  readonly _id: KeyId | SessionId
  readonly lastUsedAt: Date
}

const COLLECTION = 'keyUses'

export function registerKeyUses(database: Database): void {
  database.model(newSchema(), COLLECTION)
}

/** Never to an earlier time: several processes write. */
export async function storeKeyUses(database: Database, uses: ReadonlyMap<KeyUseRow['_id'], Date>): Promise<void> {
  if (uses.size === 0) return
  const updates = [...uses].map(([_id, lastUsedAt]) => ({
    updateOne: { filter: { _id }, update: { $max: { lastUsedAt } }, upsert: true },
  }))
  await database.collection<KeyUseRow>(COLLECTION).bulkWrite(updates, { ordered: false })
}

export async function findKeyUses(
  database: Database,
  ids: readonly KeyUseRow['_id'][],
): Promise<Map<KeyUseRow['_id'], Date>> {
  const rows = await database
    .collection<KeyUseRow>(COLLECTION)
    .find({ _id: { $in: [...ids] } })
    .toArray()
  return new Map(rows.map(({ _id, lastUsedAt }) => [_id, lastUsedAt]))
}
