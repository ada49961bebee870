/**
 * `accept`: payments accepted per second, durable with positions, payment, journal, event and key, compared with what the
 * plain driver reaches with the same documents in the same run (reliability 7.2 row 40, commit 2). One organization,
 * because its payments all share one event cursor and one hash chain: the case with the most contention.
 */
import { createGroupCommitBaseline, createTransactionBaseline, GROUP_COMMIT, TRANSACTIONS } from './baselines.ts'
import {
  type Contender,
  contenderOf,
  HTTP,
  httpContender,
  operationTarget,
  SUBMIT,
  submitTarget,
} from './loadTargets.ts'
import { type LoadShape, type Measured, medianOf, runClosedLoop } from './measure.ts'
import { seedOrganization } from './organization.ts'
import { type BenchOptions, type BenchReport, type Figure, formatTable, type Ratio, ratioOf } from './report.ts'
import { readTemplate } from './template.ts'
import { openWorld, type World } from './world.ts'

interface Row extends Measured {
  readonly name: string
  readonly shape: LoadShape
  /** The rate of each round, comparable with the same round of the other contenders. */
  readonly rates: readonly number[]
}

/** The load for which there are targets: no wallet twice in a batch, hence the largest write set. */
const MAIN: LoadShape = { wallets: 1_000, callers: 64 }
const SUBSET: readonly LoadShape[] = [
  MAIN,
  { wallets: 1, callers: 64 },
  { wallets: 1_000, callers: 256 },
  { wallets: 1_000, callers: 1 },
]
const ALL: readonly LoadShape[] = [MAIN, ...otherShapes()]
const ROUNDS = 3
/** With one transaction per payment most callers wait for seconds; a shorter round would end before nearly all of them. */
const TRANSACTION_SECONDS_MIN = 6
const WARM_UP_SECONDS_MIN = 6

function otherShapes(): LoadShape[] {
  const shapes = [1, 10, 100, 1_000].flatMap((wallets) => [1, 64, 256].map((callers) => ({ wallets, callers })))
  return shapes.filter(({ wallets, callers }) => wallets !== MAIN.wallets || callers !== MAIN.callers)
}

export async function benchAccept(options: BenchOptions): Promise<BenchReport> {
  const world = await openWorld()
  try {
    const rows = await compare(world, options)
    return { bench: 'accept', results: rows.flatMap(figuresOf), ratios: ratiosOf(rows) }
  } finally {
    await world.close()
  }
}

async function compare(world: World, { full, seconds, print }: BenchOptions): Promise<Row[]> {
  const { database } = world.service
  const { wallets } = MAIN
  const organization = await seedOrganization(world, { name: 'bench service', wallets })
  const bare = await seedOrganization(world, { name: 'bench baselines', wallets })
  // Pays from every wallet once: the baselines copy those rows, and limit windows are open for both.
  for (const each of [organization, bare]) await runClosedLoop(submitTarget(world, each), { wallets, callers: 256 }, 1)
  const baselineDeps = { database, organization: bare, template: await readTemplate(database, bare.orgId) }
  const contenders = [
    contenderOf(world, createGroupCommitBaseline(baselineDeps)),
    contenderOf(world, submitTarget(world, organization)),
    contenderOf(world, operationTarget(world, organization)),
    await httpContender(world, organization),
  ]
  // Interleaved with the others: measured separately it would meet another load of the machine, and the ratio mean nothing.
  const transactions = atLeast(TRANSACTION_SECONDS_MIN, contenderOf(world, createTransactionBaseline(baselineDeps)))
  // Until its code is compiled a contender shows the compiler's cost: the way over HTTP is the longest.
  for (const contender of contenders) await contender.measure(MAIN, Math.max(WARM_UP_SECONDS_MIN, seconds))
  const rows: Row[] = []
  for (const shape of full ? ALL : SUBSET) {
    const measured = await measureInterleaved(
      shape === MAIN ? [...contenders, transactions] : contenders,
      shape,
      seconds,
    )
    print(`${formatRows(measured)}\n`)
    rows.push(...measured)
  }
  for (const contender of contenders) await contender.close()
  return rows
}

const atLeast = (secondsMin: number, contender: Contender): Contender => ({
  ...contender,
  measure: (shape, seconds) => contender.measure(shape, Math.max(secondsMin, seconds)),
})

/** Alternates rounds of all contenders, so that all of them meet the same disturbances. */
async function measureInterleaved(contenders: readonly Contender[], shape: LoadShape, seconds: number): Promise<Row[]> {
  const rounds = contenders.map((): Measured[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, contender] of contenders.entries()) rounds[index]?.push(await contender.measure(shape, seconds))
  return contenders.map(({ name }, index) => {
    const own = rounds[index] ?? []
    // The transactions give up what has waited until the end of a round.
    if (name !== TRANSACTIONS && own.some(({ refused }) => refused > 0))
      throw new Error(`${name} refused payments, so its rate says nothing`)
    return { ...medianOf(own), name, shape, rates: own.map(({ rate }) => rate) }
  })
}

/** Of the main load. Round by round, because one contender varies more between rounds than contenders differ within one. */
function ratiosOf(rows: readonly Row[]): Ratio[] {
  const ratesOf = (name: string) => rows.find((row) => row.name === name && row.shape === MAIN)?.rates ?? []
  const ratio = (over: string, under: string, target: number) =>
    ratioOf(`${over} / ${under}`, { over: ratesOf(over), under: ratesOf(under), target })
  return [ratio(SUBMIT, GROUP_COMMIT, 0.5), ratio(SUBMIT, TRANSACTIONS, 30), ratio(HTTP, SUBMIT, 0.5)]
}

function formatRows(rows: readonly Row[]): string {
  const ms = (value: number | null) => (value === null ? '-' : value.toFixed(value < 10 ? 2 : 0))
  return formatTable([
    ['', 'wallets', 'callers', 'per second', 'p50 ms', 'p99 ms', 'cpu ms', 'database cpu ms', 'refused'],
    ...rows.map(({ name, shape, rate, p50Ms, p99Ms, processCpuMs, databaseCpuMs, refused }) => [
      ...[name, String(shape.wallets), String(shape.callers), rate.toFixed(0), ms(p50Ms), ms(p99Ms)],
      ...[ms(processCpuMs), ms(databaseCpuMs), String(refused)],
    ]),
  ])
}

function figuresOf({ name, shape, rate, p50Ms, p99Ms, processCpuMs, databaseCpuMs }: Row): Figure[] {
  const at = `${name}, ${shape.wallets} wallets, ${shape.callers} callers`
  return [
    { name: `${at}: rate`, value: rate, unit: 'payments/s' },
    { name: `${at}: p50`, value: p50Ms, unit: 'ms' },
    { name: `${at}: p99`, value: p99Ms, unit: 'ms' },
    { name: `${at}: cpu`, value: processCpuMs, unit: 'ms/payment' },
    ...(databaseCpuMs === null ? [] : [{ name: `${at}: database cpu`, value: databaseCpuMs, unit: 'ms/payment' }]),
  ]
}
