/**
 * What stands in the log of an organization in place of events that are kept no longer: parts of it, each from the end of the one
 * before, with the hash of its last row and one over the records of the audit log that stay in it, signed. A part is deleted from
 * once its checkpoint is stored, which names it as open until that is done.
 */
import { type Database, isDuplicateKey, newSchema } from '../../shared/database.ts'
import { type EventRow, eventId } from '../../shared/events.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { PASSING_TYPES } from '../rules/auditRecords.ts'
import { EVENTS, logRange } from './events.ts'

export interface CheckpointRow {
  /** By where it begins, so that of two processes one makes it. */
  readonly _id: string
  readonly orgId: OrgId
  /** Number of the row before its first, and of its last one. */
  readonly from: number
  readonly sequence: number
  /** Of the last row. */
  readonly hash: string
  /** How many records stay, and what `foldOf` makes of their hashes. */
  readonly kept: number
  readonly keptHash: string
  /** The youngest row of each mode that it has deleted, or stands before. */
  readonly until: Readonly<Partial<Record<Mode, Date>>>
  readonly at: Date
  /** Ed25519, base64url. */
  readonly signature: string
  /** Not everything that goes has been deleted yet. */
  readonly open?: true
}

const CHECKPOINTS = 'auditCheckpoints'
/** Of one delete, so that it holds up nothing else. */
const BATCH = 1_000

const checkpointSchema = newSchema()
checkpointSchema.index({ orgId: 1, sequence: 1 })
checkpointSchema.index({ open: 1, orgId: 1 }, { partialFilterExpression: { open: true } })

export function registerCheckpoints(database: Database): void {
  database.model(checkpointSchema, CHECKPOINTS)
}

export const checkpointId = (orgId: OrgId, from: number): string => eventId(orgId, from).replace('evt_', 'chk_')

/** The last one; null: nothing was deleted. */
export function findCheckpoint(database: Database, orgId: OrgId): Promise<CheckpointRow | null> {
  return checkpoints(database).findOne({ orgId }, { sort: { sequence: -1 } })
}

/** In their order, from the first that ends after this number. */
export function findCheckpoints(
  database: Database,
  orgId: OrgId,
  range: { readonly after: number; readonly limit?: number },
): Promise<CheckpointRow[]> {
  const found = checkpoints(database).find({ orgId, sequence: { $gt: range.after } })
  return found
    .sort({ sequence: 1 })
    .limit(range.limit ?? 0)
    .toArray()
}

/** False: another process has made one from there. */
export async function insertCheckpoint(database: Database, row: CheckpointRow): Promise<boolean> {
  try {
    await checkpoints(database).insertOne({ ...row, open: true }, { writeConcern: { w: 'majority' } })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

export function findOpenCheckpoints(database: Database, orgId: OrgId): Promise<CheckpointRow[]> {
  return checkpoints(database).find({ open: true, orgId }).toArray()
}

/** Deletes what goes, in any number of processes at once, and from where one that has died was. */
export async function deleteBefore(database: Database, row: CheckpointRow, signal: AbortSignal): Promise<void> {
  const events = database.collection<EventRow>(EVENTS)
  const goes = { ...logRange(row.orgId, row.from, row.sequence + 1), ...GOES }
  while (!signal.aborted) {
    const found = await events
      .find(goes, { projection: { _id: 1 } })
      .limit(BATCH)
      .toArray()
    if (found.length > 0) await events.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
    if (found.length === BATCH) continue
    await checkpoints(database).updateOne({ _id: row._id }, { $unset: { open: '' } })
    return
  }
}

/** As `isRecord` says it. */
const GOES = {
  ...Object.fromEntries(['by', 'outcome', 'changes'].map((name) => [name, { $exists: false }])),
  type: PASSING_TYPES,
}

function checkpoints(database: Database) {
  return database.collection<CheckpointRow>(CHECKPOINTS)
}
