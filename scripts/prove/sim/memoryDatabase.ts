/**
 * The database of a simulation: committed rows in memory, transactions with snapshot and conflict as the real one has them,
 * and the faults of the real one, chosen by the scheduler. Each commit is checked before anybody sees it.
 */
import { applyBatch, type RowInsert, type RowUpdate } from '../../../subgraphs/shared/commit/apply.ts'
import { StoreError } from '../../../subgraphs/shared/commit/failures.ts'
import { planOf } from '../../../subgraphs/shared/commit/plan.ts'
import { PLATFORM, type PlatformShard } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { CommitStore } from '../../../subgraphs/shared/commit/store.ts'
import type { Intent, KeyRow, Ref, Row } from '../../../subgraphs/shared/commit/types.ts'
import type { Database } from '../../../subgraphs/shared/database.ts'
import type { Scheduler } from './scheduler.ts'

export interface MemoryDatabase {
  readonly rows: Map<string, object>
  all<T>(collection: string): T[]
  get<T>(ref: Ref<T>): (T & Row) | null
  insert(ref: Ref, row: object): void
  /** How often a fault struck, and how many commits were in doubt. */
  readonly faults: { struck: number; doubts: number }
  /** Which primary it has; while there is none, nothing is committed. */
  readonly primary: { term: number; isThere: boolean }
  /** How often switches of the platform were published. */
  readonly publications: { begun: number }
}

/**
 * What a fault of the proof takes away: the comparison of versions; the marker that decides what became of a commit; the kill switch
 * at acceptance, and before signing; the look at blocks that have left the chain.
 */
export const GUARDS = ['versions', 'markers', 'stopsAtAcceptance', 'stopsBeforeSigning', 'reorganizations'] as const
export type Guard = (typeof GUARDS)[number]

/** What the simulated service and its faults are. */
export interface StoreInput {
  readonly scheduler: Scheduler
  readonly database: MemoryDatabase
  readonly clock: { now(): Date }
  /** A dead process never hears of anything again. */
  readonly isDead: () => boolean
  /** Share of commits that the database fails in some way; a function, because the end is without faults. */
  readonly faultShare: () => number
  readonly without: Guard | null
  readonly breaches: string[]
  /** Told of each commit before it is visible. */
  readonly onCommit: (updates: readonly RowUpdate[], inserts: readonly RowInsert[]) => void
}

export function createMemoryDatabase(): MemoryDatabase {
  const rows = new Map<string, object>()
  const database: MemoryDatabase = {
    rows,
    faults: { struck: 0, doubts: 0 },
    primary: { term: 1, isThere: true },
    publications: { begun: 0 },
    all: <T>(collection: string) =>
      [...rows].filter(([key]) => key.startsWith(`${collection}/`)).map(([, row]) => row as T),
    get: <T>(ref: Ref<T>) => (rows.get(refKey(ref)) as (T & Row) | undefined) ?? null,
    insert: (ref, row) => void rows.set(refKey(ref), { ...row, _id: ref.id, v: 1 }),
  }
  database.insert(PLATFORM, { switches: [] })
  return database
}

const never = new Promise<never>(() => undefined)

