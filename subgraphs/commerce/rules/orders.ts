/** Orders (domain A.14): what moves them, forward only, and what their events tell. Pure. */
import { CHECKOUT_CURRENCY, type SharedToken } from '../../shared/acp.ts'
import type { EventDraft, EventType } from '../../shared/events.ts'
import type { AgentId, CheckoutId, MerchantId, OrderId, OrgId, PaymentId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { nextState, type Transitions } from '../../shared/transitions.ts'
import type { Line } from './checkouts.ts'

export type OrderStatus = 'confirmed' | 'fulfilled' | 'partially_refunded' | 'refunded' | 'canceled'
export type OrderStep = 'fulfill' | 'refundPart' | 'refundAll' | 'cancel' | 'restore'

interface Fulfillment {
  /** The id of the merchant's event. */
  readonly eventId: string
  readonly carrier: string | null
  readonly tracking: string | null
  readonly fulfilledAt: Date
}

/** What the merchant has promised to give back; the money comes with a transfer on chain. */
interface PromisedRefund {
  /** The id of the merchant's event. */
  readonly refundId: string
  readonly amountMinor: number
  readonly createdAt: Date
}

export interface Order {
  readonly _id: OrderId
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId | null
  readonly sessionId: CheckoutId
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  readonly status: OrderStatus
  readonly items: readonly Line[]
  readonly amountMinor: number
  readonly refundedMinor: number
  readonly fulfillment: Fulfillment | null
  readonly refunds: readonly PromisedRefund[]
  /** Its payment has failed on chain, and the merchant had fulfilled it. Absent in rows of earlier releases. */
  readonly unpaid?: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

const ORDER_TRANSITIONS: Transitions<OrderStatus, OrderStep> = {
  confirmed: { fulfill: 'fulfilled', refundPart: 'partially_refunded', refundAll: 'refunded', cancel: 'canceled' },
  fulfilled: { refundPart: 'partially_refunded', refundAll: 'refunded' },
  partially_refunded: { fulfill: 'partially_refunded', refundPart: 'partially_refunded', refundAll: 'refunded' },
  refunded: {},
  // Its payment had failed, and was mined nevertheless.
  canceled: { restore: 'confirmed' },
}

/** Null: the event does not apply any more. */
export const nextOrderStatus = (from: OrderStatus, step: OrderStep): OrderStatus | null =>
  nextState(ORDER_TRANSITIONS, from, step)

/** What was tried last left a failed payment: that of its order, or that of a token which was presented after its end, or was declined. */
export function isDeclined(
  order: { readonly status: OrderStatus } | null,
  tokens: readonly Pick<SharedToken, 'status' | 'paymentId'>[],
): boolean {
  if (order !== null) return order.status === 'canceled'
  const last = tokens.findLast(({ paymentId }) => paymentId !== null)
  return last !== undefined && last.status !== 'used'
}

/** With the whole order, so that a receiver needs no second call; the amount is that of what has happened. */
export function orderEvent(type: EventType, row: Order): EventDraft {
  const { _id, agentId, sessionId, paymentId, refundedMinor } = row
  const { amountMinor } = (type === 'order.refunded' ? row.refunds.at(-1) : undefined) ?? row
  return {
    ...{ type, resourceId: _id, ...(agentId === null ? {} : { agentId }) },
    data: {
      ...{ order_id: _id, session_id: sessionId, payment_id: paymentId, status: row.status },
      ...{ amount_minor: amountMinor, refunded_amount_minor: refundedMinor, currency: CHECKOUT_CURRENCY },
      ...(row.fulfillment === null ? {} : { fulfillment: wireFulfillment(row) }),
      order: wireOrder(row),
    },
  }
}

/** The order in wire form (domain A.2). */
function wireOrder(row: Order) {
  return {
    ...{ order_id: row._id, status: row.status, session_id: row.sessionId, payment_id: row.paymentId },
    ...{ amount_minor: row.amountMinor, refunded_amount_minor: row.refundedMinor, currency: CHECKOUT_CURRENCY },
    items: row.items.map((item) => ({
      ...{ product_id: item.productId, title: item.title, quantity: item.quantity },
      ...{ unit_amount_minor: item.unitAmountMinor, total_minor: item.totalMinor },
    })),
    fulfillment: wireFulfillment(row),
    refunds: row.refunds.map(({ refundId, amountMinor, createdAt }) => ({
      ...{ refund_id: refundId, amount_minor: amountMinor, created_at: createdAt.toISOString() },
    })),
    unpaid: row.unpaid === true,
    ...{ created_at: row.createdAt.toISOString(), updated_at: row.updatedAt.toISOString() },
  }
}

function wireFulfillment({ fulfillment }: Pick<Order, 'fulfillment'>) {
  if (fulfillment === null) return null
  const { carrier, tracking, fulfilledAt } = fulfillment
  return { carrier, tracking, fulfilled_at: fulfilledAt.toISOString() }
}
