// `npm run first-payment`: an agent's first payment against a running service, as its owner and the agent itself would
// make it, over HTTP and WebSocket alone. Every step is checked; the first one that fails ends it with exit code 1.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Call, createCall, Miss, textIn, within } from './firstPayment/call.ts'
import { type Receiver, startReceiver } from './firstPayment/receiver.ts'
import { type Subscription, subscribeToPayments } from './firstPayment/subscription.ts'
import { readFlags } from './flags.ts'

interface Target {
  readonly base_url: string
  readonly org_id: string
  readonly api_key: string
}

interface Step {
  readonly step: string
  readonly request: string
  readonly ms: number
  readonly answer: Readonly<Record<string, unknown>>
}

type Tell = (step: Step) => void

const PRICE = '5.00'
const WAIT_MS = 20_000

const USAGE =
  'npm run first-payment -- [--token T] [--chain C] [--json] [--data-dir DIR | --base-url URL --org-id ORG --api-key KEY]'
const { values: flags } = readFlags(USAGE, {
  options: {
    'base-url': { type: 'string' },
    'api-key': { type: 'string' },
    'org-id': { type: 'string' },
    'data-dir': { type: 'string' },
    token: { type: 'string', default: 'USDC' },
    chain: { type: 'string', default: 'base' },
    json: { type: 'boolean', default: false },
  },
})

const route = { token: flags.token, chain: flags.chain }
const began = performance.now()
const steps: Step[] = []
const tell: Tell = (step) => {
  steps.push(step)
  if (flags.json) return
  console.info(`\n${steps.length}. ${step.step}  (${step.ms} ms)\n   ${step.request}`)
  for (const [name, value] of Object.entries(step.answer)) console.info(`   ${name}: ${shown(value)}`)
}
try {
  await play(readTarget(), tell)
  const tookMs = Math.round(performance.now() - began)
  if (flags.json) console.info(JSON.stringify({ ok: true, took_ms: tookMs, steps }))
  else console.info(`\nPaid, settled, and received as event and webhook, in ${(tookMs / 1_000).toFixed(1)} s.`)
} catch (cause) {
  const reason = cause instanceof Miss ? cause.message : cause instanceof Error ? cause.stack : String(cause)
  if (flags.json) console.info(JSON.stringify({ ok: false, error: reason, steps }))
  else console.error(`\nNot completed: ${reason}`)
  process.exitCode = 1
}

async function play(target: Target, tell: Tell): Promise<void> {
  const call = createCall(target.base_url)
  const owner = { 'x-api-key': target.api_key }
  const secret = randomBytes(24).toString('base64url')
  const receiver = await startReceiver(secret)
  let webhookId: string | undefined
  let subscription: Subscription | undefined
  try {
    const agent = await openAccount(call, target, owner, tell)
    const shop = await registerShop(call, owner, tell)
    await askPolicy(call, agent, shop, tell)
    webhookId = await registerWebhook(call, owner, receiver, secret, tell)
    const after = await lastCursor(call, owner)
    subscription = subscribeToPayments({ ...agent, baseUrl: target.base_url, after })
    const paymentId = await pay(call, agent, shop, tell)
    await settled(call, agent, paymentId, tell)
    await notified(paymentId, receiver, subscription, tell)
  } finally {
    subscription?.close()
    if (webhookId !== undefined) await call(`DELETE /api/v2/webhooks/${webhookId}`, { headers: owner })
    receiver.close()
  }
}

interface Agent {
  readonly agentId: string
  readonly walletId: string
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
}

async function openAccount(call: Call, target: Target, owner: Record<string, string>, tell: Tell): Promise<Agent> {
  await step(tell, 'Discovery', 'GET /.well-known/service-agent.json', (request) => call(request), [
    'version',
    'api_base',
    'supported_chains',
  ])
  const body = { name: 'First payer', capabilities: ['payments', 'wallets', 'mandates'], owner_org_id: target.org_id }
  const registered = await step(
    tell,
    'Registration: a key, a wallet, a DID and a mandate for the agent',
    'POST /api/v2/auth/agent/register',
    (request) => call(request, { headers: owner, body }),
    ['agent_id', 'wallet_id', 'mandate_id', 'did'],
  )
  const agentId = textIn(registered, 'agent_id')
  const walletId = textIn(registered, 'wallet_id')
  const exchange = { agent_id: agentId, api_key: textIn(registered, 'api_key') }
  const issued = await step(
    tell,
    'Token: the agent key for a short-lived access token',
    'POST /api/v2/auth/agent/token',
    (request) => call(request, { body: exchange }),
    ['token_type', 'expires_in', 'scope'],
  )
  const token = textIn(issued, 'access_token')
  const headers = { authorization: `Bearer ${token}` }
  const faucet = { wallet_id: walletId, amount: '100.00', ...route }
  await step(
    tell,
    'Faucet: test money, deposited on the chain',
    'POST /api/v2/test/faucet',
    (request) => call(request, { headers, body: faucet }),
    ['amount', 'token', 'chain', 'tx_hash'],
  )
  const balance = `GET /api/v2/wallets/${walletId}/balance?token=${route.token}&chain=${route.chain}`
  await step(tell, 'Balance: the deposit is credited', balance, (request) => credited(call, request, headers), [
    'balance',
    'token',
    'chain',
  ])
  return { agentId, walletId, token, headers }
}

async function credited(call: Call, request: string, headers: Record<string, string>): Promise<Answer> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const answer = await call(request, { headers })
    if (Number(answer.body.balance) >= Number(PRICE)) return answer
    if (performance.now() > deadline) throw new Miss(`the deposit was not credited: ${JSON.stringify(answer.body)}`)
    await sleep(100)
  }
}

