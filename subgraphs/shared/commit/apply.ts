/**
 * The pure fold of the lane: intents in order over a snapshot, each seeing what those before it did. It gives events
 * and journals their places and says which rows are to be written. No input or output, so every property of the lane
 * that matters for money is tested here without a database.
 */
import { createHash } from 'node:crypto'
import { DomainError, invariant, toRefusal } from '../errors.ts'
import { type EventDraft, type EventRow, eventId } from '../events.ts'
import { type Journal, type JournalRow, journalId, postToWallet, requireBalanced } from '../ledger/journal.ts'
import { GATE, type OrgPosition, orgRef, type WalletPosition, walletRef } from './positions.ts'
import type { CommittedCollection, Intent, KeyRow, Reads, Ref, Row, State, Verdict, Writes } from './types.ts'

export type Snapshot = ReadonlyMap<string, object | null>

export const refKey = (ref: Ref): string => `${ref.collection}/${ref.id}`
export const keyRef = (id: string): Ref => ({ collection: 'idempotency', id })

/** What one intent needs read: its own refs, its organization's head and its key. */
export function readsOf(intent: Intent<unknown>, at: Date): Reads {
  const reads = intent.reads(at)
  const guard = [orgRef(intent.orgId), ...reads.guard.filter((ref) => ref.id !== GATE.id)]
  const absent = [...(reads.absent ?? []), ...(intent.key === undefined ? [] : [keyRef(intent.key.id)])]
  return { guard, absent }
}

export type Result =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly error: DomainError }
  | { readonly kind: 'replayed'; readonly stored: KeyRow }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'broken'; readonly error: unknown }

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
  readonly results: readonly Result[]
  readonly updates: readonly RowUpdate[]
  readonly inserts: readonly RowInsert[]
}

interface Draft {
  /** Rows as the batch has left them so far; null where none exists. */
  readonly rows: Map<string, object | null>
  readonly guarded: Map<string, Ref>
  readonly created: Map<string, Ref>
  readonly appended: RowInsert[]
}

/**
 * @param snapshot every ref that `readsOf` names for these intents, and the batch's gate under `GATE`
 * @param at one instant for the whole batch
 */
export function applyBatch(snapshot: Snapshot, intents: readonly Intent<unknown>[], at: Date): Batch {
  const draft: Draft = { rows: new Map(snapshot), guarded: new Map(), created: new Map(), appended: [] }
  const results = intents.map((intent) => applyIntent(draft, intent, at))
  return { results, ...collect(snapshot, draft) }
}

/** The verdict over a snapshot with nothing written: the dry run. */
export function decideOnly<Answer>(
  snapshot: Snapshot,
  intent: Pick<Intent<Answer>, 'orgId' | 'reads' | 'decide'>,
  at: Date,
): Verdict<Answer> {
  const reads = intent.reads(at)
  const declared = [orgRef(intent.orgId), GATE, ...reads.guard, ...(reads.absent ?? [])]
  return intent.decide(stateOf(new Map(snapshot), new Set(declared.map(refKey))), at)
}

function applyIntent(draft: Draft, intent: Intent<unknown>, at: Date): Result {
  const reads = readsOf(intent, at)
  if (intent.key !== undefined) {
    const stored = draft.rows.get(refKey(keyRef(intent.key.id))) as KeyRow | null | undefined
    if (stored && !isForgotten(stored, at))
      return stored.fingerprint === intent.key.fingerprint ? { kind: 'replayed', stored } : { kind: 'mismatch' }
  }
  const declared = new Set([refKey(GATE), ...reads.guard.map(refKey), ...(reads.absent ?? []).map(refKey)])
  try {
    const verdict = intent.decide(stateOf(draft.rows, declared), at)
    if (verdict.kind === 'stale') return { kind: 'stale' }
    // Work on a copy until everything has passed: an intent that breaks half-way leaves nothing behind.
    const next = write(draft, intent, verdict, reads, at)
    for (const [key, row] of next.rows) draft.rows.set(key, row)
    for (const ref of next.guarded) draft.guarded.set(refKey(ref), ref)
    for (const ref of next.created) draft.created.set(refKey(ref), ref)
    draft.appended.push(...next.appended)
    return verdict.kind === 'done' ? { kind: 'done', answer: verdict.answer } : { kind: 'refused', error: verdict.error }
  } catch (error) {
    return { kind: 'broken', error }
  }
}

