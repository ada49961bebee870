/**
 * Puts signed checkpoints in the place of events that are kept no longer. Records of the audit log stay: see `isRecord`.
 *
 * The checkpoint first: whoever dies after it has deleted nothing that is not vouched for, and the next process goes on. Only what
 * a genuine seal stands after is deleted, once its rows were verified: a history that was exchanged is never replaced.
 */
import type { Clock } from '../../../shared/clock.ts'
import type { Database } from '../../../shared/database.ts'
import type { EventRow } from '../../../shared/events.ts'
import type { OrgId } from '../../../shared/ids.ts'
import type { Mode } from '../../../shared/principal.ts'
import {
  type CheckpointRow,
  checkpointId,
  deleteBefore,
  findCheckpoint,
  findOpenCheckpoints,
  insertCheckpoint,
} from '../../models/auditCheckpoints.ts'
import { findSeal } from '../../models/auditSeals.ts'
import { findEvents } from '../../models/events.ts'
import { isRecord } from '../../rules/auditRecords.ts'
import { retainedSince } from '../retention.ts'
import { foldOf } from './foldRecords.ts'
import type { Sealer } from './sealKey.ts'
import { faultOf } from './verifyLog.ts'

/** Rows of one checkpoint at most. */
const PART_MAX = 500
/** Fewer wait, so that a quiet log has one in a day. */
const WAIT_MS = 86_400_000

/** broken: the log is not what was sealed. */
type Replacing = 'done' | 'nothing' | 'broken'

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly retentionDays: number
  readonly sealer: Sealer
}

/** Deletes what an earlier process has left, then one part of the log. */
export async function replaceExpired(deps: Deps, orgId: OrgId, signal: AbortSignal): Promise<Replacing> {
  const { database, clock, sealer } = deps
  for (const open of await findOpenCheckpoints(database, orgId)) {
    if (!sealer.isGenuineCheckpoint(open)) return 'broken'
    await deleteBefore(database, open, signal)
  }
  const last = await findCheckpoint(database, orgId)
  if (last !== null && !sealer.isGenuineCheckpoint(last)) return 'broken'
  const seal = await findSeal(database, orgId)
  if (seal === null) return 'nothing'
  if (!sealer.isGenuine(seal)) return 'broken'
  const from = last === null ? 0 : Number(last.sequence)
  const rows = expiredOf(
    await findEvents(database, { orgId, after: from, limit: PART_MAX }),
    deps,
    Number(seal.sequence),
  )
  if (rows === null) return 'nothing'
  let before = { hash: last?.hash ?? '', sequence: from }
  for (const row of rows) {
    if (faultOf(row, before.hash, before.sequence + 1, [seal]) !== null) return 'broken'
    before = { hash: row.hash, sequence: row.cursor }
  }
  const records = rows.filter(isRecord)
  const row = sealer.signCheckpoint({
    ...{ _id: checkpointId(orgId, from), orgId, from, ...before, kept: records.length },
    ...{ keptHash: records.reduce(foldOf, ''), until: untilOf(rows, last?.until ?? {}), at: clock.now() },
  })
  if (await insertCheckpoint(database, row)) await deleteBefore(database, row, signal)
  return 'done'
}

/** The rows at the beginning that are kept no longer; null: none, or so few that they wait. The sealed row stays. */
function expiredOf(
  rows: readonly EventRow[],
  deps: Pick<Deps, 'clock' | 'retentionDays'>,
  sealed: number,
): readonly EventRow[] | null {
  const since = (row: EventRow) => retainedSince(deps, row)
  const end = rows.findIndex((row) => row.cursor >= sealed || row.createdAt >= since(row))
  const expired = end === -1 ? rows : rows.slice(0, end)
  const [first] = expired
  if (first === undefined) return null
  const isDue = expired.length === PART_MAX || since(first).getTime() - first.createdAt.getTime() >= WAIT_MS
  return isDue ? expired : null
}

function untilOf(rows: readonly EventRow[], before: CheckpointRow['until']): CheckpointRow['until'] {
  const until: Partial<Record<Mode, Date>> = { ...before }
  for (const { mode, createdAt } of rows) {
    const known = until[mode]
    if (known === undefined || known < createdAt) until[mode] = createdAt
  }
  return until
}
