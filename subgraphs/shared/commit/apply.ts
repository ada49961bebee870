/**
 * The pure fold of the group commit: intents in order over a snapshot, each seeing what those before it did. It numbers
 * events and journals and says which rows are to be written. Without input and output, so that every property that matters
 * for money is tested without a database.
 */
import { DomainError, invariant } from '../errors.ts'
import { type OnlyTrusted, onlyTrusted } from '../kya.ts'
import { suspensionRefusal } from '../organizationStanding.ts'
import { timeAt } from '../organizationTime.ts'
import { type Credential, credentialsOf, endOf } from './actorStanding.ts'
import { auditRecordOf } from './auditRecord.ts'
import { keyRowOf, repeatOf, storedRefusal } from './keyRows.ts'
import { type Plan, planOf } from './plan.ts'
import { type OrgPosition, orgRef, PLATFORM } from './positions.ts'
import { alertsIn } from './raiseAlerts.ts'
import { refKey } from './refKey.ts'
import { changedBytes, estimateBytes } from './rowSize.ts'
import { type Sequencing, sequenceAll } from './sequence.ts'
import { noteTrust } from './trustChanges.ts'
import type { Decided, FinalVerdict, Intent, KeyRow, Ref, Row, State, Verdict, Writes } from './types.ts'
import { refused } from './verdicts.ts'

export type Snapshot = ReadonlyMap<string, object | null>

const PLATFORM_KEY = refKey(PLATFORM)

/** What one batch may write; an intent that no longer fits starts the next one. */
const BATCH_DOCUMENTS_MAX = 1_500
const BATCH_BYTES_MAX = 4 * 1024 * 1024
const INTENT_BYTES_MAX = 256 * 1024
/** The record of a batch grows by 35 KB with each raise of its fee, and all others wait behind it. */
const SETTLE_BYTES_MAX = 3 * 1024 * 1024

export type Result = Decided<unknown> | { readonly kind: 'broken'; readonly error: unknown }

export interface RowUpdate {
  readonly ref: Ref
  readonly base: Row
  readonly next: Row
}

export interface RowInsert {
  readonly ref: Ref
  readonly row: { readonly _id: string }
}

export interface Batch {
  /** Of the first intents, one each; the others did not fit and have to be run again. */
  readonly results: readonly Result[]
  readonly updates: readonly RowUpdate[]
  readonly inserts: readonly RowInsert[]
  /** Estimated size of what is written. */
  readonly bytes: number
}

interface Written {
  readonly ref: Ref
  readonly row: Row
}

interface Draft {
  readonly trusting: OnlyTrusted
  readonly snapshot: Snapshot
  /** Rows as the batch has left them so far. */
  readonly rows: Map<string, Written>
  readonly appended: RowInsert[]
  bytes: number
}

/** What one intent writes; it joins the draft whole or not at all. */
interface IntentWrites {
  readonly rows: Map<string, Written>
  readonly appended: RowInsert[]
  bytes: number
  /** Whether a row of the event log says who acted. */
  isRecorded: boolean
  /** The row of the intent's key, where the verdict is stored with it. */
  key: KeyRow | null
}

/**
 * @param snapshot every row that the plans of these intents name, and the batch's shard under `PLATFORM`
 * @param at the real instant of the whole batch; each intent is decided at the time of its organization then
 * @param plans of the intents at that instant
 * @param trusting for the history of trust scores
 */
export function applyBatch(
  snapshot: Snapshot,
  intents: readonly Intent<unknown>[],
  at: Date,
  plans: readonly Plan[] = intents.map((intent) => planOf(intent, at)),
  trusting: OnlyTrusted = onlyTrusted([]),
): Batch {
  const draft: Draft = { trusting, snapshot, rows: new Map(), appended: [], bytes: 0 }
  const results: Result[] = []
  for (const [index, intent] of intents.entries()) {
    const result = applyIntent(draft, intent, plans[index] as Plan, at)
    if (result === 'full') break
    results.push(result)
  }
  return { results, ...collect(snapshot, draft), bytes: draft.bytes }
}

/** The verdict over a snapshot with nothing written: the dry run. */
export function dryRunOf<Answer>(
  snapshot: Snapshot,
  intent: Pick<Intent<Answer>, 'orgId' | 'reads' | 'decide'>,
  at: Date,
): Verdict<Answer> {
  const { error, ...plan } = planOf({ ...intent, mode: 'live', priority: 'spend' }, at)
  if (error !== undefined) throw error
  return intent.decide(
    stateOf((key) => snapshot.get(key) ?? null, plan),
    at,
  )
}

