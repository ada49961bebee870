/**
 * Tokens and chains (specification 2.9): for each row of the table money arrives, payments fail because the token refuses
 * their sender, before they are sent and on the chain, others are paid, and a reorganization takes these away. In the end
 * every payment has ended as it should, the payee has on the chain what was paid, the wallet has the rest, and the audit
 * finds nothing. At ci size one row for each way to settle on each kind of contract. `--fault` loses what is sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { getAddress, hexlify, randomBytes } from 'ethers'
import type { Service } from '../../gateway/compose.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { parseAmount } from '../../subgraphs/shared/money.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import type { Chain } from '../../subgraphs/shared/tokens.ts'
import { callRpc } from '../embedded/rpc.ts'
import { waitUntil } from '../waitUntil.ts'
import { FAST_OPTIONS } from './chainEnds.ts'
import { balanceOf, refuseSender, representativeRows, TOKEN_ROWS, type TokenRow } from './chains/tokenRows.ts'
import { createAgent, createOrganization, fundByFaucet, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openRpcFaults, type RpcFaults } from './rpcProxy.ts'
import { openWorld, type ProveWorld, type WorldNode } from './world.ts'

const ROUNDS = { ci: 1, full: 10 } as const
const PAID_EACH = 3
const DEPOSIT = '10'
const UNITS_MAX = 1_000_000
/** Blocks that nothing reverses, between what failed and what is paid. */
const SETTLED_BLOCKS = 4
const END_MS = 60_000
/** Long enough for what is sent at once; with the fault nothing follows. */
const FAULT_WAIT_MS = 4_000
const NEVER_MS = 3_600_000

interface Scene {
  readonly row: TokenRow
  readonly node: WorldNode
  readonly agent: AgentPrincipal
  /** Of the wallet. */
  readonly address: string
  readonly payee: string
  readonly accepted: { readonly id: string; readonly units: bigint; readonly mustFail: boolean }[]
  deposited: bigint
}

