// A spending policy in words -> the policy object, or every reason why not (specification 2.6, 2.7). Deterministic: each
// word belongs to a clause or to the closed filler of that clause, else the whole text is refused; nothing is guessed,
// clamped or dropped. The surprise: an accepted text is formatted and its canonical text is part of the answer.
import { formatPolicy } from './formatPolicy.ts'
import { readApproval } from './language/approvalClause.ts'
import { assemble } from './language/assemble.ts'
import { lex } from './language/lex.ts'
import { readLimit, readNoLimit } from './language/limitClause.ts'
import { readList } from './language/listClause.ts'
import {
  isBoundary,
  isHardStop,
  kindAt,
  nextPartEnd,
  partEnd,
  type Range,
  type Reader,
  type Refusal,
  refuse,
  refuseSignal,
  tokenAt,
  unreadable,
} from './language/reader.ts'
import type { ProblemCode } from './language/signals.ts'
import type { Kind } from './language/tokens.ts'
import { readWindow, readZoneStatement } from './language/windowClause.ts'
import { type Policy, policyToWire, WIRE_FIELDS, type WireField, type WirePolicy } from './policy.ts'
import { type PolicyNote, policyNotes } from './policyNotes.ts'

/** Texts are at most this long, the canonical text included. */
export const POLICY_TEXT_LENGTH_MAX = 4_000

export interface PolicySpan {
  /** Offsets into the text as sent, end exclusive. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly field: WireField
  /** The value of the field in the finished policy. */
  readonly value: WirePolicy[WireField]
  /** The rule of this field in canonical words. */
  readonly sentence: string
}

export interface PolicyProblem {
  readonly code: ProblemCode
  readonly span: { readonly start: number; readonly end: number }
  readonly text: string
  readonly message: string
  readonly suggestion: string
}

export type ParsedPolicy =
  | {
      readonly ok: true
      readonly policy: Policy
      readonly spans: readonly PolicySpan[]
      readonly canonicalText: string
      readonly notes: readonly PolicyNote[]
    }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] }

/**
 * @param limitTimezone zone of windows that name none, when the organization has set one
 * @returns the policy with its notes, or all problems and no policy
 */
export function parsePolicy(
  text: string,
  { limitTimezone = null }: { limitTimezone?: string | null } = {},
): ParsedPolicy {
  if (text.length > POLICY_TEXT_LENGTH_MAX) return { ok: false, problems: [tooLong(text)] }
  const reader: Reader = { tokens: lex(text), text, at: 0, limits: [], lists: [], windows: [], zones: [], readings: [] }
  const refusals = readClauses(reader)
  const hasRules = reader.limits.length + reader.lists.length + reader.windows.length > 0
  if (!hasRules && refusals.every(({ why }) => why.code === 'unrecognised_text') && !mentionsRules(reader))
    return { ok: false, problems: [noRule(text)] }
  const { policy, refusals: contradictions } = assemble(reader, limitTimezone)
  const all = [...refusals, ...contradictions]
  if (all.length > 0) return { ok: false, problems: problemsOf(reader, all) }
  const canonicalText = formatPolicy(policy)
  if (canonicalText.length > POLICY_TEXT_LENGTH_MAX) return { ok: false, problems: [tooLong(text)] }
  return {
    ok: true,
    policy,
    spans: spansOf(reader, policy),
    canonicalText,
    notes: [...reader.readings, ...policyNotes(policy)],
  }
}

function readClauses(reader: Reader): Refusal[] {
  const refusals: Refusal[] = []
  for (;;) {
    skipConnectors(reader)
    if (kindAt(reader, reader.at) === 'end') return refusals
    if (skipHeading(reader) || skipClosing(reader)) continue
    const from = reader.at
    const refusal = readClause(reader) ?? requireEnd(reader)
    if (refusal === null) continue
    const end = Math.max(reader.at, partEnd(reader, Math.max(from, refusal.to)))
    refusals.push(explained(reader, from, end, refusal))
    reader.at = Math.max(end, from + 1)
  }
}

