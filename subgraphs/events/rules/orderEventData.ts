/** The fields of `data` of the events of checkout sessions and orders. */
import { INSTANT, minor, oneOf, optionalText, type Properties, type Property, text } from './eventProperties.ts'

export const session_id = text('The checkout session.', 'cks_sample')

interface Sample {
  readonly arrived?: boolean
  readonly unpaid?: boolean
}

const isPaid = (status: string, { unpaid = false }: Sample): boolean =>
  !unpaid && (status === 'fulfilled' || status === 'refunded')

/**
 * As `GET /acp/orders/{id}` shows it, so that it can be told in the vocabulary of another protocol too. Of whoever buys it has the
 * address alone, which that protocol tells: events are kept for ever.
 */
const wholeOrder = (status: string, of: Sample): Property => ({
  type: 'object',
  description: 'The order as it is now.',
  sample: {
    ...{
      order_id: 'ord_sample',
      status,
      session_id: 'cks_sample',
      merchant_id: 'mrc_sample',
      payment_id: 'pay_sample',
    },
    ...{ payment_completed: isPaid(status, of), amount_minor: 1250 },
    ...{ refunded_amount_minor: status === 'refunded' ? 1250 : 0, currency: 'USD' },
    items: [{ product_id: 'sample', title: 'Sample', quantity: 1, unit_amount_minor: 1250, total_minor: 1250 }],
    fulfillment:
      status === 'fulfilled' ? { carrier: null, tracking: null, shipped: false, fulfilled_at: INSTANT } : null,
    refunds:
      status === 'refunded'
        ? [{ refund_id: 'rfd_sample', amount_minor: 1250, created_at: INSTANT, arrived: of.arrived === true }]
        : [],
    ...{
      unpaid: of.unpaid === true,
      order_notes: null,
      purchase_order_number: null,
      destination: null,
      created_at: INSTANT,
      updated_at: INSTANT,
    },
  },
})

const order = (status: string, of: Sample = {}): Properties => ({
  order_id: text('The order.', 'ord_sample'),
  session_id,
  merchant_id: optionalText(
    'Whose order it is: the merchant that sells it; in events from 2026-11-30 on.',
    'mrc_sample',
  ),
  payment_id: text('The payment.', 'pay_sample'),
  payment_completed: {
    type: 'boolean',
    description: 'Whether the money has arrived: the payment is confirmed on its chain; in events from 2026-11-30 on.',
    sample: isPaid(status, of),
    optional: true,
  },
  status: oneOf('Where it is.', 'OrderStatus', status),
  amount_minor: minor(status === 'refunded' ? 'Amount of what is refunded by this.' : 'Amount of the order.'),
  refunded_amount_minor: minor('Promised back in all.'),
  currency: text('Currency of the minor units.', 'USD'),
  fulfillment: {
    type: 'object',
    description: 'Carrier, tracking, whether it is on its way, and time, once it is fulfilled.',
    sample: { carrier: null, tracking: null, shipped: false, fulfilled_at: INSTANT },
    optional: true,
  },
  order: wholeOrder(status, of),
})

const canceled: Properties = {
  session_id,
  merchant_id: text('Who would have sold it.', 'mrc_sample'),
  status: oneOf('That it is canceled.', 'CheckoutStatus', 'canceled'),
  amount_minor: minor('What it would have cost.'),
  currency: text('Currency of the minor units.', 'USD'),
}

export const ORDER_EVENT_DATA = {
  'checkout.canceled': canceled,
  'checkout.completed': order('confirmed'),
  'order.fulfilled': order('fulfilled'),
  'order.refunded': order('refunded'),
  'order.refund_arrived': order('refunded', { arrived: true }),
  'order.refund_reversed': order('refunded'),
  'order.canceled': order('canceled'),
  'order.unpaid': order('fulfilled', { unpaid: true }),
} as const
