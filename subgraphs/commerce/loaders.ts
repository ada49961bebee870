/** What is shown of many rows at once, read once for each request; null where the caller may not read. */
import DataLoader from 'dataloader'
import type { SharedToken } from '../shared/acp.ts'
import type { ApprovalId, ChargeId, CheckoutId, HoldId, PaymentId } from '../shared/ids.ts'
import { loadersOf, type RequestContext } from '../shared/principal.ts'
import { type ChargeRow, findCharges } from './models/charges.ts'
import { type CheckoutRow, findCheckouts } from './models/checkouts.ts'
import type { MerchantRow } from './models/merchants.ts'
import type { CommerceDeps } from './ports.ts'
import { findVisibleCheckouts, findVisibleOrders, findVisibleTokens } from './services/readCheckouts.ts'
import { findVisibleMerchants } from './services/readMerchants.ts'

/** Of what a later field of the same request may change: read together, and anew each time. */
const ANEW = { cache: false } as const

export function commerceLoaders(deps: CommerceDeps, context: RequestContext) {
  const { principal } = context
  return loadersOf(context, 'commerce', () => ({
    merchants: new DataLoader<string, MerchantRow | null>((ids) => findVisibleMerchants(deps, principal, ids)),
    checkouts: new DataLoader((ids: readonly string[]) => findVisibleCheckouts(deps, principal, ids), ANEW),
    /** What was said of them beside their lines: only of orders that the caller may read. */
    details: new DataLoader<CheckoutId, CheckoutRow['details']>(async (ids) => {
      const found = new Map((await findCheckouts(deps.database, ids)).map((row) => [row._id, row.details]))
      return ids.map((id) => found.get(id) ?? null)
    }),
    orders: new DataLoader((ids: readonly string[]) => findVisibleOrders(deps, principal, ids), ANEW),
    tokens: new DataLoader<HoldId, SharedToken | null>(async (ids) => {
      const found = new Map((await deps.tokens.find([...new Set(ids)])).map((token) => [token.holdId, token]))
      return ids.map((id) => found.get(id) ?? null)
    }, ANEW),
    charges: new DataLoader<ChargeId, ChargeRow | null>(async (ids) => {
      const found = new Map((await findCharges(deps.database, ids)).map((charge) => [charge._id, charge]))
      return ids.map((id) => found.get(id) ?? null)
    }, ANEW),
    tokensOfPayments: new DataLoader((ids: readonly PaymentId[]) => findVisibleTokens(deps, principal, ids), ANEW),
    repaid: new DataLoader((ids: readonly PaymentId[]) => deps.tokens.findRepaid(ids), ANEW),
    pendingApprovals: new DataLoader<CheckoutId, ApprovalId | null>(async (ids) => {
      const found = await deps.tokens.findPendingApprovals([...new Set(ids)])
      return ids.map((id) => found.get(id) ?? null)
    }, ANEW),
  }))
}

/** Oldest first. */
export async function tokensOf(
  deps: CommerceDeps,
  context: RequestContext,
  holdIds: readonly HoldId[],
): Promise<SharedToken[]> {
  const { tokens } = commerceLoaders(deps, context)
  return (await Promise.all(holdIds.map((id) => tokens.load(id)))).filter((token) => token !== null)
}
