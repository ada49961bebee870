// The position in the tokens of one text and what its clauses have said so far, with the questions every clause asks:
// where a part of the text ends and why a part is refused.
import type { TimeWindow, Weekday } from '../policy.ts'
import type { Signal } from './signals.ts'
import type { Kind, Token } from './tokens.ts'

/** Tokens [from, to) that a clause took or that a problem points at. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface Refusal extends Range {
  readonly why: Signal
}

export type LimitField = 'maxPerTransaction' | 'dailyLimit' | 'monthlyLimit' | 'approvalThreshold'

export interface ListClause extends Range {
  readonly field: 'allowedMerchants' | 'allowedCategories' | 'blockedCategories'
  readonly names: readonly string[]
  /** "Only": nothing besides, so that a second list contradicts. */
  readonly isOnly: boolean
  /** Items on lines of their own, below "Block:". */
  readonly isMultiline?: boolean
}

export interface WindowGroup {
  readonly days: readonly Weekday[] | null
  readonly hours: readonly Pick<TimeWindow, 'start' | 'end'>[]
  readonly zone: string | null
}

export interface WindowClause extends Range {
  readonly groups: readonly WindowGroup[]
}

export interface LimitClause extends Range {
  readonly field: LimitField
  /** Null: said to be unlimited. */
  readonly usdMicro: bigint | null
  readonly isBare: boolean
}

/** A word whose reading the preview names, for example "under" as "at most". */
export interface Reading {
  readonly code: string
  readonly message: string
}

export interface Reader {
  readonly tokens: readonly Token[]
  readonly text: string
  at: number
  readonly limits: LimitClause[]
  readonly lists: ListClause[]
  readonly windows: WindowClause[]
  readonly zones: (Range & { readonly zone: string })[]
  readonly readings: Reading[]
}

const END: Token = { kind: 'end', word: '', start: 0, end: 0 }
const UNITS = new Set<Kind>(['unitTransaction', 'unitDay', 'unitMonth'])

export function tokenAt(reader: Reader, index: number): Token {
  return reader.tokens[index] ?? END
}

export function kindAt(reader: Reader, index: number): Kind {
  return tokenAt(reader, index).kind
}

export function isUnit(kind: Kind): boolean {
  return UNITS.has(kind)
}

/** Only commas and the like stand between an earlier clause and this one. */
export function followsSoftly(reader: Reader, earlier: Range, from: number): boolean {
  for (let index = earlier.to; index < from; index++) if (kindAt(reader, index) === 'stop') return false
  return true
}

/** Ends a sentence, a line or the text. */
export function isHardStop(reader: Reader, index: number): boolean {
  const kind = kindAt(reader, index)
  return kind === 'stop' || kind === 'end'
}

/** Ends a clause: also a comma, "and", "but", "with", and a slash that is not "per" ("$25/tx"). */
export function isBoundary(reader: Reader, index: number): boolean {
  const kind = kindAt(reader, index)
  if (kind === 'comma' || kind === 'and' || kind === 'but' || kind === 'with') return true
  if (kind === 'slash') return !isUnit(kindAt(reader, index + 1))
  return isHardStop(reader, index)
}

export function partEnd(reader: Reader, from: number): number {
  let index = from
  while (!isBoundary(reader, index)) index += 1
  return index
}

/** End of the part after the comma at `comma`, or the same index when no comma stands there. */
export function nextPartEnd(reader: Reader, comma: number): number {
  return kindAt(reader, comma) === 'comma' ? partEnd(reader, comma + 1) : comma
}

export function countKinds(reader: Reader, from: number, to: number, kinds: ReadonlySet<Kind>): number {
  let count = 0
  for (let index = from; index < to; index++) if (kinds.has(kindAt(reader, index))) count += 1
  return count
}

export function refuse(code: Signal['code'], range: Range, message: string, suggestion: string): Refusal {
  return { why: { code, message, suggestion }, from: range.from, to: range.to }
}

/** The refusal of a token that no clause of this kind takes: its own reason when it has one. */
export function refuseToken(reader: Reader, index: number): Refusal {
  const token = tokenAt(reader, index)
  if (token.signal !== undefined) return refuseSignal(reader, index, token.signal)
  let to = index + 1
  while (token.kind === 'unknown' && kindAt(reader, to) === 'unknown') to += 1
  return unreadable({ from: index, to })
}

export function unreadable(range: Range): Refusal {
  return refuse(
    'unrecognised_text',
    range,
    'These words are not part of a rule that can be read.',
    'Remove or reword them; a policy is refused when any word of it is not understood.',
  )
}

/** Underlines the words with their "per" or "a", or the whole clause where only the whole makes sense. */
export function refuseSignal(reader: Reader, index: number, why: Signal): Refusal {
  let from = index
  while (from > 0 && (kindAt(reader, from - 1) === 'per' || kindAt(reader, from - 1) === 'det')) from -= 1
  if (why.isWholeClause !== true) return { why, from, to: index + 1 }
  while (from > 0 && !isBoundary(reader, from - 1)) from -= 1
  return { why, from, to: partEnd(reader, index) }
}
