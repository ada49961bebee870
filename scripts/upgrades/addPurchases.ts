/**
 * Purchases of a dump: a merchant with a feed and a secret, a checkout that was paid, one whose order was sent and is to be
 * refunded in part, one that was canceled, one with an open token, and one whose charge waits for a payment processor.
 */
import { createHmac } from 'node:crypto'
import type { Service } from '../../gateway/compose.ts'
import { insertPendingCharge } from '../prove/purchases/pendingCharge.ts'
import type { Client } from './client.ts'
import type { StoredCaller } from './dumpFile.ts'

interface PurchasesContext {
  readonly client: Client
  readonly service: Service
  readonly going: Record<string, string>
}

const PAYOUT = '0x5555555555555555555555555555555555555555'
const PRODUCTS = [
  { product_id: 'book', title: 'A book', amount_minor: 1_250 },
  { product_id: 'pen', title: 'A pen', amount_minor: 199, availability: 'out_of_stock' },
]

export async function addPurchases({ client, service, going }: PurchasesContext): Promise<void> {
  let count = 0
  const send = (request: string, body: object, by = 'north') =>
    client.sendOrThrow(by, request, { key: `purchases-${count++}`, body })
  const shop = { name: 'Books', legal_name: 'Books Ltd', domain: 'books.example' }
  const { merchant_id } = await send('POST /merchants', {
    ...shop,
    payout_addresses: [{ chain: 'base', address: PAYOUT }],
  })
  const feed = { body: { products: PRODUCTS } }
  await client.sendOrThrow('north', `PUT /merchants/${merchant_id}/product-feed`, feed)
  const made = await client.sendOrThrow('north', `POST /merchants/${merchant_id}/webhook-secret`, { body: {} })
  going.merchant_secret = String(made.secret)
  const { agentId } = client.callers.shopper as StoredCaller & { readonly agentId: string }
  const open = async () => {
    const items = [{ product_id: 'book', quantity: 1 }]
    const { session_id } = await send('POST /acp/checkout', { items }, 'shopper')
    const cap = { agent_id: agentId, session_id, max_amount_minor: 1_500 }
    const { shared_token: token } = await client.sendOrThrow('shopper', 'POST /acp/authorize', { body: cap })
    return { session_id, token }
  }
  await send('POST /acp/pay', await open(), 'shopper')
  const { order_id, payment_id } = await send('POST /acp/pay', await open(), 'shopper')
  await tellOfOrder(client, going.merchant_secret, {
    type: 'order.fulfilled',
    order_id,
    fulfillment: { carrier: 'Post' },
  })
  await tellOfOrder(client, going.merchant_secret, { type: 'order.refunded', order_id, amount_minor: 250 })
  Object.assign(going, { order_refunded: order_id, payment_refunded: payment_id })
  const { session_id: canceled } = await open()
  await send(`POST /acp/checkout/${canceled}/cancel`, {}, 'shopper')
  const { session_id: unpaid, token } = await open()
  Object.assign(going, { checkout_open: unpaid, shared_token: token })
  const { session_id: waiting } = await open()
  going.charge = await insertPendingCharge(service.database, String(waiting))
}

interface Told {
  readonly type: string
  readonly order_id: unknown
  readonly fulfillment?: object
  readonly amount_minor?: number
}

/** As the merchant tells it, signed with its secret; each type once for an order. */
export function tellOfOrder(client: Client, secret: string, { type, ...data }: Told) {
  const body = { event_id: `${type} of ${data.order_id}`, type, data }
  const mac = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
  return client.sendOrThrow('', 'POST /acp/webhooks', { body, headers: { 'x-service-signature': `sha256=${mac}` } })
}
