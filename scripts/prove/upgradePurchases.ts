/** Purchases of a dump: a session is paid with its token, a charge is ended, and a merchant is heard by its secret. */
import { tellOfOrder } from '../upgrades/addPurchases.ts'
import type { Client } from '../upgrades/client.ts'

/** @param going of the dump; dumps of before there were purchases name none */
export async function findPurchaseBreaches(client: Client, going: Readonly<Record<string, string>>): Promise<string[]> {
  const { checkout_open: session_id, shared_token: token, charge, merchant_secret: secret, order_refunded } = going
  if (session_id === undefined || secret === undefined) return []
  const breaches: string[] = []
  const paid = await client.send('shopper', 'POST /acp/pay', { body: { session_id, token } })
  if (paid.body.status !== 'confirmed') breaches.push(`an open checkout is not paid: ${paid.text}`)
  const ended = await client.send('north', `POST /acp/charges/${charge}/end`, { body: {} })
  if (ended.body.status !== 'ended') breaches.push(`a charge that waits is not ended: ${ended.text}`)
  const told = await tellOfOrder(client, secret, { type: 'order.fulfilled', order_id: order_refunded })
  if (told.duplicate !== true) breaches.push(`an event of before is taken again: ${JSON.stringify(told)}`)
  await tellOfOrder(client, secret, { type: 'order.fulfilled', order_id: paid.body.order_id })
  const { status, unpaid } = await client.sendOrThrow('shopper', `GET /acp/orders/${paid.body.order_id}`)
  if (status !== 'fulfilled' || unpaid !== false) breaches.push(`an order is ${status}, unpaid: ${unpaid}`)
  return breaches
}
