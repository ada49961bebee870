/**
 * Migrates stored rows to the shapes that this code knows, before it serves: forward only, under a lock, in batches that may
 * run twice, each migration recorded with its checksum. Every commit guards a shard of the platform, which has the number
 * of migrations, so a process that knows fewer can commit nothing from then on. Besides the commit store this is the one
 * file that writes committed rows, because no intent could, and nothing is served meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { findOlderProcesses } from '../commit/processes.ts'
import { type Database, DURABLE } from '../database.ts'
import type { Log } from '../subgraph.ts'
import { type Lock, takeLock } from './lock.ts'
import type { Migration, SecretsOf, StoredRow } from './migration.ts'

/** Stops the start, with a message for the operator. */
class MigrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationError'
  }
}

interface RecordRow {
  readonly _id: string
  readonly checksum: string
  readonly startedAt: Date
  readonly finishedAt: Date | null
  /** Rows changed by the run that finished it. */
  readonly rows: number
}

export interface RunOptions {
  readonly lockMs: number
  readonly batchSize: number
  /** How long to wait for processes of an older version to end. */
  readonly olderWaitMs: number
  /** Test-only: called between two writes. */
  readonly onStep?: (step: string) => Promise<void> | void
}

interface Run extends RunOptions {
  readonly database: Database
  readonly log: Log
  readonly migrations: readonly Migration[]
  readonly secretsOf: SecretsOf
}

const DEFAULTS: RunOptions = { lockMs: 15_000, batchSize: 500, olderWaitMs: 30_000 }
const POLL_MS = 250
/** In hash chains, which a changed row would break. */
const HASH_CHAINED = ['events', 'journals']

/**
 * Returns when all are done, by this process or another one.
 * @throws MigrationError when the database belongs to a newer version, or processes of an older one do not end
 */
export async function runMigrations(
  deps: Pick<Run, 'database' | 'log' | 'migrations' | 'secretsOf'>,
  options: Partial<RunOptions> = {},
): Promise<void> {
  const run: Run = { ...DEFAULTS, ...deps, ...options }
  requireOrder(run.migrations)
  let isWaiting = false
  while (!(await isCurrent(run))) {
    const lock = await takeLock(run.database, run.lockMs)
    if (lock === null) {
      if (!isWaiting) run.log.info({}, 'another process runs migrations; this one waits')
      isWaiting = true
      await sleep(POLL_MS)
      continue
    }
    try {
      await runAll(run, lock)
    } finally {
      await lock.release()
    }
  }
}

function requireOrder(migrations: readonly Migration[]): void {
  for (const [index, { name, collection }] of migrations.entries()) {
    if (!name.startsWith(`${String(index + 1).padStart(3, '0')} `))
      throw new MigrationError(`The migration "${name}" is not at its position in the list.`)
    if (HASH_CHAINED.includes(collection))
      throw new MigrationError(`The migration "${name}" would break a chain of hashes.`)
  }
}

/** All migrations are done, and the shards let this version commit. */
async function isCurrent(run: Run): Promise<boolean> {
  const records = await readRecords(run)
  const finished = records.filter(({ finishedAt }) => finishedAt !== null).length
  return finished === run.migrations.length && (await shards(run.database).countDocuments(otherShards(run))) === 0
}

/** @throws MigrationError for a migration that this code does not know, or knows with another checksum */
async function readRecords({ database, migrations }: Run): Promise<RecordRow[]> {
  const records = await recordsOf(database).find().sort({ _id: 1 }).toArray()
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { _id, checksum, startedAt } of records) {
    const own = known.get(_id)
    if (own === undefined)
      throw new MigrationError(
        `A newer version has changed this database ("${_id}" on ${startedAt.toISOString()}); stored shapes only go forward. Start that version or a later one.`,
      )
    if (own !== checksum)
      throw new MigrationError(
        `The migration "${_id}" is not the one that this database has seen. A released migration is never edited: add another one.`,
      )
  }
  return records
}

async function runAll(run: Run, lock: Lock): Promise<void> {
  const { database, migrations, log } = run
  // Read again under the lock: another process may have done it all, or be newer.
  const finished = new Set(
    (await readRecords(run)).flatMap(({ _id, finishedAt }) => (finishedAt === null ? [] : [_id])),
  )
  // A higher number keeps older processes from committing. A lower one is possible too: a newer process wrote its number
  // and died before it changed a row.
  await shards(database).updateMany(
    otherShards(run),
    { $set: { schema: migrations.length }, $inc: { v: 1 } },
    { writeConcern: DURABLE },
  )
  await run.onStep?.('shut')
  const pending = migrations.filter(({ name }) => !finished.has(name))
  if (pending.length > 0) await waitForOlder(run, lock)
  for (const migration of pending) {
    const { name, checksum } = migration
    requireHeld(lock)
    const started = { checksum, startedAt: new Date(), finishedAt: null, rows: 0 }
    await recordsOf(database).updateOne(
      { _id: name },
      { $setOnInsert: started },
      { upsert: true, writeConcern: DURABLE },
    )
    await run.onStep?.('begun')
    const rows = await changeAll(run, migration, lock)
    await recordsOf(database).updateOne(
      { _id: name },
      { $set: { finishedAt: new Date(), rows } },
      { writeConcern: DURABLE },
    )
    log.info({ migration: name, rows }, 'migration done')
  }
}

