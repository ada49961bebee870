/**
 * The one transaction: reads what a batch guards, applies the pure fold, writes the result, commits with majority. The
 * only file that opens a session or writes a committed collection. What it throws says whether anything can have
 * happened: `retry` (nothing did), `tooLarge` (nothing did, split), `unknown` (ask later), anything else is a culprit.
 */
import { randomInt } from 'node:crypto'
import type { mongo } from 'mongoose'
import { uuidv7 } from 'uuidv7'
import type { Clock } from '../clock.ts'
import type { Database } from '../database.ts'
import {
  applyBatch,
  type Batch,
  decideOnly,
  groupByCollection,
  type Result,
  type RowInsert,
  type RowUpdate,
  readsOf,
  refKey,
} from './apply.ts'
import { GATE, GATE_COUNT, type GatePosition, gateRef } from './positions.ts'
import type { CommittedCollection, Intent, Ref, Row, Verdict } from './types.ts'

export class StoreError extends Error {
  readonly kind: 'retry' | 'tooLarge' | 'unknown'
  constructor(kind: StoreError['kind'], cause?: unknown) {
    super(`commit: ${kind}`, { cause })
    this.name = 'StoreError'
    this.kind = kind
  }
}

/** One at a time for each slot: a slot is one server session. */
export interface CommitStore {
  commit(slot: number, intents: readonly Intent<unknown>[]): Promise<readonly Result[]>
  view<A>(intent: Pick<Intent<A>, 'orgId' | 'reads' | 'decide'>, at: Date): Promise<Verdict<A>>
  raiseGates(switches: readonly object[]): Promise<void>
  /** Server session ids of the slots, so that another process can end them if this one dies. */
  sessionIds(): readonly unknown[]
  close(): Promise<void>
}

/** Test-only: forces a fault between two commands, or leaves a guard unguarded. */
export interface StoreFaults {
  readonly onStep?: (step: string) => Promise<void> | void
  /** A ref for which the version is neither compared nor raised: the mutant that must turn the limits proof red. */
  readonly unguarded?: (ref: Ref) => boolean
}

const DOCUMENTS_MAX = 1_500
const READ_TIME_MS = 2_000
const COMMIT_TRIES = 5
const PROBE_TRIES = 8

/** What the store itself needs to know of any committed row. */
interface AnyDoc {
  _id: string
  v?: number
  at?: Date
  probe?: boolean
  switches?: object[]
}

