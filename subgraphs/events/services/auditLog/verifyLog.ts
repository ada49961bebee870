/**
 * Recomputes the hash chain of an organization's log and compares it with the organization's position and the seal: a
 * changed, missing or added row and a cut-off end are found, and the first row concerned is named. Where events were deleted, the
 * records that stay are compared with the signed checkpoints in their place, and the chain begins after the last of them.
 */
import { chainHash } from '../../../shared/commit/hashChain.ts'
import type { Database } from '../../../shared/database.ts'
import { type EventRow, eventId } from '../../../shared/events.ts'
import type { OrgId } from '../../../shared/ids.ts'
import { type CheckpointRow, findCheckpoint, findCheckpoints } from '../../models/auditCheckpoints.ts'
import { findHashAt, findLogHead, type LogHead } from '../../models/auditLog.ts'
import { findSeal, type SealRow } from '../../models/auditSeals.ts'
import { findEvents } from '../../models/events.ts'
import { isRecord } from '../../rules/auditRecords.ts'
import { foldOf } from './foldRecords.ts'
import type { Sealer } from './sealKey.ts'

const PAGE = 500

type LogFault = 'content' | 'link' | 'sequence' | 'head' | 'seal' | 'checkpoint'

export interface LogVerification {
  /** How many rows were read. */
  readonly records: number
  /** `id`: the row, or where it should be. */
  readonly fault: { readonly id: string; readonly reason: LogFault } | null
  readonly head: LogHead
  readonly seal: SealRow | null
  /** In place of the events up to it; null: nothing was deleted. */
  readonly checkpoint: CheckpointRow | null
  /** The last row that was read; null: all were. */
  readonly goOnAfter: number | null
}

type Known = Pick<SealRow, 'sequence' | 'hash'>

interface Deps {
  readonly database: Database
  readonly sealer: Sealer
}

const NEVER = new Date(0)

/** Where the verification is. `last`: hash of the row before; null: there is none. */
interface Chain {
  sequence: number
  last: string | null
  records: number
}

/**
 * @param after the number of a row that was verified before; 0: from the beginning
 * @param limit rows to read at most; of a checkpoint all are read
 * @param expected a row and its hash as they were noted elsewhere
 */
export async function verifyLog(deps: Deps, orgId: OrgId, options: Options = {}): Promise<LogVerification> {
  for (let tries = 1; ; tries++) {
    const verified = await verifyOnce(deps, orgId, options)
    if (verified.fault === null || tries >= TRIES_MAX) return verified
    // What a checkpoint took the place of meanwhile is no fault: the log is read anew.
    const now = await findCheckpoint(deps.database, orgId)
    if (now?._id === verified.checkpoint?._id && now?.open === verified.checkpoint?.open) return verified
  }
}

const TRIES_MAX = 5

interface Options {
  readonly after?: number
  readonly limit?: number
  readonly expected?: Known
}

async function verifyOnce({ database, sealer }: Deps, orgId: OrgId, options: Options): Promise<LogVerification> {
  const { after = 0, limit = Number.POSITIVE_INFINITY, expected } = options
  const checkpoint = await findCheckpoint(database, orgId)
  const seal = await findSeal(database, orgId)
  const head = await findLogHead(database, orgId)
  const chain: Chain = { last: '', sequence: after, records: 0 }
  const at = (sequence: number, reason: LogFault) => ({ id: eventId(orgId, sequence), reason })
  const found = (fault: LogVerification['fault']): LogVerification => {
    const isWhole = chain.sequence >= head.sequence || fault !== null
    return { records: chain.records, fault, head, seal, checkpoint, goOnAfter: isWhole ? null : chain.sequence }
  }
  if (seal !== null && !sealer.isGenuine(seal)) return found({ id: `seal of ${orgId}`, reason: 'seal' })
  if (seal !== null && Number(seal.sequence) > head.sequence) return found(at(seal.sequence, 'head'))
  if (expected !== undefined && expected.sequence > head.sequence) return found(at(expected.sequence, 'head'))
  if (expected !== undefined) await requireThere(database, orgId, expected, checkpoint)
  if (checkpoint !== null && after < Number(checkpoint.sequence)) {
    const fault = await verifyDeleted({ database, sealer }, orgId, { chain, limit, expected })
    if (fault !== null) return found(fault)
    if (chain.sequence < Number(checkpoint.sequence)) return found(null)
    chain.last = checkpoint.hash
  } else if (after > 0)
    chain.last =
      after === Number(checkpoint?.sequence) ? (checkpoint?.hash ?? null) : await findHashAt(database, orgId, after)
  if (chain.last === null) return found(at(after, 'sequence'))
  while (chain.sequence < head.sequence && chain.records < limit) {
    const size = Math.min(PAGE, limit - chain.records)
    const rows = await findEvents(database, { orgId, after: chain.sequence, before: head.sequence + 1, limit: size })
    if (rows.length === 0)
      return found(at(chain.sequence + 1, chain.sequence + 1 > head.sequence ? 'head' : 'sequence'))
    for (const row of rows) {
      const reason = faultOf(row, chain.last ?? '', chain.sequence + 1, [seal, expected])
      chain.records += 1
      if (reason !== null) return found(at(reason === 'sequence' ? chain.sequence + 1 : row.cursor, reason))
      Object.assign(chain, { last: row.hash, sequence: row.cursor })
    }
  }
  if (chain.sequence === head.sequence && chain.last !== head.hash) return found(at(head.sequence, 'head'))
  return found(null)
}

