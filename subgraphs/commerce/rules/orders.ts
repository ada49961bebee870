/** Orders (domain A.14): what moves them, forward only, and what their events tell. Pure. */
import {
  CHECKOUT_CURRENCY,
  ORDER_NOTES_MAX,
  PURCHASE_ORDER_NUMBER_MAX,
  type Repaid,
  type SharedToken,
} from '../../shared/acp.ts'
import { ADDRESS_FIELDS, type WireAddress } from '../../shared/acpOrder.ts'
import type { EventDraft, EventType } from '../../shared/events.ts'
import type { AgentId, CheckoutId, MerchantId, OrderId, OrgId, PaymentId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { nextState, type Transitions } from '../../shared/transitions.ts'
import type { Line } from './checkouts.ts'

export type OrderStatus = 'confirmed' | 'fulfilled' | 'partially_refunded' | 'refunded' | 'canceled'
export type OrderStep =
  | ('fulfill' | 'refundPart' | 'refundAll' | 'cancel')
  | ('restore' | 'restorePartlyRefunded' | 'restoreRefunded')

interface Fulfillment {
  /** The id of the merchant's event. */
  readonly eventId: string
  readonly carrier: string | null
  readonly tracking: string | null
  /** The merchant says so, whoever carries it. */
  readonly shipped?: boolean
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
  /** Its payment has failed on chain, and the merchant had fulfilled it. */
  readonly unpaid: boolean
  /** What the buyer has said of it; absent: nothing. */
  readonly orderNotes?: string
  readonly purchaseOrderNumber?: string
  readonly destination?: WireAddress
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** As requests of the protocol bound it. */
const ADDRESS_LINE_MAX = 300

const ORDER_TRANSITIONS: Transitions<OrderStatus, OrderStep> = {
  confirmed: { fulfill: 'fulfilled', refundPart: 'partially_refunded', refundAll: 'refunded', cancel: 'canceled' },
  fulfilled: { refundPart: 'partially_refunded', refundAll: 'refunded' },
  partially_refunded: {
    ...{ fulfill: 'partially_refunded', refundPart: 'partially_refunded', refundAll: 'refunded' },
    cancel: 'canceled',
  },
  refunded: { cancel: 'canceled' },
  // Its payment had failed, and was mined nevertheless: what was promised back of it before is promised still.
  canceled: { restore: 'confirmed', restorePartlyRefunded: 'partially_refunded', restoreRefunded: 'refunded' },
}

/** Of what was said beside the lines of its session, which over the graph may be any JSON. */
export function saidOfOrder(details: unknown): Pick<Order, 'orderNotes' | 'purchaseOrderNumber' | 'destination'> {
  const said = fieldsOf(details)
  const { order_notes: notes, purchase_order_number: number } = said
  const destination = addressIn(fieldsOf(said.fulfillment_details).address)
  return {
    ...(isSaid(notes, ORDER_NOTES_MAX) && { orderNotes: notes }),
    ...(isSaid(number, PURCHASE_ORDER_NUMBER_MAX) && { purchaseOrderNumber: number }),
    ...(destination !== null && { destination }),
  }
}

const fieldsOf = (value: unknown) => Object(value ?? {}) as Readonly<Record<string, unknown>>

/** With the fields that the protocol has alone; null: it is none of the protocol. */
function addressIn(value: unknown): WireAddress | null {
  const said = fieldsOf(value)
  const read = (names: readonly string[]) =>
    names.flatMap((name) => (isSaid(said[name], ADDRESS_LINE_MAX) ? [[name, said[name]] as const] : []))
  const required = read(ADDRESS_FIELDS)
  if (required.length < ADDRESS_FIELDS.length) return null
  return Object.fromEntries([...required, ...read(['line_two', 'company'])]) as unknown as WireAddress
}

/** What a carrier has, or what goes to an address, is on its way; anything else was handed over at once. */
export const isShipped = ({ fulfillment, destination }: Pick<Order, 'fulfillment' | 'destination'>): boolean =>
  fulfillment !== null &&
  ((fulfillment.carrier ?? fulfillment.tracking) !== null || fulfillment.shipped === true || destination !== undefined)

/** Line breaks and tabs are fine; other control characters only hide something. */
const isSaid = (value: unknown, lengthMax: number): value is string =>
  typeof value === 'string' && value.length <= lengthMax && value.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(value)

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

/**
 * Which of its promises have been kept. They are kept in their order: one has arrived when as much of the payment is back as was
 * promised until then. Each is rounded down to a unit of the token, as prices are, and so may be short by less than one.
 */
export function arrivals(
  { refunds, amountMinor }: Pick<Order, 'refunds' | 'amountMinor'>,
  paid: Pick<Repaid, 'amount' | 'refunded'> | null,
) {
  let promised = 0
  return refunds.map((refund, index) => {
    promised += refund.amountMinor
    const short = BigInt(index + 1)
    return paid !== null && (paid.refunded + short) * BigInt(amountMinor) > paid.amount * BigInt(promised)
  })
}

/**
 * With the whole order, so that a receiver needs no second call.
 * @param paid null: its payment has just begun
 * @param amountMinor of what has happened
 */
export function orderEvent(
  type: EventType,
  row: Order,
  paid: Repaid | null,
  amountMinor: number = row.amountMinor,
): EventDraft {
  const { _id, agentId, sessionId, merchantId, paymentId, refundedMinor } = row
  return {
    ...{ type, resourceId: _id, ...(agentId === null ? {} : { agentId }) },
    data: {
      ...{ order_id: _id, session_id: sessionId, merchant_id: merchantId, payment_id: paymentId, status: row.status },
      payment_completed: paid?.completed ?? false,
      ...{ amount_minor: amountMinor, refunded_amount_minor: refundedMinor, currency: CHECKOUT_CURRENCY },
      ...(row.fulfillment === null ? {} : { fulfillment: wireFulfillment(row) }),
      order: wireOrder(row, paid),
    },
  }
}

/** The order in wire form (domain A.2). */
function wireOrder(row: Order, paid: Repaid | null) {
  const arrived = arrivals(row, paid)
  return {
    ...{ order_id: row._id, status: row.status, session_id: row.sessionId, merchant_id: row.merchantId },
    ...{ payment_id: row.paymentId, payment_completed: paid?.completed ?? false },
    ...{ amount_minor: row.amountMinor, refunded_amount_minor: row.refundedMinor, currency: CHECKOUT_CURRENCY },
    items: row.items.map((item) => ({
      ...{ product_id: item.productId, title: item.title, quantity: item.quantity },
      ...{ unit_amount_minor: item.unitAmountMinor, total_minor: item.totalMinor },
    })),
    fulfillment: wireFulfillment(row),
    refunds: row.refunds.map(({ refundId, amountMinor, createdAt }, index) => ({
      ...{ refund_id: refundId, amount_minor: amountMinor, created_at: createdAt.toISOString() },
      arrived: arrived[index] === true,
    })),
    unpaid: row.unpaid,
    ...{ order_notes: row.orderNotes ?? null, purchase_order_number: row.purchaseOrderNumber ?? null },
    destination: row.destination ?? null,
    ...{ created_at: row.createdAt.toISOString(), updated_at: row.updatedAt.toISOString() },
  }
}

function wireFulfillment(order: Pick<Order, 'fulfillment' | 'destination'>) {
  const { fulfillment } = order
  if (fulfillment === null) return null
  const { carrier, tracking, fulfilledAt } = fulfillment
  return { carrier, tracking, shipped: isShipped(order), fulfilled_at: fulfilledAt.toISOString() }
}