export function createCommitStore(deps: {
  database: Database
  clock: Clock
  slots: number
  faults?: StoreFaults
}): CommitStore {
  const { database, clock } = deps
  const faults = deps.faults ?? {}
  const client = database.connection.getClient()
  const sessions = Array.from({ length: deps.slots }, () => client.startSession({ causalConsistency: false }))
  const rows = (name: CommittedCollection) => database.collection<AnyDoc>(name)
  const step = faults.onStep ?? (() => undefined)

  async function commit(slot: number, intents: readonly Intent<unknown>[]): Promise<readonly Result[]> {
    const session = sessions[slot] as mongo.ClientSession
    const batchId = uuidv7()
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } })
    let batch: Batch
    try {
      batch = await runBatch(session, intents, batchId)
    } catch (error) {
      await abortQuietly(session)
      throw classify(error)
    }
    await step('beforeCommit')
    await settleCommit(session, batchId)
    return batch.results
  }

  async function runBatch(session: mongo.ClientSession, intents: readonly Intent<unknown>[], batchId: string) {
    const at = clock.now()
    const gate = gateRef(randomInt(GATE_COUNT))
    const refs = intents.flatMap((intent) => {
      const { guard, absent } = readsOf(intent, at)
      return [...guard, ...(absent ?? [])]
    })
    const snapshot = await read([gate, ...refs], session)
    const gateRow = snapshot.get(refKey(gate)) as Row
    snapshot.set(refKey(GATE), gateRow)
    await step('afterReads')
    const batch = applyBatch(snapshot, intents, at)
    if (batch.updates.length + batch.inserts.length > DOCUMENTS_MAX && intents.length > 1) throw new StoreError('tooLarge')
    const updates = [{ ref: gate, base: gateRow, next: gateRow }, ...batch.updates]
    const marker: RowInsert = { ref: { collection: 'commits', id: batchId }, row: { _id: batchId, at } as { _id: string } }
    await writeAll(session, updates, [...batch.inserts, marker])
    return batch
  }

  /** Positions first: the snapshot starts at the first read, and that read is of the organizations' heads. */
  async function read(refs: readonly Ref[], session: mongo.ClientSession): Promise<Map<string, object | null>> {
    const snapshot = new Map<string, object | null>()
    for (const ref of refs) snapshot.set(refKey(ref), null)
    const distinct = [...snapshot.keys()].map((key) => ({ ref: refOf(key) }))
    const groups = [...groupByCollection(distinct)].sort(([a], [b]) => Number(b === 'positions') - Number(a === 'positions'))
    for (const [name, group] of groups) {
      const ids = group.map(({ ref }) => ref.id).sort()
      const found = await rows(name).find({ _id: { $in: ids } }, { session, maxTimeMS: READ_TIME_MS, batchSize: 2_000 }).toArray()
      for (const row of found) snapshot.set(refKey({ collection: name, id: row._id }), row)
    }
    return snapshot
  }

  async function writeAll(session: mongo.ClientSession, updates: readonly RowUpdate[], inserts: readonly RowInsert[]) {
    const updatesBy = groupByCollection(updates)
    const insertsBy = groupByCollection(inserts)
    const names = [...new Set([...updatesBy.keys(), ...insertsBy.keys()])].sort()
    for (const name of names) {
      await step(`beforeWrite:${name}`)
      const updateGroup = updatesBy.get(name) ?? []
      const insertGroup = insertsBy.get(name) ?? []
      if (updateGroup.length === 0) {
        await rows(name).insertMany(insertGroup.map(({ row }) => row as AnyDoc), { session })
        continue
      }
      const result = await rows(name).bulkWrite(
        [
          ...updateGroup.map((update) => ({ updateOne: updateOf(update) })),
          ...insertGroup.map(({ row }) => ({ insertOne: { document: row as AnyDoc } })),
        ],
        { session, ordered: true },
      )
      // A guard that no longer has its version was written by another process since the snapshot.
      if (result.matchedCount !== updateGroup.length) throw new StoreError('retry')
    }
  }

  function updateOf({ ref, base, next }: RowUpdate): { filter: mongo.Filter<AnyDoc>; update: mongo.UpdateFilter<AnyDoc> } {
    const changed = changedFields(base, next)
    if (faults.unguarded?.(ref)) return { filter: { _id: ref.id }, update: { $set: { ...changed, _id: ref.id } } }
    const set = Object.keys(changed).length > 0 ? { $set: changed } : {}
    return { filter: { _id: ref.id, v: base.v }, update: { ...set, $inc: { v: 1 } } }
  }

  async function settleCommit(session: mongo.ClientSession, batchId: string): Promise<void> {
    let doubt: unknown = null
    for (let attempt = 0; attempt < COMMIT_TRIES; attempt++) {
      try {
        await session.commitTransaction()
        await step('afterCommit')
        return
      } catch (error) {
        const unknown = hasLabel(error, 'UnknownTransactionCommitResult') || isNetwork(error)
        // Without any doubt so far, a refusal of the commit means that it was aborted.
        if (!unknown && doubt === null) throw classify(error)
        doubt = error
        if (!unknown) break
        await pause(20 * 2 ** attempt)
      }
    }
    if (await wasCommitted(batchId)) return
    throw new StoreError('retry', doubt)
  }

  /**
   * Each batch inserts its own marker. Inserting it from outside either fails because the batch committed, or succeeds,
   * and then the batch can never commit.
   */
  async function wasCommitted(batchId: string): Promise<boolean> {
    for (let attempt = 0; attempt < PROBE_TRIES; attempt++) {
      try {
        await rows('commits').insertOne({ _id: batchId, at: clock.now(), probe: true }, { writeConcern: { w: 'majority', journal: true } })
        return false
      } catch (error) {
        if (codeOf(error) === 11000) return true
        await pause(Math.min(50 * 2 ** attempt, 5_000))
      }
    }
    throw new StoreError('unknown')
  }

  async function view<A>(intent: Pick<Intent<A>, 'orgId' | 'reads' | 'decide'>, at: Date): Promise<Verdict<A>> {
    const session = client.startSession({ causalConsistency: false })
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' } })
      const reads = intent.reads(at)
      const gate = gateRef(randomInt(GATE_COUNT))
      const head: Ref = { collection: 'positions', id: `org:${intent.orgId}` }
      const guards = reads.guard.filter((ref) => ref.id !== GATE.id)
      const snapshot = await read([head, gate, ...guards, ...(reads.absent ?? [])], session)
      snapshot.set(refKey(GATE), snapshot.get(refKey(gate)) ?? null)
      return decideOnly(snapshot, intent, at)
    } finally {
      await abortQuietly(session)
      await session.endSession()
    }
  }

  /** Plain updates: they wait for running batches, which hold one gate each, and no batch can commit past them. */
  async function raiseGates(switches: readonly object[]): Promise<void> {
    for (let index = 0; index < GATE_COUNT; index++)
      await rows('positions').updateOne(
        { _id: gateRef(index).id },
        { $set: { switches: [...switches] }, $inc: { v: 1 } },
        { writeConcern: { w: 'majority', journal: true } },
      )
  }

  return {
    commit,
    view,
    raiseGates,
    sessionIds: () => sessions.map((session) => session.id),
    async close() {
      for (const session of sessions) await session.endSession()
    },
  }
}

