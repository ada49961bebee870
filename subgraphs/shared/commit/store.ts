/**
 * The one transaction: reads what a batch guards, applies the pure fold, writes the result, commits with majority. The
 * only file that opens a session or writes a committed collection. What it throws says whether anything can have
 * happened: a StoreError says how to go on, anything else is the fault of one intent of the batch.
 */

import { randomInt } from 'node:crypto'
import type { mongo } from 'mongoose'
import { uuidv7 } from 'uuidv7'
import type { Clock } from '../clock.ts'
import type { Database } from '../database.ts'
import { invariant } from '../errors.ts'
import { applyBatch, type Batch, dryRunOf, planOf, type Result, type RowInsert, type RowUpdate } from './apply.ts'
import { classify, codeOf, DUPLICATE_KEY, isCertainAbort, isNetwork, StoreError } from './failures.ts'
import { groupByCollection } from './groupByCollection.ts'
import { createKeyReader, keysOf } from './keyReader.ts'
import { orgRef, PLATFORM, type PlatformShard, SHARD_COUNT, shardRef } from './positions.ts'
import { refKey } from './refKey.ts'
import { unguardedUpdateOf, updateOf } from './rowUpdate.ts'
import type { StoreFaults } from './storeFaults.ts'
import type { CommittedCollection, Intent, KeyRow, Ref, Verdict } from './types.ts'

export interface Committed {
  /** Of the first intents; those without one did not fit and have not happened. */
  readonly results: readonly Result[]
  /** Estimated size of what was written. */
  readonly bytes: number
}

/** One at a time for each slot: a slot is one server session. */
export interface CommitStore {
  commit(slot: number, intents: readonly Intent<unknown>[]): Promise<Committed>
  view<A>(intent: Pick<Intent<A>, 'orgId' | 'reads' | 'decide'>, at: Date): Promise<Verdict<A>>
  findKey(id: string): Promise<KeyRow | null>
  raiseGates(switches: readonly object[] | (() => Promise<readonly object[]>)): Promise<void>
  /** Server session ids of the slots, so that another process can end them if this one dies. */
  sessionIds(): readonly unknown[]
  close(): Promise<void>
}

const COMMAND_TIME_MS = 2_000
const COMMIT_TRIES = 5
const PROBE_TRIES = 8
const VIEW_TRIES = 3
const RAISE_TRIES = 2
const DURABLE = { w: 'majority', journal: true } as const
/** One row that orders the raises of the gates. */
const FENCE_ID = 'fence'
const GATES_TOGETHER = 8
const NAMESPACE_EXISTS = 48
const MARKER_KEPT_SECONDS = 24 * 3_600

/** What the store itself needs to know of any committed row. */
interface AnyDoc {
  _id: string
  v?: number
  at?: Date
  probe?: boolean
  switches?: object[]
  turn?: number
  schema?: number
}