export function createSimulatedStore(input: StoreInput): CommitStore {
  const { scheduler, database, clock, isDead } = input
  const { rows, faults, primary, publications } = database

  async function commit(_session: number, intents: readonly Intent<unknown>[]) {
    await scheduler.turn()
    const at = clock.now()
    const plans = intents.map((intent) => planOf(intent, at))
    const refs = [
      PLATFORM,
      ...plans.flatMap(({ guards, absents, key }) => [
        ...guards.values(),
        ...absents.values(),
        ...(key === null ? [] : [key.ref]),
      ]),
    ]
    const snapshot = new Map(refs.map((ref) => [refKey(ref), rows.get(refKey(ref)) ?? null]))
    const { term } = primary
    await scheduler.turn()
    if (isDead()) return never
    const fault = strike()
    if (fault === 'aborted' || !primary.isThere) throw new StoreError('retry')
    const batch = applyBatch(snapshot, intents, at, plans)
    await scheduler.turn()
    if (isDead() && scheduler.chance(0.5)) return never
    if (fault === 'unknownAborted') throw new StoreError('unknown')
    // Another primary does not know the transaction; one that goes now may have taken its commit with it, or not.
    if (primary.isThere && primary.term !== term) throw new StoreError('retry')
    const apply = () => write(batch.updates, batch.inserts, snapshot)
    if (fault === 'doubtful' || !primary.isThere) await commitInDoubt(apply)
    else apply()
    await scheduler.turn()
    if (isDead()) return never
    if (fault === 'unknownCommitted') throw new StoreError('unknown')
    return { results: batch.results, bytes: batch.bytes }
  }

  function strike(): (typeof FAULTS)[number] | null {
    const fault = scheduler.chance(input.faultShare()) ? scheduler.pick(FAULTS) : null
    if (fault !== null || !primary.isThere) faults.struck += 1
    return fault
  }

  /**
   * Nobody answers, and the commit may still come through, before it is asked about or after. Its marker decides, as in the real store:
   * whoever writes it first, the transaction or the question.
   */
  async function commitInDoubt(apply: () => void): Promise<void> {
    faults.doubts += 1
    const batchId = `batch${faults.doubts}`
    const marker = `commits/${batchId}`
    const told = { isAborted: false }
    void scheduler.sleep(scheduler.random() * DOUBT_MS).then(() => {
      if (rows.has(marker) && input.without !== 'markers') return
      try {
        apply()
      } catch {
        return
      }
      rows.set(marker, { _id: batchId, v: 1 })
      if (told.isAborted) input.breaches.push(`${batchId} was told to be aborted for good, and is committed`)
    })
    await scheduler.sleep(scheduler.random() * DOUBT_MS)
    if (rows.has(marker)) return
    rows.set(marker, { _id: batchId, v: 1 })
    told.isAborted = true
    throw new StoreError('retry')
  }

  function write(
    updates: readonly RowUpdate[],
    inserts: readonly RowInsert[],
    snapshot: ReadonlyMap<string, object | null>,
  ): void {
    const forgetsVersions = input.without === 'versions'
    // As a shard of it, which each batch guards.
    const guarded = [...updates, { ref: PLATFORM, base: snapshot.get(refKey(PLATFORM)) }]
    for (const { ref, base } of guarded)
      if (rows.get(refKey(ref)) !== base && !forgetsVersions) throw new StoreError('conflict')
    for (const { ref } of inserts) {
      if (!rows.has(refKey(ref))) continue
      // Inserted by another since the snapshot: the server reports a conflict, and the batch runs again.
      if (snapshot.get(refKey(ref)) === null && !forgetsVersions) throw new StoreError('conflict')
      throw Object.assign(new Error(`duplicate ${refKey(ref)}`), { code: 11_000 })
    }
    input.onCommit(updates, inserts)
    for (const { ref, next } of updates) rows.set(refKey(ref), next)
    for (const { ref, row } of inserts) rows.set(refKey(ref), row)
  }

  return {
    commit,
    dryRun: () => Promise.reject(new Error('the simulation makes no dry runs')),
    async findKey(id) {
      await scheduler.turn()
      if (isDead()) return never
      return database.get({ collection: 'idempotency', id } as Ref<KeyRow>)
    },
    async publishSwitches(source) {
      await scheduler.turn()
      if (isDead()) return never
      publications.begun += 1
      const turn = publications.begun
      const switches = typeof source === 'function' ? await source() : source
      await scheduler.turn()
      const { turn: latest = 0, ...row } = database.get(PLATFORM) as PlatformShard & { readonly turn?: number }
      // Of two at once the later one knows what the earlier one wrote.
      if (latest < turn) rows.set(refKey(PLATFORM), { ...row, v: row.v + 1, switches, turn })
    },
    sessionIds: () => [],
    close: () => Promise.resolve(),
  }
}

const FAULTS = ['aborted', 'unknownAborted', 'unknownCommitted', 'doubtful'] as const
const DOUBT_MS = 200

/** Reads by id and by equal values: all that services ask outside of commits here. */
export function openReads({
  scheduler,
  database,
  isDead,
}: Pick<StoreInput, 'scheduler' | 'database' | 'isDead'>): Database {
  async function read(find: () => object[]): Promise<object[]> {
    await scheduler.turn()
    return isDead() ? never : find()
  }
  const byIds = (name: string, ids: readonly string[]) => ids.flatMap((id) => database.rows.get(`${name}/${id}`) ?? [])
  const byValues = (name: string, values: object) =>
    database
      .all<Readonly<Record<string, unknown>>>(name)
      .filter((row) => Object.entries(values).every(([field, value]) => row[field] === value))
  const collection = (name: string) => ({
    find({ _id, ...values }: { readonly _id?: { readonly $in: readonly string[] } }) {
      const found = () => (_id === undefined ? byValues(name, values) : byIds(name, _id.$in))
      // Nobody here reads so many rows that their order matters.
      const cursor = { sort: () => cursor, limit: () => cursor, toArray: () => read(found) }
      return cursor
    },
    findOne: async ({ _id }: { readonly _id: string }) => (await read(() => byIds(name, [_id])))[0] ?? null,
  })
  return { collection } as unknown as Database
}
