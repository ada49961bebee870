/**
 * `accept`: payments accepted per second, durable with positions, payment, journal, event and key, beside what the bare
 * driver reaches with the same documents in the same run (reliability 7.2 row 40, commit 2). One organization, because
 * there every payment shares a cursor and a hash chain with every other: the case in which most designs collapse.
 */
import { createGroupCommitFloor, createTransactionFloor, GROUP_COMMIT, TRANSACTIONS } from './floors.ts'
import { type Contender, contenderOf, HTTP, httpContender, operationLane, SUBMIT, submitLane } from './lanes.ts'
import { type Cell, callInTurn, type Measured, medianOf } from './measure.ts'
import { seedOrganization } from './organization.ts'
import { type BenchOptions, type BenchReport, type Figure, formatTable, type Ratio, ratioOf } from './report.ts'
import { readTemplate } from './template.ts'
import { openWorld, type World } from './world.ts'

interface Row extends Measured {
  readonly name: string
  readonly cell: Cell
  /** The rate of each round; round for round comparable with those of the other contenders of the cell. */
  readonly rates: readonly number[]
}

/** The cell of the targets: no wallet twice in a batch, so the widest write set. */
const MAIN: Cell = { wallets: 1_000, callers: 64 }
const SUBSET: readonly Cell[] = [
  MAIN,
  { wallets: 1, callers: 64 },
  { wallets: 1_000, callers: 256 },
  { wallets: 1_000, callers: 1 },
]
const ALL: readonly Cell[] = [MAIN, ...otherCells()]
const ROUNDS = 3
/** Most callers of one transaction each wait for seconds; a round of 2 s cuts off nearly all of them. */
const TRANSACTION_SECONDS_MIN = 6

function otherCells(): Cell[] {
  const cells = [1, 10, 100, 1_000].flatMap((wallets) => [1, 64, 256].map((callers) => ({ wallets, callers })))
  return cells.filter(({ wallets, callers }) => wallets !== MAIN.wallets || callers !== MAIN.callers)
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
  const bare = await seedOrganization(world, { name: 'bench floors', wallets })
  // The service pays from every wallet once: the floors copy those rows, and find limit windows open as it does.
  for (const each of [organization, bare]) await callInTurn(submitLane(world, each), { wallets, callers: 256 }, 1)
  const floorDeps = { database, organization: bare, template: await readTemplate(database, bare.orgId) }
  const contenders = [
    contenderOf(world, createGroupCommitFloor(floorDeps)),
    contenderOf(world, submitLane(world, organization)),
    contenderOf(world, operationLane(world, organization)),
    await httpContender(world, organization),
  ]
  // In turn with the others too: alone at the end it met another load than they did, and its ratio meant nothing.
  const transactions = atLeast(TRANSACTION_SECONDS_MIN, contenderOf(world, createTransactionFloor(floorDeps)))
  const rows: Row[] = []
  for (const cell of full ? ALL : SUBSET) {
    const measured = await takeTurns(cell === MAIN ? [...contenders, transactions] : contenders, cell, seconds)
    print(`${formatRows(measured)}\n`)
    rows.push(...measured)
  }
  for (const contender of contenders) await contender.close()
  return rows
}

const atLeast = (secondsMin: number, contender: Contender): Contender => ({
  ...contender,
  measure: (cell, seconds) => contender.measure(cell, Math.max(secondsMin, seconds)),
})

/** Rounds of all contenders, one after the other, so that all of them meet the same disturbances. */
async function takeTurns(contenders: readonly Contender[], cell: Cell, seconds: number): Promise<Row[]> {
  const rounds = contenders.map((): Measured[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, contender] of contenders.entries()) rounds[index]?.push(await contender.measure(cell, seconds))
  return contenders.map(({ name }, index) => {
    const own = rounds[index] ?? []
    return { ...medianOf(own), name, cell, rates: own.map(({ rate }) => rate) }
  })
}

/** Of the main cell. Round by round, because the rounds of one contender differ more than its rivals in one round. */
function ratiosOf(rows: readonly Row[]): Ratio[] {
  const ratesOf = (name: string) => rows.find((row) => row.name === name && row.cell === MAIN)?.rates ?? []
  const ratio = (over: string, under: string, target: number) =>
    ratioOf(`${over} / ${under}`, { over: ratesOf(over), under: ratesOf(under), target })
  return [ratio(SUBMIT, GROUP_COMMIT, 0.5), ratio(SUBMIT, TRANSACTIONS, 30), ratio(HTTP, SUBMIT, 0.4)]
}

function formatRows(rows: readonly Row[]): string {
  const ms = (value: number | null) => (value === null ? '-' : value.toFixed(value < 10 ? 2 : 0))
  return formatTable([
    ['', 'wallets', 'callers', 'per second', 'p50 ms', 'p99 ms', 'cpu ms', 'database cpu ms', 'refused'],
    ...rows.map(({ name, cell, rate, p50Ms, p99Ms, processCpuMs, databaseCpuMs, refused }) => [
      ...[name, String(cell.wallets), String(cell.callers), rate.toFixed(0), ms(p50Ms), ms(p99Ms)],
      ...[ms(processCpuMs), ms(databaseCpuMs), String(refused)],
    ]),
  ])
}

function figuresOf({ name, cell, rate, p50Ms, p99Ms, processCpuMs, databaseCpuMs }: Row): Figure[] {
  const at = `${name}, ${cell.wallets} wallets, ${cell.callers} callers`
  return [
    { name: `${at}: rate`, value: rate, unit: 'payments/s' },
    { name: `${at}: p50`, value: p50Ms, unit: 'ms' },
    { name: `${at}: p99`, value: p99Ms, unit: 'ms' },
    { name: `${at}: cpu`, value: processCpuMs, unit: 'ms/payment' },
    ...(databaseCpuMs === null ? [] : [{ name: `${at}: database cpu`, value: databaseCpuMs, unit: 'ms/payment' }]),
  ]
}
