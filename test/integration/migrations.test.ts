// Migrations run once, whatever is killed and however many processes start at the same time; and an older process beside a
// newer one commits nothing in an outdated shape.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MIGRATIONS as OWN_MIGRATIONS } from '../../gateway/migrations/list.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import { createProcessWorker } from '../../subgraphs/shared/commit/processes.ts'
import { prepareCommitStore } from '../../subgraphs/shared/commit/store.ts'
import type { Migration } from '../../subgraphs/shared/migrations/migration.ts'
import { type RunOptions, runMigrations } from '../../subgraphs/shared/migrations/runMigrations.ts'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
import { type ChildInput, MIGRATIONS, migrateInChild } from '../support/migrationsWorld.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { payIntent } from '../unit/commit/spendWorld.ts'
import { type CommitWorld, openCommitWorld } from './commit/commitWorld.ts'

const ROWS = 50
const BATCH = 10

let world: CommitWorld
beforeAll(async () => {
  world = await openCommitWorld('migrations', { orgs: 1, wallets: 1 })
})
afterAll(() => world.stop())
beforeEach(async () => {
  for (const name of ['wallets', 'migrations', 'migrationLocks', 'processes']) await rows(name).deleteMany({})
  await rows('positions').updateMany({ _id: /^gate:/ }, { $unset: { schema: 1 } })
  const wallets = Array.from({ length: ROWS }, (_, index) => ({ _id: `wal_${index}`, v: 1, name: `w${index}` }))
  await rows('wallets').insertMany(wallets)
})

interface AnyRow {
  _id: string
  [field: string]: unknown
}
const rows = (name: string) => world.database.collection<AnyRow>(name)
const secretsOf = (purpose: string) => createSecretBox(new Uint8Array(32).fill(7), purpose)
const run = (migrations: readonly Migration[], options: Partial<RunOptions> = {}) =>
  runMigrations({ database: world.database, log: silentLog, migrations, secretsOf }, options)
const inChild = (more: Partial<ChildInput> = {}) =>
  migrateInChild({ uri: world.uri, databaseName: world.name, known: 2, batchSize: BATCH, ...more })

/** Each row went through each migration exactly once, and its version rose with it. */
async function expectDone(): Promise<void> {
  const wallets = await rows('wallets').find().toArray()
  expect(wallets).toHaveLength(ROWS)
  for (const { v, name, kind, changes } of wallets)
    expect([v, kind, changes]).toEqual([3, `OF ${String(name).toUpperCase()}`, 2])
  const records = await rows('migrations').find().sort({ _id: 1 }).toArray()
  expect(records.map(({ _id, checksum }) => [_id, checksum])).toEqual(MIGRATIONS.map((one) => [one.name, one.checksum]))
  for (const { finishedAt } of records) expect(finishedAt).toBeInstanceOf(Date)
}

/** As an operator would start it. */
async function runProcess(script: readonly string[]): Promise<{ code: number; told: string }> {
  const secrets = { MASTER_KEY: '07'.repeat(32), API_KEY_PEPPER: '08'.repeat(32) }
  const ports = { PORT: '0', METRICS_PORT: '0', BASE_URL: 'http://migrations.internal' }
  const child = spawn(process.execPath, [...script], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PATH: process.env.PATH, MONGODB_URI: world.uri, DATABASE_NAME: world.name, ...secrets, ...ports },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk
  })
  const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? -1)))
  return { code, told }
}

/** A payment through a lane whose code knows so many migrations. */
async function payAs(schema: number): Promise<string> {
  const lane = createCommit({ database: world.database, clock: systemClock, log: silentLog, schema })
  const id = `pay_${crypto.randomUUID()}`
  const { kind } = await lane.submit(payIntent({ org: 0, wallet: 0, id, units: 1n, key: id }))
  await lane.drain(1_000)
  const stored = await rows('payments').findOne({ _id: id })
  expect(stored !== null).toBe(kind === 'done')
  return kind
}

