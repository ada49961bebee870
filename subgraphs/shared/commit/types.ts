/**
 * The contract of the group commit: every change of state that posts to the ledger, spends a limit or emits an event is
 * an Intent with a pure `decide`, applied in batches. `decide` sees only what it declared in `reads`.
 */
import type { DomainError, Refusal } from '../errors.ts'
import type { EventDraft } from '../events.ts'
import type { OrgId } from '../ids.ts'
import type { JournalEntry } from '../ledger/journal.ts'
import type { Mode } from '../principal.ts'

/** Written by the group commit and by nothing else. */
export const COMMITTED_COLLECTIONS = [
  'positions',
  'payments',
  'journals',
  'events',
  'idempotency',
  'commits',
  'deposits',
  'mismatches',
  'accountNonces',
  'wallets',
  'agents',
  'mandates',
  'mandateVersions',
  'organizations',
  'apiKeys',
  'merchants',
  'approvals',
  'killSwitches',
] as const
export type CommittedCollection = (typeof COMMITTED_COLLECTIONS)[number]

declare const ROW: unique symbol
declare const CHECKED: unique symbol

/** Names a row. `T` is the type of that row; it is stated where the ref is made and nowhere else. */
export interface Ref<T = unknown> {
  readonly collection: CommittedCollection
  readonly id: string
  /** Never there: it only carries the type. */
  readonly [ROW]?: T
}

export interface Reads {
  /** Rows the verdict rests on: each is written (version + 1), changed or not. */
  readonly guard: readonly Ref[]
  /** Rows that must not exist yet; they are read in the snapshot, and inserting them proves it. */
  readonly absent?: readonly Ref[]
  /**
   * As `absent`, for ids that were made for this very intent: nobody else can know them, so they are not read. Should
   * one exist all the same, the insert fails and the intent is rejected.
   */
  readonly newIds?: readonly Ref[]
}

/** Every committed row carries its version. */
export interface Row {
  readonly _id: string
  readonly v: number
}

/** Reading a ref that was not declared throws: what decides must be guarded. */
export interface State {
  get<T>(ref: Ref<T>): (T & Row) | null
}

/** A row without what the group commit fills in. */
export type RowContent<T> = T extends object ? Omit<T, keyof Row> : object

/** Made by `setRow` alone. */
export interface RowReplacement {
  readonly ref: Ref
  readonly next: object
  readonly [CHECKED]: true
}

/** Made by `insertRow` alone. */
export interface RowInsertion {
  readonly ref: Ref
  readonly row: object
  readonly [CHECKED]: true
}

export interface Writes {
  /** The whole next row; its `v` is the group commit's matter. */
  readonly set?: readonly RowReplacement[]
  readonly insert?: readonly RowInsertion[]
  readonly journals?: readonly JournalEntry[]
  readonly events?: readonly EventDraft[]
}

export type Verdict<Answer> =
  | {
      readonly kind: 'done'
      readonly answer: Answer
      readonly writes: Writes
      /** What sort of success its key remembers: a repeat is answered as the first one was. */
      readonly outcome?: KeyOutcome
      /** What its key stands for from now on, where that is not what the intent meant to make. */
      readonly resource?: IntentKey['resource']
    }
  | { readonly kind: 'refused'; readonly error: DomainError; readonly writes: Writes }
  /** Prepared on an old version: the caller prepares again. */
  | { readonly kind: 'stale' }

export interface IntentKey {
  /** Scope and value in one text: caller, operation, key. */
  readonly id: string
  /** SHA-256 of the canonical request. */
  readonly fingerprint: string
  /** The resource this key makes if the verdict makes one. */
  readonly resource: { readonly type: string; readonly id: string }
  /** How long the first caller may hold its answer after the commit. */
  readonly waitMs?: number
}

/** Parked for a person, or there already; anything else was simply made. */
export type KeyOutcome = 'parked' | 'existing'

export type Priority = 'control' | 'settle' | 'spend'

export interface Intent<Answer> {
  readonly priority: Priority
  readonly orgId: OrgId
  readonly mode: Mode
  readonly key?: IntentKey
  /** What an intent without a key makes: named to a caller whose outcome stays unknown. */
  readonly resourceId?: string
  /** An act of stopping, or an operator's: also for a suspended organization. What settles and was begun before always is. */
  readonly whileSuspended?: true
  /** Milliseconds the caller waits to be picked; once picked it waits for the truth. */
  readonly waitMs?: number
  readonly reads: (at: Date) => Reads
  readonly decide: (state: State, at: Date) => Verdict<Answer>
}

/** What of an intent another subgraph contributes to an act over several subgraphs. */
export interface IntentPart<Answer> {
  readonly reads: (at: Date) => Reads
  readonly decide: (state: State, at: Date) => Verdict<Answer>
}

/** A row of `idempotency`: kept for ever, because a key that made a resource never makes another. */
export interface KeyRow {
  readonly _id: string
  readonly orgId: OrgId
  readonly fingerprint: string
  readonly at: Date
  readonly resource: { readonly type: string; readonly id: string } | null
  /** The refusal that the key's first use was answered with. */
  readonly refusal: Refusal | null
  readonly outcome: KeyOutcome | null
  /** By then the first caller has its answer, unless the process died. */
  readonly answerBy: Date
}

/** What a key's row says to whoever stores and repeats answers. */
export type StoredKey = Pick<KeyRow, '_id' | 'outcome' | 'answerBy'>

export type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer; readonly storedKey?: StoredKey }
  /** `storedKey`: the key holds on to this refusal; without it the same request with the same key is decided anew. */
  | { readonly kind: 'refused'; readonly error: DomainError; readonly storedKey?: StoredKey }
  | Repeat
  | { readonly kind: 'stale' }
  /** Nothing happened; try again. */
  | { readonly kind: 'notStarted'; readonly retryAfterMs: number }
  /** Ask for the resource later. */
  | { readonly kind: 'unknown'; readonly resourceId: string | null }

/** What a key says that has been used: its first answer, or that it was for another request. */
export type Repeat = { readonly kind: 'replayed'; readonly stored: KeyRow } | { readonly kind: 'mismatch' }

export interface Commit {
  /** Asked before anything else: null is an unused key, or one whose refusal is forgotten. The commit itself asks again. */
  findRepeat(key: Pick<IntentKey, 'id' | 'fingerprint'>): Promise<Repeat | null>
  submit<Answer>(intent: Intent<Answer>): Promise<Outcome<Answer>>
  /**
   * Reads the declared rows in one snapshot and decides without writing: the dry run.
   * Returns the verdict as it would be.
   */
  dryRun<Answer>(
    intent: Pick<Intent<Answer>, 'orgId' | 'mode' | 'reads' | 'decide'>,
    at?: Date,
  ): Promise<Verdict<Answer>>
  /**
   * Puts these switches on every platform gate: after it no batch can commit on the old platform state.
   * @param switches all that are active. As a function it reads them after its turn has been given, so that of two
   * fences at once the later one always knows what the earlier one wrote; a list is for one process only.
   */
  publishSwitches(switches: readonly object[] | (() => Promise<readonly object[]>)): Promise<void>
  /** Stops intake, finishes what is queued, answers the rest `notStarted`. */
  drain(deadlineMs: number): Promise<void>
}