export async function proveChains({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const representative = representativeRows()
  const rows = fault ? representative.slice(0, 1) : size === 'ci' ? representative : TOKEN_ROWS
  const chains = [...new Set(rows.map(({ chain }) => chain))]
  const world = await openWorld({ chains })
  const endpoints = new Map<Chain, RpcFaults>()
  const breaches: string[] = []
  const figures = { rows: rows.length, chains: chains.length, paid: 0, failed: 0, reorganized: 0, settledAfterMs: 0 }
  try {
    for (const chain of chains) endpoints.set(chain, await openEndpoint(world, chain, fault))
    const refusing = new Set<Scene>()
    let refused = Promise.resolve()
    const service = await world.open({
      ...{ withWorkers: true, isQuiet: true },
      rpcUrls: Object.fromEntries([...endpoints].map(([chain, { urls }]) => [chain, urls.join()])),
      settlement: {
        // What is signed again for a higher fee is not what was sent before.
        options: fault ? { ...FAST_OPTIONS, bumpFeeAfterMs: NEVER_MS } : FAST_OPTIONS,
        // Simulated and signed: what is refused from now on fails on the chain.
        async onStep(step) {
          if (step !== 'signed') return
          const scenes = [...refusing]
          refusing.clear()
          if (scenes.length > 0) refused = refuseAll(scenes, true)
          // Whatever is signed meanwhile is sent no earlier either.
          await refused
        },
      },
    })
    const organization = await createOrganization(service, 'Chains')
    const scenes = await Promise.all(rows.map((row) => openScene(world, service, organization, row)))
    for (let round = 0; round < (fault ? 1 : ROUNDS[size]); round++) {
      await Promise.all(scenes.map((scene) => fund(service, organization, scene)))
      if (!fault) await failAll(service, scenes, refusing, random)
      await payAll(service, scenes, random)
      figures.reorganized += await reorganizeAll(service, scenes, breaches)
      const began = performance.now()
      const withinMs = fault ? FAULT_WAIT_MS : END_MS
      await waitForPayees(service, scenes, withinMs).catch((error: Error) => breaches.push(error.message))
      figures.settledAfterMs = Math.max(figures.settledAfterMs, performance.now() - began)
    }
    for (const scene of scenes) {
      breaches.push(...(await findWrongEnds(service, scene)))
      figures.failed += scene.accepted.filter(({ mustFail }) => mustFail).length
      figures.paid += scene.accepted.filter(({ mustFail }) => !mustFail).length
    }
    breaches.push(...(await world.audit()))
  } finally {
    await world.close()
    for (const { close } of endpoints.values()) await close()
  }
  return { figures, breaches }
}

async function openEndpoint(world: ProveWorld, chain: Chain, fault: boolean): Promise<RpcFaults> {
  const endpoint = await openRpcFaults(world.nodes[chain]?.rpcUrl ?? '', 1)
  const sent = new Set<string>()
  endpoint.drops = (raw) => fault && sent.size === sent.add(raw).size
  return endpoint
}

async function openScene(
  world: ProveWorld,
  service: Service,
  organization: ProveOrganization,
  row: TokenRow,
): Promise<Scene> {
  const agent = await createAgent(service, organization, 'Max $100,000 per transaction.')
  const wallets = service.database.collection<{ _id: string; address: string }>('wallets')
  const { address } = (await wallets.findOne({ _id: agent.walletId })) as { address: string }
  const payee = getAddress(hexlify(randomBytes(20)))
  return { row, node: world.nodes[row.chain] as WorldNode, agent, address, payee, accepted: [], deposited: 0n }
}

/** One after the other on each chain, where some tokens have the same administrator. */
async function refuseAll(scenes: readonly Scene[], isRefused: boolean): Promise<void> {
  const refuseEach = async (own: readonly Scene[]) => {
    for (const { node, row, address } of own) await refuseSender(node, row, address, isRefused)
  }
  await Promise.all([...Map.groupBy(scenes, ({ node }) => node).values()].map(refuseEach))
}

const spentOf = ({ accepted }: Scene): bigint =>
  accepted.reduce((sum, { units, mustFail }) => sum + (mustFail ? 0n : units), 0n)

async function fund(service: Service, organization: ProveOrganization, scene: Scene): Promise<void> {
  const { chain, token } = scene.row
  await fundByFaucet(service, organization, { walletId: scene.agent.walletId, amount: DEPOSIT, chain, token })
  scene.deposited += parseAmount(DEPOSIT, token, 'amount').units
  const isCredited = async () => (await balancesOf(service, scene)).available === scene.deposited - spentOf(scene)
  await waitUntil(`${token} arrives on ${chain}`, isCredited, END_MS)
}

/** One that is refused when it is simulated, and one that the chain reverts. */
async function failAll(
  service: Service,
  scenes: readonly Scene[],
  refusing: Set<Scene>,
  random: () => number,
): Promise<void> {
  await refuseAll(scenes, true)
  await Promise.all(scenes.map((scene) => send(service, scene, random, true)))
  await waitForNone(service)
  await refuseAll(scenes, false)
  for (const scene of scenes) refusing.add(scene)
  await Promise.all(scenes.map((scene) => send(service, scene, random, true)))
  await waitForNone(service)
  await refuseAll(scenes, false)
  const nodes = new Set(scenes.map(({ node }) => node))
  await Promise.all([...nodes].map(({ rpcUrl }) => callRpc(rpcUrl, 'anvil_mine', [`0x${SETTLED_BLOCKS}`])))
}

async function payAll(service: Service, scenes: readonly Scene[], random: () => number): Promise<void> {
  const wanted = scenes.flatMap((scene) => Array.from({ length: PAID_EACH }, () => scene))
  await Promise.all(wanted.map((scene) => send(service, scene, random, false)))
  await waitForNone(service)
}

async function send(service: Service, scene: Scene, random: () => number, mustFail: boolean): Promise<void> {
  const units = BigInt(1 + Math.floor(random() * UNITS_MAX))
  const { chain, token } = scene.row
  const outcome = await pay(service, scene.agent, { units, chain, token, to: scene.payee })
  if ('refused' in outcome) throw new Error(`${token} on ${chain} is refused with ${outcome.refused}`)
  scene.accepted.push({ id: outcome.paymentId, units, mustFail })
}

const waitForNone = ({ database }: Service) =>
  waitUntil(
    'every payment ends',
    async () => (await database.collection('payments').countDocuments({ status: 'pending' })) === 0,
    END_MS,
  )

/** @returns how many payments it took away */
async function reorganizeAll(service: Service, scenes: readonly Scene[], breaches: string[]): Promise<number> {
  const taken = await Promise.all(
    [...Map.groupBy(scenes, ({ node }) => node)].map(async ([node, own]) => {
      const newest = own.flatMap(({ accepted }) => accepted.slice(-PAID_EACH).map(({ id }) => id))
      const rows = await rowsOf(service, newest)
      const mined = rows.flatMap(({ status, chainWork }) =>
        status === 'completed' ? (chainWork?.minedBlock ?? []) : [],
      )
      const first = Math.min(...mined)
      const before = await blockHash(node, first)
      await node.reorganizeFrom(first)
      if ((await blockHash(node, first)) === before) breaches.push(`block ${first} was not replaced`)
      return mined.length
    }),
  )
  return taken.reduce((sum, count) => sum + count, 0)
}

async function blockHash({ rpcUrl }: WorldNode, number: number): Promise<string> {
  const found = await callRpc(rpcUrl, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
  return (found as { hash: string } | null)?.hash ?? ''
}

/** What was taken away is sent again, and booked in the blocks that have it now. */
async function waitForPayees(service: Service, scenes: readonly Scene[], withinMs: number): Promise<void> {
  const isPaid = async (scene: Scene) => {
    if ((await balanceOf(scene.node, scene.row, scene.payee)) !== spentOf(scene)) return false
    const rows = await rowsOf(service, paidIds(scene).slice(-PAID_EACH))
    const blocks = rows.map(({ chainWork }) => chainWork?.minedBlock ?? -1)
    const hashes = await Promise.all(blocks.map((block) => (block < 0 ? '' : blockHash(scene.node, block))))
    return rows.every(({ chainWork }, index) => chainWork?.minedBlockHash === hashes[index])
  }
  await waitUntil(
    'what was taken away is paid again',
    async () => {
      const tasks = await service.database.collection('settlementTasks').countDocuments({})
      return tasks === 0 && (await Promise.all(scenes.map(isPaid))).every(Boolean)
    },
    withinMs,
  )
  // What was mined last is booked with the block that follows.
  await sleep(500)
}

const paidIds = ({ accepted }: Scene): string[] => accepted.filter(({ mustFail }) => !mustFail).map(({ id }) => id)

function rowsOf({ database }: Service, ids: readonly string[]): Promise<PaymentRow[]> {
  return database
    .collection<PaymentRow>('payments')
    .find({ _id: { $in: ids as PaymentRow['_id'][] } })
    .toArray()
}

interface Balances {
  readonly available: bigint
  readonly inFlight: bigint
}

async function balancesOf({ database }: Service, { row, agent }: Scene): Promise<Balances> {
  const { walletId } = agent
  const found = await database
    .collection<{ walletId: string; balances: Record<string, Balances> }>('positions')
    .findOne({ walletId })
  return found?.balances[`${row.chain}:${row.token}`] ?? { available: 0n, inFlight: 0n }
}

async function findWrongEnds(service: Service, scene: Scene): Promise<string[]> {
  const { accepted, row, node, payee, deposited } = scene
  const name = `${row.token} on ${row.chain}`
  const found = new Map(
    (
      await rowsOf(
        service,
        accepted.map(({ id }) => id),
      )
    ).map((one) => [String(one._id), one]),
  )
  const { available, inFlight } = await balancesOf(service, scene)
  const received = await balanceOf(node, row, payee)
  const [spent, left] = [spentOf(scene), deposited - spentOf(scene)]
  return [
    ...accepted.flatMap(({ id, mustFail }) => {
      const end = found.get(id)
      const status = mustFail ? 'failed' : 'completed'
      return end?.status === status
        ? []
        : [`${id} of ${name} is ${end?.status ?? 'lost'}: ${end?.failureMessage ?? ''}`]
    }),
    ...(received === spent ? [] : [`the payee of ${name} has ${received} of ${spent} units`]),
    ...(available === left && inFlight === 0n
      ? []
      : [`the wallet of ${name} has ${available} units and ${inFlight} in flight, not ${left}`]),
  ]
}
