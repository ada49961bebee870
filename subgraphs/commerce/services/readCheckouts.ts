/** Reads of checkout sessions and orders: an agent sees its own, an organization all of its own in its mode. */

import type { SharedToken, SharedTokenStatus } from '../../shared/acp.ts'
import { timeOf } from '../../shared/clock.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { idsOf, isId, type PaymentId } from '../../shared/ids.ts'
import {
  merchantOnly,
  owns,
  type Principal,
  requireCaller,
  requireOwned,
  visibleInOrder,
} from '../../shared/principal.ts'
import { type CheckoutRow, findCheckoutPage, findCheckouts } from '../models/checkouts.ts'
import { findOrderPage, findOrders, type OrderRow } from '../models/orders.ts'
import type { CommerceDeps } from '../ports.ts'
import type { CheckoutStatus } from '../rules/checkouts.ts'
import type { OrderStatus } from '../rules/orders.ts'

type ReadDeps = Pick<CommerceDeps, 'database' | 'clock'>

export async function findVisibleCheckouts({ database }: ReadDeps, principal: Principal, ids: readonly string[]) {
  return visibleInOrder(principal, ids, await findCheckouts(database, idsOf('checkout', ids)))
}

export async function findVisibleOrders({ database }: ReadDeps, principal: Principal, ids: readonly string[]) {
  return visibleInOrder(principal, ids, await findOrders(database, idsOf('order', ids)))
}

/** @throws DomainError not_found */
export async function getCheckout({ database }: ReadDeps, principal: Principal, id: string): Promise<CheckoutRow> {
  const [row = null] = isId('checkout', id) ? await findCheckouts(database, [id]) : []
  return requireOwned(principal, row, 'checkout session')
}

/** Of a merchant those that were bought from it. @throws DomainError not_found */
export async function getOrder({ database }: ReadDeps, principal: Principal, id: string): Promise<OrderRow> {
  const [row = null] = isId('order', id) ? await findOrders(database, [id]) : []
  if (principal.kind === 'merchant') {
    if (row === null || row.merchantId !== principal.merchantId) throw notFound('order')
    return row
  }
  requireCaller(principal)
  return requireOwned(principal, row, 'order')
}

interface Listed<Status> extends OrderedArguments {
  readonly agentId?: string | null | undefined
  readonly statuses?: readonly Status[] | null | undefined
}

export function listCheckouts(
  deps: ReadDeps,
  principal: Principal,
  { merchantId = null, ...args }: Listed<CheckoutStatus> & { readonly merchantId?: string | null },
): Promise<Page<CheckoutRow>> {
  const scope = scopeOf(principal, args)
  const now = timeOf(deps.clock, scope)
  return findCheckoutPage(deps.database, { ...scope, merchantId, statuses: args.statuses ?? null, now }, args)
}

/** Without those of other agents, for an agent. */
export function listTokens(
  { tokens }: Pick<CommerceDeps, 'tokens'>,
  principal: Principal,
  args: Listed<SharedTokenStatus>,
): Promise<Page<SharedToken>> {
  return tokens.list({ ...scopeOf(principal, args), statuses: args.statuses ?? null }, args)
}

/** In the order of the payments; null also where the caller may not see it. */
export async function findVisibleTokens(
  { tokens }: Pick<CommerceDeps, 'tokens'>,
  principal: Principal,
  paymentIds: readonly PaymentId[],
): Promise<(SharedToken | null)[]> {
  const found = await tokens.findOfPayments(paymentIds)
  return found.map((token) => (token !== null && owns(principal, token) ? token : null))
}

export function listOrders(
  deps: ReadDeps,
  principal: Principal,
  { merchantId = null, ...args }: Listed<OrderStatus> & { readonly merchantId?: string | null },
): Promise<Page<OrderRow>> {
  const statuses = args.statuses ?? null
  if (principal.kind === 'merchant') {
    // Whom it has sold to is not the merchant's to know, nor to find out by asking for one after the other.
    if (args.agentId != null) throw merchantOnly()
    const { orgId, mode, merchantId: own } = principal
    return findOrderPage(deps.database, { orgId, mode, agentIds: null, merchantId: own, statuses }, args)
  }
  return findOrderPage(deps.database, { ...scopeOf(principal, args), merchantId, statuses }, args)
}

/** An agent that names another agent gets an empty list. */
function scopeOf(principal: Principal, { agentId }: Listed<unknown>) {
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  const named = agentId == null ? null : [agentId]
  const agentIds = caller.kind === 'agent' ? [caller.agentId].filter((id) => named?.includes(id) ?? true) : named
  return { orgId, mode, agentIds }
}
