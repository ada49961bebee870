/**
 * An order as the Agentic Commerce Protocol (2026-04-17) shows it: in a checkout session and in its order webhooks. From the
 * order as our own interface shows it, so that both vocabularies are told from one record.
 */

/** An order of specification 2.14, in wire form. Amounts are integers in minor units. */
export interface WireOrder {
  readonly order_id: string
  readonly status: 'confirmed' | 'fulfilled' | 'partially_refunded' | 'refunded' | 'canceled'
  readonly session_id: string
  readonly amount_minor: number
  readonly refunded_amount_minor: number
  readonly currency: string
  readonly items: readonly WireItem[]
  readonly fulfillment: WireFulfillment | null
  readonly refunds: readonly WireRefund[]
  /** Its payment has failed, and the merchant had fulfilled it. Absent in events of earlier releases. */
  readonly unpaid?: boolean
  readonly updated_at: string
  /** Absent in events of earlier releases. */
  readonly order_notes?: string | null
  readonly purchase_order_number?: string | null
  /** Whereto it is sent, in the form of the protocol. Absent in events of earlier releases. */
  readonly destination?: WireAddress | null
}

/** Those that an address must have. */
export const ADDRESS_FIELDS = ['name', 'line_one', 'city', 'state', 'country', 'postal_code'] as const

export type WireAddress = Readonly<Record<(typeof ADDRESS_FIELDS)[number], string>> & {
  readonly line_two?: string | undefined
  readonly company?: string | undefined
}

export interface WireItem {
  readonly product_id: string
  readonly title: string
  readonly quantity: number
  readonly unit_amount_minor: number
  readonly total_minor: number
}

interface WireFulfillment {
  readonly carrier: string | null
  readonly tracking: string | null
  /** Whether it is on its way. Absent in events of earlier releases. */
  readonly shipped?: boolean
  readonly fulfilled_at: string
}

export interface WireRefund {
  readonly refund_id: string
  readonly amount_minor: number
  readonly created_at: string
  /** Whether the money is back in the wallet. */
  readonly arrived?: boolean
}

/** @param baseUrl the service's own address, without a trailing slash */
export function toAcpOrder(order: WireOrder, baseUrl: string) {
  const { order_id: id, items, fulfillment, currency, amount_minor: amount } = order
  const isCanceled = order.status === 'canceled'
  return {
    type: 'order',
    id,
    checkout_session_id: order.session_id,
    permalink_url: `${baseUrl}/acp/orders/${id}`,
    ...saidOf(order),
    status: isCanceled ? 'canceled' : order.unpaid === true ? 'manual_review' : progressOf(fulfillment),
    line_items: items.map((item) => toOrderLine(item, { isCanceled, isFulfilled: fulfillment !== null })),
    fulfillments: toFulfillments(order),
    adjustments: order.refunds.map((refund) => toAdjustment(refund, currency)),
    totals: [
      total(
        'subtotal',
        'Subtotal',
        items.reduce((sum, item) => sum + item.total_minor, 0),
      ),
      total('total', 'Total', amount),
      ...(order.refunded_amount_minor > 0 ? [total('amount_refunded', 'Refunded', order.refunded_amount_minor)] : []),
    ],
  }
}

/** What the buyer has said of it. */
export function saidOf({
  order_notes: notes,
  purchase_order_number: number,
}: {
  readonly [K in 'order_notes' | 'purchase_order_number']?: WireOrder[K] | undefined
}): { readonly client_reference_id?: string; readonly confirmation?: { readonly order_notes: string } } {
  return {
    ...(number != null && { client_reference_id: number }),
    ...(notes != null && { confirmation: { order_notes: notes } }),
  }
}

export const lineId = ({ product_id: id }: Pick<WireItem, 'product_id'>): string => `li_${id}`

export const total = (type: string, text: string, amount: number) => ({ type, display_text: text, amount })

/** A refund is an adjustment of the protocol, and leaves the progress of the delivery as it is. */
function progressOf(fulfillment: WireFulfillment | null): string {
  if (fulfillment === null) return 'confirmed'
  return isShipped(fulfillment) ? 'shipped' : 'completed'
}

/** What is not on its way was delivered at once. */
const isShipped = ({ carrier, tracking, shipped = (carrier ?? tracking) !== null }: WireFulfillment): boolean => shipped

function toOrderLine(
  item: WireItem,
  { isCanceled, isFulfilled }: Readonly<Record<'isCanceled' | 'isFulfilled', boolean>>,
) {
  const { product_id, title, quantity, unit_amount_minor: unitPrice, total_minor: subtotal } = item
  return {
    ...{ id: lineId(item), title, product_id },
    quantity: { ordered: quantity, current: isCanceled ? 0 : quantity, fulfilled: isFulfilled ? quantity : 0 },
    ...{ unit_price: unitPrice, subtotal },
    status: isCanceled ? 'removed' : isFulfilled ? 'fulfilled' : 'processing',
  }
}

/** What goes to an address is one from the beginning, so that its merchant knows whereto. */
function toFulfillments({ order_id: orderId, status, items, fulfillment, destination = null }: WireOrder): object[] {
  const id = `ful_${orderId}`
  const lines = items.map((item) => ({ id: lineId(item), quantity: item.quantity }))
  const where = { line_items: lines, ...(destination !== null && { destination }) }
  if (fulfillment === null) {
    const isOwed = destination !== null && status !== 'canceled' && status !== 'refunded'
    return isOwed ? [{ id, type: 'shipping', status: 'pending', ...where, events: [] }] : []
  }
  const { carrier, tracking, fulfilled_at: at } = fulfillment
  const shipped = isShipped(fulfillment)
  return [
    {
      id,
      type: shipped ? 'shipping' : 'digital',
      status: shipped ? 'shipped' : 'delivered',
      ...where,
      ...(carrier !== null && { carrier }),
      ...(tracking !== null && { tracking_number: tracking }),
      events: [{ id: `${id}_1`, type: shipped ? 'shipped' : 'delivered', occurred_at: at }],
    },
  ]
}

function toAdjustment(
  { refund_id: id, amount_minor: amount, created_at: at, arrived = false }: WireRefund,
  currency: string,
) {
  return {
    ...{ id, type: 'refund', occurred_at: at, status: arrived ? 'completed' : 'pending' },
    ...{ amount, currency: currency.toLowerCase() },
  }
}

/** What becomes of a refund: the protocol shows it as another status of the same adjustment. */
const REFUND_UPDATES: ReadonlySet<string> = new Set(['order.refund_arrived', 'order.refund_reversed'])
const UPDATES: ReadonlySet<string> = new Set([
  ...['order.fulfilled', 'order.refunded', 'order.canceled', 'order.unpaid'],
  ...REFUND_UPDATES,
])

/** Types that have an event in the protocol. */
export const ACP_EVENT_TYPES: readonly string[] = ['checkout.completed', ...UPDATES]

/** The event of the protocol for one of ours; null where it has none. */
export function acpEventOf(type: string): 'order_create' | 'order_update' | null {
  if (type === 'checkout.completed') return 'order_create'
  return UPDATES.has(type) ? 'order_update' : null
}

/** The types by which an endpoint of this vocabulary asks for an event: who hears of a refund hears what becomes of it. */
export const acpNamesOf = (type: string): readonly string[] =>
  REFUND_UPDATES.has(type) ? [type, 'order.refunded'] : [type]
