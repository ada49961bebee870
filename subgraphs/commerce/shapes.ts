/** Purchases as GraphQL shows them; what is joined from elsewhere is resolved from the ids. */
import { CHECKOUT_CURRENCY, type Repaid, type Settlement, type SharedToken } from '../shared/acp.ts'
import { UNCATEGORIZED } from '../shared/categories.ts'
import type { CheckoutId } from '../shared/ids.ts'
import { formatUnits } from '../shared/money.ts'
import type {
  Charge,
  Checkout,
  Merchant,
  Order,
  OrderRefund,
  Product,
  SharedToken as SharedTokenFields,
} from './generated.ts'
import type { ChargeRow } from './models/charges.ts'
import type { CheckoutRow } from './models/checkouts.ts'
import type { MerchantRow } from './models/merchants.ts'
import type { OrderRow } from './models/orders.ts'
import type { FeedRow } from './models/productFeeds.ts'
import { chargeStatusOf } from './rules/charges.ts'
import { type Line, statusOf } from './rules/checkouts.ts'
import { arrivals, isShipped } from './rules/orders.ts'

export type CheckoutShape = Omit<
  Checkout,
  'merchant' | 'agent' | 'order' | 'sharedTokens' | 'charge' | 'declined' | 'pendingApprovalId'
> & {
  readonly row: CheckoutRow
}
export type MerchantShape = Omit<Merchant, 'checkouts' | 'orders'>
type JoinedOfOrder =
  | ('merchant' | 'agent' | 'payment' | 'paymentCompleted' | 'checkout' | 'refunds' | 'settlement')
  | ('buyer' | 'fulfillmentDetails' | 'fulfillmentGroups')
export type OrderShape = Omit<Order, JoinedOfOrder> & {
  readonly row: OrderRow
}
export type ChargeShape = Omit<Charge, 'checkout'> & { readonly sessionId: CheckoutId }
export type SharedTokenShape = Omit<SharedTokenFields, 'agent' | 'checkout' | 'merchant' | 'order'> & {
  readonly row: SharedToken
}

export function shapeCheckout(row: CheckoutRow, { baseUrl, now }: { readonly baseUrl: string; readonly now: Date }) {
  const { _id: id, totalMinor, agentId, orderId, metadata, details } = row
  return {
    ...{ row, id, url: `${baseUrl}/acp/checkout/${id}`, status: statusOf(row, now) },
    items: row.items.map(shapeLine),
    ...{ totalAmountMinor: totalMinor, currency: CHECKOUT_CURRENCY, agentId, orderId, metadata, details },
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  } satisfies CheckoutShape
}

const shapeLine = (line: Line) => ({ ...line, itemId: line.itemId ?? line.productId })

export function shapeCharge(row: ChargeRow) {
  const { _id: id, sessionId, amountMinor, tries, lastError, nextAskAt, createdAt, updatedAt } = row
  return {
    ...{ id, status: chargeStatusOf(row), sessionId, amountMinor, currency: CHECKOUT_CURRENCY, tries, lastError },
    waitsFor: row.status === 'pending' ? (row.waitsFor ?? 'processor') : null,
    nextAskAt: row.status === 'pending' ? nextAskAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  } satisfies ChargeShape
}

export function shapeOrder(row: OrderRow) {
  const { _id: id, status, sessionId, merchantId, paymentId, amountMinor, refundedMinor, fulfillment } = row
  return {
    ...{ row, id, status, sessionId, merchantId, paymentId, amountMinor, refundedAmountMinor: refundedMinor },
    ...{ currency: CHECKOUT_CURRENCY, items: row.items.map(shapeLine), unpaid: row.unpaid },
    ...{ orderNotes: row.orderNotes ?? null, purchaseOrderNumber: row.purchaseOrderNumber ?? null },
    fulfillment:
      fulfillment === null
        ? null
        : { ...fulfillment, shipped: isShipped(row), fulfilledAt: fulfillment.fulfilledAt.toISOString() },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  } satisfies OrderShape
}

export const shapeSettlement = ({ txHash, chain, token, payee, payer, ...paid }: Repaid & Settlement) => ({
  ...{ txHash, chain, token, amount: formatUnits(paid.amount, token), payee, payer },
  confirmedAt: paid.confirmedAt?.toISOString() ?? null,
})

export function shapeRefunds(row: OrderRow, paid: Repaid | null): OrderRefund[] {
  const arrived = arrivals(row, paid)
  return row.refunds.map((refund, index) => ({
    ...{ ...refund, arrived: arrived[index] === true, createdAt: refund.createdAt.toISOString() },
  }))
}

export function shapeToken(row: SharedToken): SharedTokenShape {
  const { holdId, status, maxAmountMinor, token, chain, paymentId } = row
  return {
    ...{ row, holdId, status, maxAmountMinor, currency: CHECKOUT_CURRENCY, token, chain },
    payment: paymentId === null ? null : { id: paymentId },
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
}

export function shapeMerchant(row: MerchantRow): MerchantShape {
  const { _id: id, name, legalName, domain, mcc, category, country, metadata, status, mode, orgId } = row
  return {
    ...{ id, name, legalName, domain, mcc, category, country, metadata, status, mode },
    payoutAddresses: row.payoutAddresses,
    organization: { id: orgId },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** What the organization notes of a merchant, and where it pays it, is not the merchant's to read. */
export const withoutNotes = (row: MerchantRow): MerchantRow => ({
  ...{ ...row, legalName: '', mcc: null, category: UNCATEGORIZED, country: null },
  ...{ payoutAddresses: [], metadata: null },
})

export const shapeProducts = (feeds: readonly Pick<FeedRow, '_id' | 'products'>[]): Product[] =>
  feeds.flatMap(({ _id: merchantId, products }) =>
    products.map(({ amountMinor, ...product }) => ({
      ...{ ...product, merchantId, price: { amountMinor, currency: CHECKOUT_CURRENCY } },
    })),
  )
