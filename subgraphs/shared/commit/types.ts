/**
 * The contract of the group commit: every change of state that posts to the ledger, spends a limit or emits an event is
 * an Intent with a pure `decide`, applied in batches. `decide` sees only what it declared in `reads`.
 */
import type { Actor, Admitted } from '../acting.ts'
import type { DomainError, Refusal } from '../errors.ts'
import type { EventDraft } from '../events.ts'
import type { OrgId } from '../ids.ts'
import type { JournalEntry } from '../ledger/journal.ts'
import type { Mode } from '../principal.ts'

/** Written by the group commit and by nothing else. */
export const COMMITTED_COLLECTIONS = [
  'positions',
  'payments',
  'holds',
  'journals',
  'events',
  'idempotency',
  'commits',
  'deposits',
  'mismatches',
  'accountNonces',
  'wallets',
  'walletProofs',
  'agents',
  'provenDids',
  'mandates',
  'mandateVersions',
  'organizations',
  'apiKeys',
  'sessions',
  'merchants',
  'merchantSecrets',
  'productFeeds',
  'checkouts',
  'orders',
  'charges',
  'approvals',
  'killSwitches',
  'screenings',
  'cases',
  'trustChanges',
  'accountHolders',
  'financialAccounts',
  'bankAccounts',
  'achPayments',
  'bankMismatches',
  'bookTransfers',
  'quotes',
  'cards',
  'cardTransactions',
] as const
export type CommittedCollection = (typeof COMMITTED_COLLECTIONS)[number]

declare const ROW: unique symbol
declare const CHECKED: unique symbol

/** Names a row. `T` is the type of that row; it is stated where the ref is made and nowhere else. */
export interface Ref<T = unknown> {
  readonly collection: CommittedCollection
  readonly id: string
  /** Never set: it only carries the type. */
  readonly [ROW]?: T
}

export interface Reads {
  /** Rows the verdict depends on: each is written (version + 1), changed or not. */
  readonly guard: readonly Ref[]
  /** Rows that may not exist yet; they are read in the snapshot, and an insert fails if they do by then. */
  readonly absent?: readonly Ref[]
  /**
   * As `absent`, for ids that were made for this very intent: nobody else knows them, so they are not read. If one
   * exists all the same, the insert fails and the intent is rejected.
   */
  readonly newIds?: readonly Ref[]
}

/** Every committed row carries its version. */
export interface Row {
  readonly _id: string
  readonly v: number
}

/** Throws for a ref that was not declared: whatever a verdict depends on must be guarded. */
export interface State {
  get<T>(ref: Ref<T>): (T & Row) | null
}

/** A row without what the group commit fills in. */
export type RowContent<T> = T extends object ? Omit<T, keyof Row> : object

/** Made by `setRow`. */
export interface RowReplacement {
  readonly ref: Ref
  readonly next: object
  readonly [CHECKED]: true
}

/** Made by `insertRow`. */
export interface RowInsertion {
  readonly ref: Ref
  readonly row: object
  readonly [CHECKED]: true
}

export interface Writes {
  /** The whole next row; the group commit sets its `v`. */
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
      /** Stored with the key, so that a repeat gets the same response as the first request. */
      readonly outcome?: KeyOutcome
      /** The resource stored with the key, where it is not the one that the intent names. */
      readonly resource?: IntentKey['resource']
    }
  | { readonly kind: 'refused'; readonly error: DomainError; readonly writes: Writes }
  /** Prepared with an outdated version of something: the caller prepares again. */
  | { readonly kind: 'stale' }

export type FinalVerdict<Answer = unknown> = Exclude<Verdict<Answer>, { kind: 'stale' }>

export interface IntentKey {
  /** Scope and value in one text: caller, operation, key. */
  readonly id: string
  /** SHA-256 of the canonical request. */
  readonly fingerprint: string
  /** The resource this key makes if the verdict makes one. */
  readonly resource: { readonly type: string; readonly id: string }
  /** How long the first request may wait after the commit before its response is stored. */
  readonly waitMs?: number
}

