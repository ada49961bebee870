/**
 * A small merchant as a merchant would write itself, over real HTTP: it serves its product feed at `/feed.json`, answers questions
 * about charges at `/charges`, hears of orders at `/orders`, ships its own at once, and tells so in the Agentic Commerce Protocol: the
 * whole order, signed with its secret.
 */
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCall, StepFailure, within } from '../firstPayment/serviceClient.ts'
import { type LocalServer, readBody, startLocalServer } from '../localServer.ts'
import { isMerchantSigned } from '../webhookSignature.ts'
import { openChargeDesk } from './charges.ts'

export const BOOK = {
  ...{ product_id: 'book', title: 'A book', description: 'Of paper.', amount_minor: 1_250, availability: 'in_stock' },
} as const

interface MerchantInput {
  /** Signs questions about charges. */
  readonly asks: string
  /** Signs what it hears of orders. */
  readonly hears: string
  readonly products: readonly (typeof BOOK | (Omit<typeof BOOK, 'product_id'> & { readonly product_id: string }))[]
}

export interface SmallMerchant extends LocalServer {
  readonly feedUrl: string
  readonly chargesUrl: string
  /** Where it hears of orders, in the format `acp`. */
  readonly ordersUrl: string
  /** From now on it ships. @param tells the secret with which it signs what it tells the service */
  openFor(service: { readonly url: string; readonly tells: string }): void
  /** Promises to give a part of an order back. */
  refund(orderId: string, amountMinor: number): Promise<void>
  /** What it hears once the money of a refund is back. */
  arrival(): Promise<Adjustment>
  /** @throws when an event came with a wrong signature, or an order could not be shipped */
  check(): void
}

interface Adjustment {
  readonly type: string
  readonly status: string
  readonly amount: number
}

/** What it reads of an order of the Agentic Commerce Protocol; the rest it tells as it has heard it. */
interface Order {
  readonly id: string
  readonly line_items: readonly { readonly id: string; readonly quantity: Quantity }[]
  readonly adjustments: readonly Adjustment[]
}

interface Quantity {
  readonly ordered: number
}

interface OrderEvent {
  readonly type: string
  readonly data: Order
}

const HEARS_WITHIN_MS = 10_000

export async function startSmallMerchant({ asks, hears, products }: MerchantInput): Promise<SmallMerchant> {
  const desk = openChargeDesk(asks)
  const arrived = Promise.withResolvers<Adjustment>()
  let failed: unknown
  let tell: ReturnType<typeof createTeller> | null = null
  /** As it was told last. */
  const orders = new Map<string, Order>()
  const update = async (order: Order) => {
    if (tell === null) throw new StepFailure(`${order.id} is there before anybody can be told of it`)
    orders.set(order.id, order)
    await tell({ type: 'order_update', data: order })
  }
  const ship = async (order: Order) => {
    // Deliveries may come twice, and late: then it is told as it is by now.
    await update(orders.get(order.id) ?? { ...order, ...shipped(order) })
  }
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const raw = await readBody(request)
    try {
      if (!isMerchantSigned(raw, request.headers['merchant-signature'], hears, new Date())) {
        response.writeHead(401).end()
        throw new StepFailure('an event with a wrong Merchant-Signature arrived')
      }
      const { type, data }: OrderEvent = JSON.parse(raw.toString())
      if (type === 'order_create') await ship(data)
      const back = data.adjustments.find(({ status }) => status === 'completed')
      if (back !== undefined) arrived.resolve(back)
      response.writeHead(204).end()
    } catch (error) {
      failed = error
      // It is delivered again.
      if (!response.headersSent) response.writeHead(503).end()
    }
  }
  const server = await startLocalServer((request, response) => {
    if (request.url === '/charges') return desk.handle(request, response)
    if (request.url === '/orders') return hear(request, response)
    if (request.url !== '/feed.json') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ products }))
  })
  return {
    ...server,
    ...{ feedUrl: `${server.url}/feed.json`, chargesUrl: `${server.url}/charges`, ordersUrl: `${server.url}/orders` },
    openFor(service) {
      tell = createTeller(service)
    },
    async refund(orderId, amount) {
      const order = orders.get(orderId)
      if (order === undefined) throw new StepFailure(`the merchant has not heard of ${orderId}`)
      const at = { type: 'refund', occurred_at: new Date().toISOString(), status: 'pending' }
      const refund = { ...at, id: `refund-${order.adjustments.length + 1}`, amount, currency: 'usd' }
      await update({ ...order, adjustments: [...order.adjustments, refund] })
    },
    arrival: () => within(arrived.promise, HEARS_WITHIN_MS, 'a refund that has arrived'),
    check() {
      if (failed !== undefined) throw failed
    },
  }
}

/** What is another of it once it is with the carrier. */
function shipped({ id, line_items }: Order) {
  const fulfillment = {
    ...{
      id: `parcel-${id}`,
      type: 'shipping',
      status: 'shipped',
      carrier: 'Post',
      tracking_number: `T-${id.slice(-6)}`,
    },
    line_items: line_items.map((line) => ({ id: line.id, quantity: line.quantity.ordered })),
  }
  return { status: 'shipped', fulfillments: [fulfillment] }
}

/** What becomes of orders, told to the service. */
function createTeller({ url, tells }: { readonly url: string; readonly tells: string }) {
  const call = createCall(url)
  return async (event: OrderEvent) => {
    const time = Math.floor(Date.now() / 1000)
    const mac = createHmac('sha256', tells)
      .update(`${time}.${JSON.stringify(event)}`)
      .digest('hex')
    const headers = { 'merchant-signature': `t=${time},v1=${mac}` }
    await call('POST /acp/agentic_checkout/webhooks/order_events', { headers, body: event })
  }
}
