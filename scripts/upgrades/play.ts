/**
 * What a dump holds, played over the interface: two organizations with agents, mandates in versions, payments in every
 * state, parked approvals, switches, webhooks with attempts, and keys with their answers.
 */
import { randomBytes } from 'node:crypto'
import type { RunningService } from '../../gateway/service.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { type ChainKeys, loadChainKeys } from '../embedded/chainKeys.ts'
import { type Client, createClient, until } from './client.ts'
import type { Dump, StoredCaller } from './dumpFile.ts'
import { BLACKLISTED, openToken } from './openToken.ts'
import { openWebhooks } from './openWebhooks.ts'
import { readAll } from './readAll.ts'
import type { Secrets, Stack, StartOptions } from './stack.ts'

interface Scene {
  readonly stack: Stack
  readonly client: Client
  readonly secrets: Secrets
  readonly to: { url: string }
  readonly going: Record<string, string>
  /** The one that runs. */
  service: RunningService | null
}

const PAYEE = '0x1111111111111111111111111111111111111111'
const SHOP = '0x2222222222222222222222222222222222222222'
const CASINO = '0x4444444444444444444444444444444444444444'
const CAPABILITIES = ['payments', 'wallets', 'mandates', 'approvals']

/** The service is stopped at the end, the database runs on, and the chain has written its state. */
export async function play(stack: Stack): Promise<Dump> {
  const chain = loadChainKeys(stack.dataDir, ['base']).base as ChainKeys
  await openToken(stack, chain)
  const [masterKey, pepper, key, webhook] = [1, 2, 3, 4].map(() => randomBytes(32).toString('hex')) as [
    string,
    string,
    string,
    string,
  ]
  const secrets = { masterKey, pepper, operatorKey: `sk_operator_${key}`, webhook: `whsec_${webhook}`, chain }
  const to = { url: '' }
  const scene: Scene = { stack, client: createClient(to), secrets, to, going: {}, service: null }
  stack.blocks.resume()
  await openOrganizations(scene)
  await openPolicies(scene)
  const receiver = await openWebhooks(scene)
  await completeAndFail(scene)
  await receiver.untilTold()
  const tokens = await takeTokens(scene)
  await stack.blocks.pause()
  await leaveOnTheWay(scene)
  await leaveWaiting(scene)
  const read = await readAll(scene.client)
  receiver.close()
  await scene.service?.stop()
  await stack.stopChain()
  const { callers, answers } = scene.client
  const instant = new Date().toISOString()
  return { instant, secrets, callers, tokens, answers, going: scene.going, read }
}

async function restart(
  scene: Scene,
  options: Pick<StartOptions, 'withWorkers' | 'settlement'>,
): Promise<RunningService> {
  await scene.service?.stop()
  scene.service = await scene.stack.start({ secrets: scene.secrets, clock: systemClock, ...options })
  scene.to.url = scene.service.url
  return scene.service
}

async function openOrganizations(scene: Scene): Promise<void> {
  const { callers } = scene.client
  const { agents } = (await restart(scene, { withWorkers: true })).service.subgraphs
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
  callers.operator = { kind: 'organization', orgId: '', apiKey: scene.secrets.operatorKey }
  await register(scene, 'north', 'shopper', ['400'])
  await register(scene, 'north', 'treasurer', ['9000', '9000'])
  await register(scene, 'north', 'traveller', ['60'])
  await register(scene, 'south', 'buyer', ['400'])
  await register(scene, 'south', 'courier', ['90'])
  await register(scene, 'west', 'drifter', ['20'])
  const { orgId } = callers.west as StoredCaller & { orgId: OrgId }
  await agents.setOrganizationStatus({ orgId, status: 'suspended', reason: 'Unpaid.' })
}

async function register({ client }: Scene, organization: string, name: string, funds: readonly string[]) {
  const { orgId } = client.callers[organization] as StoredCaller & { orgId: string }
  const body = { name, capabilities: CAPABILITIES, owner_org_id: orgId }
  const made = await client.get(organization, 'POST /auth/agent/register', { key: `register-${name}`, body })
  const [agentId, walletId, apiKey] = [made.agent_id, made.wallet_id, made.api_key].map(String) as [
    string,
    string,
    string,
  ]
  client.callers[name] = { kind: 'agent', agentId, walletId, apiKey }
  for (const [index, amount] of funds.entries()) {
    const before = await availableOf(client, organization, walletId)
    await client.get(organization, 'POST /test/faucet', {
      key: `faucet-${name}-${index}`,
      body: { wallet_id: walletId, amount },
    })
    await until('funds', async () => (await availableOf(client, organization, walletId)) >= before + Number(amount))
  }
}

async function availableOf(client: Client, caller: string, walletId: string): Promise<number> {
  return Number((await client.get(caller, `GET /wallets/${walletId}/balance`)).balance)
}