function applyIntent(draft: Draft, intent: Intent<unknown>, plan: Plan, real: Date): Result | 'full' {
  if (plan.error !== undefined) return { kind: 'broken', error: plan.error }
  const read = (key: string): object | null => draft.rows.get(key)?.row ?? draft.snapshot.get(key) ?? null
  if (intent.key !== undefined && plan.key !== null) {
    const repeat = repeatOf(read(plan.key.text) as KeyRow | null, intent.key, real)
    if (repeat !== null) return repeat
  }
  // As an earlier intent of the batch may have moved it. Keys stay on real time: they protect a request on its way.
  const at = timeAt(read(refKey(orgRef(intent.orgId))) as OrgPosition | null, intent.mode, real)
  try {
    const suspended = findSuspension(read, intent)
    const wanted = suspended ?? intent.decide(stateOf(read, plan), at)
    if (wanted.kind === 'stale') return wanted
    const decided = wanted.kind === 'done' ? (findEnd(read, intent, at) ?? wanted) : wanted
    // A refusal for suspension is not stored with the key, which stays usable for when the organization is reinstated.
    const keyed = suspended === null ? intent : withoutKey(intent)
    const verdict = keyed.key === undefined ? decided : storedRefusal(decided, keyed.key, real)
    // Collected apart from the draft until all of it has passed: an intent that throws half-way leaves nothing behind.
    const written = write(read, keyed, verdict, plan, { at, real, trusting: draft.trusting })
    if (isFull(draft, written)) return 'full'
    addToDraft(draft, written)
    const stored = {
      ...(written.key !== null && { storedKey: written.key }),
      ...(written.isRecorded && { recorded: true as const }),
    }
    return verdict.kind === 'done'
      ? { kind: 'done', answer: verdict.answer, ...stored }
      : { kind: 'refused', error: verdict.error, ...stored }
  } catch (error) {
    return { kind: 'broken', error }
  }
}

function withoutKey({ key: _, ...intent }: Intent<unknown>): Intent<unknown> {
  return intent
}

function findSuspension(read: Read, intent: Intent<unknown>): FinalVerdict | null {
  if (intent.priority === 'settle' || intent.whileSuspended === true) return null
  const error = suspensionRefusal(read(refKey(orgRef(intent.orgId))) as OrgPosition | null)
  return error === null ? null : refused(error)
}

/** The first intent always fits: its own bound is lower. */
function isFull(draft: Draft, written: IntentWrites): boolean {
  const before = draft.rows.size + draft.appended.length
  if (before === 0) return false
  const documents = before + written.rows.size + written.appended.length
  return documents > BATCH_DOCUMENTS_MAX || draft.bytes + written.bytes > BATCH_BYTES_MAX
}

function addToDraft(draft: Draft, written: IntentWrites): void {
  for (const [key, change] of written.rows) draft.rows.set(key, change)
  draft.appended.push(...written.appended)
  draft.bytes += written.bytes
}

function findEnd(read: Read, intent: Intent<unknown>, at: Date): FinalVerdict | null {
  const [error] = credentialsOf(intent).flatMap(
    (ref) => endOf(ref, read(refKey(ref)) as (Row & Credential) | null, at, intent.admitted) ?? [],
  )
  return error === undefined ? null : refused(error)
}

function stateOf(read: (key: string) => object | null, plan: Pick<Plan, 'guards' | 'absents' | 'newIds'>): State {
  return {
    get<T>(ref: Ref<T>) {
      const key = refKey(ref)
      const isDeclared = plan.guards.has(key) || key === PLATFORM_KEY || plan.absents.has(key) || plan.newIds.has(key)
      invariant(isDeclared, `decide reads ${key} without declaring it`)
      return read(key) as (T & Row) | null
    },
  }
}

type Read = (key: string) => object | null