test('all run once, in order, and a second start has nothing to do', async () => {
  await run(MIGRATIONS, { batchSize: BATCH })
  await expectDone()
  const before = await rows('migrations').find().toArray()
  await run(MIGRATIONS)
  expect(await rows('migrations').find().toArray()).toEqual(before)
})

describe('kill -9', () => {
  test.each([
    ['shut', 1],
    ['begun', 1],
    ['batch', 1],
    ['batch', 3],
    ['begun', 2],
    ['batch', 8],
  ])('at %s, time %d: the next start goes on and changes no row twice', async (step, time) => {
    expect(await inChild({ killAt: { step, time } })).toBe('SIGKILL')
    expect(await rows('wallets').countDocuments({ changes: 2 })).toBeLessThan(ROWS)
    expect(await inChild()).toBe(0)
    await expectDone()
  })
})

test('of processes that start at once one changes the rows, and the others wait until it is done', async () => {
  const seen: number[] = []
  const start = async () => {
    await run(MIGRATIONS, { batchSize: BATCH })
    seen.push(await rows('wallets').countDocuments({ changes: 2 }))
  }
  const [child] = await Promise.all([inChild(), start(), start()])
  expect(child).toBe(0)
  expect(seen).toEqual([ROWS, ROWS])
  await expectDone()
})

test('orders whose payment has failed are canceled, or tell that they are unpaid where they were fulfilled', async () => {
  const [failed, mined] = [
    { status: 'failed', chainWork: null },
    { status: 'failed', chainWork: { minedBlock: 5 } },
  ]
  const payments: readonly (readonly [order: string, payment: object | null, unpaid: boolean, becomes?: string])[] = [
    ['fulfilled', failed, true],
    ['partially_refunded', { ...failed, chainWork: { minedBlock: null } }, true],
    ['fulfilled', { status: 'completed', reversedAt: new Date() }, true],
    ['fulfilled', mined, false],
    ['fulfilled', { ...failed, minedIn: { block: 5 } }, false],
    ['fulfilled', { status: 'completed', chainWork: { minedBlock: 5 } }, false],
    ['canceled', failed, false],
    ['confirmed', failed, false, 'canceled'],
    ['confirmed', mined, false],
    ['fulfilled', null, false],
  ]
  for (const [index, [status, payment]] of payments.entries()) {
    await rows('orders').insertOne({ _id: `ord_${index}`, v: 1, status, paymentId: `pay_of_${index}` })
    if (payment !== null) await rows('payments').insertOne({ _id: `pay_of_${index}`, v: 1, ...payment })
  }
  await rows('orders').insertOne({ _id: 'ord_new', v: 1, status: 'fulfilled', paymentId: 'pay_of_0', unpaid: false })
  try {
    await run(OWN_MIGRATIONS, { batchSize: 3 })
    const orders = new Map((await rows('orders').find().toArray()).map(({ _id, ...row }) => [_id, row]))
    expect(payments.map((_, index) => orders.get(`ord_${index}`))).toMatchObject(
      payments.map(([status, , unpaid, becomes = status]) => ({ status: becomes, unpaid, v: 2 })),
    )
    expect(orders.get('ord_new')).toMatchObject({ unpaid: false, v: 1 })
  } finally {
    for (const name of ['orders', 'payments']) await rows(name).deleteMany({ _id: /^(ord|pay_of)_/ })
  }
})