/** Mandates in versions, a template, merchants, a switch that was lifted and one that is in force. */
async function openPolicies({ client, going }: Scene): Promise<void> {
  const { callers } = client
  for (const [owner, name, policy] of [
    ['north', 'shopper', 'Max $50 per transaction, $2,000 per day, require approval above $25.'],
    ['north', 'treasurer', 'Max $12,000 per transaction, $20,000 per day.'],
    ['south', 'buyer', 'Max $50 per transaction, $2,000 per day. Block gambling. Require approval above $25.'],
  ] as const) {
    const { agentId, walletId } = callers[name] as StoredCaller & { kind: 'agent' }
    const body = { agent_id: agentId, wallet_id: walletId, policy }
    const made = await client.get(owner, 'POST /mandates', { key: `mandate-${name}`, body })
    going[`mandate_${name}`] = String(made.mandate_id)
  }
  const treasurer = `PUT /mandates/${going.mandate_treasurer}`
  for (const limit of ['15,000', '18,000']) {
    const policy = `Max $${limit} per transaction, $20,000 per day, require approval above $100.`
    await client.get('north', treasurer, { key: `version-${limit}`, body: { policy } })
  }
  const { orgId } = callers.south as StoredCaller & { orgId: string }
  const template = { policy: 'Max $30 per transaction, $90 per day.' }
  await client.get('south', `PUT /organizations/${orgId}/policy-template`, { body: template })
  for (const [domain, address] of [
    ['shop.example', SHOP],
    ['casino.example', CASINO],
  ]) {
    const form = { name: domain, legal_name: domain, domain, payout_addresses: [{ chain: 'base', address }] }
    const { merchant_id } = await client.get('north', 'POST /merchants', { body: form })
    if (domain === 'casino.example')
      await client.get('north', `PATCH /merchants/${merchant_id}`, { body: { status: 'blocked' } })
  }
  const lifted = await client.get('north', 'POST /kill-switches', { body: stop('token', 'EURC') })
  await client.get('north_second', `POST /kill-switches/${lifted.switch_id}/deactivate`, { body: { reason: 'Over.' } })
  await client.get('operator', 'POST /kill-switches', { body: stop('chain', 'optimism') })
}

const stop = (scope: string, target: string) => ({ scope, target_id: target, reason: 'Drill.', reason_code: 'test' })

/** Payments by all three ways to their end, and refusals. */
async function completeAndFail(scene: Scene): Promise<void> {
  const { client } = scene
  for (let index = 1; index <= 15; index++)
    for (const name of ['shopper', 'buyer'])
      await pay(scene, name, `done-${index}`, `${index}.50`, index % 3 === 0 ? SHOP : PAYEE)
  await pay(scene, 'shopper', 'shop', '3.00', 'shop.example')
  const { walletId } = client.callers.buyer as StoredCaller & { kind: 'agent' }
  const { address } = await client.get('buyer', `GET /wallets/${walletId}`)
  await pay(scene, 'shopper', 'between', '4.00', String(address))
  const transfer = { amount: '2.25', merchant: PAYEE }
  await client.get('buyer', `POST /wallets/${walletId}/transfer`, { key: 'transfer', body: transfer })
  const execution = { psp_domain: 'shop.example', amount: '1.75' }
  await client.get('shopper', 'POST /mandates/execute', { key: 'execution', body: execution })
  for (const name of ['shopper', 'buyer']) await pay(scene, name, 'reverts', '5.00', BLACKLISTED)
  const refusals = [
    ['shopper', '60.00', 403],
    ['courier', '95.00', 403],
    ['traveller', '24.00', 201],
    ['traveller', '24.00', 201],
    ['traveller', '24.00', 402],
  ] as const
  for (const [index, [name, amount, status]] of refusals.entries())
    await pay(scene, name, `refused-${index}`, amount, PAYEE, status)
  for (const [end, by] of [
    ['deny', 'north_second'],
    ['cancel', 'shopper'],
    ['approve', 'north_second'],
  ]) {
    const { approval_id } = await pay(scene, 'shopper', `parked-${end}`, '30.00', PAYEE, 202)
    await client.get(String(by), `POST /approvals/${approval_id}/${end}`, { key: `decide-${end}`, body: {} })
  }
  await until('payments end', async () => (await client.list('north', '/payments')).every(isOver), 60_000)
  await until('payments end', async () => (await client.list('south', '/payments')).every(isOver), 60_000)
}

const isOver = ({
  status,
  stage,
}: Client['answers'][number]['body'] & { status?: unknown; stage?: unknown }): boolean =>
  status !== 'pending' || stage === 'awaiting_approval'

