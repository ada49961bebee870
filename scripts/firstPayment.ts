// `npm run first-payment`: an agent's first payment against a running service, as its owner and the agent itself make
// it, over HTTP and WebSocket only. Every step is checked; the first failure ends the run with exit code 1.
import { randomBytes, randomUUID } from 'node:crypto'
import { readTarget, TARGET_FLAGS, type Target } from './firstPayment/options.ts'
import { openPayer, type Payer, waitForSettlement } from './firstPayment/payer.ts'
import { type Receiver, startReceiver } from './firstPayment/receiver.ts'
import { type Call, createCall, StepFailure, textIn, within } from './firstPayment/serviceClient.ts'
import { play, type Report, step } from './firstPayment/steps.ts'
import { type Subscription, subscribeToPayments } from './firstPayment/subscription.ts'
import { readFlags } from './flags.ts'

const PRICE = '5.00'
const WAIT_MS = 20_000
const USAGE =
  'npm run first-payment -- [--token T] [--chain C] [--json] [--within SECONDS] [--data-dir DIR | --base-url URL --org-id ORG --api-key KEY]'
const { values: flags } = readFlags(USAGE, {
  options: {
    ...TARGET_FLAGS,
    token: { type: 'string', default: 'USDC' },
    chain: { type: 'string', default: 'base' },
  },
})

const route = { token: flags.token, chain: flags.chain }
await play(
  flags,
  (report) => makeFirstPayment(readTarget(flags), report),
  (seconds) => `Paid, settled, and received as event and webhook, in ${seconds} s.`,
)

async function makeFirstPayment(target: Target, report: Report): Promise<void> {
  const call = createCall(target.base_url)
  const owner = { 'x-api-key': target.api_key }
  const secret = randomBytes(24).toString('base64url')
  const receiver = await startReceiver(secret)
  let webhookId: string | undefined
  let subscription: Subscription | undefined
  try {
    const agent = await openPayer({ call, target, owner, report }, { ...route, least: PRICE })
    const shop = await registerShop(call, owner, report)
    await checkPolicy(call, agent, shop, report)
    webhookId = await registerWebhook(call, owner, receiver, secret, report)
    const after = await lastCursor(call, owner)
    subscription = subscribeToPayments({ ...agent, baseUrl: target.base_url, after })
    const paymentId = await pay(call, agent, shop, report)
    await waitForSettlement(call, agent, paymentId, report)
    await waitForNotifications(paymentId, receiver, subscription, report)
  } finally {
    subscription?.close()
    if (webhookId !== undefined) await call(`DELETE /api/v2/webhooks/${webhookId}`, { headers: owner })
    await receiver.close()
  }
}

async function registerShop(call: Call, owner: Record<string, string>, report: Report): Promise<string> {
  const domain = `books-${randomBytes(4).toString('hex')}.example`
  const body = {
    name: 'Corner Books',
    legal_name: 'Corner Books Ltd',
    domain,
    mcc: '5942',
    country: 'US',
    payout_addresses: [{ chain: route.chain, address: `0x${randomBytes(20).toString('hex')}` }],
  }
  await step(
    report,
    'Merchant: who is paid',
    'POST /api/v2/merchants',
    (request) => call(request, { headers: owner, body }),
    ['merchant_id', 'domain', 'category', 'payout_addresses'],
  )
  return domain
}

async function checkPolicy(call: Call, agent: Payer, shop: string, report: Report): Promise<void> {
  const body = { wallet_id: agent.walletId, to: shop, amount: PRICE, ...route }
  const { headers } = agent
  const checked = await step(
    report,
    'Dry run: does the mandate allow it?',
    'POST /api/v2/policies/check',
    (request) => call(request, { headers, body }),
    ['allowed', 'amount', 'merchant', 'limitPerTx', 'message'],
  )
  if (checked.body.allowed !== true)
    throw new StepFailure(`the mandate does not allow it: ${JSON.stringify(checked.body)}`)
}

async function registerWebhook(
  call: Call,
  owner: Record<string, string>,
  receiver: Receiver,
  secret: string,
  report: Report,
): Promise<string> {
  const body = { url: receiver.url, events: ['payment.pending', 'payment.completed', 'payment.failed'], secret }
  const made = await step(
    report,
    'Webhook: registers a local receiver',
    'POST /api/v2/webhooks',
    (request) => call(request, { headers: owner, body }),
    ['webhook_id', 'url', 'events'],
  )
  return textIn(made, 'webhook_id')
}

async function lastCursor(call: Call, owner: Record<string, string>): Promise<string> {
  const { body } = await call('GET /api/v2/events?limit=1', { headers: owner })
  const [last] = body.data as { cursor: string }[]
  if (last === undefined) throw new StepFailure('the event log is empty after a registration')
  return last.cursor
}

async function pay(call: Call, agent: Payer, shop: string, report: Report): Promise<string> {
  const body = { wallet_id: agent.walletId, to: shop, amount: PRICE, ...route, purpose: 'A book' }
  const headers = { ...agent.headers, 'x-agent-id': agent.agentId, 'idempotency-key': randomUUID() }
  const fields = ['payment_id', 'status', 'amount', 'token', 'chain', 'to']
  const send = (request: string) => call(request, { headers, body })
  const made = await step(report, 'Payment', 'POST /api/v2/payments', send, fields)
  const paymentId = textIn(made, 'payment_id')
  const replay = await call('POST /api/v2/payments', { headers, body })
  if (replay.body.payment_id !== paymentId) throw new StepFailure('the same Idempotency-Key created a second payment')
  return paymentId
}

async function waitForNotifications(
  paymentId: string,
  receiver: Receiver,
  subscription: Subscription,
  report: Report,
): Promise<void> {
  const isOurPayment = (type: string, id: unknown) => type === 'payment.completed' && id === paymentId
  await step(
    report,
    'Subscription: received live',
    'paymentEvents over graphql-ws',
    async () => {
      const waiting = subscription.waitFor(({ type, resourceId }) => isOurPayment(type, resourceId))
      const { type, data } = await within(waiting, WAIT_MS, 'the subscription event')
      return { status: 200, body: { type, ...data } }
    },
    ['type', 'payment_id', 'status', 'tx_hash'],
  )
  await step(
    report,
    'Webhook: delivered, X-Service-Signature verified',
    `POST ${receiver.url}`,
    async () => {
      const waiting = receiver.waitFor(({ type, data }) => isOurPayment(type, data.payment_id))
      const { event_id, type, data } = await within(waiting, WAIT_MS, 'the webhook')
      return { status: 204, body: { event_id, type, ...data } }
    },
    ['event_id', 'type', 'payment_id', 'status', 'tx_hash'],
  )
}
