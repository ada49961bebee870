/** Quotes of conversions (domain 1.9): one row from the offer to its end. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { BY_ID, findPage, type OrderedArguments, type Page, present } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId, OrgId, QuoteId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { type StopScope, stoppableOf } from '../../shared/stops.ts'
import type { QuoteRow, QuoteStatus } from '../rules/conversions/quote.ts'
import { indexDue } from './dueRows.ts'

export const QUOTES = 'quotes'
const quotes = (database: Database) => database.collection<QuoteRow>(QUOTES)

export const quoteRef = (id: QuoteId): Ref<QuoteRow> => ({ collection: QUOTES, id })

const UNDELIVERED = { status: 'executed', deliveredAt: { $type: 'null' } } as const
const PARKED = { status: 'open', approvalId: { $type: 'string' } } as const

export function registerQuotes(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ orgId: 1, mode: 1, agentId: 1, _id: -1 })
  indexDue(schema)
  // Few, and asked for by every stop.
  schema.index({ orgId: 1, mode: 1, _id: 1 }, { name: 'parked', partialFilterExpression: PARKED })
  // Of all organizations, for a stop of the platform.
  schema.index({ status: 1, _id: 1 }, { name: 'parkedOfAll', partialFilterExpression: PARKED })
  schema.index({ orgId: 1, mode: 1, _id: 1 }, { name: 'undelivered', partialFilterExpression: UNDELIVERED })
  database.model(schema, QUOTES)
}

export async function findQuotes(database: Database, ids: readonly QuoteId[]): Promise<QuoteRow[]> {
  if (ids.length === 0) return []
  return quotes(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface QuoteFilter {
  readonly statuses?: readonly QuoteStatus[] | null | undefined
  readonly walletId?: string | null | undefined
}

/** @param now the time of the organization: what is over counts as expired before the sweep has noticed it */
export function findQuotePage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode; readonly agentId?: AgentId },
  { statuses, walletId }: QuoteFilter,
  args: OrderedArguments,
  now: Date,
): Promise<Page<QuoteRow>> {
  const inStatus = statuses == null ? {} : { $or: statuses.map((status) => statusFilter(status, now)) }
  const none = statuses?.length === 0 ? { _id: { $in: [] } } : inStatus
  const filter = { ...scope, ...present({ walletId }), ...none }
  return findPage(quotes(database), { name: 'quotes', filter, orders: { created_at: BY_ID } }, args)
}

function statusFilter(status: QuoteStatus, now: Date): object {
  const over = { status: 'open', approvalId: null, expiresAt: { $lte: now } }
  if (status === 'expired') return { $or: [{ status }, over] }
  return status === 'open' ? { status, $nor: [over] } : { status }
}

/** Executed, and on their way to the wallet. */
export function findUndelivered(
  database: Database,
  owner: { readonly orgId: OrgId; readonly mode: Mode },
  limit: number,
): Promise<QuoteRow[]> {
  return quotes(database)
    .find({ ...owner, ...UNDELIVERED } as object)
    .limit(limit)
    .toArray()
}

/** Those of the scope that wait for an approval. */
const parkedIn = (scope: StopScope): object => ({
  ...{ ...PARKED, ...stoppableOf(scope) },
  ...(scope.scope === 'chain' || scope.scope === 'token' ? { [scope.scope]: scope.targetId } : {}),
})

export const countParked = (database: Database, scope: StopScope): Promise<number> =>
  quotes(database).countDocuments(parkedIn(scope))

/** In the order of their making. */
export function findParkedQuotes(
  database: Database,
  scope: StopScope,
  { after, limit }: { readonly after: QuoteId | null; readonly limit: number },
): Promise<QuoteRow[]> {
  const behind = after === null ? {} : { _id: { $gt: after } }
  return quotes(database)
    .find({ ...parkedIn(scope), ...behind })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}