/** They can commit nothing any more and end by themselves; versions from before the first migration have to be stopped. */
async function waitForOlder({ database, migrations, olderWaitMs, log }: Run, lock: Lock): Promise<void> {
  const deadline = performance.now() + olderWaitMs
  for (;;) {
    const older = await findOlderProcesses(database, migrations.length)
    if (older.length === 0) return
    requireHeld(lock)
    const names = older.map(({ host, pid }) => `pid ${pid} on ${host}`).join(', ')
    if (performance.now() > deadline)
      throw new MigrationError(`Processes of an older version still run: ${names}. Stop them and start this one again.`)
    log.info({ older: names }, 'waiting for processes of an older version to end')
    await sleep(POLL_MS * 4)
  }
}

/** Passes over the collection until no old row is left; each pass must leave fewer. */
async function changeAll(run: Run, migration: Migration, lock: Lock): Promise<number> {
  const { name, collection, old } = migration
  const countOld = () => rowsOf(run.database, collection).countDocuments(old)
  let changed = 0
  for (let left = await countOld(); left > 0; ) {
    changed += await changeOnce(run, migration, lock)
    const leftNow = await countOld()
    if (leftNow >= left) throw new MigrationError(`The migration "${name}" leaves rows of ${collection} as they are.`)
    left = leftNow
  }
  return changed
}

async function changeOnce(run: Run, migration: Migration, lock: Lock): Promise<number> {
  let changed = 0
  for (let after: unknown = null; ; ) {
    requireHeld(lock)
    const { last, count } = await changeBatch(run, migration, after)
    changed += count
    if (last === null) return changed
    after = last
    await run.onStep?.('batch')
  }
}

async function changeBatch(
  { database, batchSize, secretsOf }: Run,
  { collection, old, beside, change }: Migration,
  after: unknown,
): Promise<{ last: unknown; count: number }> {
  const rows = rowsOf(database, collection)
  const filter = after === null ? old : { $and: [old, { _id: { $gt: after } }] }
  const batch = await rows.find(filter).sort({ _id: 1 }).limit(batchSize).toArray()
  if (batch.length === 0) return { last: null, count: 0 }
  const named = await readBeside(database, beside, batch)
  const { modifiedCount } = await rows.bulkWrite(
    batch.map((row) => ({
      updateOne: { filter: guardOf(row, old), update: withVersion(row, change(row, secretsOf, named(row))) },
    })),
    { ordered: false, writeConcern: DURABLE },
  )
  return { last: batch.at(-1)?._id ?? null, count: modifiedCount }
}

async function readBeside(
  database: Database,
  beside: Migration['beside'],
  batch: readonly StoredRow[],
): Promise<(row: StoredRow) => StoredRow | null> {
  if (beside === undefined) return () => null
  const { collection, idIn } = beside
  const named: Migration['old'] = { _id: { $in: batch.map((row) => row[idIn]) } }
  const found = await rowsOf(database, collection).find(named).toArray()
  const byId = new Map<unknown, StoredRow>(found.map((row) => [row._id, row]))
  return (row) => byId.get(row[idIn]) ?? null
}

/** Only rows that are still old and have the version that was read: a process that was paused past its lock overwrites nothing. */
const guardOf = (row: StoredRow, old: object) =>
  'v' in row ? { $and: [old, { _id: row._id, v: row.v }] } : { $and: [old, { _id: row._id }] }

/** Adds the raise of the version that every write of a committed row needs. */
function withVersion(row: StoredRow, update: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return 'v' in row ? { ...update, $inc: { ...update.$inc, v: 1 } } : update
}

function requireHeld(lock: Lock): void {
  if (!lock.isHeld()) throw new MigrationError('The lock of migrations was lost: the database did not answer in time.')
}

const recordsOf = (database: Database) => database.collection<RecordRow>('migrations')
const rowsOf = (database: Database, collection: string) => database.collection<StoredRow>(collection)
const shards = (database: Database) => database.collection<{ _id: string; schema?: number }>('positions')

/** Shards of another version; those from before the first migration have no number, which counts as 0. */
function otherShards({ migrations }: Run) {
  const own = migrations.length
  const other = own === 0 ? { $exists: true, $ne: 0 } : { $ne: own }
  return { _id: /^gate:/, schema: other }
}
