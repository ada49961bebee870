/**
 * Kill switches (reliability 7.2 row 16): each scope is activated in the middle of 100 parallel payments from two
 * services. In the database's own order no payment is accepted and no signature stored once the switch is in force; on
 * the wire no transfer is handed over for the first time later than a second after the acknowledgement; in the end
 * nothing is reserved.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import { authorizationNonce } from '../../subgraphs/payments/chains/eip3009.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { SHARD_COUNT, type WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { type Fact, type OplogWatch, watchOplog } from './oplog.ts'
import { createAgent, createOrganization, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult, quantile } from './proof.ts'
import { openRpcRecorder, type RpcRecorder } from './rpcRecorder.ts'
import { execute, openWorld } from './world.ts'

const ROUNDS = { ci: 1, full: 40 } as const
const PAYMENTS = 100
const UNITS = 1_000n
/** Over which the payments of a round begin. */
const SPREAD_MS = 300
const BROADCAST_MS = 1_000
const EFFECT_P99_MS = 250
const END_MS = 30_000
const FUNDS = '200'

const ALICE: Principal = { kind: 'operator', operatorId: 'operator:alice' }
const BOB: Principal = { kind: 'operator', operatorId: 'operator:bob' }
/** Its selector, in hexadecimal. */
const TRANSFER_WITH_AUTHORIZATION = 'e3ee160e'
const MERCHANT = 'shop.example'

