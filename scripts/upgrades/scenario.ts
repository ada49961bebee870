/**
 * Fills a database for a dump, over HTTP: organizations, agents, mandates with versions, payments in every state, holds,
 * dollars and a card, parked approvals, cases, sessions, kill switches, webhooks with delivery attempts, and idempotency keys
 * with their responses.
 */
import { randomBytes } from 'node:crypto'
import type { RunningService } from '../../gateway/service.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { type ChainKeys, loadChainKeys } from '../embedded/chainKeys.ts'
import { waitUntil } from '../waitUntil.ts'
import { addCompliance } from './addCompliance.ts'
import { addDollars } from './addDollars.ts'
import { addInflows } from './addInflows.ts'
import { addPeople } from './addPeople.ts'
import { addPurchases } from './addPurchases.ts'
import { type Client, createClient } from './client.ts'
import { createWebhooks } from './createWebhooks.ts'
import type { Dump, StoredCaller } from './dumpFile.ts'
import { BLACKLISTED, openToken } from './openToken.ts'
import { placeHolds } from './placeHolds.ts'
import { readInvariants } from './readInvariants.ts'
import type { Secrets, Stack, StartOptions } from './stack.ts'
import { waitForFailures, waitForStage } from './waitForPayments.ts'

interface ScenarioContext {
  readonly stack: Stack
  readonly client: Client
  readonly secrets: Secrets
  readonly to: { url: string }
  readonly going: Record<string, string>
  /** The one that runs now. */
  service: RunningService | null
}

const PAYEE = '0x1111111111111111111111111111111111111111'
const SHOP = '0x2222222222222222222222222222222222222222'
const CASINO = '0x4444444444444444444444444444444444444444'
const CAPABILITIES = ['payments', 'wallets', 'mandates', 'approvals', 'holds']

/** At the end the service is stopped, the database still runs, and the chain has saved its state. */
export async function runScenario(stack: Stack): Promise<Dump> {
  const chain = loadChainKeys(stack.dataDir, ['base']).base as ChainKeys
  await openToken(stack, chain)
  const key = () => randomBytes(32).toString('hex')
  const keys = { masterKey: key(), pepper: key(), operatorKey: `sk_operator_${key()}`, webhook: `whsec_${key()}` }
  const secrets = { ...keys, chain }
  const to = { url: '' }
  const context: ScenarioContext = { stack, client: createClient(to), secrets, to, going: {}, service: null }
  stack.blocks.resume()
  await createOrganizations(context)
  await createPolicies(context)
  const receiver = await createWebhooks(context)
  try {
    await completeAndFail(context)
    const { client, going } = context
    const { rpcUrl } = stack
    const made = { pay: pay.bind(null, context), register: register.bind(null, context) }
    const parts = { client, going, rpcUrl, ...made, ...(context.service as RunningService) }
    for (const add of [addInflows, addCompliance, addPeople, addDollars, addPurchases]) await add(parts)
    await receiver.waitForDeliveries()
    const tokens = await issueTokens(context)
    await stack.blocks.pause()
    await leaveInFlight(context)
    await leaveQueuedAndStopped(context)
    const read = await readInvariants(client)
    await context.service?.stop()
    await stack.stopChain()
    const { callers, answers } = client
    return { instant: new Date().toISOString(), secrets, callers, tokens, answers, going, read }
  } finally {
    // Otherwise the process of a scenario that throws would never end.
    await receiver.close()
  }
}

async function restart(
  context: ScenarioContext,
  options: Pick<StartOptions, 'withWorkers' | 'settlement'>,
): Promise<RunningService> {
  await context.service?.stop()
  context.service = await context.stack.start({ secrets: context.secrets, clock: systemClock, ...options })
  context.to.url = context.service.url
  return context.service
}