export function createCommitStore(deps: {
  database: Database
  clock: Clock
  slots: number
  /** Migrations that this code knows; left out where rows are of no version. */
  schema?: number
  faults?: StoreFaults
}): CommitStore {
  const { database, clock } = deps
  const faults = deps.faults ?? {}
  const { client } = database.bounded
  const sessions = Array.from({ length: deps.slots }, () => client.startSession({ causalConsistency: false }))
  const rows = (name: CommittedCollection) => database.bounded.collection<AnyDoc>(name)
  const step = faults.onStep ?? (() => undefined)
  const commandOf = (update: RowUpdate) =>
    faults.unguarded?.(update.ref) ? unguardedUpdateOf(update) : updateOf(update)

  async function commit(slot: number, intents: readonly Intent<unknown>[]): Promise<Committed> {
    const session = sessions[slot] as mongo.ClientSession
    const batchId = uuidv7()
    let batch: Batch
    try {
      session.startTransaction({
        readConcern: { level: 'snapshot' },
        writeConcern: DURABLE,
        maxCommitTimeMS: COMMAND_TIME_MS,
      })
      batch = await runBatch(session, slot, intents, batchId)
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
    slot: number,
    intents: readonly Intent<unknown>[],
    batchId: string,
  ): Promise<Batch> {
    const at = clock.now()
    const gate = gateOfSlot(slot, deps.slots)
    const plans = intents.map((intent) => planOf(intent, at))
    const refs = new Map([[refKey(gate), gate]])
    for (const { guards, absents, key } of plans) {
      for (const [text, ref] of guards) refs.set(text, ref)
      for (const [text, ref] of absents) refs.set(text, ref)
      if (key !== null) refs.set(key.text, key.ref)
    }
    const snapshot = await read(refs, session)
    const gateRow = snapshot.get(refKey(gate)) as PlatformShard | null
    invariant(gateRow !== null, `${refKey(gate)} is missing: the store was not prepared`)
    if (Number(gateRow.schema ?? 0) > (deps.schema ?? Number.POSITIVE_INFINITY)) throw new StoreError('outdated')
    snapshot.set(refKey(PLATFORM), gateRow)
    await step('afterReads')
    const batch = applyBatch(snapshot, intents, at, plans)
    const updates = [{ ref: gate, base: gateRow, next: { ...gateRow, v: gateRow.v + 1 } }, ...batch.updates]
    const marker = { ref: { collection: 'commits', id: batchId } as const, row: { _id: batchId, at } }
    await writeAll(session, updates, [...batch.inserts, marker])
    return batch
  }

  /** Positions first: the snapshot starts at the first read, and that read is of the organizations' heads. */
  async function read(
    refs: ReadonlyMap<string, Ref>,
    session: mongo.ClientSession,
  ): Promise<Map<string, object | null>> {
    const snapshot = new Map<string, object | null>()
    const reading = faults.readsOutside ? {} : { session }
    for (const key of refs.keys()) snapshot.set(key, null)
    for (const [name, group] of groupByCollection([...refs.values()].map((ref) => ({ ref })))) {
      await step(`beforeRead:${name}`)
      const ids = group.map(({ ref }) => ref.id).sort()
      const found = await rows(name)
        .find({ _id: { $in: ids } }, { ...reading, maxTimeMS: COMMAND_TIME_MS, batchSize: 2_000 })
        .toArray()
      for (const row of found) snapshot.set(refKey({ collection: name, id: row._id }), row)
    }
    return snapshot
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
    const given = { ...command, ordered: true, maxTimeMS: COMMAND_TIME_MS }
    const reply = await client.db(database.connection.name).command(given, { session, ignoreUndefined: true })
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
        // The row may also be an earlier probe of ours whose answer was lost.
        const found = codeOf(error) === DUPLICATE_KEY ? await findMarker(batchId) : null
        if (found !== null) return found.probe !== true
        await pause(Math.min(50 * 2 ** attempt, 5_000))
      }
    }
    throw new StoreError('unknown')
  }

  /** Linearizable: what it sees is known to a majority, and no other primary can deny it. */
  async function findMarker(batchId: string): Promise<AnyDoc | null> {
    return rows('commits')
      .findOne({ _id: batchId }, { readConcern: { level: 'linearizable' }, maxTimeMS: 5_000 })
      .catch(() => null)
  }

  async function view<A>(intent: Pick<Intent<A>, 'orgId' | 'reads' | 'decide'>, at: Date): Promise<Verdict<A>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await viewOnce(intent, at)
      } catch (error) {
        const classified = classify(error)
        if (!(classified instanceof StoreError) || attempt >= VIEW_TRIES) throw error
        await pause(50 * attempt)
      }
    }
  }

  async function viewOnce<A>(intent: Pick<Intent<A>, 'orgId' | 'reads' | 'decide'>, at: Date): Promise<Verdict<A>> {
    const session = client.startSession({ causalConsistency: false })
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' } })
      const reads = intent.reads(at)
      const gate = shardRef(randomInt(SHARD_COUNT))
      const refs = [orgRef(intent.orgId), gate, ...reads.guard, ...(reads.absent ?? [])]
      const snapshot = await read(new Map(refs.map((ref) => [refKey(ref), ref])), session)
      snapshot.set(refKey(PLATFORM), snapshot.get(refKey(gate)) ?? null)
      return dryRunOf(snapshot, intent, at)
    } finally {
      await abortQuietly(session)
      await session.endSession()
    }
  }

  /**
   * Plain updates: they wait for running batches, which hold one gate each, and no batch can commit past them. Of two
   * raises at once the one with the later turn wins on every gate.
   */
  async function raiseGates(given: readonly object[] | (() => Promise<readonly object[]>)): Promise<void> {
    const taken = await rows('positions').findOneAndUpdate(
      { _id: FENCE_ID },
      { $inc: { turn: 1, v: 1 } },
      { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
    )
    const turn = taken?.turn ?? 0
    const switches = typeof given === 'function' ? await given() : given
    const raise = (index: number) => ({
      updateOne: {
        filter: { _id: shardRef(index).id, $or: [{ turn: { $exists: false } }, { turn: { $lt: turn } }] },
        update: { $set: { switches: [...switches], turn }, $inc: { v: 1 } },
      },
    })
    // A command for each few of them: one that waits for a batch holds up few others, and they need few connections.
    // And a batch of a process that died holds its gate for longer than one answer may take.
    const raiseSome = async (index: number, triesLeft = RAISE_TRIES): Promise<void> => {
      const some = Array.from({ length: GATES_TOGETHER }, (_gate, gate) => raise(index * GATES_TOGETHER + gate))
      const raised = rows('positions').bulkWrite(some, { ordered: false, writeConcern: DURABLE })
      await raised.catch((error: unknown) => {
        if (!isNetwork(error) || triesLeft === 0) throw error
        return raiseSome(index, triesLeft - 1)
      })
    }
    await Promise.all(Array.from({ length: SHARD_COUNT / GATES_TOGETHER }, (_command, index) => raiseSome(index)))
  }

  return {
    commit,
    view,
    findKey: createKeyReader(keysOf(database, COMMAND_TIME_MS)),
    raiseGates,
    sessionIds: () => sessions.map((session) => session.id),
    async close() {
      for (const session of sessions) await session.endSession()
    },
  }
}