/** A word with a reason of its own explains the refusal better than the clause that met it, or stopped before it. */
function explained(reader: Reader, from: number, end: number, refusal: Refusal): Refusal {
  for (let index = from; index < end; index++) {
    const { signal } = tokenAt(reader, index)
    if (signal !== undefined) return refuseSignal(reader, index, signal)
  }
  return refusal
}

/** "or" stands only inside lists: between two rules it would leave open which one holds. */
function skipConnectors(reader: Reader): void {
  while (['comma', 'and', 'but', 'with', 'stop', 'slash', 'polite'].includes(kindAt(reader, reader.at))) reader.at += 1
}

/** "Rules:", and "Limits:" at the end of a line. */
function skipHeading(reader: Reader): boolean {
  const kind = kindAt(reader, reader.at)
  const isHeading = kind === 'header' || (kind === 'limit' && tokenAt(reader, reader.at + 2).isLine === true)
  if (!isHeading || kindAt(reader, reader.at + 1) !== 'colon') return false
  reader.at += 2
  return true
}

/** "Only software, nothing else." */
function skipClosing(reader: Reader): boolean {
  const last = reader.lists[reader.lists.length - 1]
  const isRepeated = last !== undefined && last.field !== 'blockedCategories' && isBoundary(reader, reader.at + 1)
  if (kindAt(reader, reader.at) !== 'closing' || !isRepeated) return false
  reader.at += 1
  return true
}

function requireEnd(reader: Reader): Refusal | null {
  const index = reader.at
  if (isBoundary(reader, index)) return null
  const range = { from: index, to: Math.max(partEnd(reader, index), index + 1) }
  const leftover: ReadonlySet<Kind> = new Set<Kind>([
    'on',
    'at',
    'for',
    'cap',
    'over',
    'under',
    'amount',
    'days',
    'clock',
    'except',
    'between',
  ])
  if (!leftover.has(kindAt(reader, index)))
    return unreadable({ from: index, to: kindAt(reader, index) === 'unknown' ? index + 1 : range.to })
  return refuse(
    'unsupported_rule',
    range,
    'A rule holds for all spending; it cannot be narrowed by another one.',
    'Write each rule as a sentence of its own.',
  )
}

const WINDOW_KINDS = new Set<Kind>(['days', 'clock', 'zone', 'hourLabel', 'hours', 'everyDay'])
const LIMIT_KINDS = new Set<Kind>([
  'cap',
  'under',
  'over',
  'limit',
  'budget',
  'unitDay',
  'unitMonth',
  'adverbDay',
  'adverbMonth',
])

/** Chooses the kind of clause by what the part up to the next boundary contains. */
function readClause(reader: Reader): Refusal | null {
  const { at } = reader
  const end = partEnd(reader, at)
  const first = firstContent(reader, at, end)
  const has = (kinds: ReadonlySet<Kind>, from = at, to = end) => {
    for (let index = from; index < to; index++) if (kinds.has(kindAt(reader, index))) return true
    return false
  }
  const approval = new Set<Kind>(['approval', 'approve', 'threshold'])
  const amount = new Set<Kind>(['amount'])
  if (has(approval)) return readApproval(reader)
  if (has(amount) && has(new Set<Kind>(['over'])) && has(approval, end, nextPartEnd(reader, end)))
    return readApproval(reader)
  if (kindAt(reader, at) === 'zoneLabel' || (first === 'zone' && end === at + 1)) return readZoneStatement(reader)
  if (first === 'window') return readWindow(reader)
  if (first === 'amount') return readLimit(reader)
  if (first === 'list') return readList(reader)
  if (has(new Set<Kind>(['noLimit'])) || (has(new Set<Kind>(['limit', 'budget'])) && has(new Set<Kind>(['neg']))))
    return readNoLimit(reader)
  return has(LIMIT_KINDS) && first === null ? readLimit(reader) : readList(reader)
}

