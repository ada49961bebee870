/** The history of trust scores, written by the group commit for each wallet and its agent. */
import { TRUST_CHANGES, type TrustChangeRow } from '../../shared/commit/trustChanges.ts'
import { BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId, WalletId } from '../../shared/ids.ts'

export type { TrustChangeRow } from '../../shared/commit/trustChanges.ts'

export function registerTrustChanges(database: Database): void {
  const schema = newSchema()
  schema.index({ walletId: 1, _id: -1 })
  database.model(schema, TRUST_CHANGES)
}

export function findTrustChanges(
  database: Database,
  filter: { readonly walletId: WalletId; readonly agentId?: AgentId },
  args: OrderedArguments,
): Promise<Page<TrustChangeRow>> {
  const collection = database.collection<TrustChangeRow>(TRUST_CHANGES)
  return findPage(collection, { name: 'trustChanges', filter, orders: { created_at: BY_ID } }, args)
}
