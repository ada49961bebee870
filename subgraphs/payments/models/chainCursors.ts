/**
 * How far each chain has been read, with the hashes of the last blocks, so that a restart continues there and
 * reorganizations are detected. Saved after a block's effects are committed: after a crash the block is read again.
 */
import { type Database, newSchema } from '../../shared/database.ts'
import { findFences } from './leases.ts'

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
  /** An operator has it read again from this block, since more has left the chain than the marks tell of. */
  readonly rereadFrom?: number
  /** The number of the lease under which all was booked that the chain had when its holder took over. */
  readonly caughtUp?: number
}

export const CHAIN_CURSORS = 'chainCursors'
export const MARKS_MAX = 128

const cursors = (database: Database) => database.collection<ChainCursorRow>(CHAIN_CURSORS)

export const chainCursorSchema = newSchema()

export function findCursor(database: Database, id: string): Promise<ChainCursorRow | null> {
  return cursors(database).findOne({ _id: id })
}

/** Null: the chain has never been read. */
export async function findLastBlock(database: Database, id: string): Promise<number | null> {
  const row = await cursors(database).findOne({ _id: id }, { projection: { number: 1 } })
  return row === null ? null : Number(row.number)
}

/** When a block of each chain was booked last. */
export async function findBookingTimes(database: Database): Promise<ReadonlyMap<string, Date>> {
  const rows = await cursors(database)
    .find({}, { projection: { at: 1 } })
    .toArray()
  return new Map(rows.map(({ _id, at }) => [_id, at]))
}

export function findCursors(database: Database, ids: readonly string[]): Promise<ChainCursorRow[]> {
  return cursors(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export async function saveCursor(database: Database, row: ChainCursorRow): Promise<void> {
  const { _id, caughtUp, ...facts } = row
  const newest = caughtUp === undefined ? {} : { $max: { caughtUp } }
  await cursors(database).updateOne({ _id }, { $set: facts, ...newest }, { upsert: true })
}

/** Of a network of which no block was booked yet there is no row: its first one says it. */
export async function saveCaughtUp(database: Database, id: string, fence: number): Promise<void> {
  await cursors(database).updateOne({ _id: id }, { $max: { caughtUp: fence } })
}

/**
 * Those of these networks that were read before, and whose holder has not booked yet what the chain had when it took over:
 * after an older backup was restored the chain may have paid what is queued.
 */
export async function findBehind(database: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const leaseOf = (id: string) => `settle:${id}`
  const [fences, rows] = await Promise.all([findFences(database, ids.map(leaseOf)), findCursors(database, ids)])
  const isBehind = ({ _id, caughtUp }: ChainCursorRow) =>
    caughtUp === undefined || fences.get(leaseOf(_id)) !== Number(caughtUp)
  return new Set(rows.filter(isBehind).map(({ _id }) => _id))
}

/**
 * Asks the process that reads the chain to read it again from a block; it does so only while it has stopped because of a
 * reorganization deeper than it remembers.
 * @returns false: the chain has never been read
 */
export async function requestReread(database: Database, id: string, from: number): Promise<boolean> {
  const { matchedCount } = await cursors(database).updateOne({ _id: id }, { $set: { rereadFrom: from } })
  return matchedCount === 1
}

/** In one write with the cursor, so that it happens once. */
export async function endReread(database: Database, { _id, number, recent, at }: ChainCursorRow): Promise<void> {
  await cursors(database).updateOne({ _id }, { $set: { number, recent, at }, $unset: { rereadFrom: '' } })
}