async function createOrganizations(context: ScenarioContext): Promise<void> {
  const { callers } = context.client
  const { agents } = (await restart(context, { withWorkers: true })).service.subgraphs
  for (const name of ['north', 'south', 'west']) {
    const { orgId, keys } = await agents.createOrganization({ name })
    callers[name] = { kind: 'organization', orgId, apiKey: keys.test ?? '' }
    for (const person of ['second', 'third']) {
      const { key } = await agents.createOrganizationKey({
        ...{ orgId: orgId as OrgId, mode: 'test', roles: ['admin'], personId: `person_${name}_${person}` },
      })
      callers[`${name}_${person}`] = { kind: 'organization', orgId, apiKey: key }
    }
  }
  // From 3,000 USD on a payment carries who pays.
  const { orgId: north } = callers.north as StoredCaller & { orgId: OrgId }
  const address = { street: '1 North Street', city: 'Northtown', postal_code: '10001', country: 'US' }
  const legal = { body: { legal_name: 'North Trading Inc.', address } }
  await context.client.sendOrThrow('north', `PATCH /organizations/${north}`, legal)
  callers.operator = { kind: 'organization', orgId: '', apiKey: context.secrets.operatorKey }
  await register(context, 'north', 'shopper', ['400'])
  await register(context, 'north', 'treasurer', ['9000', '9000'])
  await register(context, 'north', 'traveller', ['60'])
  await register(context, 'north', 'guest', ['100'])
  await register(context, 'south', 'buyer', ['400'])
  await register(context, 'south', 'courier', ['90'])
  await register(context, 'west', 'drifter', ['20'])
  const { orgId } = callers.west as StoredCaller & { orgId: OrgId }
  await agents.setOrganizationStatus({ orgId, status: 'suspended', reason: 'Unpaid.' })
}

async function register({ client }: ScenarioContext, organization: string, name: string, funds: readonly string[]) {
  const { orgId } = client.callers[organization] as StoredCaller & { orgId: string }
  const body = { name, capabilities: CAPABILITIES, owner_org_id: orgId }
  const made = await client.sendOrThrow(organization, 'POST /auth/agent/register', { key: `register-${name}`, body })
  const [agentId, walletId, apiKey] = [made.agent_id, made.wallet_id, made.api_key].map(String) as [
    string,
    string,
    string,
  ]
  client.callers[name] = { kind: 'agent', agentId, walletId, apiKey }
  for (const [index, amount] of funds.entries()) {
    const before = await availableOf(client, organization, walletId)
    const asked = { key: `faucet-${name}-${index}`, body: { wallet_id: walletId, amount } }
    await client.sendOrThrow(organization, 'POST /test/faucet', asked)
    await waitUntil('funds', async () => (await availableOf(client, organization, walletId)) >= before + Number(amount))
  }
}

async function availableOf(client: Client, caller: string, walletId: string): Promise<number> {
  return Number((await client.sendOrThrow(caller, `GET /wallets/${walletId}/balance`)).balance)
}

/** Mandates with several versions, a template, merchants, a lifted kill switch and an active one. */
async function createPolicies({ client, going }: ScenarioContext): Promise<void> {
  const { callers } = client
  for (const [owner, name, policy] of [
    ['north', 'shopper', 'Max $50 per transaction, $2,000 per day, require approval above $25.'],
    ['north', 'treasurer', 'Max $12,000 per transaction, $20,000 per day.'],
    ['south', 'buyer', 'Max $50 per transaction, $2,000 per day. Block gambling. Require approval above $25.'],
  ] as const) {
    const { agentId, walletId } = callers[name] as StoredCaller & { kind: 'agent' }
    const body = { agent_id: agentId, wallet_id: walletId, policy }
    const made = await client.sendOrThrow(owner, 'POST /mandates', { key: `mandate-${name}`, body })
    going[`mandate_${name}`] = String(made.mandate_id)
  }
  const treasurer = `PUT /mandates/${going.mandate_treasurer}`
  for (const limit of ['15,000', '18,000']) {
    const policy = `Max $${limit} per transaction, $20,000 per day, require approval above $100.`
    await client.sendOrThrow('north', treasurer, { key: `version-${limit}`, body: { policy } })
  }
  const { orgId } = callers.south as StoredCaller & { orgId: string }
  const template = { policy: 'Max $30 per transaction, $90 per day.' }
  await client.sendOrThrow('south', `PUT /organizations/${orgId}/policy-template`, { body: template })
  for (const [domain, address] of [
    ['shop.example', SHOP],
    ['casino.example', CASINO],
  ]) {
    const form = { name: domain, legal_name: domain, domain, payout_addresses: [{ chain: 'base', address }] }
    const { merchant_id } = await client.sendOrThrow('north', 'POST /merchants', { body: form })
    if (domain === 'casino.example')
      await client.sendOrThrow('north', `PATCH /merchants/${merchant_id}`, { body: { status: 'blocked' } })
  }
  const lifted = await client.sendOrThrow('north', 'POST /kill-switches', { body: stop('token', 'EURC') })
  await client.sendOrThrow('north_second', `POST /kill-switches/${lifted.switch_id}/deactivate`, {
    body: { reason: 'Over.' },
  })
  await client.sendOrThrow('operator', 'POST /kill-switches', { body: stop('chain', 'optimism') })
}

