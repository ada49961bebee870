/**
 * How far each chain has been read, with the hashes of the last blocks, so that a restart continues there and
 * reorganizations are detected. Saved after a block's effects are committed: after a crash the block is read again.
 */
import { type Database, newSchema } from '../../shared/database.ts'

export interface BlockMark {
  readonly number: number
  readonly hash: string
}

export interface ChainCursorRow {
  /** `<mode>:<chain>` */
  readonly _id: string
  /** Last block that was read; -1 before the first. */
  readonly number: number
  /** The last blocks read, oldest first. */
  readonly recent: readonly BlockMark[]
  readonly at: Date
}

export const CHAIN_CURSORS = 'chainCursors'
export const MARKS_MAX = 128

const cursors = (database: Database) => database.collection<ChainCursorRow>(CHAIN_CURSORS)

export const chainCursorSchema = newSchema()

export function findCursor(database: Database, id: string): Promise<ChainCursorRow | null> {
  return cursors(database).findOne({ _id: id })
}

export function findCursors(database: Database, ids: readonly string[]): Promise<ChainCursorRow[]> {
  return cursors(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export async function saveCursor(database: Database, row: ChainCursorRow): Promise<void> {
  const { _id, ...facts } = row
  await cursors(database).updateOne({ _id }, { $set: facts }, { upsert: true })
}
