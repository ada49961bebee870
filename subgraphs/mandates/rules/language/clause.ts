// What a text says, clause by clause.
import type { TimeWindow, Weekday } from '../policy.ts'
import type { PolicyNote } from '../policyNotes.ts'
import type { Construction } from './grammar.ts'
import type { Refusal } from './refusals.ts'

/** Tokens [from, to). */
export interface Range {
  readonly from: number
  readonly to: number
}
export type LimitField = 'maxPerTransaction' | 'dailyLimit' | 'monthlyLimit' | 'approvalThreshold'
export type ListField = 'allowedMerchants' | 'allowedCategories' | 'blockedCategories'

export interface Limit {
  readonly field: LimitField
  /** Null: said to be unlimited. */
  readonly usdMicro: bigint | null
  /** Without a currency and without a word that names money. */
  readonly isBare: boolean
  /** Written without a currency. */
  readonly isNumber?: boolean
  /** Beside a word for payments, so that it could be a number of them. */
  readonly isCount?: boolean
}
interface NameList {
  readonly field: ListField
  readonly names: readonly string[]
  readonly isOnly: boolean
  /** How many items the text has, where a group is one of them. */
  readonly count?: number
  /** Categories that stand here by their own names, and not within a group. */
  readonly named?: readonly string[]
}
export interface WindowGroup {
  readonly days: readonly Weekday[] | null
  readonly hours: readonly Pick<TimeWindow, 'start' | 'end'>[]
  readonly zone: string | null
}
export interface Clause extends Range {
  readonly construction: Construction
  readonly marks: ReadonlySet<string>
  readonly limits: readonly Limit[]
  readonly lists: readonly NameList[]
  readonly windows: readonly WindowGroup[]
  readonly zone: string | null
  /** What was dropped or is surprising in the words of this clause. */
  readonly readings: readonly Reading[]
}

/** A word whose reading the preview names, for example "under" as "at most". */
export type Reading = PolicyNote

/** The clauses of a text, and what was found on the way to its policy. */
export interface Gathered {
  readonly clauses: readonly Clause[]
  readonly refusals: Refusal[]
  readonly readings: Reading[]
}
