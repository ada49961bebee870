/** Holds that are for shared tokens (domain 8.3). */
import type { Database } from '../../shared/database.ts'
import type { StopScope } from '../../shared/stops.ts'
import { type HoldRow, holds, OPEN_TOKENS, OPEN_TOKENS_INDEX } from './holds.ts'
import { placeFilter, STOP_ORDER, type StoppablePlace, stopFilter } from './stoppablePayments.ts'

/** Of a shared token. With its type, without which the index is not used: it has only rows where the hash is text. */
export function findHoldOfToken(database: Database, tokenHash: string): Promise<HoldRow | null> {
  return holds(database).findOne({ tokenHash: { $eq: tokenHash, $type: 'string' } })
}

/** Open shared tokens that a stop may concern, organization by organization, oldest first; no other hold is read. */
export function findOpenTokens(
  database: Database,
  work: StopScope,
  { after, limit }: { readonly after: StoppablePlace | null; readonly limit: number },
): Promise<HoldRow[]> {
  return holds(database)
    .find({ $and: [{ ...OPEN_TOKENS, stage: 'created' }, stopFilter(work), placeFilter(work, after)] })
    .sort(STOP_ORDER)
    .hint(OPEN_TOKENS_INDEX)
    .limit(limit)
    .toArray()
}