/** @throws Error: it was deleted with its event, so nothing shows whether it was that one */
async function requireThere(
  database: Database,
  orgId: OrgId,
  { sequence }: Known,
  checkpoint: CheckpointRow | null,
): Promise<void> {
  if (sequence > Number(checkpoint?.sequence ?? 0) || (await findHashAt(database, orgId, sequence)) !== null) return
  throw new Error(
    `Row ${sequence} of ${orgId} is kept no longer. Compare with a row after ${checkpoint?.sequence}, noted since.`,
  )
}

/** Checkpoint by checkpoint: each goes on where the one before has ended. Moves the chain behind the last that was compared. */
async function verifyDeleted(
  { database, sealer }: Deps,
  orgId: OrgId,
  { chain, limit, expected }: { readonly chain: Chain; readonly limit: number; readonly expected: Known | undefined },
): Promise<LogVerification['fault']> {
  for (const checkpoint of await findCheckpoints(database, orgId, { after: chain.sequence })) {
    if (chain.records >= limit) return null
    const { from, sequence, kept, keptHash } = checkpoint
    const place = { id: checkpoint._id, reason: 'checkpoint' } as const
    // The first may be gone on after in the middle, where a log had fewer of them at the time.
    if (!sealer.isGenuineCheckpoint(checkpoint) || Number(from) > chain.sequence) return place
    let [count, fold] = [0, '']
    for (let at = Number(from); ; ) {
      const rows = await findEvents(database, { orgId, after: at, before: Number(sequence) + 1, limit: PAGE })
      for (const row of rows) {
        const { hash, ...content } = row
        chain.records += 1
        if (chainHash(content) !== hash) return { id: row._id, reason: 'content' }
        if (row.cursor === Number(expected?.sequence) && hash !== expected?.hash) return { id: row._id, reason: 'seal' }
        // What is still to be deleted counts for nothing; what was never there when it was signed is a fault.
        if (!isRecord(row)) {
          if (checkpoint.open !== true || row.createdAt > (checkpoint.until[row.mode] ?? NEVER)) return place
          continue
        }
        count += 1
        fold = foldOf(fold, row)
      }
      if (rows.length < PAGE) break
      at = rows.at(-1)?.cursor ?? at
    }
    if (count !== Number(kept) || fold !== keptHash) return place
    chain.sequence = Number(sequence)
  }
  return null
}

export function faultOf(
  row: EventRow,
  last: string,
  sequence: number,
  known: readonly (Known | null | undefined)[],
): Exclude<LogFault, 'head' | 'checkpoint'> | null {
  const { hash, ...content } = row
  if (Number(row.cursor) !== sequence || row._id !== eventId(row.orgId, sequence)) return 'sequence'
  if (chainHash(content) !== hash) return 'content'
  if (row.prevHash !== last) return 'link'
  return known.some((one) => Number(one?.sequence) === sequence && one?.hash !== hash) ? 'seal' : null
}