async function registerShop(call: Call, owner: Record<string, string>, tell: Tell): Promise<string> {
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
    tell,
    'Merchant: where the money shall go',
    'POST /api/v2/merchants',
    (request) => call(request, { headers: owner, body }),
    ['merchant_id', 'domain', 'category', 'payout_addresses'],
  )
  return domain
}

async function askPolicy(call: Call, agent: Agent, shop: string, tell: Tell): Promise<void> {
  const body = { wallet_id: agent.walletId, to: shop, amount: PRICE, ...route }
  const { headers } = agent
  const checked = await step(
    tell,
    'Dry run: what would the mandate say?',
    'POST /api/v2/policies/check',
    (request) => call(request, { headers, body }),
    ['allowed', 'amount', 'merchant', 'limitPerTx', 'message'],
  )
  if (checked.body.allowed !== true) throw new Miss(`the mandate does not allow it: ${JSON.stringify(checked.body)}`)
}

async function registerWebhook(
  call: Call,
  owner: Record<string, string>,
  receiver: Receiver,
  secret: string,
  tell: Tell,
): Promise<string> {
  const body = { url: receiver.url, events: ['payment.pending', 'payment.completed', 'payment.failed'], secret }
  const made = await step(
    tell,
    'Webhook: a receiver of our own, here',
    'POST /api/v2/webhooks',
    (request) => call(request, { headers: owner, body }),
    ['webhook_id', 'url', 'events'],
  )
  return textIn(made, 'webhook_id')
}

async function lastCursor(call: Call, owner: Record<string, string>): Promise<string> {
  const { body } = await call('GET /api/v2/events?limit=1', { headers: owner })
  const [last] = body.data as { cursor: string }[]
  if (last === undefined) throw new Miss('the event log is empty after a registration')
  return last.cursor
}

async function pay(call: Call, agent: Agent, shop: string, tell: Tell): Promise<string> {
  const body = { wallet_id: agent.walletId, to: shop, amount: PRICE, ...route, purpose: 'A book' }
  const headers = { ...agent.headers, 'x-agent-id': agent.agentId, 'idempotency-key': randomUUID() }
  const fields = ['payment_id', 'status', 'amount', 'token', 'chain', 'to']
  const send = (request: string) => call(request, { headers, body })
  const made = await step(tell, 'Payment', 'POST /api/v2/payments', send, fields)
  const paymentId = textIn(made, 'payment_id')
  const replay = await call('POST /api/v2/payments', { headers, body })
  if (replay.body.payment_id !== paymentId) throw new Miss('the same Idempotency-Key created a second payment')
  return paymentId
}

async function settled(call: Call, agent: Agent, paymentId: string, tell: Tell): Promise<void> {
  const request = `GET /api/v2/payments/${paymentId}?wait=20`
  const fields = ['status', 'tx_hash', 'mandate_version', 'completed_at']
  const { headers } = agent
  const answer = await step(
    tell,
    'Settlement: confirmed on the chain',
    request,
    () => call(request, { headers }),
    fields,
  )
  if (answer.body.status !== 'completed')
    throw new Miss(`the payment is ${answer.body.status}: ${answer.body.failure_message ?? 'still under way'}`)
  textIn(answer, 'tx_hash')
}

async function notified(paymentId: string, receiver: Receiver, subscription: Subscription, tell: Tell): Promise<void> {
  const isOurs = (type: string, id: unknown) => type === 'payment.completed' && id === paymentId
  await step(
    tell,
    'Subscription: received live',
    'paymentEvents over graphql-ws',
    async () => {
      const waiting = subscription.waitFor(({ type, resourceId }) => isOurs(type, resourceId))
      const { type, data } = await within(waiting, WAIT_MS, 'the subscription event')
      return { status: 200, body: { type, ...data } }
    },
    ['type', 'payment_id', 'status', 'tx_hash'],
  )
  await step(
    tell,
    'Webhook: delivered, X-Service-Signature verified',
    `POST ${receiver.url}`,
    async () => {
      const waiting = receiver.waitFor(({ type, data }) => isOurs(type, data.payment_id))
      const { event_id, type, data } = await within(waiting, WAIT_MS, 'the webhook')
      return { status: 204, body: { event_id, type, ...data } }
    },
    ['event_id', 'type', 'payment_id', 'status', 'tx_hash'],
  )
}

async function step(
  tell: Tell,
  name: string,
  request: string,
  act: (request: string) => Promise<Answer>,
  fields: readonly string[],
): Promise<Answer> {
  const start = performance.now()
  const answer = await act(request)
  const known = fields.filter((field) => answer.body[field] !== undefined)
  const selected = Object.fromEntries(known.map((field) => [field, answer.body[field]]))
  tell({ step: name, request, ms: Math.round(performance.now() - start), answer: selected })
  return answer
}

function readTarget(): Target {
  const { env } = process
  const dataDir = flags['data-dir'] ?? env.DATA_DIR ?? join(import.meta.dirname, '..', '.data')
  const overrides = {
    base_url: flags['base-url'] ?? env.BASE_URL,
    org_id: flags['org-id'] ?? env.ORG_ID,
    api_key: flags['api-key'] ?? env.API_KEY,
  }
  const known = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
  try {
    return { ...JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')), ...known }
  } catch {
    const { base_url, org_id, api_key } = overrides
    if (base_url !== undefined && org_id !== undefined && api_key !== undefined) return { base_url, org_id, api_key }
    throw new Miss(
      `${dataDir} has no demo.json. Start the service with npm start, or pass --base-url, --org-id and --api-key.`,
    )
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
