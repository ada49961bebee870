/** Purchases as GraphQL shows them; what is joined from elsewhere is resolved from the ids. */
import { CHECKOUT_CURRENCY, type SharedToken } from '../shared/acp.ts'
import type { Charge, Checkout, Order, OrderRefund, Product, SharedToken as SharedTokenFields } from './generated.ts'
import type { ChargeRow } from './models/charges.ts'
import type { CheckoutRow } from './models/checkouts.ts'
import type { OrderRow } from './models/orders.ts'
import type { FeedRow } from './models/productFeeds.ts'
import { chargeStatusOf } from './rules/charges.ts'
import { statusOf } from './rules/checkouts.ts'

export type CheckoutShape = Omit<Checkout, 'merchant' | 'agent' | 'order' | 'sharedTokens' | 'charge' | 'declined'> & {
  readonly row: CheckoutRow
}
export type OrderShape = Omit<Order, 'merchant' | 'agent' | 'payment' | 'refunds'> & { readonly row: OrderRow }
export type SharedTokenShape = SharedTokenFields

export function shapeCheckout(row: CheckoutRow, { baseUrl, now }: { readonly baseUrl: string; readonly now: Date }) {
  const { _id: id, items, totalMinor, agentId, orderId, metadata, details } = row
  return {
    ...{ row, id, url: `${baseUrl}/acp/checkout/${id}`, status: statusOf(row, now), items },
    ...{ totalAmountMinor: totalMinor, currency: CHECKOUT_CURRENCY, agentId, orderId, metadata, details },
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  } satisfies CheckoutShape
}

export function shapeCharge(row: ChargeRow) {
  const { _id: id, sessionId, amountMinor, tries, lastError, nextAskAt, createdAt, updatedAt } = row
  return {
    ...{ id, status: chargeStatusOf(row), sessionId, amountMinor, currency: CHECKOUT_CURRENCY, tries, lastError },
    nextAskAt: row.status === 'pending' ? nextAskAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  } satisfies Charge
}

export function shapeOrder(row: OrderRow) {
  const { _id: id, status, sessionId, paymentId, amountMinor, refundedMinor, items, fulfillment } = row
  return {
    ...{ row, id, status, sessionId, paymentId, amountMinor, refundedAmountMinor: refundedMinor },
    ...{ currency: CHECKOUT_CURRENCY, items, unpaid: row.unpaid === true },
    fulfillment: fulfillment === null ? null : { ...fulfillment, fulfilledAt: fulfillment.fulfilledAt.toISOString() },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  } satisfies OrderShape
}

/**
 * Promises are kept in their order: one has arrived when as much of the payment is back as was promised until then. Each is
 * rounded down to a unit of the token, as prices are, and so may be short by less than one.
 */
export function shapeRefunds(
  { refunds, amountMinor }: OrderRow,
  paid: { readonly amount: bigint; readonly refunded: bigint } | null,
): OrderRefund[] {
  let promised = 0
  return refunds.map((refund, index) => {
    promised += refund.amountMinor
    const short = BigInt(index + 1)
    const arrived = paid !== null && (paid.refunded + short) * BigInt(amountMinor) > paid.amount * BigInt(promised)
    return { ...refund, arrived, createdAt: refund.createdAt.toISOString() }
  })
}

export function shapeToken(row: SharedToken): SharedTokenFields {
  const { holdId, status, maxAmountMinor, token, chain, paymentId } = row
  return {
    ...{ holdId, status, maxAmountMinor, currency: CHECKOUT_CURRENCY, token, chain },
    payment: paymentId === null ? null : { id: paymentId },
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
}

export const shapeProducts = (feeds: readonly Pick<FeedRow, '_id' | 'products'>[]): Product[] =>
  feeds.flatMap(({ _id: merchantId, products }) =>
    products.map(({ amountMinor, ...product }) => ({
      ...{ ...product, merchantId, price: { amountMinor, currency: CHECKOUT_CURRENCY } },
    })),
  )