async function pay(
  { client }: Scene,
  name: string,
  key: string,
  amount: string,
  to: string,
  status = 201,
): Promise<Readonly<Record<string, unknown>>> {
  const { walletId } = client.callers[name] as StoredCaller & { kind: 'agent' }
  const body = { wallet_id: walletId, to, amount, token: 'USDC', purpose: key, metadata: { orderId: key } }
  const answer = await client.ask(name, 'POST /payments', { key: `${name}-${key}`, body })
  if (answer.status !== status) throw new Error(`${name} ${key}: ${answer.status} instead of ${status}: ${answer.text}`)
  return answer.body
}

async function takeTokens({ client }: Scene): Promise<Dump['tokens']> {
  const { agentId, apiKey } = client.callers.shopper as StoredCaller & { kind: 'agent' }
  const body = { agent_id: agentId, api_key: apiKey }
  const { access_token, refresh_token } = await client.get('', 'POST /auth/agent/token', { body })
  return { access: String(access_token), refresh: String(refresh_token) }
}

/** Handed to the chain, which makes no blocks; and stored without having been handed over, as if killed there. */
async function leaveOnTheWay(scene: Scene): Promise<void> {
  const { client, going } = scene
  for (const name of ['shopper', 'buyer', 'courier', 'traveller'])
    for (const index of [1, 2]) await pay(scene, name, `confirming-${index}`, '1.10', PAYEE)
  await untilStage(client, 'confirming', 8)
  const die = async (step: string) => {
    if (step === 'stored') await new Promise(() => undefined)
  }
  await restart(scene, { withWorkers: true, settlement: { onStep: die } })
  // As many as are taken to the chain at once.
  for (const name of ['shopper', 'buyer', 'courier']) await pay(scene, name, 'broadcasting', '1.20', PAYEE)
  await untilStage(client, 'broadcasting', 3)
  for (const index of [1, 2]) await pay(scene, 'traveller', `stopped-${index}`, '0.50', PAYEE)
  const { agentId } = client.callers.traveller as StoredCaller & { kind: 'agent' }
  const set = await client.get('north', 'POST /kill-switches', { key: 'stop-traveller', body: stop('agent', agentId) })
  going.switch = String(set.switch_id)
  await untilFailed(client, 'stopped', 2)
}

async function untilStage(client: Client, stage: string, count: number): Promise<void> {
  await until(`${count} payments ${stage}`, async () => {
    const payments = [...(await client.list('north', '/payments')), ...(await client.list('south', '/payments'))]
    return payments.filter((payment) => payment.stage === stage).length === count
  })
}

/** Nothing takes these to the chain: queued, parked, and stopped in three ways. */
async function leaveWaiting(scene: Scene): Promise<void> {
  const { client, going } = scene
  await restart(scene, { withWorkers: false })
  for (const name of ['shopper', 'buyer'])
    for (const index of [1, 2, 3]) await pay(scene, name, `queued-${index}`, '1.30', PAYEE)
  for (const index of [1, 2, 3]) {
    const parked = await pay(scene, 'shopper', `awaiting-${index}`, '27.00', PAYEE, 202)
    going[`approval_${index}`] = String(parked.approval_id)
  }
  const large = await pay(scene, 'treasurer', 'awaiting-two', '12000.00', PAYEE, 202)
  going.approval_of_two = String(large.approval_id)
  const first = { key: 'first-of-two', body: { comment: 'Fine.' } }
  await client.get('north_second', `POST /approvals/${large.approval_id}/approve`, first)
  const { walletId } = client.callers.buyer as StoredCaller & { kind: 'agent' }
  const asked = { wallet_id: walletId, amount: '40.00', to: PAYEE }
  const { approval_id } = await client.get('buyer', 'POST /approvals', { key: 'in-advance', body: asked })
  going.approval_in_advance = String(approval_id)

  for (const index of [1, 2]) await pay(scene, 'courier', `frozen-${index}`, '0.60', PAYEE)
  const courier = client.callers.courier as StoredCaller & { kind: 'agent' }
  await client.get('south', `POST /wallets/${courier.walletId}/freeze`, {
    key: 'freeze-courier',
    body: { reason: 'Looks odd.' },
  })
  await untilFailed(client, 'frozen', 2)
  // In force and acknowledged, but nobody has swept up after it yet.
  for (const index of [1, 2]) await pay(scene, 'shopper', `unswept-${index}`, '0.70', 'shop.example')
  await client.get('north', 'POST /kill-switches', { body: stop('merchant', 'shop.example') })
}

async function untilFailed(client: Client, purpose: string, count: number): Promise<void> {
  await until(`${purpose} payments fail`, async () => {
    const payments = [...(await client.list('north', '/payments')), ...(await client.list('south', '/payments'))]
    const meant = payments.filter((one) => String(one.purpose).startsWith(purpose))
    return meant.filter(({ status }) => status === 'failed').length === count
  })
}