/** Refusals that made nothing are kept for 24 hours; a key that made a resource is kept for ever. */
function isForgotten(stored: KeyRow, at: Date): boolean {
  return stored.resource === null && at.getTime() - stored.at.getTime() >= 24 * 3_600_000
}

function stateOf(rows: ReadonlyMap<string, object | null>, declared: ReadonlySet<string>): State {
  return {
    get<T>(ref: Ref) {
      const key = refKey(ref)
      invariant(declared.has(key), `decide reads ${key} without declaring it`)
      return (rows.get(key) ?? null) as (T & Row) | null
    },
  }
}

interface Step {
  readonly rows: Map<string, object | null>
  readonly guarded: readonly Ref[]
  readonly created: readonly Ref[]
  readonly appended: RowInsert[]
}

function write(
  draft: Draft,
  intent: Intent<unknown>,
  verdict: Exclude<Verdict<unknown>, { kind: 'stale' }>,
  reads: Reads,
  at: Date,
): Step {
  const rows = new Map<string, object | null>()
  const current = <T>(ref: Ref): T | null => (rows.get(refKey(ref)) ?? draft.rows.get(refKey(ref)) ?? null) as T | null
  const created: Ref[] = []
  const guards = new Set(reads.guard.map(refKey))
  const absents = new Set((reads.absent ?? []).map(refKey))
  const writes = verdict.writes
  for (const { ref, row } of writes.insert ?? []) {
    invariant(absents.has(refKey(ref)) || guards.has(refKey(ref)), `${refKey(ref)} is inserted without being declared`)
    invariant(current(ref) === null, `${refKey(ref)} is inserted and exists`)
    rows.set(refKey(ref), { ...row, _id: ref.id, v: 1 })
    created.push(ref)
  }
  for (const { ref, next } of writes.set ?? []) {
    invariant(guards.has(refKey(ref)), `${refKey(ref)} is set without being guarded`)
    const base = current<Row>(ref)
    invariant(base !== null, `${refKey(ref)} is set and does not exist`)
    rows.set(refKey(ref), { ...next, _id: ref.id, v: base.v })
  }
  const guarded = reads.guard.filter((ref) => current(ref) !== null)
  const appended: RowInsert[] = []
  place(intent, writes, at, { rows, current, appended })
  if (intent.key !== undefined) {
    const ref = keyRef(intent.key.id)
    const keyRow: Omit<KeyRow, '_id'> = {
      orgId: intent.orgId,
      fingerprint: intent.key.fingerprint,
      at,
      resource: verdict.kind === 'done' || madeResource(writes, intent.key.resource.id) ? intent.key.resource : null,
      refusal: verdict.kind === 'refused' ? toRefusal(verdict.error) : null,
    }
    const forgotten = current<Row>(ref)
    rows.set(refKey(ref), { ...keyRow, _id: ref.id, v: forgotten?.v ?? 1 })
    created.push(ref)
  }
  return { rows, guarded, created, appended }
}

const madeResource = (writes: Writes, id: string): boolean => (writes.insert ?? []).some(({ ref }) => ref.id === id)

interface Placing {
  readonly rows: Map<string, object | null>
  current<T>(ref: Ref): T | null
  readonly appended: RowInsert[]
}

/** Gives journals and events their places in the organization's chains and the wallets' sequences. */
function place(intent: Intent<unknown>, writes: Writes, at: Date, to: Placing): void {
  const journals = writes.journals ?? []
  const events = writes.events ?? []
  if (journals.length === 0 && events.length === 0) return
  const head = orgRef(intent.orgId)
  let org = to.current<OrgPosition>(head)
  invariant(org !== null, `organization ${intent.orgId} has no position`)
  for (const journal of journals) org = post(journal, org, at, to)
  for (const draft of events) org = emit(draft, intent, org, at, to)
  to.rows.set(refKey(head), org)
}