const stop = (scope: string, target: string) => ({ scope, target_id: target, reason: 'Drill.', reason_code: 'test' })

/** Completed and failed payments, transfers and executions, approval decisions, and refusals. */
async function completeAndFail(context: ScenarioContext): Promise<void> {
  const { client } = context
  await payTogether(context, async () => {
    for (let index = 1; index <= 8; index++)
      for (const name of ['shopper', 'buyer'])
        await pay(context, name, `done-${index}`, `${index}.50`, index % 3 === 0 ? SHOP : PAYEE)
  })
  await pay(context, 'shopper', 'shop', '3.00', 'shop.example')
  const { walletId } = client.callers.buyer as StoredCaller & { kind: 'agent' }
  const { address } = await client.sendOrThrow('buyer', `GET /wallets/${walletId}`)
  await pay(context, 'shopper', 'between', '4.00', String(address))
  const transfer = { amount: '2.25', merchant: PAYEE }
  await client.sendOrThrow('buyer', `POST /wallets/${walletId}/transfer`, { key: 'transfer', body: transfer })
  const execution = { psp_domain: 'shop.example', amount: '1.75' }
  await client.sendOrThrow('shopper', 'POST /mandates/execute', { key: 'execution', body: execution })
  for (const name of ['shopper', 'buyer']) await pay(context, name, 'reverts', '5.00', BLACKLISTED)
  const refusals = [
    ['shopper', '60.00', 403],
    ['courier', '95.00', 403],
    ['traveller', '19.00', 201],
    ['traveller', '19.00', 201],
    ['traveller', '24.00', 402],
  ] as const
  for (const [index, [name, amount, status]] of refusals.entries())
    await pay(context, name, `refused-${index}`, amount, PAYEE, status)
  for (const [end, by] of [
    ['deny', 'north_second'],
    ['cancel', 'shopper'],
    ['approve', 'north_second'],
  ]) {
    const { approval_id } = await pay(context, 'shopper', `parked-${end}`, '30.00', PAYEE, 202)
    await client.sendOrThrow(String(by), `POST /approvals/${approval_id}/${end}`, { key: `decide-${end}`, body: {} })
  }
  await placeHolds(context, PAYEE)
  await waitUntil('payments end', async () => (await client.list('north', '/payments')).every(isOver), 60_000)
  await waitUntil('payments end', async () => (await client.list('south', '/payments')).every(isOver), 60_000)
}

/** Payments that wait together are settled in batches. */
async function payTogether(context: ScenarioContext, payAll: () => Promise<void>): Promise<void> {
  await restart(context, { withWorkers: false })
  await payAll()
  await restart(context, { withWorkers: true })
}

const isOver = ({ status, stage }: Readonly<Record<string, unknown>>): boolean =>
  status !== 'pending' || stage === 'awaiting_approval'

async function pay(
  { client }: ScenarioContext,
  name: string,
  key: string,
  amount: string,
  to: string,
  status = 201,
): Promise<Readonly<Record<string, unknown>>> {
  const { walletId } = client.callers[name] as StoredCaller & { kind: 'agent' }
  const [metadata, beneficiary] = [{ orderId: key }, { name: 'Payee Ltd', country: 'US' }]
  const body = { wallet_id: walletId, to, amount, token: 'USDC', purpose: key, metadata, beneficiary }
  const response = await client.send(name, 'POST /payments', { key: `${name}-${key}`, body })
  if (response.status !== status) throw new Error(`${name} ${key}: ${response.status}, not ${status}: ${response.text}`)
  return response.body
}

