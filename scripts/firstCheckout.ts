// `npm run first-checkout`: an agent buys a book from a merchant with a shared token, the merchant ships it, promises a part of
// the money back and sends it, against a running service, over HTTP only.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTarget, TARGET_FLAGS, type Target } from './firstPayment/options.ts'
import { openPayer, type Payer, waitForSettlement } from './firstPayment/payer.ts'
import { type Call, createCall, type ServiceResponse, StepFailure, textIn } from './firstPayment/serviceClient.ts'
import { play, type Report, step } from './firstPayment/steps.ts'
import { readFlags } from './flags.ts'
import { BOOK, type SmallMerchant, startSmallMerchant } from './merchant/smallMerchant.ts'

const USAGE =
  'npm run first-checkout -- [--json] [--within SECONDS] [--data-dir DIR | --base-url URL --org-id ORG --api-key KEY]'
const { values: flags } = readFlags(USAGE, { options: TARGET_FLAGS })
/** Of this run, because its organization has other merchants with books. */
const PRODUCT = { ...BOOK, product_id: `book-${randomBytes(4).toString('hex')}` }
const CAP = 1_500
const GIVEN_BACK = 250
const HEARD = ['checkout.completed', 'order.refund_arrived']
const WAIT_MS = 20_000
const LOOK_EVERY_MS = 100

type Headers = Readonly<Record<string, string>>

interface World {
  readonly call: Call
  readonly target: Target
  readonly owner: Headers
  readonly report: Report
}

await play(
  flags,
  (report) => makeFirstCheckout(readTarget(flags), report),
  (seconds) => `Bought, charged, shipped, and a part given back, in ${seconds} s.`,
)

async function makeFirstCheckout(target: Target, report: Report): Promise<void> {
  const world = { call: createCall(target.base_url), target, owner: { 'x-api-key': target.api_key }, report }
  const payer = await openPayer(world, { token: 'USDC', chain: 'base', least: '15.00' })
  const hears = randomBytes(24).toString('base64url')
  const merchant = await startSmallMerchant({ asks: hears, hears, products: [PRODUCT] })
  let webhookId: string | undefined
  try {
    const seller = await openSeller(world)
    const { shop, tells } = await openShop(world, merchant.feedUrl, seller.address)
    merchant.openFor({ url: target.base_url, tells })
    webhookId = await hear(world, { merchant, shop, secret: hears })
    const { orderId, paymentId } = await buy(world, payer, shop)
    await waitForSettlement(world.call, payer, paymentId, report)
    const look = (name: string, isDone: (order: Order) => boolean) =>
      waitForOrder(world, payer, { orderId, name }, isDone)
    await look('Order: the merchant has shipped it', ({ status }) => status === 'fulfilled')
    await merchant.refund(orderId, GIVEN_BACK)
    await look('Order: a part promised back', ({ status }) => status === 'partially_refunded')
    await giveBack(world, seller, { payer, paymentId })
    await look('Order: it has arrived', ({ refunds }) => Array.isArray(refunds) && refunds[0]?.arrived === true)
    const told = async () => ({ status: 200, body: { ...(await merchant.arrival()) } })
    await step(report, 'Event: the merchant hears that it has', 'order_update', told, ['type', 'status', 'amount'])
    merchant.check()
  } finally {
    if (webhookId !== undefined) await world.call(`DELETE /api/v2/webhooks/${webhookId}`, { headers: world.owner })
    await merchant.close()
  }
}

/** The merchant's own wallet: there it is paid, and from there it gives back. */
interface Seller {
  readonly walletId: string
  readonly address: string
  readonly headers: Headers
}

async function openSeller({ call, target, owner, report }: World): Promise<Seller> {
  const body = { name: 'Corner Books', capabilities: ['payments', 'wallets'], owner_org_id: target.org_id }
  const registered = await step(
    report,
    "Wallet: the merchant's own, where it is paid",
    'POST /api/v2/auth/agent/register',
    (request) => call(request, { headers: owner, body }),
    ['agent_id', 'wallet_id'],
  )
  const [agentId, walletId] = [textIn(registered, 'agent_id'), textIn(registered, 'wallet_id')]
  const exchange = { agent_id: agentId, api_key: textIn(registered, 'api_key') }
  const token = textIn(await call('POST /api/v2/auth/agent/token', { body: exchange }), 'access_token')
  const headers = { authorization: `Bearer ${token}`, 'x-agent-id': agentId }
  return { walletId, address: await addressOf(call, headers, walletId), headers }
}

async function addressOf(call: Call, headers: Headers, walletId: string): Promise<string> {
  return textIn(await call(`GET /api/v2/wallets/${walletId}`, { headers }), 'address')
}

async function openShop(
  { call, owner, report }: World,
  url: string,
  address: string,
): Promise<{ readonly shop: string; readonly tells: string }> {
  const body = {
    ...{ name: 'Corner Books', legal_name: 'Corner Books Ltd', mcc: '5942', country: 'US' },
    domain: `books-${randomBytes(4).toString('hex')}.example`,
    payout_addresses: [{ chain: 'base', address }],
  }
  const made = await step(
    report,
    'Merchant: who sells',
    'POST /api/v2/merchants',
    (request) => call(request, { headers: owner, body }),
    ['merchant_id', 'domain'],
  )
  const shop = textIn(made, 'merchant_id')
  await step(
    report,
    'Product feed: what it sells, read from its own address',
    `PUT /api/v2/merchants/${shop}/product-feed/import`,
    (request) => call(request, { headers: owner, body: { url } }),
    ['product_feed'],
  )
  const secret = await step(
    report,
    'Secret: with which it signs what it tells of orders',
    `POST /api/v2/merchants/${shop}/webhook-secret`,
    (request) => call(request, { headers: owner, body: {} }),
    ['merchant_id'],
  )
  return { shop, tells: textIn(secret, 'secret') }
}

