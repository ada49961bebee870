/** The rows of purchases (specification 4.5; domain A.14). */
import type { RestRow } from './row.ts'

const ORDER_EVENT = {
  type: 'object',
  required: ['event_id', 'type', 'data'],
  properties: {
    event_id: {
      type: 'string',
      maxLength: 255,
      description: 'Of the merchant, for this order: what has one that was taken for it does nothing.',
    },
    type: { type: 'string', enum: ['order.fulfilled', 'order.refunded'] },
    merchant_id: { type: 'string', description: 'Who says it; needed only where the order may be unknown.' },
    created_at: { type: 'string', description: 'When it happened.' },
    data: {
      type: 'object',
      required: ['order_id'],
      properties: {
        order_id: { type: 'string' },
        amount_minor: { type: 'integer', minimum: 1, description: 'What is to come back, in cents.' },
        fulfillment: {
          type: 'object',
          properties: { carrier: { type: ['string', 'null'] }, tracking: { type: ['string', 'null'] } },
        },
      },
    },
  },
} as const

export const acp: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/acp/manifest',
    operation: 'GetProductManifest',
    summary: 'What the merchants of the organization sell.',
  },
  {
    method: 'PUT',
    path: '/api/v2/merchants/{merchant_id}/product-feed',
    operation: 'SetProductFeed',
    summary:
      'Replace what a merchant sells; a product that is not named is not sold any more. Counts as 20 requests against the rate limit.',
    resultField: 'manifest',
    cost: 20,
  },
  {
    method: 'PUT',
    path: '/api/v2/merchants/{merchant_id}/product-feed/import',
    operation: 'ImportProductFeed',
    summary:
      "Replace what a merchant sells by the feed at the merchant's own address; what cannot be read changes nothing, and variants without a price in USD are skipped. Counts as 20 requests against the rate limit.",
    resultField: 'manifest',
    extraFields: ['skipped'],
    cost: 20,
  },
  {
    method: 'GET',
    path: '/acp/charges',
    operation: 'ListCharges',
    summary:
      'Charges of which a payment processor is asked, newest first; those with the status unanswered or delayed need a look.',
  },
  {
    method: 'GET',
    path: '/acp/charges/{charge_id}',
    operation: 'GetCharge',
    summary: 'One charge of which a payment processor is asked: how it stands, and what it waits for.',
  },
  {
    method: 'POST',
    path: '/acp/charges/{charge_id}/end',
    operation: 'EndCharge',
    summary: 'End a charge without an answer of its payment processor; its money is available again.',
    resultField: 'charge',
  },
  {
    method: 'POST',
    path: '/api/v2/merchants/{merchant_id}/webhook-secret',
    operation: 'RotateMerchantSecret',
    summary:
      'Make the secret with which a merchant signs what it tells of orders; the one before is taken for a day more.',
    success: 201,
    resultField: 'merchant',
    extraFields: ['secret'],
    shownOnce: 'secret',
  },
  {
    method: 'POST',
    path: '/acp/webhooks',
    operation: 'ReceiveOrderEvent',
    summary: 'Take what a merchant tells of an order, signed with its secret: each event once, forward only.',
    hidden: ['signature', 'format'],
    signedBody: ORDER_EVENT,
  },
  {
    method: 'POST',
    path: '/acp/checkout',
    operation: 'CreateCheckout',
    summary: 'Make a checkout session of products of one merchant.',
    success: 201,
    resultField: 'checkout',
    hidden: ['details', 'requestDigest'],
    location: (body) => `/acp/checkout/${body.session_id}`,
  },
  {
    method: 'GET',
    path: '/acp/checkout',
    operation: 'ListCheckouts',
    summary: 'Checkout sessions, newest first.',
  },
  {
    method: 'GET',
    path: '/acp/checkout/{id}',
    operation: 'GetCheckout',
    summary: 'One checkout session.',
  },
  {
    method: 'PATCH',
    path: '/acp/checkout/{id}',
    operation: 'UpdateCheckout',
    summary: 'Change what an open checkout session buys.',
    resultField: 'checkout',
    hidden: ['details', 'requestDigest'],
  },
  {
    method: 'POST',
    path: '/acp/checkout/{id}/cancel',
    operation: 'CancelCheckout',
    summary: 'Cancel an open checkout session; its shared tokens are revoked, and their money is available again.',
    resultField: 'checkout',
    hidden: ['details', 'requestDigest'],
  },
  {
    method: 'POST',
    path: '/acp/authorize',
    operation: 'AuthorizeCheckout',
    summary: 'Get a shared token for a checkout session; limits and funds are reserved for its cap.',
    success: 201,
    shownOnce: 'sharedToken',
    hidden: ['requestDigest'],
    createsPayment: true,
  },
  {
    method: 'POST',
    path: '/acp/pay',
    operation: 'PayCheckout',
    summary: 'Pay a checkout session with its shared token, once.',
    success: 201,
    resultField: 'order',
    hidden: ['details', 'requestDigest'],
    createsPayment: true,
    location: (body) => `/acp/orders/${body.order_id}`,
  },
  {
    method: 'GET',
    path: '/acp/orders',
    operation: 'ListOrders',
    summary: 'Orders, newest first.',
  },
  {
    method: 'GET',
    path: '/acp/orders/{id}',
    operation: 'GetOrder',
    summary: 'One order: how far it is, and how it was sent.',
  },
]