async function issueTokens({ client }: ScenarioContext): Promise<Dump['tokens']> {
  const { agentId, apiKey } = client.callers.shopper as StoredCaller & { kind: 'agent' }
  const body = { agent_id: agentId, api_key: apiKey }
  const { access_token, refresh_token } = await client.sendOrThrow('', 'POST /auth/agent/token', { body })
  return { access: String(access_token), refresh: String(refresh_token) }
}

/** Broadcast while no block is mined; and signed and stored but not broadcast, as if the process was killed there. */
async function leaveInFlight(context: ScenarioContext): Promise<void> {
  const { client, going } = context
  await payTogether(context, async () => {
    for (const name of ['shopper', 'buyer', 'courier', 'traveller'])
      for (const index of [1, 2]) await pay(context, name, `confirming-${index}`, '1.10', PAYEE)
  })
  await waitForStage(client, 'confirming', 8)
  const stopWhenStored = async (step: string) => {
    if (step === 'stored') await new Promise(() => undefined)
  }
  await restart(context, { withWorkers: true, settlement: { onStep: stopWhenStored } })
  // As many as settlement signs at once.
  for (const name of ['shopper', 'buyer', 'courier']) await pay(context, name, 'broadcasting', '1.20', PAYEE)
  await waitForStage(client, 'broadcasting', 3)
  for (const index of [1, 2]) await pay(context, 'traveller', `stopped-${index}`, '0.50', PAYEE)
  const { agentId } = client.callers.traveller as StoredCaller & { kind: 'agent' }
  const set = await client.sendOrThrow('north', 'POST /kill-switches', {
    key: 'stop-traveller',
    body: stop('agent', agentId),
  })
  going.switch = String(set.switch_id)
  // One that is signed by then is withheld, which takes blocks.
  await waitForFailures(client, 'stopped', 1)
}

/** Without workers: queued and parked payments, and payments stopped by a freeze and by kill switches. */
async function leaveQueuedAndStopped(context: ScenarioContext): Promise<void> {
  const { client, going } = context
  await restart(context, { withWorkers: false })
  for (const name of ['shopper', 'buyer'])
    for (const index of [1, 2, 3]) await pay(context, name, `queued-${index}`, '1.30', PAYEE)
  for (const index of [1, 2, 3]) {
    const parked = await pay(context, 'shopper', `awaiting-${index}`, '27.00', PAYEE, 202)
    going[`approval_${index}`] = String(parked.approval_id)
  }
  const large = await pay(context, 'treasurer', 'awaiting-two', '12000.00', PAYEE, 202)
  going.approval_of_two = String(large.approval_id)
  const first = { key: 'first-of-two', body: { comment: 'Fine.' } }
  await client.sendOrThrow('north_second', `POST /approvals/${large.approval_id}/approve`, first)
  const { walletId } = client.callers.buyer as StoredCaller & { kind: 'agent' }
  const asked = { wallet_id: walletId, amount: '40.00', to: PAYEE }
  const { approval_id } = await client.sendOrThrow('buyer', 'POST /approvals', { key: 'in-advance', body: asked })
  going.approval_in_advance = String(approval_id)
  for (const index of [1, 2]) await pay(context, 'courier', `frozen-${index}`, '0.60', PAYEE)
  const courier = client.callers.courier as StoredCaller & { kind: 'agent' }
  await client.sendOrThrow('south', `POST /wallets/${courier.walletId}/freeze`, {
    key: 'freeze-courier',
    body: { reason: 'Looks odd.' },
  })
  await waitForFailures(client, 'frozen', 2)
  // The switch is acknowledged, but the payments that it stops were not swept yet.
  for (const index of [1, 2]) await pay(context, 'shopper', `unswept-${index}`, '0.70', 'shop.example')
  await client.sendOrThrow('north', 'POST /kill-switches', { body: stop('merchant', 'shop.example') })
}
