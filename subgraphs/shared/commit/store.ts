/**
 * The one transaction: reads what a batch guards, applies the pure fold, writes the result, commits with majority. The
 * only file that writes the committed rows of organizations. What it throws says whether anything can have happened: a
 * StoreError says how to go on, anything else is the fault of one intent of the batch.
 */

import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import { uuidv7 } from 'uuidv7'
import { batchById } from '../batchById.ts'
import type { Clock } from '../clock.ts'
import { type Database, DURABLE, isDuplicateKey } from '../database.ts'
import { invariant } from '../errors.ts'
import type { OnlyTrusted } from '../kya.ts'
import { applyBatch, type Batch, type RowInsert, type RowUpdate } from './apply.ts'
import { createDryRun, type DryRun } from './dryRun.ts'
import { classify, codeOf, isCertainAbort, StoreError } from './failures.ts'
import { groupByCollection } from './groupByCollection.ts'
import { planOf } from './plan.ts'
import { createSwitchPublisher, insertPlatformShards, type SwitchSource } from './platformShards.ts'
import { MOVED_AT, PLATFORM, type PlatformShard, SHARD_COUNT, shardRef } from './positions.ts'
import { refKey } from './refKey.ts'
import { unguardedUpdateOf, updateOf } from './rowUpdate.ts'
import { abortQuietly, COMMAND_TIME_MS, createSnapshotReader } from './snapshot.ts'
import type { StoreFaults } from './storeFaults.ts'
import type { CommittedCollection, Intent, KeyRow, Ref } from './types.ts'

/** Intents without a result did not fit and have not happened. */
export type Committed = Pick<Batch, 'results' | 'bytes'>

export interface CommitStore {
  /** @param session index of a server session that runs no other batch */
  commit(session: number, intents: readonly Intent<unknown>[]): Promise<Committed>
  readonly dryRun: DryRun
  findKey(id: string): Promise<KeyRow | null>
  publishSwitches(switches: SwitchSource): Promise<void>
  /** Ids of the server sessions, so that another process can end them if this one dies. */
  sessionIds(): readonly unknown[]
  close(): Promise<void>
}

const COMMIT_TRIES = 5
const PROBE_TRIES = 8
const NAMESPACE_EXISTS = 48
const MARKER_LIFE_SECONDS = 24 * 3_600

/** What the store itself needs to know of a row. */
interface AnyRow {
  _id: string
  at?: Date
  probe?: boolean
}

