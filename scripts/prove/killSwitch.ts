/**
 * Kill switches (reliability 7.2 row 16): each scope is activated in the middle of 100 parallel payments from two
 * services. In the database's commit order no payment is accepted and no signature stored once the switch is in force; no
 * transfer is broadcast for the first time later than a second after the acknowledgement; and in the end nothing stays
 * reserved. `--fault` lifts each switch at once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import { RELAY } from '../../subgraphs/payments/chains/batchRelayer.ts'
import { authorizationNonce } from '../../subgraphs/payments/chains/eip3009.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { SHARD_COUNT, type WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { quantile } from '../statistics.ts'
import { waitUntil } from '../waitUntil.ts'
import { type CommittedChange, type OplogWatch, watchOplog } from './oplog.ts'
import { createAgent, createOrganization, fundByFaucet, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openRpcRecorder, type RpcRecorder } from './rpcRecorder.ts'
import { execute, openWorld } from './world.ts'

const ROUNDS = { ci: 1, full: 40 } as const
const PAYMENTS = 100
const UNITS = 1_000n
/** The payments of a round start at random times within this span. */
const SPREAD_MS = 300
const BROADCAST_MS = 1_000
const EFFECT_P99_MS = 250
const END_MS = 30_000
const FUNDS = '200'

const ALICE: Principal = { kind: 'operator', operatorId: 'operator:alice' }
const BOB: Principal = { kind: 'operator', operatorId: 'operator:bob' }
/** Selectors of the contract functions that transfer, in hexadecimal: transferWithAuthorization, and a batch of them. */
const TRANSFERS = ['e3ee160e', RELAY.slice(2)]
const MERCHANT = 'shop.example'

interface Scope {
  readonly scope: string
  readonly target: (context: ProofContext) => string
  readonly isPlatform?: true
}

const SCOPES: readonly Scope[] = [
  { scope: 'agent', target: ({ agent }) => agent.agentId },
  { scope: 'wallet', target: ({ agent }) => agent.walletId },
  { scope: 'organization', target: ({ agent }) => agent.orgId },
  { scope: 'global', target: () => '*', isPlatform: true },
  { scope: 'rail', target: () => 'onchain' },
  { scope: 'chain', target: () => 'base', isPlatform: true },
  { scope: 'token', target: () => 'USDC' },
  { scope: 'capability', target: () => 'payments' },
  { scope: 'merchant', target: () => MERCHANT },
]
/** Scopes with a guaranteed time to take effect. */
const TIMED = ['agent', 'wallet', 'organization', 'global']

interface ProofContext {
  readonly services: readonly [Service, Service]
  readonly organization: ProveOrganization
  readonly agent: AgentPrincipal
  readonly oplog: OplogWatch
  readonly chain: RpcRecorder
  readonly random: () => number
}