function write(
  read: Read,
  intent: Intent<unknown>,
  verdict: FinalVerdict,
  plan: Plan,
  { at, real, trusting }: { readonly at: Date; readonly real: Date; readonly trusting: OnlyTrusted },
): IntentWrites {
  const written: IntentWrites = { rows: new Map(), appended: [], bytes: 0, isRecorded: false, key: null }
  const current = (key: string): Row | null => written.rows.get(key)?.row ?? (read(key) as Row | null)
  insertAndSet(written, current, verdict.writes, plan)
  const record = intent.by === undefined ? null : auditRecordOf(intent.by, verdict, (ref) => read(refKey(ref)))
  const sequencing: Sequencing = {
    appended: written.appended,
    addBytes: (bytes) => {
      written.bytes += bytes
    },
    get: <T>(ref: Ref<T>) => {
      const key = refKey(ref)
      invariant(plan.guards.has(key) || written.rows.has(key), `${key} is changed without being guarded`)
      return current(key) as (T & Row) | null
    },
    set: (ref, row) => written.rows.set(refKey(ref), { ref, row: row as Row }),
  }
  written.isRecorded = sequenceAll(intent, verdict, at, sequencing, record)
  const alerts = alertsIn([...written.rows.values()], read, intent, at)
  if (alerts.length > 0) sequenceAll(intent, { kind: 'done', answer: null, writes: { events: alerts } }, at, sequencing)
  noteTrust(written, read, { orgId: intent.orgId, events: verdict.writes.events ?? [], at, trusting })
  // Every guard is written, changed or not: only a real write makes concurrent transactions conflict.
  for (const [key, ref] of plan.guards) {
    const base = read(key) as Row | null
    if (base === null) continue
    const next = current(key) as Row
    written.bytes += 16 + changedBytes(base, next)
    written.rows.set(key, { ref, row: { ...next, v: base.v + 1 } })
  }
  writeKey(written, read, intent, verdict, plan, real)
  invariant(
    written.rows.size + written.appended.length <= BATCH_DOCUMENTS_MAX,
    'an intent writes more than a batch may',
  )
  const bytesMax = intent.priority === 'settle' ? SETTLE_BYTES_MAX : INTENT_BYTES_MAX
  if (written.bytes > bytesMax)
    throw new DomainError('payload_too_large', 'This request writes too much data. Send less.', {
      bytes_max: bytesMax,
    })
  return written
}

function insertAndSet(written: IntentWrites, current: Read, writes: Writes, plan: Plan): void {
  for (const { ref, row } of writes.insert ?? []) {
    const key = refKey(ref)
    const isDeclared = plan.absents.has(key) || plan.newIds.has(key) || plan.guards.has(key)
    invariant(isDeclared, `${key} is inserted without being declared`)
    invariant(current(key) === null, `${key} is inserted and exists`)
    written.rows.set(key, { ref, row: { ...row, _id: ref.id, v: 1 } })
    written.bytes += estimateBytes(row)
  }
  for (const { ref, next } of writes.set ?? []) {
    const key = refKey(ref)
    invariant(plan.guards.has(key), `${key} is set without being guarded`)
    const base = current(key) as Row | null
    invariant(base !== null, `${key} is set and does not exist`)
    // The second would undo the first without a trace: a limit given back, a freeze, an order.
    invariant(!written.rows.has(key), `${key} is written twice by one verdict`)
    written.rows.set(key, { ref, row: { ...next, _id: ref.id, v: base.v } })
  }
}

function writeKey(
  written: IntentWrites,
  read: Read,
  intent: Intent<unknown>,
  verdict: FinalVerdict,
  plan: Plan,
  at: Date,
): void {
  if (intent.key === undefined || plan.key === null) return
  const row = keyRowOf(intent.key, verdict, { orgId: intent.orgId, at })
  if (row === null) return
  const expired = read(plan.key.text) as Row | null
  const v = expired === null ? 1 : expired.v + 1
  written.rows.set(plan.key.text, { ref: plan.key.ref, row: { ...row, v } as Row })
  written.bytes += 64 + estimateBytes(row)
  written.key = row
}

function collect(snapshot: Snapshot, draft: Draft): Pick<Batch, 'updates' | 'inserts'> {
  const updates: RowUpdate[] = []
  const inserts: RowInsert[] = []
  for (const key of [...draft.rows.keys()].sort()) {
    const { ref, row } = draft.rows.get(key) as Written
    const base = snapshot.get(key) as Row | null | undefined
    if (base) updates.push({ ref, base, next: row })
    else inserts.push({ ref, row })
  }
  return { updates, inserts: [...inserts, ...draft.appended] }
}