function post(journal: Journal, org: OrgPosition, at: Date, to: Placing): OrgPosition {
  requireBalanced(journal)
  for (const walletId of new Set(journal.lines.map((line) => line.walletId))) {
    const wallet = requireWallet(walletId, to)
    const balances = postToWallet(wallet.balances, walletId, journal)
    to.rows.set(refKey(walletRef(walletId)), { ...wallet, balances })
  }
  const { postingKey, ...facts } = journal
  const unhashed: Omit<JournalRow, 'hash'> = {
    _id: journalId(postingKey),
    orgId: org.orgId,
    seq: org.journalSeq + 1,
    ...facts,
    postedAt: at,
    prevHash: org.journalHash,
  }
  const row: JournalRow = { ...unhashed, hash: chainHash(unhashed) }
  to.appended.push({ ref: { collection: 'journals', id: row._id }, row })
  return { ...org, journalSeq: row.seq, journalHash: row.hash }
}

function emit(draft: EventDraft, intent: Intent<unknown>, org: OrgPosition, at: Date, to: Placing): OrgPosition {
  let walletSeq = 0
  if (draft.walletId !== undefined) {
    const wallet = requireWallet(draft.walletId, to)
    walletSeq = wallet.seq + 1
    to.rows.set(refKey(walletRef(draft.walletId)), { ...wallet, seq: walletSeq })
  }
  const cursor = org.cursor + 1
  const unhashed: Omit<EventRow, 'hash'> = {
    _id: eventId(org.orgId, cursor),
    orgId: org.orgId,
    mode: intent.mode,
    cursor,
    type: draft.type,
    resourceId: draft.resourceId,
    walletId: draft.walletId ?? null,
    walletSeq,
    agentId: draft.agentId ?? null,
    createdAt: at,
    data: draft.data,
    prevHash: org.eventHash,
  }
  const row: EventRow = { ...unhashed, hash: chainHash(unhashed) }
  to.appended.push({ ref: { collection: 'events', id: row._id }, row })
  return { ...org, cursor, eventHash: row.hash }
}

function requireWallet(walletId: string, to: Placing): WalletPosition {
  const wallet = to.current<WalletPosition>(walletRef(walletId))
  invariant(wallet !== null, `wallet ${walletId} takes part without its position being guarded`)
  return wallet
}

/** SHA-256 over the row as JSON, bigint as text; the row holds the hash before it, so rows form a chain. */
export function chainHash(row: object): string {
  const text = JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  return createHash('sha256').update(text).digest('hex')
}

/** Every guard is written, changed or not: only a real write makes concurrent transactions conflict. */
function collect(snapshot: Snapshot, draft: Draft): Pick<Batch, 'updates' | 'inserts'> {
  const updates: RowUpdate[] = []
  const inserts: RowInsert[] = []
  for (const [key, ref] of new Map([...draft.guarded, ...draft.created])) {
    const base = snapshot.get(key) as Row | null | undefined
    const next = draft.rows.get(key) as Row
    if (base) updates.push({ ref, base, next })
    else inserts.push({ ref, row: next })
  }
  return { updates: updates.sort(byRef), inserts: [...inserts, ...draft.appended] }
}

function byRef(a: RowUpdate, b: RowUpdate): number {
  return refKey(a.ref) < refKey(b.ref) ? -1 : 1
}

/** Collections in the one order in which every batch writes them. */
export function groupByCollection<T extends { readonly ref: Ref }>(rows: readonly T[]): Map<CommittedCollection, T[]> {
  const groups = new Map<CommittedCollection, T[]>()
  for (const row of rows) {
    const group = groups.get(row.ref.collection)
    if (group === undefined) groups.set(row.ref.collection, [row])
    else group.push(row)
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