/** Gates and the marker's expiry, made once at start. */
export async function prepareCommitStore(database: Database): Promise<void> {
  const existing = new Set((await database.connection.listCollections()).map(({ name }) => name))
  for (const name of ['positions', 'journals', 'events', 'idempotency', 'commits'])
    if (!existing.has(name)) await database.connection.createCollection(name).catch(ignoreExists)
  await database.collection('commits').createIndex({ at: 1 }, { expireAfterSeconds: 24 * 3_600 })
  await database.collection('events').createIndex({ walletId: 1, _id: 1 })
  const gates = Array.from({ length: GATE_COUNT }, (_, index) => ({ _id: gateRef(index).id, v: 1, switches: [] }))
  await database
    .collection<GatePosition>('positions')
    .insertMany(gates, { ordered: false })
    .catch((error: unknown) => {
      if (codeOf(error) !== 11000) throw error
    })
}

function ignoreExists(error: unknown): void {
  if (codeOf(error) !== 48) throw error
}

function refOf(key: string): Ref {
  const cut = key.indexOf('/')
  return { collection: key.slice(0, cut) as CommittedCollection, id: key.slice(cut + 1) }
}

/** Top-level fields that are another object or value: rows are never changed in place. */
function changedFields(base: Row, next: Row): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  if (base === next) return changed
  const before = base as unknown as Record<string, unknown>
  for (const [name, value] of Object.entries(next))
    if (name !== 'v' && name !== '_id' && value !== before[name]) changed[name] = value
  return changed
}

const TRANSIENT_CODES = new Set([6, 7, 50, 89, 91, 112, 189, 211, 246, 251, 262, 9001, 10107, 11600, 11602, 13388, 13435, 13436])

function classify(error: unknown): unknown {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  if (code === 11000) return error
  if (hasLabel(error, 'TransientTransactionError') || isNetwork(error) || TRANSIENT_CODES.has(code)) return new StoreError('retry', error)
  return error
}

function codeOf(error: unknown): number {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'number' ? code : 0
}

function hasLabel(error: unknown, label: string): boolean {
  const labels = (error as { errorLabels?: unknown; hasErrorLabel?: (label: string) => boolean } | null) ?? {}
  return typeof labels.hasErrorLabel === 'function' ? labels.hasErrorLabel(label) : false
}

function isNetwork(error: unknown): boolean {
  const name = (error as { name?: string } | null)?.name ?? ''
  return /^Mongo(Network|ServerSelection|PoolCleared|WaitQueueTimeout|NotConnected)/.test(name)
}

async function abortQuietly(session: mongo.ClientSession): Promise<void> {
  if (session.inTransaction()) await session.abortTransaction().catch(() => undefined)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

