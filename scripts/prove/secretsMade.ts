/**
 * Makes secrets of every kind over HTTP, as callers do, in a process of the service that logs all it can; and sends them to
 * where they do not belong, because an error likes to quote what it does not understand.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Service } from '../../gateway/compose.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { freePort } from '../embedded/ports.ts'
import { waitUntil } from '../waitUntil.ts'
import { credit, PAYEE } from './organization.ts'
import type { Heard } from './secretsHeard.ts'
import type { ProveWorld } from './world.ts'

/** An organization may have 100 endpoints. */
const AGENTS_EACH = 50
const CARDS = ['4242424242424242', '4539578763621486'] as const
const TIMEOUT_MS = 30_000
const MAIN = join(import.meta.dirname, '..', '..', 'gateway', 'main.ts')
const PRELOADED = join(import.meta.dirname, '..', 'requireNode.mjs')

interface Input {
  readonly world: ProveWorld
  readonly service: Service
  readonly heard: Heard
  readonly agents: number
  readonly seed: number
}

type Body = Readonly<Record<string, unknown>>
type Send = (request: string, body: object, headers?: Record<string, string>) => Promise<Body>

/** @returns them, as their owners have them */
export async function makeSecrets({ world, service, heard, agents, seed }: Input): Promise<string[]> {
  const operator = `sk_operator_${String(seed).padStart(40, '0')}`
  const port = String(await freePort())
  const env = { ...process.env, ...world.environment, PORT: port, LOG_LEVEL: 'trace' }
  const processorSecret = `canary-of-a-processor-${seed}`
  // Nobody is there, so that a question fails.
  Object.assign(env, { PAYMENT_PROCESSOR: 'http', PAYMENT_PROCESSOR_URL: `https://127.0.0.1:${port}/charges` })
  Object.assign(env, {
    ...{ RUN_WORKERS: 'false', ALLOW_LOOPBACK_RECEIVERS: 'true' },
    OPERATOR_KEYS: `one:${operator}`,
    PAYMENT_PROCESSOR_SECRET: processorSecret,
  })
  const child = spawn(process.execPath, ['--import', PRELOADED, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  heard.follow('service', child)
  const exit = once(child, 'exit')
  try {
    const url = `http://127.0.0.1:${port}`
    await waitUntil('the service listens', () => isOpen(url))
    const send = sender(url)
    const made = [operator, processorSecret]
    for (let first = 0; first < agents; first += AGENTS_EACH)
      made.push(...(await makeOrganization(service, send, Math.min(AGENTS_EACH, agents - first), `${seed}-${first}`)))
    await misplace(url, made)
    return made
  } finally {
    child.kill('SIGTERM')
    await exit
  }
}

const isOpen = (url: string): Promise<boolean> =>
  fetch(`${url}/.well-known/service-agent.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    async (response) => (await response.arrayBuffer()).byteLength > 0,
    () => false,
  )

function sender(url: string): Send {
  return async (request, body, headers = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const response = await fetch(`${url}${path}`, {
      ...{ method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${request}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
}

async function makeOrganization(service: Service, send: Send, agents: number, name: string): Promise<string[]> {
  const { orgId, keys } = await service.subgraphs.agents.createOrganization({ name })
  const apiKey = keys.test ?? ''
  const asAdmin = { 'x-api-key': apiKey }
  const made: unknown[] = [apiKey]
  let payer: Body = {}
  for (let index = 0; index < agents; index++) {
    const form = { name: 'a', capabilities: ['payments'], owner_org_id: orgId }
    const agent = await send('POST /api/v2/auth/agent/register', form, asAdmin)
    payer = agent
    const exchange = { agent_id: agent.agent_id, api_key: agent.api_key }
    const tokens = await send('POST /api/v2/auth/agent/token', exchange)
    const secret = `canary-of-a-webhook-${name}-${index}`
    const hook = { url: 'https://93.184.216.34/hook', events: ['payment.completed'], secret }
    await send('POST /api/v2/webhooks', hook, asAdmin)
    made.push(agent.api_key, tokens.access_token, tokens.refresh_token, secret)
  }
  const person = { name: 'Second', roles: ['viewer'] }
  const merchant = await makeMerchant(send, asAdmin)
  const { api_key: merchantKey } = await send(`POST /api/v2/merchants/${merchant.merchant_id}/keys`, {}, asAdmin)
  await credit(service, { orgId, mode: 'test', walletId: payer.wallet_id } as AgentPrincipal, 1_000_000n)
  const sharedToken = await makeSharedToken(send, asAdmin, payer)
  const cards = await presentCards(send, payer, merchant.merchant_id)
  const { api_key: second } = await send(`POST /api/v2/organizations/${orgId}/keys`, person, asAdmin)
  const sessions = `POST /api/v2/organizations/${orgId}/sessions`
  const number = String(10n ** 16n + (BigInt(seedOf(name)) % 10n ** 15n))
  await send('POST /api/v2/treasury/account-holders/sync', {}, asAdmin)
  const account = { routing_number: '021000021', account_number: number, type: 'CHECKING', owner: 'Acme' }
  const { personal, canaries } = personOf(name)
  await send('POST /api/v2/treasury/external-bank-accounts', { ...account, ...personal }, asAdmin)
  const token = await send(sessions, { kind: 'token' }, asAdmin)
  const code = await send(sessions, { kind: 'browser' }, asAdmin)
  return [
    ...made,
    number,
    ...canaries,
    merchant.secret,
    merchantKey,
    sharedToken,
    ...cards,
    second,
    token.secret,
    code.secret,
  ].map((one) => {
    if (typeof one !== 'string') throw new Error('a secret is missing in an answer')
    return one
  })
}

/** With its secret, and something to sell. */
async function makeMerchant(send: Send, asAdmin: Record<string, string>): Promise<Body> {
  const payout_addresses = [{ chain: 'base', address: PAYEE }]
  const shop = { name: 'Shop', legal_name: 'Shop Ltd', domain: 'shop.example', payout_addresses }
  const { merchant_id: id } = await send('POST /api/v2/merchants', shop, asAdmin)
  const products = [{ product_id: 'pen', title: 'A pen', amount_minor: 10 }]
  await send(`PUT /api/v2/merchants/${id}/product-feed`, { products }, asAdmin)
  return send(`POST /api/v2/merchants/${id}/webhook-secret`, {}, asAdmin)
}

/** A published test card, and one that is refused: the number of neither is kept, nor the token that the first one gets. */
async function presentCards(send: Send, { agent_id, api_key }: Body, merchantId: unknown): Promise<readonly string[]> {
  const { access_token } = await send('POST /api/v2/auth/agent/token', { agent_id, api_key })
  const bearer = { authorization: `Bearer ${access_token}`, 'api-version': '2026-04-17' }
  const lines = { line_items: [{ id: 'pen' }], currency: 'usd', capabilities: {} }
  const session = await send('POST /acp/checkout_sessions', lines, { ...bearer, 'idempotency-key': 'session' })
  const card = { type: 'card', card_number_type: 'fpan', display_card_funding_type: 'credit', metadata: {} }
  const allowance = {
    ...{ reason: 'one_time', max_amount: 10, currency: 'usd', checkout_session_id: session.id },
    ...{ merchant_id: merchantId, expires_at: '2099-01-01T00:00:00Z' },
  }
  const present = (number: string) =>
    send(
      'POST /acp/agentic_commerce/delegate_payment',
      { payment_method: { ...card, number }, allowance, risk_signals: [], metadata: {} },
      { ...bearer, 'idempotency-key': `card-${number.slice(-4)}` },
    )
  const { id } = await present(CARDS[0])
  await present(CARDS[1]).catch(() => undefined)
  return [...CARDS, `${id}`.replace(/^vt_/, '')]
}

/** Presented as well: of the processor that is asked nothing comes back. */
async function makeSharedToken(send: Send, asAdmin: Record<string, string>, { agent_id }: Body): Promise<unknown> {
  const items = [{ product_id: 'pen', quantity: 1 }]
  const { session_id } = await send('POST /acp/checkout', { items }, asAdmin)
  const cap = { agent_id, session_id, max_amount_minor: 10 }
  const { shared_token: token } = await send('POST /acp/authorize', cap, asAdmin)
  await send('POST /acp/pay', { session_id, token }, asAdmin).catch(() => undefined)
  return token
}

/** Who owns a bank account; a day of birth that is in no other instant. */
function personOf(name: string) {
  const [dob, address1] = [`19${String(10 + (Number(seedOf(name)) % 80))}-11-27`, `canary-of-a-street-${name}`]
  const address = { address1, city: `canary-of-a-city-${name}`, state: 'IL', postal_code: '62701' }
  return { personal: { owner_type: 'INDIVIDUAL', dob, address }, canaries: [dob, address1, address.city] }
}

const seedOf = (name: string): string => name.replaceAll(/\D/g, '')

/** In paths, queries, wrong fields, broken bodies and wrong headers. What is answered does not matter. */
async function misplace(url: string, secrets: readonly string[]): Promise<void> {
  for (const secret of [...secrets.slice(0, 6), ...CARDS]) {
    const quoted = JSON.stringify({ [secret]: secret, agent_id: secret, nested: { key: [secret] } })
    const json = { 'content-type': 'application/json' }
    for (const [path, init] of [
      [`/api/v2/agents/${secret}?api_key=${secret}`, { headers: { authorization: `Bearer ${secret}x` } }],
      ['/api/v2/auth/agent/token', { method: 'POST', headers: json, body: quoted }],
      ['/api/v2/auth/agent/token', { method: 'POST', headers: json, body: quoted.slice(0, -1) }],
      ['/api/v2/payments', { method: 'POST', headers: { ...json, 'x-api-key': secret }, body: quoted }],
      ['/graphql', { method: 'POST', headers: json, body: JSON.stringify({ query: `{ a(b: "${secret}") ${secret}` }) }],
      ['/graphql', { method: 'POST', headers: json, body: JSON.stringify({ query: '{ a }', variables: { secret } }) }],
    ] as const)
      await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).then((one) =>
        one.arrayBuffer(),
      )
  }
}
