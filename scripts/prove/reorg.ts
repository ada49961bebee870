/**
 * Reorganizations (reliability 7.2 row 12): deposits come and fund payments, and again and again the newest 1 to 10 blocks
 * are replaced by empty ones, with deposits and payments in them. What was lost is sent again: in the end every deposit is
 * credited once, every payment paid once, and the audit finds nothing. `--fault` loses whatever is sent a second time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { id } from 'ethers'
import type { Service } from '../../gateway/compose.ts'
import type { SettlementOptions } from '../../subgraphs/payments/settlement/network/network.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { tokenOn } from '../embedded/embeddedChains.ts'
import { callRpc } from '../embedded/rpc.ts'
import { waitUntil } from '../waitUntil.ts'
import { countBatches } from './countBatches.ts'
import { createAgent, createOrganization, fundByFaucet, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openRpcFaults } from './rpcProxy.ts'
import { openWorld } from './world.ts'

const REORGANIZATIONS = { ci: 6, full: 50 } as const
const PAYMENTS_EACH = 6
const UNITS = 1_000_000n
const DEPOSIT = '6'
const DEPTH_MAX = 10
const NOTICED_MS = 3_000
const TRANSFER = id('Transfer(address,address,uint256)')
const SETTLED_WITHIN_MS = 30_000
/** On a machine that does other things. */
const SLOW_TIMES = { ci: 3, full: 1 } as const
/** Long enough for what is sent at once; with the fault nothing follows. */
const FAULT_WAIT_MS = 4_000

/** For a chain with four blocks a second. */
const OPTIONS: Partial<SettlementOptions> = {
  ...{ leaseMs: 3_000, queuePollMs: 50, nonceCheckMs: 200, resendAfterMs: 500, overdueAfterMs: 3_000 },
  ...{ pauseMs: 200, pauseMaxMs: 500 },
}

export async function proveReorg({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openWorld({ chains: ['base'] })
  const breaches: string[] = []
  const closing: (() => Promise<void>)[] = []
  const figures = {
    reorganizations: 0,
    payments: 0,
    deposits: 0,
    refused: 0,
    lostTransfers: 0,
    batches: 0,
    settledAfterMs: 0,
  }
  try {
    const endpoint = await openRpcFaults(world.rpcUrl ?? '', 1)
    const sent = new Set<string>()
    endpoint.drops = (raw) => fault && sent.size === sent.add(raw).size
    closing.push(endpoint.close)
    const through = { rpcUrls: { base: endpoint.urls.join() }, settlement: { options: OPTIONS } }
    const service = await world.open({ withWorkers: true, isQuiet: true, ...through })
    const organization = await createOrganization(service, 'Reorganized')
    const agent = await createAgent(service, organization, 'Max $100,000 per transaction.')
    const rpcUrl = world.rpcUrl ?? ''
    const total = fault ? 1 : REORGANIZATIONS[size]
    for (; figures.reorganizations < total; figures.reorganizations++) {
      await playRound({ service, organization, agent, random }, figures)
      // Every depth once, the deepest first, then any.
      const done = figures.reorganizations
      const depth = done < DEPTH_MAX ? DEPTH_MAX - done : 1 + Math.floor(random() * DEPTH_MAX)
      if (fault) await waitForSettlement(service, agent, figures.deposits, SETTLED_WITHIN_MS)
      figures.lostTransfers += await countTransfers(rpcUrl, depth)
      await world.nodes.base?.reorganize(depth)
    }
    const began = performance.now()
    // The service has to notice the last one first.
    await sleep(NOTICED_MS)
    const withinMs = fault ? FAULT_WAIT_MS : SETTLED_WITHIN_MS * SLOW_TIMES[size]
    await waitForSettlement(service, agent, figures.deposits, withinMs).catch((error: Error) =>
      breaches.push(error.message),
    )
    if (figures.lostTransfers === 0) breaches.push('no reorganization took a transfer away')
    figures.settledAfterMs = performance.now() - began
    figures.batches = await countBatches(service.database)
    breaches.push(...(await findEnds(service, agent, figures.payments)), ...(await world.audit()))
  } finally {
    await world.close()
    for (const close of closing) await close()
  }
  return { figures, breaches }
}

interface Round {
  readonly service: Service
  readonly organization: ProveOrganization
  readonly agent: AgentPrincipal
  readonly random: () => number
}

/** A deposit, and payments out of it as soon as it is credited: both are in the newest blocks then. */
async function playRound(
  { service, organization, agent, random }: Round,
  figures: { payments: number; deposits: number; refused: number },
): Promise<void> {
  await fundByFaucet(service, organization, { walletId: agent.walletId, amount: DEPOSIT })
  figures.deposits += 1
  await waitUntil('the deposit', async () => (await availableOf(service, agent)) >= UNITS, 30_000)
  const outcomes = await Promise.all(
    Array.from({ length: PAYMENTS_EACH }, async () => {
      await sleep(random() * 500)
      return pay(service, agent, { units: UNITS })
    }),
  )
  for (const outcome of outcomes)
    if ('paymentId' in outcome) figures.payments += 1
    else figures.refused += 1
  await sleep(random() * 1_000)
}

/** How many are in the newest blocks. */
async function countTransfers(rpcUrl: string, depth: number): Promise<number> {
  const height = Number(await callRpc(rpcUrl, 'eth_blockNumber', []))
  const { address } = tokenOn('base', 'USDC')
  const range = { fromBlock: `0x${(height - depth + 1).toString(16)}`, toBlock: 'latest' }
  const logs = (await callRpc(rpcUrl, 'eth_getLogs', [{ address, topics: [TRANSFER], ...range }])) as unknown[]
  return logs.length
}

interface Position {
  readonly walletId: string
  readonly balances: Readonly<Record<string, { readonly available: bigint; readonly inFlight: bigint }>>
}

async function availableOf({ database }: Service, { walletId }: AgentPrincipal): Promise<bigint> {
  const row = await database.collection<Position>('positions').findOne({ walletId })
  return row?.balances['base:USDC']?.available ?? 0n
}

async function waitForSettlement(
  { database }: Service,
  { walletId }: AgentPrincipal,
  deposits: number,
  withinMs: number,
): Promise<void> {
  await waitUntil(
    'every payment and deposit is settled',
    async () => {
      const pending = await database.collection('payments').countDocuments({ walletId, status: 'pending' })
      const tasks = await database.collection('settlementTasks').countDocuments({})
      const credited = await database.collection('deposits').countDocuments({ walletId, isGone: { $ne: true } })
      const missing = await database.collection('mismatches').countDocuments({ state: 'open' })
      return pending === 0 && tasks === 0 && credited === deposits && missing === 0
    },
    withinMs,
  )
}

async function findEnds({ database }: Service, { walletId }: AgentPrincipal, accepted: number): Promise<string[]> {
  const completed = await database.collection('payments').countDocuments({ walletId, status: 'completed' })
  return completed === accepted ? [] : [`${accepted} payments were accepted and ${completed} are completed`]
}
