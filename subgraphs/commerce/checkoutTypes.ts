/** What purchases are joined with, in both directions: each is read together with others, and seen by its owner alone. */
import { timeOf } from '../shared/clock.ts'
import { toConnection } from '../shared/connections.ts'
import { isId } from '../shared/ids.ts'
import type { RequestContext } from '../shared/principal.ts'
import type { Resolvers } from './generatedResolvers.ts'
import { commerceLoaders, tokensOf } from './loaders.ts'
import type { CheckoutRow } from './models/checkouts.ts'
import type { OrderRow } from './models/orders.ts'
import type { CommerceDeps } from './ports.ts'
import { isDeclined } from './rules/orders.ts'
import { listCheckouts, listOrders, listTokens } from './services/readCheckouts.ts'
import {
  shapeCharge,
  shapeCheckout,
  shapeMerchant,
  shapeOrder,
  shapeRefunds,
  shapeSettlement,
  shapeToken,
} from './shapes.ts'

type Types = Pick<Resolvers, 'Agent' | 'Checkout' | 'Charge' | 'Order' | 'Payment' | 'SharedToken'>

export const showCheckout = ({ baseUrl, clock }: Pick<CommerceDeps, 'baseUrl' | 'clock'>, row: CheckoutRow) =>
  shapeCheckout(row, { baseUrl, now: timeOf(clock, row) })

export function createCheckoutTypes(deps: CommerceDeps): Types {
  const loaders = (context: RequestContext) => commerceLoaders(deps, context)
  const checkoutOf = async (id: string, context: RequestContext) => {
    const row = await loaders(context).checkouts.load(id)
    return row === null ? null : showCheckout(deps, row)
  }
  const orderOf = async (id: string | null, context: RequestContext) => {
    const row = id === null ? null : await loaders(context).orders.load(id)
    return row === null ? null : shapeOrder(row)
  }
  const merchantOf = async (id: string, context: RequestContext) => {
    const row = await loaders(context).merchants.load(id)
    return row === null ? null : shapeMerchant(row)
  }
  /** Whoever may read the order, its merchant too: without it nothing can be sent. */
  const saidOf = async ({ sessionId }: OrderRow, name: string, context: RequestContext) =>
    (await loaders(context).details.load(sessionId))?.[name] ?? null
  const stub = <Id extends string>(id: Id | null) => (id === null ? null : { id })
  return {
    Agent: {
      __resolveReference: ({ id }) => ({ id }),
      checkouts: async ({ id: agentId }, args, { principal }) =>
        toConnection(await listCheckouts(deps, principal, { ...args, agentId }), (row) => showCheckout(deps, row)),
      orders: async ({ id: agentId }, args, { principal }) =>
        toConnection(await listOrders(deps, principal, { ...args, agentId }), shapeOrder),
      sharedTokens: async ({ id: agentId }, args, { principal }) =>
        toConnection(await listTokens(deps, principal, { ...args, agentId }), shapeToken),
    },
    Payment: {
      __resolveReference: ({ id }) => ({ id }),
      async sharedToken({ id }, _args, context) {
        const token = isId('payment', id) ? await loaders(context).tokensOfPayments.load(id) : null
        return token === null ? null : shapeToken(token)
      },
    },
    Checkout: {
      __resolveReference: ({ id }, context) => checkoutOf(id, context),
      merchant: ({ row }, _args, context) => merchantOf(row.merchantId, context),
      agent: ({ row }) => stub(row.agentId),
      order: ({ row }, _args, context) => orderOf(row.orderId, context),
      sharedTokens: async ({ row }, _args, context) => (await tokensOf(deps, context, row.tokenIds)).map(shapeToken),
      async charge({ row: { chargeId = null } }, _args, context) {
        const charge = chargeId === null ? null : await loaders(context).charges.load(chargeId)
        return charge === null ? null : shapeCharge(charge)
      },
      /** While another token can pay it nothing is waited for. */
      async pendingApprovalId({ row, status }, _args, context) {
        if (status !== 'open') return null
        const tokens = await tokensOf(deps, context, row.tokenIds)
        return tokens.some((token) => token.status === 'open') ? null : loaders(context).pendingApprovals.load(row._id)
      },
      async declined({ row: { orderId, tokenIds } }, _args, context) {
        return isDeclined(...(await Promise.all([orderOf(orderId, context), tokensOf(deps, context, tokenIds)])))
      },
    },
    Charge: { checkout: ({ sessionId }, _args, context) => checkoutOf(sessionId, context) },
    Order: {
      __resolveReference: ({ id }, context) => orderOf(id, context),
      merchant: ({ row }, _args, context) => merchantOf(row.merchantId, context),
      agent: ({ row }) => stub(row.agentId),
      payment: ({ paymentId }) => ({ id: paymentId }),
      checkout: ({ row }, _args, context) => checkoutOf(row.sessionId, context),
      buyer: ({ row }, _args, context) => saidOf(row, 'buyer', context),
      fulfillmentDetails: ({ row }, _args, context) => saidOf(row, 'fulfillment_details', context),
      fulfillmentGroups: ({ row }, _args, context) => saidOf(row, 'fulfillment_groups', context),
      async settlement({ row }, _args, context) {
        const paid = await loaders(context).repaid.load(row.paymentId)
        return paid === null ? null : shapeSettlement(paid)
      },
      async paymentCompleted({ row }, _args, context) {
        return (await loaders(context).repaid.load(row.paymentId))?.completed ?? false
      },
      async refunds({ row }, _args, context) {
        const paid = row.refunds.length === 0 ? null : loaders(context).repaid.load(row.paymentId)
        return shapeRefunds(row, await paid)
      },
    },
    SharedToken: {
      agent: ({ row }) => stub(row.agentId),
      checkout: ({ row }, _args, context) => checkoutOf(row.sessionId, context),
      async merchant({ row }, _args, context) {
        const checkout = await loaders(context).checkouts.load(row.sessionId)
        return checkout === null ? null : merchantOf(checkout.merchantId, context)
      },
      /** Of a session that another of its tokens has paid it is none. */
      async order({ row }, _args, context) {
        const checkout = row.status === 'used' ? await loaders(context).checkouts.load(row.sessionId) : null
        return checkout?.paymentId === row.paymentId ? orderOf(checkout.orderId, context) : null
      },
    },
  }
}