describe('an older process beside a newer one', () => {
  test('does not start once the newer one has begun, and says why', async () => {
    await inChild({ killAt: { step: 'begun', time: 2 } })
    await expect(run(MIGRATIONS.slice(0, 1))).rejects.toThrow(/newer version has changed this database \("002 /)
    await expect(run([])).rejects.toThrow(/Start that version or a later one/)
  })

  test.each([
    ['the service', ['gateway/main.ts']],
    ['a subgraph', ['scripts/subgraph.ts', 'payments']],
    ['a command', ['scripts/rates.ts', '--rate', '1.0850']],
  ])('of whatever kind does not start: %s', async (_kind, script) => {
    await rows('migrations').insertOne({ _id: '999 of tomorrow', checksum: 'z', startedAt: new Date() })
    const { code, told } = await runProcess(script)
    expect(told).toMatch(/A newer version has changed this database \("999 of tomorrow"/)
    expect(code).toBe(1)
  })

  test('commits nothing any more once the newer one runs', async () => {
    expect(await payAs(0)).toBe('done')
    await run(MIGRATIONS)
    expect([await payAs(0), await payAs(1), await payAs(2)]).toEqual(['notStarted', 'notStarted', 'done'])
  })

  test('is told to exit, once', async () => {
    let told = 0
    const stop = new AbortController()
    const commit = { sessionIds: () => [] }
    const worker = createProcessWorker({
      ...{ database: world.database, commit, log: silentLog, schema: 1, options: { beatMs: 10 } },
      onOutdated: () => void told++,
    })
    const running = worker.run(stop.signal)
    await expect.poll(() => rows('processes').countDocuments({ schema: 1 })).toBe(1)
    expect(told).toBe(0)
    await run(MIGRATIONS)
    await expect.poll(() => told).toBe(1)
    const at = (await rows('processes').findOne({ schema: 1 }))?.at
    await expect.poll(async () => (await rows('processes').findOne({ schema: 1 }))?.at).not.toEqual(at)
    stop.abort()
    await running
    expect(told).toBe(1)
  })

  test('delays the newer one while it runs, and is named if it does not exit', async () => {
    const heartbeat = { host: 'elsewhere', pid: 7, sessionIds: [] }
    await rows('processes').insertOne({ _id: 'old', ...heartbeat, at: new Date() })
    await expect(run(MIGRATIONS, { olderWaitMs: 100 })).rejects.toThrow(/older version still run: pid 7 on elsewhere/)
    expect(await rows('wallets').countDocuments({ kind: { $exists: true } })).toBe(0)
    const waiting = run(MIGRATIONS, { batchSize: BATCH })
    await rows('processes').deleteOne({ _id: 'old' })
    await waiting
    await expectDone()
  })

  test('without a heartbeat delays nobody', async () => {
    const silent = { _id: 'old', host: 'elsewhere', pid: 7, sessionIds: [], at: new Date(Date.now() - 60_000) }
    await rows('processes').insertOne(silent)
    await run(MIGRATIONS, { olderWaitMs: 100, batchSize: BATCH })
    await expectDone()
  })

  test('starts again if the newer one died before it changed anything', async () => {
    await inChild({ killAt: { step: 'shut', time: 1 } })
    expect(await payAs(0)).toBe('notStarted')
    await run([])
    expect(await payAs(0)).toBe('done')
  })
})

test('the platform shards of a new database have the number of migrations', async () => {
  await rows('positions').deleteMany({ _id: /^gate:/ })
  await run(MIGRATIONS)
  await prepareCommitStore(world.database, MIGRATIONS.length)
  expect(await rows('positions').countDocuments({ _id: /^gate:/, schema: 2 })).toBe(64)
  expect([await payAs(1), await payAs(2)]).toEqual(['notStarted', 'done'])
})

describe('a migration is refused', () => {
  const [first] = MIGRATIONS as readonly [Migration]
  test.each<[string, readonly Migration[], RegExp]>([
    ['that is not at its place', [{ ...first, name: '002 early' }], /is not at its position/],
    ['of rows that hashes seal', [{ ...first, collection: 'events' }], /would break a chain of hashes/],
    ['that leaves old rows as they are', [{ ...first, change: () => ({ $set: { other: 1 } }) }], /leaves rows/],
  ])('%s', async (_what, migrations, message) => {
    await expect(run(migrations)).rejects.toThrow(message)
  })

  test('that was edited after a database had seen it', async () => {
    await run(MIGRATIONS)
    await expect(run([first, { ...MIGRATIONS[1], checksum: 'c' } as Migration])).rejects.toThrow(/never edited/)
  })
})
