// A merchant as it would write itself: it serves its feed, hears of its orders by webhook, ships each one at once, and tells so
// with its signature.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type Call, StepFailure } from '../firstPayment/serviceClient.ts'
import { readBody } from '../localServer.ts'
import { startSmallMerchant } from '../merchant/smallMerchant.ts'
import { isSigned } from '../webhookSignature.ts'

interface Merchant {
  /** Where it receives events. */
  readonly url: string
  /** Where what it sells can be read. */
  readonly feedUrl: string
  /** The secret with which it signs what it tells of orders. */
  signsWith(secret: string): void
  /** The secret of the events that it receives. */
  readonly hears: string
  /** Promises to give a part of an order back. */
  refund(orderId: string, amountMinor: number): Promise<void>
  /** Rejects when an event came with a wrong signature, or could not be answered. */
  check(): void
  close(): Promise<void>
}

export async function startMerchant(call: Call): Promise<Merchant> {
  const hears = randomBytes(24).toString('base64url')
  let failed: unknown
  let tells = ''
  const tell = async (type: string, data: object) => {
    const event = { event_id: randomUUID(), type, created_at: new Date().toISOString(), data }
    const mac = createHmac('sha256', tells).update(JSON.stringify(event)).digest('hex')
    await call('POST /acp/webhooks', { headers: { 'x-service-signature': `sha256=${mac}` }, body: event })
  }
  const server = await startSmallMerchant(hears, async (request, response) => {
    const raw = await readBody(request)
    const isGenuine = isSigned(raw, request.headers['x-service-signature'], hears)
    response.writeHead(isGenuine ? 204 : 401).end()
    if (!isGenuine) {
      failed = new StepFailure('an event with a wrong X-Service-Signature arrived')
      return
    }
    const { type, data } = JSON.parse(raw.toString())
    if (type !== 'checkout.completed') return
    const fulfillment = { carrier: 'Post', tracking: `T-${data.order_id.slice(-6)}` }
    await tell('order.fulfilled', { order_id: data.order_id, fulfillment }).catch((cause: unknown) => {
      failed = cause
    })
  })
  return {
    ...{ url: `${server.url}/orders`, feedUrl: server.feedUrl, hears },
    signsWith(secret) {
      tells = secret
    },
    refund: (order_id, amount_minor) => tell('order.refunded', { order_id, amount_minor }),
    check() {
      if (failed !== undefined) throw failed
    },
    close: server.close,
  }
}
