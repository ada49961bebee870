// A spending policy in words -> the policy object, or every reason why not (specification 2.6, 2.7). Deterministic: each
// word belongs to a clause or to the closed list of courtesies, else the whole text is refused; all readings are sought,
// and two that differ refuse it, too. An accepted text is formatted, and its canonical text is part of the
// result.
import { formatPolicy } from './formatPolicy.ts'
import { assemble } from './language/assemble.ts'
import type { Clause, Range } from './language/clause.ts'
import { CATEGORY_PHRASES, DAY_PHRASES } from './language/lexicon.ts'
import { PROBLEMS_MAX, type ReadText, readLayouts } from './language/read.ts'
import { type Refusal, refuse } from './language/refusals.ts'
import { refuseLooseTimes } from './language/scope.ts'
import type { ProblemCode } from './language/signals.ts'
import { refuseTogether } from './language/textGuards.ts'
import { RULE_WORDS } from './language/unread.ts'
import {
  equalPolicies,
  NO_POLICY,
  type Policy,
  policyToWire,
  WIRE_FIELDS,
  type WireField,
  type WirePolicy,
} from './policy.ts'
import { type PolicyNote, policyNotes } from './policyNotes.ts'

/** Texts are at most this long, the canonical text included. */
export const POLICY_TEXT_LENGTH_MAX = 4_000

interface PolicySpan {
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

interface PolicyProblem {
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
  const [first, wrapped] = readLayouts(text).map((read) => conclude(text, read, limitTimezone))
  if (first === undefined) return { ok: false, problems: [noRule(text)] }
  if (wrapped === undefined) return first
  if (first.ok && wrapped.ok && !equalPolicies(first.policy, wrapped.policy))
    return { ok: false, problems: [twoLayouts(text, first.canonicalText, wrapped.canonicalText)] }
  if (first.ok || wrapped.ok) return first.ok ? first : wrapped
  return wrapped.problems.length < first.problems.length ? wrapped : first
}

function conclude(text: string, read: ReadText, limitTimezone: string | null): ParsedPolicy {
  const refusals = [...read.refusals]
  const sentences = read.sentences.map((readings) => {
    const [one = [], ...others] = readings
    const refusal = others.length === 0 ? null : twoReadings(one, others, limitTimezone)
    if (refusal !== null) refusals.push(refusal)
    return one
  })
  const said = sentences.flat()
  const isSilent = said.every(({ construction }) => construction === 'GREETING' || construction === 'CURRENCY')
  const isUnread = refusals.every(({ why }) => why.code === 'unrecognised_text')
  if (isSilent && (refusals.length === 0 || (isUnread && !namesValues(read))))
    return { ok: false, problems: [noRule(text)] }
  const { policy, refusals: contradictions, readings } = assemble(sentences, limitTimezone)
  // "Payments 24/7" and "no daily limit" are no reason for a policy without any limit.
  const isUnlimited = said.some(({ construction }) => construction === 'NO_LIMIT')
  if (contradictions.length + refusals.length === 0 && !isUnlimited && equalPolicies(policy, NO_POLICY))
    return { ok: false, problems: [noRule(text)] }
  refusals.push(...contradictions, ...refuseLooseTimes(read.tokens, sentences))
  refusals.push(...refuseTogether(read.tokens, sentences))
  if (refusals.length > 0) return { ok: false, problems: problemsOf(text, read, refusals) }
  const canonicalText = formatPolicy(policy)
  if (canonicalText.length > POLICY_TEXT_LENGTH_MAX) return { ok: false, problems: [tooLong(text)] }
  return {
    ok: true,
    policy,
    spans: spansOf(text, read, said, policy),
    canonicalText,
    notes: [...readings, ...policyNotes(policy)],
  }
}

/** Null when the readings come to the same policy. */
function twoReadings(
  one: readonly Clause[],
  others: readonly (readonly Clause[])[],
  limitTimezone: string | null,
): Refusal | null {
  const meaning = (clauses: readonly Clause[]) => formatPolicy(assemble([clauses], limitTimezone ?? 'UTC').policy)
  const a = meaning(one)
  const b = others.map(meaning).find((other) => other !== a)
  if (b === undefined) return null
  const range = { from: one[0]?.from ?? 0, to: one[one.length - 1]?.to ?? 1 }
  const message = `This can be read in two ways: "${a}" or "${b}"`
  return refuse('unrecognised_text', range, message, 'Write the one that is meant.')
}

function namesValues({ tokens }: ReadText): boolean {
  const wordAt = (at: number) => tokens[at]?.word ?? ''
  return tokens.some(
    ({ word, money, clock, zone, domain }, at) =>
      RULE_WORDS.has(word) ||
      (money ?? clock ?? zone ?? domain ?? DAY_PHRASES.find(wordAt, at)) != null ||
      CATEGORY_PHRASES.find(wordAt, at)?.value.isNamedOnly === false,
  )
}

/** All problems in the order of the text; a position is named once for each reason. */
function problemsOf(text: string, read: ReadText, refusals: readonly Refusal[]): PolicyProblem[] {
  const problems = new Map<string, PolicyProblem>()
  for (const { why, ...range } of refusals) {
    const span = offsetsOf(read, range)
    const { code, message, suggestion } = why
    const problem = { code, span, text: text.slice(span.start, span.end), message, suggestion }
    const key = `${code} ${span.start} ${span.end}`
    if (!problems.has(key)) problems.set(key, problem)
  }
  return [...problems.values()].sort((a, b) => a.span.start - b.span.start).slice(0, PROBLEMS_MAX)
}

function offsetsOf({ tokens }: ReadText, { from, to }: Range): { start: number; end: number } {
  const first = tokens[from] ?? tokens[tokens.length - 1]
  const last = tokens[Math.max(to - 1, from)] ?? first
  return { start: first?.start ?? 0, end: last?.end ?? 0 }
}

function spansOf(text: string, read: ReadText, clauses: readonly Clause[], policy: Policy): PolicySpan[] {
  const wire = policyToWire(policy)
  const span = (range: Range, name: keyof Policy): PolicySpan => {
    const { start, end } = offsetsOf(read, range)
    const field = WIRE_FIELDS[name]
    return { start, end, text: text.slice(start, end), field, value: wire[field], sentence: formatPolicy(policy, name) }
  }
  const spans = clauses.flatMap((clause) => {
    const fields = new Set<keyof Policy>([...clause.limits, ...clause.lists].map(({ field }) => field))
    if (clause.windows.length > 0 || clause.zone !== null) fields.add('timeWindows')
    return [...fields].map((field) => span(clause, field))
  })
  return spans.sort((a, b) => a.start - b.start || a.end - b.end)
}

function twoLayouts(text: string, one: string, other: string): PolicyProblem {
  return {
    code: 'unrecognised_text',
    span: { start: 0, end: text.length },
    text,
    message: `With the line breaks as ends of sentences this means "${one}", without them "${other}"`,
    suggestion: 'End each sentence with a full stop.',
  }
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
