/** Holds that are for shared tokens (domain 8.3). */
import type { Database } from '../../shared/database.ts'
import type { HoldId } from '../../shared/ids.ts'
import type { StopScope } from '../../shared/stops.ts'
import { type HoldRow, holds } from './holds.ts'
import { stopFilter } from './stoppablePayments.ts'

/** Of a shared token. With its type, without which the index is not used: it has only rows where the hash is text. */
export function findHoldOfToken(database: Database, tokenHash: string): Promise<HoldRow | null> {
  return holds(database).findOne({ tokenHash: { $eq: tokenHash, $type: 'string' } })
}

/** Open shared tokens that a stop may concern, oldest first. */
export function findOpenTokens(
  database: Database,
  work: StopScope,
  { after, limit }: { readonly after: HoldId | null; readonly limit: number },
): Promise<HoldRow[]> {
  const open = { isOpen: true, stage: 'created', sessionId: { $exists: true } } as const
  return holds(database)
    .find({ $and: [open, stopFilter(work), after === null ? {} : { _id: { $gt: after } }] })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}
