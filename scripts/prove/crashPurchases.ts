/**
 * Crash points of purchases of which a payment processor is asked: the service dies before the charge is stored, between charge
 * and verdict, between verdict and order, and after the order before anybody is told. The charge is asked again by its id, and becomes
 * one order and one payment.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLocalServer } from '../localServer.ts'
import { type Asked, openChargeDesk } from '../merchant/charges.ts'
import { waitUntil } from '../waitUntil.ts'
import { PAYEE } from './organization.ts'
import type { ProcessWorld, ServiceProcess } from './processWorld.ts'

type Body = Record<string, unknown>

const SECRET = 'a secret of the processor'
const PRICE = 1_250
const ROUNDS = { ci: 1, full: 2 } as const
/** Before the charge, between charge and order, and after the order. asked: when the processor has the question and no answer. */
const THREE = ['commit:beforeWrite:charges', 'asked', 'commit:beforeWrite:orders>commit:afterCommit'] as const
const POINTS = { ci: THREE.slice(2), full: [...THREE, 'commit:beforeWrite:orders'] } as const
const WITHIN_MS = 60_000

/** Settings of its services, and who is asked by them. */
export async function openPurchases() {
  let onAsked: (asked: Asked) => Promise<void> = async () => undefined
  const desk = openChargeDesk(SECRET)
  const server = await startLocalServer(async (request, response) => {
    const before = desk.questions.length
    await desk.handle(request, response)
    const asked = desk.questions[before]
    if (asked !== undefined) await onAsked(asked)
  })
  return {
    desk,
    environment: {
      ...{ PAYMENT_PROCESSOR: 'http', PAYMENT_PROCESSOR_URL: server.url, PAYMENT_PROCESSOR_SECRET: SECRET },
      ...{ PAYMENT_PROCESSOR_TIMEOUT_MS: '1000', ALLOW_LOOPBACK_RECEIVERS: 'true' },
    },
    /** Once. */
    whenAsked(act: () => Promise<void>) {
      onAsked = () => {
        onAsked = async () => undefined
        return act()
      }
    },
    close: server.close,
  }
}

interface PurchasesInput {
  readonly size: 'ci' | 'full'
  readonly agentId: string
  readonly purchases: Awaited<ReturnType<typeof openPurchases>>
}

/** @returns how often it has died, and what was bought, in cents */
export async function crashPurchases(world: ProcessWorld, { size, agentId, purchases }: PurchasesInput) {
  const service = world.services[0] as ServiceProcess
  const breaches: string[] = []
  const call = (path: string, body?: Body, key?: string) => send(world, { path, body, key })
  const form = { name: 'Shop', legal_name: 'Shop Ltd', domain: 'shop.example' }
  const { merchant_id } = await must(
    call('/api/v2/merchants', { ...form, payout_addresses: [{ chain: 'base', address: PAYEE }] }),
  )
  const products = [{ product_id: 'book', title: 'A book', amount_minor: PRICE }]
  await must(send(world, { path: `/api/v2/merchants/${merchant_id}/product-feed`, body: { products }, method: 'PUT' }))
  let deaths = 0
  for (let round = 0; round < ROUNDS[size]; round++)
    for (const point of POINTS[size]) {
      const { session_id } = await must(call('/acp/checkout', { items: [{ product_id: 'book', quantity: 1 }] }))
      const cap = { agent_id: agentId, session_id, max_amount_minor: PRICE }
      const { shared_token: token } = await must(call('/acp/authorize', cap))
      if (point === 'asked') purchases.whenAsked(() => service.kill())
      else await service.dieAt(point)
      const key = randomUUID()
      const pay = () => call('/acp/pay', { session_id, token }, key)
      const answered = pay().catch(() => null)
      const ended = point === 'asked' ? answered : service.ended()
      if (await Promise.race([ended.then(() => true), sleep(WITHIN_MS, false)])) deaths += 1
      else breaches.push(`a purchase never reached ${point}`)
      await answered
      await service.restart()
      await waitUntil(
        `the purchase after ${point} is answered`,
        async () => (await pay().catch(() => null))?.status === 201,
        WITHIN_MS,
      )
      breaches.push(...(await differences(world, String(session_id), purchases.desk)))
    }
  return { deaths, breaches, cents: deaths * PRICE }
}

/** One order, one payment, and one charge that was approved, whatever died. */
async function differences(
  { database }: ProcessWorld,
  sessionId: string,
  desk: Pick<Awaited<ReturnType<typeof openPurchases>>['desk'], 'questions'>,
): Promise<string[]> {
  const of = (name: string) => database.collection<Body>(name).find({ sessionId }).toArray()
  const [orders, payments, charges] = await Promise.all([of('orders'), of('payments'), of('charges')])
  const asked = new Set(desk.questions.filter((one) => one.session_id === sessionId).map((one) => one.charge_id))
  const found = [orders.length, payments.length, charges.length, asked.size].join()
  const isApproved = charges.every(({ status }) => status === 'approved')
  return found === '1,1,1,1' && isApproved
    ? []
    : [`${sessionId} has ${found} orders, payments, charges and charges that were asked about`]
}

interface Sent {
  readonly path: string
  readonly body?: Body | undefined
  readonly key?: string | undefined
  readonly method?: string
}

async function send({ services: [service], adminKey }: ProcessWorld, { path, body, key, method }: Sent) {
  const response = await fetch(`${service?.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...{ 'x-api-key': adminKey, 'content-type': 'application/json' },
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: response.status, text: await response.text() }
}

async function must(sent: ReturnType<typeof send>): Promise<Body> {
  const { status, text } = await sent
  if (status >= 300) throw new Error(`a purchase could not be prepared: ${status} ${text}`)
  return JSON.parse(text) as Body
}