/** Days and hours before an amount make a window, an amount before a category a limit; "9 to 5" are hours. */
function firstContent(reader: Reader, from: number, end: number): 'window' | 'amount' | 'list' | 'zone' | null {
  let hasAmount = false
  for (let index = from; index < end; index++) if (kindAt(reader, index) === 'amount') hasAmount = true
  for (let index = from; index < end; index++) {
    const kind = kindAt(reader, index)
    if (kind === 'amount') return isBareRange(reader, index) ? 'window' : 'amount'
    if (kind === 'category' || kind === 'domain' || kind === 'plainCategory') return hasAmount ? 'amount' : 'list'
    if (kind === 'zone') return end === from + 1 ? 'zone' : 'window'
    if (kind === 'everyDay' && hasAmount) continue
    if (kind === 'adverbDay' && !hasAmount && WINDOW_KINDS.has(kindAt(reader, index + 1))) return 'window'
    if (WINDOW_KINDS.has(kind)) return 'window'
  }
  return null
}

function isBareRange(reader: Reader, index: number): boolean {
  const [start, joint, end] = [tokenAt(reader, index), kindAt(reader, index + 1), tokenAt(reader, index + 2)]
  const isHour = start.isBare === true && (start.usdMicro ?? 0n) <= 24_000_000n
  return isHour && (joint === 'to' || joint === 'dash') && (end.kind === 'clock' || end.isBare === true)
}

function mentionsRules(reader: Reader): boolean {
  const kinds = new Set<Kind>(['amount', 'category', 'domain', 'days', 'clock', 'zone'])
  return reader.tokens.some((token) => kinds.has(token.kind))
}

/** All problems in the order of the text; a place is named once for each reason. */
function problemsOf(reader: Reader, refusals: readonly Refusal[]): PolicyProblem[] {
  const problems = new Map<string, PolicyProblem>()
  for (const refusal of refusals) {
    const problem = problemOf(reader, refusal)
    const key = `${problem.code} ${problem.span.start} ${problem.span.end}`
    if (!problems.has(key)) problems.set(key, problem)
  }
  return [...problems.values()].sort((a, b) => a.span.start - b.span.start)
}

function problemOf(reader: Reader, { why, from, to }: Refusal): PolicyProblem {
  const span = offsetsOf(reader, { from, to })
  return {
    code: why.code,
    span,
    text: reader.text.slice(span.start, span.end),
    message: why.message,
    suggestion: why.suggestion,
  }
}

function offsetsOf(reader: Reader, { from, to }: Range): { start: number; end: number } {
  let last = Math.max(to - 1, from)
  while (last > from && isHardStop(reader, last)) last -= 1
  return { start: tokenAt(reader, from).start, end: tokenAt(reader, last).end }
}

function spansOf(reader: Reader, policy: Policy): PolicySpan[] {
  const wire = policyToWire(policy)
  const span = (range: Range, name: keyof Policy): PolicySpan => {
    const { start, end } = offsetsOf(reader, range)
    const field = WIRE_FIELDS[name]
    return {
      start,
      end,
      text: reader.text.slice(start, end),
      field,
      value: wire[field],
      sentence: formatPolicy(policy, name),
    }
  }
  const spans = [
    ...reader.limits.map((clause) => span(clause, clause.field)),
    ...reader.lists.map((clause) => span(clause, clause.field)),
    ...reader.windows.map((clause) => span(clause, 'timeWindows')),
    ...reader.zones.map((clause) => span(clause, 'timeWindows')),
  ]
  return spans.sort((a, b) => a.start - b.start || a.end - b.end)
}

function tooLong(text: string): PolicyProblem {
  const message = `A policy text has at most ${POLICY_TEXT_LENGTH_MAX} characters.`
  return {
    code: 'unsupported_rule',
    span: { start: 0, end: text.length },
    text,
    message,
    suggestion: 'Shorten the text, for example by naming groups of categories.',
  }
}

function noRule(text: string): PolicyProblem {
  const message = 'The text contains no spending rule.'
  return {
    code: 'no_rule',
    span: { start: 0, end: text.length },
    text,
    message,
    suggestion: 'Start with "Max $50 per transaction, $100 per day."',
  }
}
