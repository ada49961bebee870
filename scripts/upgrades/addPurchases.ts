/**
 * Purchases of a dump: a merchant with a feed and a secret, a checkout that was paid, one that was canceled, one with an open token, and one whose charge waits for a payment processor.
 */
import type { Service } from '../../gateway/compose.ts'
import { insertPendingCharge } from '../prove/purchases/pendingCharge.ts'
import type { Client } from './client.ts'
import type { StoredCaller } from './dumpFile.ts'

interface PurchasesContext {
  readonly client: Client
  readonly service: Service
}

const PAYOUT = '0x5555555555555555555555555555555555555555'
const PRODUCTS = [
  { product_id: 'book', title: 'A book', amount_minor: 1_250 },
  { product_id: 'pen', title: 'A pen', amount_minor: 199, availability: 'out_of_stock' },
]

export async function addPurchases({ client, service }: PurchasesContext): Promise<void> {
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
  await client.sendOrThrow('north', `POST /merchants/${merchant_id}/webhook-secret`, { body: {} })
  const { agentId } = client.callers.shopper as StoredCaller & { readonly agentId: string }
  const open = async () => {
    const items = [{ product_id: 'book', quantity: 1 }]
    const { session_id } = await send('POST /acp/checkout', { items }, 'shopper')
    const cap = { agent_id: agentId, session_id, max_amount_minor: 1_500 }
    const { shared_token: token } = await client.sendOrThrow('shopper', 'POST /acp/authorize', { body: cap })
    return { session_id, token }
  }
  await send('POST /acp/pay', await open(), 'shopper')
  const { session_id: canceled } = await open()
  await send(`POST /acp/checkout/${canceled}/cancel`, {}, 'shopper')
  await open()
  const { session_id: waiting } = await open()
  await insertPendingCharge(service.database, String(waiting))
}