/** Parked for an approval, or existing already; absent where a resource was made. */
export type KeyOutcome = 'parked' | 'existing'

export type Priority = 'control' | 'settle' | 'spend'

/** What one subgraph contributes to an intent of several subgraphs. */
export interface IntentPart<Answer> {
  readonly reads: (at: Date) => Reads
  readonly decide: (state: State, at: Date) => Verdict<Answer>
}

export interface Intent<Answer> extends IntentPart<Answer> {
  readonly priority: Priority
  readonly orgId: OrgId
  readonly mode: Mode
  readonly key?: IntentKey
  /** What an intent without a key makes: returned to a caller whose outcome stays unknown. */
  readonly resourceId?: string
  /** Also for a suspended organization: stops, acts of an operator, money that comes in. The priority `settle` always is. */
  readonly whileSuspended?: true
  /** Also once what its caller acts with has ended: stops, and the record of what was done or refused before. */
  readonly afterEnd?: true
  /** Who acts; added by `submit` for what happens inside a call. Absent: the service itself. */
  readonly by?: Actor
  /** What it was admitted with; added with `by`. */
  readonly admitted?: Admitted
  /** Milliseconds the caller waits to be picked; from then on it waits for the result of the commit. */
  readonly waitMs?: number
}

/** A row of `idempotency`: stored for ever, because a key that made a resource never makes another. */
export interface KeyRow {
  readonly _id: string
  readonly orgId: OrgId
  readonly fingerprint: string
  readonly at: Date
  readonly resource: { readonly type: string; readonly id: string } | null
  /** The refusal that the first use of the key got. */
  readonly refusal: Refusal | null
  readonly outcome: KeyOutcome | null
  /** By then the first response is stored, unless the process died. */
  readonly answerBy: Date
}

/** The part of the key's row that storing and repeating responses needs. */
export type StoredKey = Pick<KeyRow, '_id' | 'outcome' | 'answerBy' | 'at'>

/** What a batch decides of one intent. `recorded`: a row of the event log says who did it. */
export type Decided<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer; readonly storedKey?: StoredKey; readonly recorded?: true }
  /** `storedKey`: the refusal is stored with the key; without it the same request with the same key is decided again. */
  | { readonly kind: 'refused'; readonly error: DomainError; readonly storedKey?: StoredKey; readonly recorded?: true }
  | Repeat
  | { readonly kind: 'stale' }

export type Outcome<Answer> =
  | Decided<Answer>
  /** Nothing happened; try again. */
  | { readonly kind: 'notStarted'; readonly retryAfterMs: number }
  /** It may have been committed: read the resource later. */
  | { readonly kind: 'unknown'; readonly resourceId: string | null }

/** Of a key that was used: its first outcome, or that it was used with another request. */
export type Repeat = { readonly kind: 'replayed' | 'mismatch'; readonly stored: KeyRow }

export interface Commit {
  /** Null for an unused key, or one whose refusal has expired. Called before preparing; the commit checks again. */
  findRepeat(key: Pick<IntentKey, 'id' | 'fingerprint'>): Promise<Repeat | null>
  submit<Answer>(intent: Intent<Answer>): Promise<Outcome<Answer>>
  /**
   * Reads the declared rows in one snapshot and decides without writing.
   * Returns the verdict that a commit would give now, or at that time of the organization.
   */
  dryRun<Answer>(
    intent: Pick<Intent<Answer>, 'orgId' | 'mode' | 'reads' | 'decide'>,
    at?: Date,
  ): Promise<Verdict<Answer>>
  /**
   * Writes these switches to every shard of the platform: afterwards no batch can commit on the old ones.
   * @param switches all active ones. A function reads them after this publication has got its number, so that of two at
   * once the later one knows what the earlier one wrote; a list is for a single process.
   */
  publishSwitches(switches: readonly object[] | (() => Promise<readonly object[]>)): Promise<void>
  /** Accepts nothing more, finishes what is queued, and answers the rest `notStarted` at the deadline. */
  drain(deadlineMs: number): Promise<void>
}
