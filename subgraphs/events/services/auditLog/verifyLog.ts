/**
 * Recomputes the hash chain of an organization's log and compares it with the organization's position and the seal: a
 * changed, missing or added row and a cut-off end are found, and the first row concerned is named.
 */
import { chainHash } from '../../../shared/commit/hashChain.ts'
import type { Database } from '../../../shared/database.ts'
import { type EventRow, eventId } from '../../../shared/events.ts'
import type { OrgId } from '../../../shared/ids.ts'
import { findHashAt, findLogHead } from '../../models/auditLog.ts'
import { findSeal, type SealRow } from '../../models/auditSeals.ts'
import { findEvents } from '../../models/events.ts'
import type { Sealer } from './sealKey.ts'

const PAGE = 500

type LogFault = 'content' | 'link' | 'sequence' | 'head' | 'seal'

export interface LogVerification {
  /** How many rows were read. */
  readonly records: number
  /** `id`: the row, or where it should be. */
  readonly fault: { readonly id: string; readonly reason: LogFault } | null
  readonly head: { readonly sequence: number; readonly hash: string }
  readonly seal: SealRow | null
  /** The last row that was read; null: all were. */
  readonly goOnAfter: number | null
}

type Known = Pick<SealRow, 'sequence' | 'hash'>

/**
 * @param after the number of a row that was verified before; 0: from the beginning
 * @param limit rows to read at most
 * @param expected a row and its hash as they were noted elsewhere
 */
export async function verifyLog(
  { database, sealer }: { readonly database: Database; readonly sealer: Sealer },
  orgId: OrgId,
  options: { readonly after?: number; readonly limit?: number; readonly expected?: Known } = {},
): Promise<LogVerification> {
  const { after = 0, limit = Number.POSITIVE_INFINITY, expected } = options
  const seal = await findSeal(database, orgId)
  const head = await findLogHead(database, orgId)
  const chain = { last: after === 0 ? '' : await findHashAt(database, orgId, after), sequence: after, records: 0 }
  const at = (sequence: number, reason: LogFault) => ({ id: eventId(orgId, sequence), reason })
  const found = (fault: LogVerification['fault']): LogVerification => {
    const isWhole = chain.sequence >= head.sequence || fault !== null
    return { records: chain.records, fault, head, seal, goOnAfter: isWhole ? null : chain.sequence }
  }
  if (seal !== null && !sealer.isGenuine(seal)) return found({ id: `seal of ${orgId}`, reason: 'seal' })
  if (seal !== null && Number(seal.sequence) > head.sequence) return found(at(seal.sequence, 'head'))
  if (expected !== undefined && expected.sequence > head.sequence) return found(at(expected.sequence, 'head'))
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

function faultOf(
  row: EventRow,
  last: string,
  sequence: number,
  known: readonly (Known | null | undefined)[],
): LogFault | null {
  const { hash, ...content } = row
  if (Number(row.cursor) !== sequence || row._id !== eventId(row.orgId, sequence)) return 'sequence'
  if (chainHash(content) !== hash) return 'content'
  if (row.prevHash !== last) return 'link'
  return known.some((one) => Number(one?.sequence) === sequence && one?.hash !== hash) ? 'seal' : null
}
