/**
 * `together`: one organization pays through two processes at once, with many callers of one and few of the other,
 * compared with all callers in one process. Both append to the one event log and ledger of the organization: without
 * an order between the processes, the busier one would lose nearly every conflict.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { median } from '../statistics.ts'
import type { LoadResult } from './measure.ts'
import { seedOrganization } from './organization.ts'
import type { PayingOrder, PayingSetup } from './payingProcess.ts'
import { type BenchOptions, type BenchReport, formatTable, ratioOf } from './report.ts'
import { openWorld } from './world.ts'

const WALLETS = 1_000
const CALLERS = [256, 64] as const
const ROUNDS = 5
const P99_MS = 1_000

interface Round {
  readonly rate: number
  readonly p99Ms: number
  readonly refused: number
  /** One rate per process. */
  readonly rates: readonly number[]
}

export async function benchTogether({ seconds, print }: BenchOptions): Promise<BenchReport> {
  const world = await openWorld()
  const processes: ChildProcess[] = []
  try {
    const { orgId, agents } = await seedOrganization(world, { name: 'bench together', wallets: WALLETS })
    const setup: PayingSetup = { mongodbUri: world.mongodbUri, rpcUrl: world.rpcUrl, orgId, agents }
    for (const _ of CALLERS) processes.push(await openProcess(setup))
    const [first] = processes as [ChildProcess]
    const all = CALLERS.reduce((sum, callers) => sum + callers, 0)
    const alone = () => run([{ process: first, callers: all }], seconds)
    const both = () =>
      run(
        processes.map((process, index) => ({ process, callers: CALLERS[index] ?? 0 })),
        seconds,
      )
    await alone()
    await both()
    const rounds: { one: Round; two: Round }[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push({ one: await alone(), two: await both() })
    const one = rounds.map((round) => round.one)
    const two = rounds.map((round) => round.two)
    print(tableOf({ [`one process, ${all} callers`]: one, [`two processes, ${CALLERS.join(' and ')} callers`]: two }))
    const p99Ms = median(two.map((round) => round.p99Ms))
    return {
      bench: 'together',
      results: [
        { name: 'one: rate', value: median(one.map(({ rate }) => rate)), unit: 'payments/s' },
        { name: 'two: rate', value: median(two.map(({ rate }) => rate)), unit: 'payments/s' },
        { name: 'two: p99', value: p99Ms, unit: 'ms' },
      ],
      ratios: [
        ratioOf('together / one', {
          over: two.map(({ rate }) => rate),
          under: one.map(({ rate }) => rate),
          target: 0.6,
        }),
        ratioOf('1 s / p99 together', { over: [P99_MS], under: [p99Ms], target: 1 }),
      ],
    }
  } finally {
    for (const process of processes) {
      process.disconnect()
      await once(process, 'exit')
    }
    await world.close()
  }
}

async function openProcess(setup: PayingSetup): Promise<ChildProcess> {
  const child = fork(new URL('./payingProcess.ts', import.meta.url), { stdio: 'inherit', serialization: 'advanced' })
  await once(child, 'spawn')
  child.send(setup)
  await once(child, 'message')
  return child
}

async function run(parts: readonly { process: ChildProcess; callers: number }[], seconds: number): Promise<Round> {
  const results = await Promise.all(
    parts.map(async ({ process, callers }) => {
      process.send({ shape: { wallets: WALLETS, callers }, seconds } satisfies PayingOrder)
      return ((await once(process, 'message')) as [LoadResult])[0]
    }),
  )
  const rates = results.map(({ payments, seconds: took }) => payments / took)
  return {
    rate: rates.reduce((sum, rate) => sum + rate, 0),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    refused: results.reduce((sum, { refused }) => sum + refused, 0),
    rates,
  }
}

function tableOf(rows: Readonly<Record<string, readonly Round[]>>): string {
  const figures = Object.entries(rows).map(([name, rounds]) => [
    name,
    median(rounds.map(({ rate }) => rate)).toFixed(0),
    (rounds[0]?.rates ?? [])
      .map((_, index) => median(rounds.map(({ rates }) => rates[index] ?? 0)).toFixed(0))
      .join(' + '),
    median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(0),
    String(rounds.reduce((sum, { refused }) => sum + refused, 0)),
  ])
  return formatTable([['', 'per second', 'each', 'p99 ms', 'refused'], ...figures])
}