export function createCommitStore(deps: {
  database: Database
  clock: Clock
  /** Server sessions, and so transactions at once. */
  concurrency: number
  /** Migrations that this code knows; left out where rows are of no version. */
  schema?: number
  faults?: StoreFaults
  trusting?: OnlyTrusted
}): CommitStore {
  const { database, clock } = deps
  const faults = deps.faults ?? {}
  const { client } = database.bounded
  const sessions = Array.from({ length: deps.concurrency }, () => client.startSession({ causalConsistency: false }))
  const keys = database.bounded.collection<KeyRow>('idempotency')
  const rows = (name: CommittedCollection) => database.bounded.collection<AnyRow>(name)
  const step = faults.onStep ?? (() => undefined)
  const read = createSnapshotReader(database, faults)
  const commandOf = (update: RowUpdate) =>
    faults.unguarded?.(update.ref) ? unguardedUpdateOf(update) : updateOf(update)

  async function commit(sessionIndex: number, intents: readonly Intent<unknown>[]): Promise<Committed> {
    const session = sessions[sessionIndex] as mongo.ClientSession
    const batchId = uuidv7()
    let batch: Batch
    try {
      session.startTransaction({
        readConcern: { level: 'snapshot' },
        writeConcern: DURABLE,
        maxCommitTimeMS: COMMAND_TIME_MS,
      })
      batch = await runBatch(session, shardOf(sessionIndex, deps.concurrency), intents, batchId)
      await step('beforeCommit')
    } catch (error) {
      await abortQuietly(session)
      throw classify(error)
    }
    await resolveCommit(session, batchId)
    await step('afterCommit')
    return { results: batch.results, bytes: batch.bytes }
  }

  async function runBatch(
    session: mongo.ClientSession,
    shard: Ref<PlatformShard>,
    intents: readonly Intent<unknown>[],
    batchId: string,
  ): Promise<Batch> {
    const at = clock.now()
    const plans = intents.map((intent) => planOf(intent, at))
    const refs = new Map<string, Ref>([[refKey(shard), shard]])
    for (const { guards, absents, key } of plans) {
      for (const [text, ref] of guards) refs.set(text, ref)
      for (const [text, ref] of absents) refs.set(text, ref)
      if (key !== null) refs.set(key.text, key.ref)
    }
    const snapshot = await read(refs, session)
    const shardRow = snapshot.get(refKey(shard)) as PlatformShard | null
    invariant(shardRow !== null, `${refKey(shard)} is missing: the store was not prepared`)
    if (Number(shardRow.schema ?? 0) > (deps.schema ?? Number.POSITIVE_INFINITY)) throw new StoreError('outdated')
    snapshot.set(refKey(PLATFORM), shardRow)
    await step('afterReads')
    const batch = applyBatch(snapshot, intents, at, plans, deps.trusting)
    const updates = [{ ref: shard, base: shardRow, next: { ...shardRow, v: shardRow.v + 1 } }, ...batch.updates]
    const marker = { ref: { collection: 'commits', id: batchId } as const, row: { _id: batchId, at } }
    await writeAll(session, updates, [...batch.inserts, marker])
    return batch
  }

  async function writeAll(session: mongo.ClientSession, updates: readonly RowUpdate[], inserts: readonly RowInsert[]) {
    const updatesBy = groupByCollection(updates)
    const insertsBy = groupByCollection(inserts)
    for (const name of groupByCollection([...updates, ...inserts]).keys()) {
      await step(`beforeWrite:${name}`)
      const updateGroup = updatesBy.get(name) ?? []
      const insertGroup = insertsBy.get(name) ?? []
      if (updateGroup.length > 0) {
        const commands = updateGroup.map(commandOf).map(({ filter, update }) => ({ q: filter, u: update }))
        const matched = await write(session, { update: name, updates: commands })
        // A guard that no longer has its version was written by another process since the snapshot.
        if (matched !== updateGroup.length) throw new StoreError('conflict')
      }
      if (insertGroup.length > 0) await write(session, { insert: name, documents: insertGroup.map(({ row }) => row) })
    }
  }

  /** The plain command: the driver's bulk interface would encode every row once more, only to learn its size. */
  async function write(session: mongo.ClientSession, command: Record<string, unknown>): Promise<number> {
    const reply = await database.bounded.command(
      { ...command, ordered: true, maxTimeMS: COMMAND_TIME_MS },
      { session, ignoreUndefined: true },
    )
    const [error] = (reply.writeErrors ?? []) as { code: number; errmsg: string }[]
    if (error !== undefined) throw Object.assign(new Error(error.errmsg), { code: error.code })
    return Number(reply.n)
  }

  /** Returns when the batch is committed for certain; throws `retry` when it never will be, `unknown` otherwise. */
  async function resolveCommit(session: mongo.ClientSession, batchId: string): Promise<void> {
    let doubt: unknown = null
    for (let attempt = 0; attempt < COMMIT_TRIES; attempt++) {
      try {
        await session.commitTransaction()
        return
      } catch (error) {
        // After a doubt even a certain abort may be about the repetition only: then the marker decides.
        if (isCertainAbort(error)) {
          if (doubt === null) throw new StoreError('retry', error)
          break
        }
        doubt = error
        await pause(20 * 2 ** attempt)
      }
    }
    await killSession(session)
    await step('beforeProbe')
    if (await wasCommitted(batchId)) return
    throw new StoreError('retry', doubt)
  }

  /** Gives up what the transaction still holds, if it is open: the probe would wait for it. The probe decides. */
  async function killSession(session: mongo.ClientSession): Promise<void> {
    if (session.id === undefined) return
    const killed = client.db('admin').command({ killSessions: [session.id] })
    await killed.catch(() => undefined)
  }

  /**
   * Each batch inserts its own marker. Inserting it from outside either fails because the batch committed, or succeeds,
   * and then the batch can never commit.
   */
  async function wasCommitted(batchId: string): Promise<boolean> {
    for (let attempt = 0; attempt < PROBE_TRIES; attempt++) {
      try {
        await rows('commits').insertOne({ _id: batchId, at: clock.now(), probe: true }, { writeConcern: DURABLE })
        return false
      } catch (error) {
        // The row may also be an earlier probe of ours whose response was lost.
        const found = isDuplicateKey(error) ? await findMarker(batchId) : null
        if (found !== null) return found.probe !== true
        await pause(Math.min(50 * 2 ** attempt, 5_000))
      }
    }
    throw new StoreError('unknown')
  }

  /** Linearizable: what it sees is known to a majority, and no other primary can deny it. */
  async function findMarker(batchId: string): Promise<AnyRow | null> {
    return rows('commits')
      .findOne({ _id: batchId }, { readConcern: { level: 'linearizable' }, maxTimeMS: 5_000 })
      .catch(() => null)
  }

  return {
    commit,
    dryRun: createDryRun(database, read),
    findKey: batchById((ids) => keys.find({ _id: { $in: [...ids] } }, { maxTimeMS: COMMAND_TIME_MS }).toArray()),
    publishSwitches: createSwitchPublisher(database),
    sessionIds: () => sessions.map((session) => session.id),
    async close() {
      for (const session of sessions) await session.endSession()
    },
  }
}

/** Sessions of one process never share a shard; those of two processes may by chance, and one batch runs again. */
function shardOf(sessionIndex: number, concurrency: number): Ref<PlatformShard> {
  const perSession = Math.max(1, Math.floor(SHARD_COUNT / concurrency))
  return shardRef((sessionIndex + concurrency * randomInt(perSession)) % SHARD_COUNT)
}

/**
 * Collections, shards with the number of migrations, and the expiry of markers. Before traffic: creating a collection
 * later aborts running commits.
 */
export async function prepareCommitStore(database: Database, schema = 0): Promise<void> {
  const existing = new Set((await database.connection.listCollections()).map(({ name }) => name))
  for (const name of ['positions', 'journals', 'events', 'idempotency', 'commits', 'turns'])
    if (!existing.has(name))
      await database.connection.createCollection(name).catch((error: unknown) => {
        if (codeOf(error) !== NAMESPACE_EXISTS) throw error
      })
  await database.collection('commits').createIndex({ at: 1 }, { expireAfterSeconds: MARKER_LIFE_SECONDS })
  await database.collection('events').createIndex({ walletId: 1, _id: 1 })
  // Frozen wallets are few; what is written with each payment is no part of this index.
  await database
    .collection('positions')
    .createIndex({ orgId: 1, mode: 1, walletId: 1 }, { partialFilterExpression: { 'frozen.at': { $exists: true } } })
  await database
    .collection('positions')
    .createIndex({ [MOVED_AT]: 1 }, { partialFilterExpression: { [MOVED_AT]: { $exists: true } } })
  await insertPlatformShards(database, schema)
}
