/** The history of the trust score of a wallet's agents; an agent sees its own, not that of who had the wallet before. */
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { findTrustChanges, type TrustChangeRow } from '../models/trustChanges.ts'
import type { PaymentsDeps } from '../ports.ts'
import { getWallet } from './readPayments.ts'

/** @throws DomainError not_found, invalid_request (cursor), and those of access */
export async function listTrustChanges(
  deps: Pick<PaymentsDeps, 'database'>,
  principal: Principal,
  { walletId, ...args }: OrderedArguments & { readonly walletId: string },
): Promise<Page<TrustChangeRow>> {
  const caller = requireCaller(principal)
  const { row } = await getWallet(deps, principal, walletId)
  const own = caller.kind === 'agent' ? { agentId: caller.agentId } : {}
  return findTrustChanges(deps.database, { walletId: row._id, ...own }, args)
}
