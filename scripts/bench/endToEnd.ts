/**
 * `end-to-end`: payments over HTTP by 64 callers, settled by workers in the same process: confirmed per second, and how long
 * acceptance and confirmation take. Blocks of one second, and a confirmation is one block on top.
 */
import { quantile } from '../statistics.ts'
import { waitUntil } from '../waitUntil.ts'
import { type BenchChain, openBenchChain } from './chain.ts'
import { HTTP, httpContender } from './loadTargets.ts'
import type { LoadShape } from './measure.ts'
import { seedOrganization } from './organization.ts'
import { type BenchOptions, type BenchReport, formatTable, type Ratio } from './report.ts'
import { openWorld, type World } from './world.ts'

const SHAPE: LoadShape = { wallets: 100, callers: 64 }
const SECONDS_MIN = 10
const WARM_UP_SECONDS = 3
const FUNDS = 1_000_000_000n
const WITHIN_MS = 300_000
const CONFIRMED_PER_ACCEPTED = 0.9
const CONFIRMED_PER_SECOND = 300

export async function benchEndToEnd({ seconds, print }: BenchOptions): Promise<BenchReport> {
  const chain = await openBenchChain()
  const world = await openWorld(chain, true)
  try {
    const organization = await seedOrganization(world, { name: 'bench', wallets: SHAPE.wallets, credited: false })
    await fund(world, chain)
    const http = await httpContender(world, organization)
    // Not waited for: what the warm-up leaves to confirm is what the measured seconds leave behind in turn.
    await http.measure(SHAPE, WARM_UP_SECONDS)
    const chainBefore = chain.cpuMs()
    const began = new Date()
    const accepted = await http.measure(SHAPE, Math.max(SECONDS_MIN, seconds))
    const ended = new Date()
    const { confirmed, times } = await readConfirmed(world, began, ended)
    await untilSettled(world)
    const chainCpu = cpuBetween(chainBefore, chain.cpuMs(), accepted.payments)
    await http.close()
    const confirmedRate = confirmed / ((ended.getTime() - began.getTime()) / 1_000)
    const results = [
      { name: 'confirmed', value: confirmedRate, unit: 'payments/s' },
      { name: 'accepted', value: accepted.rate, unit: 'payments/s' },
      { name: 'acceptance p50', value: accepted.p50Ms, unit: 'ms' },
      { name: 'acceptance p99', value: accepted.p99Ms, unit: 'ms' },
      { name: 'confirmation p50', value: quantile(times, 0.5), unit: 'ms' },
      { name: 'confirmation p99', value: quantile(times, 0.99), unit: 'ms' },
      { name: 'service cpu', value: accepted.processCpuMs, unit: 'ms/payment' },
      { name: 'database cpu', value: accepted.databaseCpuMs ?? 0, unit: 'ms/payment' },
      { name: 'chain cpu', value: chainCpu, unit: 'ms/payment' },
      { name: 'payments in one transaction', value: await paymentsEach(world), unit: 'payments' },
    ]
    print(formatTable([[HTTP, '', ''], ...results.map(({ name, value, unit }) => [name, value.toFixed(2), unit])]))
    return {
      bench: 'end-to-end',
      results,
      ratios: [settlesEnough(confirmedRate), keepsUp(confirmedRate, accepted.rate)],
    }
  } finally {
    await world.close()
    await chain.close()
  }
}

/** Of a machine with two cores, which does everything: callers, service, database and chain. */
function settlesEnough(confirmed: number): Ratio {
  const value = confirmed / CONFIRMED_PER_SECOND
  return { name: `${CONFIRMED_PER_SECOND} confirmed a second`, value, target: 1, met: value >= 1 }
}

/** Settlement keeps up with acceptance: otherwise the queue would only grow. */
function keepsUp(confirmed: number, accepted: number): Ratio {
  const value = accepted > 0 ? confirmed / accepted : 0
  return { name: 'confirmed / accepted', value, target: CONFIRMED_PER_ACCEPTED, met: value >= CONFIRMED_PER_ACCEPTED }
}

async function fund({ service }: World, chain: BenchChain): Promise<void> {
  const wallets = await service.database.collection<{ _id: string; address: string }>('wallets').find({}).toArray()
  await chain.mint(
    wallets.map(({ address }) => address),
    FUNDS,
  )
  const funded = { 'balances.base:USDC.available': { $gt: 0n } }
  const isFunded = async () =>
    (await service.database.collection('positions').countDocuments(funded)) === wallets.length
  await waitUntil('the deposits', isFunded, WITHIN_MS)
}

const untilSettled = ({ service }: World): Promise<unknown> =>
  waitUntil(
    'all are completed',
    async () => (await service.database.collection('payments').countDocuments({ status: 'pending' })) === 0,
    WITHIN_MS,
  )

async function readConfirmed(
  { service }: World,
  began: Date,
  ended: Date,
): Promise<{ confirmed: number; times: number[] }> {
  const rows = await service.database
    .collection<{ createdAt: Date; completedAt: Date }>('payments')
    .find({ completedAt: { $gte: began, $lte: ended } })
    .project<{ createdAt: Date; completedAt: Date }>({ createdAt: 1, completedAt: 1 })
    .toArray()
  const times = rows.map(({ createdAt, completedAt }) => completedAt.getTime() - createdAt.getTime())
  return { confirmed: rows.length, times }
}

async function paymentsEach({ service }: World): Promise<number> {
  const [payments, transactions] = await Promise.all([
    service.database.collection('payments').countDocuments({ status: 'completed' }),
    service.database.collection('accountNonces').countDocuments({ state: 'mined' }),
  ])
  return transactions > 0 ? payments / transactions : 0
}

const cpuBetween = (before: number | null, after: number | null, payments: number): number =>
  before === null || after === null ? 0 : (after - before) / Math.max(1, payments)
