/**
 * `settle`: payments from the queue to a confirmed receipt per second, one by one and in batches, beside what ethers does
 * with the same transfers in the same run: one after the other, and with its NonceManager. Blocks of one second.
 */
import { composeService, type Service } from '../../gateway/compose.ts'
import { runWorkers } from '../../gateway/workers.ts'
import { waitUntil } from '../waitUntil.ts'
import { type BenchChain, openBenchChain } from './chain.ts'
import { openEtherSenders } from './etherSenders.ts'
import { submitTarget } from './loadTargets.ts'
import { type Measured, measure } from './measure.ts'
import { type BenchOrganization, seedOrganization } from './organization.ts'
import { type BenchOptions, type BenchReport, type Figure, formatTable, type Ratio, ratioOf } from './report.ts'
import { configOf, log, openWorld, type World } from './world.ts'

interface Row {
  readonly name: string
  readonly wallets: number
  readonly rate: number
  readonly cpuMs: number
  readonly chainCpuMs: number | null
  readonly databaseCpuMs: number | null
  readonly gas: number
}

const [NAIVE, NONCE_MANAGER, ALONE, BATCHED] = ['ethers, transfer and wait', 'ethers NonceManager', 'alone', 'batched']
/** How many times the naive rate is expected. */
const TARGETS = new Map([
  [1, 200],
  [10, 25],
  [100, 4],
])
/** So many that the blocks that the last ones wait for are a small part of the time. */
const PAYMENTS = { quick: 3_000, full: 20_000 } as const
const WARM_UP = 150
const NONCE_MANAGER_PAYMENTS = 200
/** With a block each second and one wallet, a few transfers are all there is to time. */
const NAIVE_SECONDS = 5
const FUNDS = 1_000_000_000n
const WITHIN_MS = 300_000

export async function benchSettle({ full, print }: BenchOptions): Promise<BenchReport> {
  const chain = await openBenchChain()
  const world = await openWorld(chain)
  const payments = full ? PAYMENTS.full : PAYMENTS.quick
  try {
    const rows: Row[] = []
    const organizations = await openOrganizations(world, chain)
    const alone = await composeOver(world, chain, { batchItemsMax: 1 })
    const batched = await composeOver(world, chain, {})
    for (const [wallets, organization] of organizations) {
      const measured = await measureEthers(world, chain, wallets)
      for (const [name, service] of [[ALONE, alone] as const, [BATCHED, batched] as const]) {
        await settle({ world, chain, service, organization }, WARM_UP)
        measured.push({ name, wallets, ...(await settle({ world, chain, service, organization }, payments)) })
      }
      print(`${formatRows(measured)}\n`)
      rows.push(...measured)
    }
    for (const service of [alone, batched]) await service.close(1_000)
    return { bench: 'settle', results: rows.flatMap(figuresOf), ratios: ratiosOf(rows) }
  } finally {
    await world.close()
    await chain.close()
  }
}

const composeOver = (world: World, chain: BenchChain, options: { readonly batchItemsMax?: number }): Promise<Service> =>
  composeService(configOf({ ...world, relayerKeys: chain.relayerKeys }), { log, settlement: { options } })

/** One for each number of wallets, funded on chain. */
async function openOrganizations(world: World, chain: BenchChain): Promise<Map<number, BenchOrganization>> {
  const opened = new Map<number, BenchOrganization>()
  const { database } = world.service
  const workers = runWorkers(world.service.workers, log)
  for (const wallets of TARGETS.keys()) {
    const organization = await seedOrganization(world, { name: `bench ${wallets}`, wallets, credited: false })
    const ids = organization.agents.map(({ walletId }) => walletId)
    const rows = await database
      .collection<{ _id: string; address: string }>('wallets')
      .find({ _id: { $in: ids } })
      .toArray()
    await chain.mint(
      rows.map(({ address }) => address),
      FUNDS,
    )
    const funded = { walletId: { $in: ids }, 'balances.base:USDC.available': { $gt: 0n } }
    const isFunded = async () => (await database.collection('positions').countDocuments(funded)) === wallets
    await waitUntil('the deposits', isFunded, WITHIN_MS)
    opened.set(wallets, organization)
  }
  await workers.stop(5_000)
  return opened
}