/** Slots of one process never meet at a gate; those of others meet by chance, and one of the two runs again. */
function gateOfSlot(slot: number, slots: number): Ref {
  const perSlot = Math.max(1, Math.floor(SHARD_COUNT / slots))
  return shardRef((slot + slots * randomInt(perSlot)) % SHARD_COUNT)
}

/** Collections, gates with the number of migrations, and the marker's expiry. Before traffic: later it aborts commits. */
export async function prepareCommitStore(database: Database, schema = 0): Promise<void> {
  const existing = new Set((await database.connection.listCollections()).map(({ name }) => name))
  for (const name of ['positions', 'journals', 'events', 'idempotency', 'commits', 'turns'])
    if (!existing.has(name)) await database.connection.createCollection(name).catch(ignoring(NAMESPACE_EXISTS))
  await database.collection('commits').createIndex({ at: 1 }, { expireAfterSeconds: MARKER_KEPT_SECONDS })
  await database.collection('events').createIndex({ walletId: 1, _id: 1 })
  const gate = { v: 1, switches: [], schema }
  const gates = Array.from({ length: SHARD_COUNT }, (_, index) => ({ _id: shardRef(index).id, ...gate }))
  await database
    .collection<AnyDoc>('positions')
    .insertMany([{ _id: FENCE_ID, v: 1, turn: 0 }, ...gates], { ordered: false })
    .catch(ignoring(DUPLICATE_KEY))
}

function ignoring(code: number) {
  return (error: unknown): void => {
    if (codeOf(error) !== code) throw error
  }
}

async function abortQuietly(session: mongo.ClientSession): Promise<void> {
  if (session.inTransaction()) await session.abortTransaction().catch(() => undefined)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