interface Scope {
  readonly scope: string
  readonly target: (stage: Stage) => string
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
/** Those that a time is promised for. */
const TIMED = ['agent', 'wallet', 'organization', 'global']

interface Stage {
  readonly services: readonly [Service, Service]
  readonly organization: ProveOrganization
  readonly agent: AgentPrincipal
  readonly oplog: OplogWatch
  readonly chain: RpcRecorder
  readonly random: () => number
}

export async function proveKillSwitch({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWorld({ withChain: true })
  const breaches: string[] = []
  const rounds: Round[] = []
  try {
    const chain = await openRpcRecorder(world.rpcUrl ?? '')
    const settlement = { options: { leaseMs: 3_000, queuePollMs: 50 } }
    const services = [
      await world.open({ withWorkers: true, rpcUrl: chain.url, settlement }),
      await world.open({ rpcUrl: chain.url }),
    ] as const
    const stage = await openStage(services, chain, createRandom(seed))
    for (let round = 0; round < ROUNDS[size]; round++)
      for (const scope of SCOPES) {
        const done = await race(stage, scope, fault)
        rounds.push(done)
        breaches.push(...done.breaches.map((breach) => `round ${round}, ${scope.scope}: ${breach}`))
      }
    await stage.oplog.close()
    await chain.close()
  } finally {
    await world.close()
  }
  const effects = rounds.filter(({ scope }) => TIMED.includes(scope)).map(({ effectMs }) => effectMs)
  const p99 = quantile(effects, 0.99)
  // A figure of one round on a machine that does other things is none.
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

async function openStage(services: Stage['services'], chain: RpcRecorder, random: () => number): Promise<Stage> {
  const [service] = services
  const organization = await createOrganization(service, 'Stopped')
  const agent = await createAgent(service, organization, 'Max $100 per transaction.')
  const { subgraphs, database } = service
  const faucet = `mutation ($input: FaucetInput!) { faucet(input: $input) { txHash } }`
  await execute(subgraphs.payments, organization.admin, faucet, { input: { walletId: agent.walletId, amount: FUNDS } })
  const merchant = { name: 'Shop', legalName: 'Shop', domain: MERCHANT }
  const payoutAddresses = [{ chain: 'base', address: '0x2222222222222222222222222222222222222222' }]
  const create = `mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id } } }`
  await execute(subgraphs.commerce, organization.admin, create, { input: { ...merchant, payoutAddresses } })
  const stage = { services, organization, agent, chain, random, oplog: await watchOplog(database) }
  await until('the deposit', async () => ((await position(stage))?.balances['base:USDC']?.available ?? 0n) > 0n)
  return stage
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

async function race(stage: Stage, { scope, target, isPlatform }: Scope, fault: boolean): Promise<Round> {
  const { services, agent, organization, oplog, random } = stage
  const from = oplog.facts.length
  const lateAccepted: string[] = []
  let ackedAt = Number.POSITIVE_INFINITY
  const payments = Array.from({ length: PAYMENTS }, async (_, index) => {
    await sleep(random() * SPREAD_MS)
    const isLate = performance.now() > ackedAt
    const outcome = await pay(services[index % 2] as Service, agent, { units: UNITS, to: MERCHANT })
    if ('refused' in outcome) return null
    if (isLate) lateAccepted.push(outcome.paymentId)
    return outcome.paymentId
  })
  await sleep(SPREAD_MS * (0.2 + 0.5 * random()))
  const [by, lifter] = isPlatform ? [ALICE, BOB] : [organization.admin, organization.second]
  const input = { scope, targetId: target(stage), reason: 'Drill.', reasonCode: 'test' }
  const asked = performance.now()
  // Through the service without workers: a stop holds in every process.
  const { activateKillSwitch } = await execute<{ activateKillSwitch: { killSwitch: { id: string } } }>(
    ...([services[1].subgraphs.mandates, by, ACTIVATE, { input }] as const),
  )
  ackedAt = performance.now()
  const { id } = activateKillSwitch.killSwitch
  // With the fault it is lifted at once, and the proof has to notice that spending goes on.
  if (fault) await execute(services[1].subgraphs.mandates, lifter, LIFT, { input: { id, reason: 'Fault.' } })
  const accepted = (await Promise.all(payments)).filter((one) => one !== null)
  const rows = await endOf(stage, accepted)
  await oplog.catchUp()
  const lastBroadcastMs = lastBroadcast(stage.chain, accepted, ackedAt)
  const breaches = [
    ...lateAccepted.map((one) => `${one} began after the acknowledgement and was accepted`),
    ...inOrder(oplog.facts.slice(from), id, isPlatform === true),
    ...(lastBroadcastMs > BROADCAST_MS
      ? [`a transfer was handed over ${Math.round(lastBroadcastMs)} ms after it`]
      : []),
    ...(await inTheEnd(stage, rows)),
    ...rows
      .filter((row) => row.status === 'completed' && !wasHanded(stage.chain, row._id))
      .map(({ _id }) => `${_id} was paid past the recorder`),
  ]
  if (!fault) await execute(services[0].subgraphs.mandates, lifter, LIFT, { input: { id, reason: 'Over.' } })
  const count = (status: string) => rows.filter((row) => row.status === status).length
  const figures = { accepted: accepted.length, stopped: count('failed'), completed: count('completed') }
  return { scope, effectMs: ackedAt - asked, lastBroadcastMs, ...figures, breaches }
}

/** In force: from the record on for an organization, from its last gate on for the platform. */
function inOrder(facts: readonly Fact[], switchId: string, isPlatform: boolean): string[] {
  let gates = 0
  let isInForce = false
  const breaches: string[] = []
  for (const fact of facts) {
    if (fact.kind === 'gate' && fact.switchIds.includes(switchId)) gates += 1
    if (isPlatform ? gates === SHARD_COUNT : fact.kind === 'switch' && fact.switchId === switchId) isInForce = true
    if (isInForce && (fact.kind === 'accepted' || fact.kind === 'stored'))
      breaches.push(`${fact.paymentId} was ${fact.kind} after the switch was in force`)
  }
  if (!isInForce) breaches.push(`the switch never was in force (${gates} gates)`)
  return breaches
}

/** Milliseconds from the acknowledgement to the last transfer that had not been handed over before; 0 if none. */
function lastBroadcast(chain: RpcRecorder, paymentIds: readonly string[], ackedAt: number): number {
  const firsts = paymentIds.map((paymentId) => chain.handed.find(isTransferOf(paymentId))?.at ?? 0)
  return Math.max(0, ...firsts.map((at) => at - ackedAt))
}

const wasHanded = (chain: RpcRecorder, paymentId: string): boolean => chain.handed.some(isTransferOf(paymentId))

/** The call and the payment's authorization, in the bytes; a cancellation is none. */
function isTransferOf(paymentId: string): (handed: { readonly raw: string }) => boolean {
  const nonce = authorizationNonce(paymentId as PaymentId).slice(2)
  return ({ raw }) => raw.includes(TRANSFER_WITH_AUTHORIZATION) && raw.includes(nonce)
}

async function endOf(stage: Stage, paymentIds: readonly string[]): Promise<PaymentRow[]> {
  const { database } = stage.services[0]
  const find = () =>
    database
      .collection<PaymentRow>('payments')
      .find({ _id: { $in: [...paymentIds] as PaymentId[] } })
      .toArray()
  await until('the end of every payment', async () => (await find()).every(({ status }) => status !== 'pending'))
  return find()
}

async function inTheEnd(stage: Stage, rows: readonly PaymentRow[]): Promise<string[]> {
  const wallet = await position(stage)
  const balances = wallet?.balances['base:USDC']
  const breaches = rows
    .filter(({ status, failureCode }) => status === 'failed' && failureCode !== 'kill_switch_active')
    .map(({ _id, failureCode }) => `${_id} failed with ${failureCode}`)
  for (const [name, units] of [
    ['the day', wallet?.day?.reserved],
    ['the month', wallet?.month?.reserved],
    ['the wallet', balances?.inFlight],
  ] as const)
    if (units !== 0n) breaches.push(`${units} stay reserved in ${name}`)
  return breaches
}

async function position({ services, agent }: Pick<Stage, 'services' | 'agent'>): Promise<WalletPosition | null> {
  return services[0].database.collection<WalletPosition>('positions').findOne({ walletId: agent.walletId })
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + END_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${END_MS} ms: ${what}`)
    await sleep(50)
  }
}