async function measureEthers(world: World, chain: BenchChain, wallets: number): Promise<Row[]> {
  const senders = await openEtherSenders(chain, wallets)
  const rows: Row[] = []
  for (const [name, send] of [
    [NAIVE, () => senders.naive(NAIVE_SECONDS)],
    [NONCE_MANAGER, () => senders.nonceManager(NONCE_MANAGER_PAYMENTS)],
  ] as const) {
    let hashes: readonly string[] = []
    const measured = await withChainCpu(world, chain, async () => {
      const sent = await send()
      hashes = sent.hashes
      return { payments: hashes.length, seconds: sent.seconds }
    })
    rows.push({
      name,
      wallets,
      ...measured,
      gas: Number(await chain.gasOf(hashes)) / hashes.length,
      databaseCpuMs: null,
    })
  }
  senders.close()
  return rows
}

interface Settling {
  readonly world: World
  readonly chain: BenchChain
  readonly service: Service
  readonly organization: BenchOrganization
}

/** Accepts payments while no worker runs, and measures from the start of the workers until the last one is completed. */
async function settle(
  { world, chain, service, organization }: Settling,
  payments: number,
): Promise<Omit<Row, 'name' | 'wallets'>> {
  const { database } = world.service
  const { orgId, agents } = organization
  const target = submitTarget(world, organization)
  const since = new Date()
  for (let start = 0; start < payments; start += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, payments - start) }, () => {
        sequence++
        return target.accept({ sequence, wallet: sequence % agents.length })
      }),
    )
  const isDone = async () => (await database.collection('payments').findOne({ orgId, status: 'pending' })) === null
  let workers: ReturnType<typeof runWorkers> | null = null
  const measured = await withChainCpu(world, chain, async () => {
    const began = performance.now()
    workers = runWorkers(service.workers, log)
    await waitUntil('all are completed', isDone, WITHIN_MS)
    return { payments, seconds: (performance.now() - began) / 1_000 }
  })
  await (workers as ReturnType<typeof runWorkers> | null)?.stop(5_000)
  const rows = database.collection<{ txHash: string | null }>('payments')
  const hashes = await rows.distinct('txHash', { orgId, createdAt: { $gte: since }, status: 'completed' })
  const sent = hashes.filter((hash): hash is string => typeof hash === 'string')
  return { ...measured, gas: Number(await chain.gasOf(sent)) / payments }
}

const AT_ONCE = 100
let sequence = 0

async function withChainCpu(
  { service }: World,
  chain: BenchChain,
  run: () => Promise<{ payments: number; seconds: number }>,
): Promise<Pick<Row, 'rate' | 'cpuMs' | 'chainCpuMs' | 'databaseCpuMs'>> {
  const before = chain.cpuMs()
  const measured: Measured = await measure(service.database, async () => {
    return { ...(await run()), refused: 0, p50Ms: 0, p99Ms: 0 }
  })
  const after = chain.cpuMs()
  const { rate, processCpuMs: cpuMs, databaseCpuMs, payments } = measured
  const chainCpuMs = before === null || after === null ? null : (after - before) / Math.max(1, payments)
  return { rate, cpuMs, chainCpuMs, databaseCpuMs }
}

function ratiosOf(rows: readonly Row[]): Ratio[] {
  return [...TARGETS].flatMap(([wallets, target]) => {
    const rateOf = (name: string) => rows.find((row) => row.name === name && row.wallets === wallets)?.rate ?? 0
    const under = [rateOf(NAIVE)]
    return [ALONE, BATCHED].map((name) =>
      ratioOf(`${name} / ${NAIVE}, ${wallets} wallets`, { over: [rateOf(name)], under, target }),
    )
  })
}

function formatRows(rows: readonly Row[]): string {
  const ms = (value: number | null) => (value === null ? '-' : value.toFixed(2))
  return formatTable([
    ['', 'wallets', 'per second', 'cpu ms', 'chain cpu ms', 'database cpu ms', 'gas'],
    ...rows.map(({ name, wallets, rate, cpuMs, chainCpuMs, databaseCpuMs, gas }) => [
      ...[name, String(wallets), rate.toFixed(rate < 10 ? 1 : 0), ms(cpuMs), ms(chainCpuMs), ms(databaseCpuMs)],
      gas.toFixed(0),
    ]),
  ])
}

function figuresOf({ name, wallets, rate, cpuMs, chainCpuMs, databaseCpuMs, gas }: Row): Figure[] {
  const at = `${name}, ${wallets} wallets`
  const figure = (what: string, value: number | null, unit: string) =>
    value === null ? [] : [{ name: `${at}: ${what}`, value, unit }]
  return [
    ...figure('rate', rate, 'payments/s'),
    ...figure('cpu', cpuMs, 'ms/payment'),
    ...figure('chain cpu', chainCpuMs, 'ms/payment'),
    ...figure('database cpu', databaseCpuMs, 'ms/payment'),
    ...figure('gas', gas, 'gas/payment'),
  ]
}
