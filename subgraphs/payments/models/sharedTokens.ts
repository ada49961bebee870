/** Holds that are for shared tokens (domain 8.3). */
import type { SharedTokenStatus, TokenQuery } from '../../shared/acp.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import type { Database } from '../../shared/database.ts'
import type { StopScope } from '../../shared/stops.ts'
import { type HoldRow, holds, OPEN_TOKENS, OPEN_TOKENS_INDEX } from './holds.ts'
import { placeFilter, STOP_ORDER, type StoppablePlace, stopFilter } from './stoppablePayments.ts'

/** Of a shared token. With its type, without which the index is not used: it has only rows where the hash is text. */
export function findHoldOfToken(database: Database, tokenHash: string): Promise<HoldRow | null> {
  return holds(database).findOne({ tokenHash: { $eq: tokenHash, $type: 'string' } })
}

/** Whatever has become of them. */
const TOKENS = { sessionId: { $exists: true } } as const

export function findTokenPage(
  database: Database,
  { orgId, mode, agentIds, statuses }: TokenQuery,
  at: Date,
  args: OrderedArguments,
): Promise<Page<HoldRow>> {
  const wanted = statuses === null ? {} : { $or: [{ _id: '' }, ...statuses.map((status) => statusFilter(status, at))] }
  const filter = { orgId, mode, ...anyOf('agentId', agentIds), ...TOKENS, ...wanted }
  return findPage(holds(database), { name: 'sharedTokens', filter, orders: { created_at: BY_ID } }, args)
}

/** As a token is shown. */
function statusFilter(status: SharedTokenStatus, at: Date): object {
  const isKept = { chargeId: { $exists: true } }
  const isFree = { stage: 'created', chargeId: { $exists: false } }
  switch (status) {
    case 'used':
      return { $or: [{ stage: 'captured' }, { stage: 'created', ...isKept }] }
    case 'open':
      return { ...isFree, expiresAt: { $gt: at } }
    case 'expired':
      return {
        $or: [
          { ...isFree, expiresAt: { $lte: at } },
          { stage: 'voided', voidReason: 'expired' },
        ],
      }
    case 'revoked':
      return { stage: { $nin: ['captured', 'created'] }, voidReason: { $ne: 'expired' } }
  }
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