export async function proveKillSwitch({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWorld({ chains: ['base'] })
  const breaches: string[] = []
  const rounds: Round[] = []
  try {
    const chain = await openRpcRecorder(world.rpcUrl ?? '')
    const settlement = { options: { leaseMs: 3_000, queuePollMs: 50 } }
    const services = [
      await world.open({ withWorkers: true, rpcUrls: { base: chain.url }, settlement }),
      await world.open({ rpcUrls: { base: chain.url } }),
    ] as const
    const context = await openContext(services, chain, createRandom(seed))
    for (let round = 0; round < ROUNDS[size]; round++)
      // One switch that is lifted at once is enough.
      for (const scope of fault ? SCOPES.slice(0, 1) : SCOPES) {
        const done = await race(context, scope, fault)
        rounds.push(done)
        breaches.push(...done.breaches.map((breach) => `round ${round}, ${scope.scope}: ${breach}`))
      }
    breaches.push(...(await world.audit()))
    await context.oplog.close()
    await chain.close()
  } finally {
    await world.close()
  }
  const effects = rounds.filter(({ scope }) => TIMED.includes(scope)).map(({ effectMs }) => effectMs)
  const p99 = quantile(effects, 0.99)
  // One round on a busy machine says nothing about p99.
  if (size === 'full' && p99 >= EFFECT_P99_MS) breaches.push(`effect p99 is ${Math.round(p99)} ms`)
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
  return {
    figures: {
      races: rounds.length,
      payments: rounds.length * PAYMENTS,
      accepted: sum(({ accepted }) => accepted),
      stopped: sum(({ stopped }) => stopped),
      completed: sum(({ completed }) => completed),
      effectP50Ms: quantile(effects, 0.5),
      effectP99Ms: p99,
      lastBroadcastMs: Math.max(0, ...rounds.map(({ lastBroadcastMs }) => lastBroadcastMs)),
    },
    breaches,
  }
}

async function openContext(
  services: ProofContext['services'],
  chain: RpcRecorder,
  random: () => number,
): Promise<ProofContext> {
  const [service] = services
  const organization = await createOrganization(service, 'Stopped')
  const agent = await createAgent(service, organization, 'Max $100 per transaction.')
  const { subgraphs, database } = service
  await fundByFaucet(service, organization, { walletId: agent.walletId, amount: FUNDS })
  const merchant = { name: 'Shop', legalName: 'Shop', domain: MERCHANT }
  const payoutAddresses = [{ chain: 'base', address: '0x2222222222222222222222222222222222222222' }]
  const create = `mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id } } }`
  await execute(subgraphs.commerce, organization.admin, create, { input: { ...merchant, payoutAddresses } })
  const context = { services, organization, agent, chain, random, oplog: await watchOplog(database) }
  await waitUntil(
    'the deposit',
    async () => ((await position(context))?.balances['base:USDC']?.available ?? 0n) > 0n,
    END_MS,
  )
  return context
}

interface Round {
  readonly scope: string
  readonly effectMs: number
  readonly lastBroadcastMs: number
  readonly accepted: number
  readonly stopped: number
  readonly completed: number
  readonly breaches: readonly string[]
}

const ACTIVATE = `mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) { killSwitch { id } } }`
const LIFT = `mutation ($input: DeactivateKillSwitchInput!) { deactivateKillSwitch(input: $input) { killSwitch { id } } }`

async function race(context: ProofContext, { scope, target, isPlatform }: Scope, fault: boolean): Promise<Round> {
  const { services, agent, organization, oplog, random } = context
  const from = oplog.changes.length
  const lateAccepted: string[] = []
  let ackedAt = Number.POSITIVE_INFINITY
  const payOne = async (index: number) => {
    const isLate = performance.now() > ackedAt
    const outcome = await pay(services[index % 2] as Service, agent, { units: UNITS, to: MERCHANT })
    if ('refused' in outcome) return null
    if (isLate) lateAccepted.push(outcome.paymentId)
    return outcome.paymentId
  }
  const payments = Array.from({ length: PAYMENTS }, async (_, index) => {
    await sleep(random() * SPREAD_MS)
    return payOne(index)
  })
  await sleep(SPREAD_MS * (0.2 + 0.5 * random()))
  const [by, lifter] = isPlatform ? [ALICE, BOB] : [organization.admin, organization.second]
  const input = { scope, targetId: target(context), reason: 'Drill.', reasonCode: 'test' }
  const asked = performance.now()
  // Through the service without workers, because a kill switch must hold in every process.
  const { activateKillSwitch } = await execute<{ activateKillSwitch: { killSwitch: { id: string } } }>(
    ...([services[1].subgraphs.mandates, by, ACTIVATE, { input }] as const),
  )
  ackedAt = performance.now()
  const { id } = activateKillSwitch.killSwitch
  if (fault) {
    await execute(services[1].subgraphs.mandates, lifter, LIFT, { input: { id, reason: 'Fault.' } })
    // The others may all have been sent by then.
    payments.push(payOne(0))
  }
  const accepted = (await Promise.all(payments)).filter((one) => one !== null)
  const rows = await waitForEnd(context, accepted)
  await oplog.catchUp()
  const lastBroadcastMs = lastBroadcastDelayMs(context.chain, accepted, ackedAt)
  const breaches = [
    ...lateAccepted.map((one) => `${one} began after the acknowledgement and was accepted`),
    ...findOrderBreaches(oplog.changes.slice(from), id, isPlatform === true),
    ...(lastBroadcastMs > BROADCAST_MS
      ? [`a transfer was first broadcast ${Math.round(lastBroadcastMs)} ms after the acknowledgement`]
      : []),
    ...findWrongEnds(rows, oplog.changes.slice(from)),
    ...rows
      .filter((row) => row.status === 'completed' && !wasBroadcast(context.chain, row._id))
      .map(({ _id }) => `${_id} was paid without a recorded broadcast`),
  ]
  if (!fault) await execute(services[0].subgraphs.mandates, lifter, LIFT, { input: { id, reason: 'Over.' } })
  const count = (status: string) => rows.filter((row) => row.status === status).length
  const figures = { accepted: accepted.length, stopped: count('failed'), completed: count('completed') }
  return { scope, effectMs: ackedAt - asked, lastBroadcastMs, ...figures, breaches }
}

/** A switch of an organization is in force once its record is committed, one of the platform once every shard has it. */
function findOrderBreaches(changes: readonly CommittedChange[], switchId: string, isPlatform: boolean): string[] {
  let shards = 0
  let isInForce = false
  const breaches: string[] = []
  for (const change of changes) {
    if (change.kind === 'shard' && change.switchIds.includes(switchId)) shards += 1
    if (isPlatform ? shards === SHARD_COUNT : change.kind === 'switch' && change.switchId === switchId) isInForce = true
    if (isInForce && (change.kind === 'accepted' || change.kind === 'stored'))
      breaches.push(`${change.paymentId} was ${change.kind} after the switch was in force`)
  }
  if (!isInForce) breaches.push(`the switch never was in force (on ${shards} shards)`)
  return breaches
}

/** Milliseconds from the acknowledgement to the last first broadcast of a transfer; 0 if there was none after it. */
function lastBroadcastDelayMs(chain: RpcRecorder, paymentIds: readonly string[], ackedAt: number): number {
  const firsts = paymentIds.map((paymentId) => chain.broadcasts.find(isTransferOf(paymentId))?.at ?? 0)
  return Math.max(0, ...firsts.map((at) => at - ackedAt))
}

const wasBroadcast = (chain: RpcRecorder, paymentId: string): boolean => chain.broadcasts.some(isTransferOf(paymentId))

/** Whether a transaction transfers for this payment, alone or in a batch, and does not cancel it: by selector and nonce. */
function isTransferOf(paymentId: string): (broadcast: { readonly raw: string }) => boolean {
  const nonce = authorizationNonce(paymentId as PaymentId).slice(2)
  return ({ raw }) => TRANSFERS.some((selector) => raw.includes(selector)) && raw.includes(nonce)
}

async function waitForEnd(context: ProofContext, paymentIds: readonly string[]): Promise<PaymentRow[]> {
  const { database } = context.services[0]
  const find = () =>
    database
      .collection<PaymentRow>('payments')
      .find({ _id: { $in: [...paymentIds] as PaymentId[] } })
      .toArray()
  await waitUntil(
    'the end of every payment',
    async () => (await find()).every(({ status }) => status !== 'pending'),
    END_MS,
  )
  return find()
}

/** Whether something stays reserved is checked by the audit. */
function findWrongEnds(rows: readonly PaymentRow[], changes: readonly CommittedChange[]): string[] {
  const stored = new Set(changes.flatMap((change) => (change.kind === 'stored' ? [change.paymentId] : [])))
  return [
    ...rows
      .filter(({ status, failureCode }) => status === 'failed' && failureCode !== 'kill_switch_active')
      .map(({ _id, failureCode }) => `${_id} failed with ${failureCode}`),
    // Otherwise the order of signatures would prove nothing.
    ...rows
      .filter(({ _id, status }) => status === 'completed' && !stored.has(_id))
      .map(({ _id }) => `${_id} was paid without a recorded signature`),
  ]
}

async function position({ services, agent }: Pick<ProofContext, 'services' | 'agent'>): Promise<WalletPosition | null> {
  return services[0].database.collection<WalletPosition>('positions').findOne({ walletId: agent.walletId })
}