async function hear(
  { call, owner, report }: World,
  { merchant, shop, secret }: { readonly merchant: SmallMerchant; readonly shop: string; readonly secret: string },
): Promise<string> {
  const body = { url: merchant.ordersUrl, events: HEARD, merchant_id: shop, secret, format: 'acp' }
  const made = await step(
    report,
    'Webhook: the merchant hears of its orders, and of no others',
    'POST /api/v2/webhooks',
    (request) => call(request, { headers: owner, body }),
    ['webhook_id', 'url', 'events', 'merchant_id', 'format'],
  )
  return textIn(made, 'webhook_id')
}

async function buy(
  { call, report }: World,
  { agentId, headers }: Payer,
  shop: string,
): Promise<{ readonly orderId: string; readonly paymentId: string }> {
  const send = (body: object) => (request: string) =>
    call(request, { headers: { ...headers, 'idempotency-key': randomUUID() }, body })
  await step(
    report,
    'Manifest: the agent looks at what is sold',
    `GET /acp/manifest?merchant=${shop}`,
    (request) => call(request, { headers }),
    ['product_feed'],
  )
  const session = await step(
    report,
    'Checkout: at the prices of the feed',
    'POST /acp/checkout',
    send({ items: [{ product_id: PRODUCT.product_id, quantity: 1 }], merchant_id: shop }),
    ['session_id', 'status', 'total_amount_minor', 'currency', 'expires_at'],
  )
  const sessionId = textIn(session, 'session_id')
  const token = await step(
    report,
    'Shared token: for this checkout alone, with a cap, once the mandate allows it',
    'POST /acp/authorize',
    send({ agent_id: agentId, session_id: sessionId, max_amount_minor: CAP }),
    ['session_id', 'max_amount_minor', 'currency', 'expires_at'],
  )
  const paid = await step(
    report,
    'Pay: the payment processor approves, and the token is charged once and ordered in the same commit',
    'POST /acp/pay',
    send({ session_id: sessionId, token: textIn(token, 'shared_token') }),
    ['order_id', 'status', 'payment_id', 'amount_minor', 'currency'],
  )
  return { orderId: textIn(paid, 'order_id'), paymentId: textIn(paid, 'payment_id') }
}

/** The merchant sends it back from what it was paid, and the organization links that to the payment, which gives limits back, too. */
async function giveBack(
  { call, owner, report }: World,
  { walletId, headers }: Seller,
  { payer, paymentId }: { readonly payer: Payer; readonly paymentId: string },
): Promise<void> {
  const amount = (GIVEN_BACK / 100).toFixed(2)
  const to = await addressOf(call, payer.headers, payer.walletId)
  await waitFor(
    () => call(`GET /api/v2/wallets/${walletId}/balance`, { headers }),
    ({ body }) => Number(body.balance) >= Number(amount),
    'what the merchant was paid is not in its wallet',
  )
  const transfer = await step(
    report,
    'Transfer: the merchant sends it, on the chain',
    'POST /api/v2/payments?wait=20',
    (request) => call(request, { headers, body: { wallet_id: walletId, to, amount, token: 'USDC', chain: 'base' } }),
    ['status', 'amount', 'tx_hash'],
  )
  const found = `GET /api/v2/transactions?type=deposit&tx_hash=${textIn(transfer, 'tx_hash')}`
  const list = await waitFor(
    () => call(found, { headers: owner }),
    ({ body }) => rowsOf(body).length > 0,
    'the transfer was not credited',
  )
  const [deposit] = rowsOf(list.body)
  await step(
    report,
    'Refund: the transfer belongs to the purchase',
    `POST /api/v2/payments/${paymentId}/refunds`,
    (request) => call(request, { headers: owner, body: { deposit_id: deposit?.deposit_id } }),
    ['refunded_amount'],
  )
}

function rowsOf({ data }: ServiceResponse['body']): readonly Record<string, unknown>[] {
  return Array.isArray(data) ? data : []
}

async function waitFor(
  look: () => Promise<ServiceResponse>,
  isDone: (response: ServiceResponse) => boolean,
  otherwise: string,
): Promise<ServiceResponse> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const response = await look()
    if (isDone(response)) return response
    if (performance.now() > deadline) throw new StepFailure(otherwise)
    await sleep(LOOK_EVERY_MS)
  }
}

type Order = Readonly<Record<string, unknown>>

async function waitForOrder(
  { call, report }: World,
  { headers }: Payer,
  { orderId, name }: { readonly orderId: string; readonly name: string },
  isDone: (order: Order) => boolean,
): Promise<ServiceResponse> {
  const request = `GET /acp/orders/${orderId}`
  const look = () =>
    waitFor(
      () => call(request, { headers }),
      ({ body }) => isDone(body),
      `not yet: ${name}`,
    )
  return step(report, name, request, look, ['status', 'fulfillment', 'refunded_amount_minor', 'refunds'])
}
