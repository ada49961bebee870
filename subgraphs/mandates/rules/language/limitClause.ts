// "At most $50 per transaction", in any order of words: one amount, one period, one direction. The surprise: order does
// not matter, so the direction is counted: "more than" needs exactly one negation, every other bound needs none.
import {
  followsSoftly,
  isBoundary,
  isUnit,
  kindAt,
  type LimitField,
  nextPartEnd,
  partEnd,
  type Range,
  type Reader,
  type Refusal,
  refuse,
  refuseToken,
  tokenAt,
  unreadable,
} from './reader.ts'
import { VAGUE_AMOUNT } from './signals.ts'
import type { Kind } from './tokens.ts'

const FILLER = new Set<Kind>(
  'cap limit budget per det spend on of as at in for to be may require subject polite total keep amountNoun only allow every human'.split(
    ' ',
  ) as Kind[],
)
const SCOPES = new Set<Kind>([
  'category',
  'domain',
  'days',
  'clock',
  'zone',
  'hourLabel',
  'hours',
  'zoneLabel',
  'plainCategory',
])
const FIELD_BY_UNIT: Partial<Record<Kind, LimitField>> = {
  unitTransaction: 'maxPerTransaction',
  unitDay: 'dailyLimit',
  adverbDay: 'dailyLimit',
  everyDay: 'dailyLimit',
  unitMonth: 'monthlyLimit',
  adverbMonth: 'monthlyLimit',
}

interface Tally {
  negations: number
  overs: number
  unders: number
  caps: number
  /** "must be", "keep": an order, which needs a bound. */
  demands: number
  /** "limit", "budget". */
  nouns: number
  /** A word that only fits money, so that a bare number is an amount and not a count. */
  hasMoneyWord: boolean
  hasVerb: boolean
  readonly amounts: number[]
  readonly fields: Set<LimitField>
}

export function readLimit(reader: Reader): Refusal | null {
  const from = reader.at
  const tally: Tally = {
    negations: 0,
    overs: 0,
    unders: 0,
    caps: 0,
    demands: 0,
    nouns: 0,
    hasMoneyWord: false,
    hasVerb: false,
    amounts: [],
    fields: new Set(),
  }
  let index = from
  for (; ; index++) {
    if (isBoundary(reader, index)) {
      // "Per day, no more than $100": a comma inside the clause, as long as the amount is still to come.
      if (!expectsAmountAfter(reader, index, tally)) break
      continue
    }
    const refusal = take(reader, index, tally)
    if (refusal !== null) return refusal
  }
  reader.at = index
  return conclude(reader, { from, to: index }, tally)
}

function take(reader: Reader, index: number, tally: Tally): Refusal | null {
  const { kind, word } = tokenAt(reader, index)
  const field = FIELD_BY_UNIT[kind]
  if (field !== undefined) tally.fields.add(field)
  else if (kind === 'amount') tally.amounts.push(index)
  else if (kind === 'neg' || kind === 'nothing' || kind === 'block') tally.negations += 1
  else if (kind === 'over') tally.overs += 1
  else if (kind === 'under') tally.unders += 1
  else if (kind === 'slash' && isUnit(kindAt(reader, index + 1))) return null
  else if (kind === 'colon' && tally.amounts.length === 0) return null
  else if (word === 'from' || (kind === 'to' && word !== 'to')) return refuseToken(reader, index)
  else if ((kind === 'dash' || kind === 'to') && isRange(reader, index))
    return { why: VAGUE_AMOUNT, from: index - 1, to: index + 2 }
  else if (SCOPES.has(kind)) return refuseScope(reader, index)
  else if (!FILLER.has(kind)) return refuseToken(reader, index)
  if (kind === 'cap') tally.caps += 1
  if (kind === 'require' || kind === 'keep') tally.demands += 1
  if (kind === 'limit' || kind === 'budget') tally.nouns += 1
  if (kind === 'per' && !isPeriodAhead(reader, index + 1)) return refuseToken(reader, index)
  if (kind === 'spend') tally.hasVerb = true
  if (isMoneyWord(reader, index)) tally.hasMoneyWord = true
  return null
}

/** "$50-$100": a range is not one amount. */
function isRange(reader: Reader, index: number): boolean {
  return kindAt(reader, index - 1) === 'amount' && kindAt(reader, index + 1) === 'amount'
}

/** "Spend", "budget", "daily limit", "per transaction": a bare number beside it is no number of payments or things. */
function isMoneyWord(reader: Reader, index: number): boolean {
  const { kind, word } = tokenAt(reader, index)
  if (kind === 'budget' || /^(?:spend|spent|trans|tx|payment)/.test(word)) return true
  const isAdverb = kind === 'adverbDay' || kind === 'adverbMonth'
  return isAdverb && ['limit', 'budget', 'spend'].includes(kindAt(reader, index + 1))
}

function isPeriodAhead(reader: Reader, index: number): boolean {
  const after = kindAt(reader, index) === 'det' ? index + 1 : index
  return isUnit(kindAt(reader, after)) || kindAt(reader, after) === 'signal' || kindAt(reader, after) === 'unknown'
}

function expectsAmountAfter(reader: Reader, comma: number, tally: Tally): boolean {
  const end = nextPartEnd(reader, comma)
  if (end === comma || tally.fields.size !== 1 || tally.amounts.length > 0) return false
  for (let index = comma + 1; index < end; index++) if (FIELD_BY_UNIT[kindAt(reader, index)] !== undefined) return false
  for (let index = comma + 1; index < end; index++) if (kindAt(reader, index) === 'amount') return true
  return false
}

function conclude(reader: Reader, range: Range, tally: Tally): Refusal | null {
  const [amountAt, second] = tally.amounts
  if (amountAt === undefined) return { why: VAGUE_AMOUNT, ...range }
  if (second !== undefined) return { why: VAGUE_AMOUNT, from: amountAt, to: second + 1 }
  const [field, other] = tally.fields
  if (field === undefined || other !== undefined)
    return refusePeriod(field === undefined ? { from: amountAt, to: amountAt + 1 } : range)
  const refusal = refuseDirection(range, tally)
  if (refusal !== null) return refusal
  if (couldBeThreshold(reader, range, tally)) return refuseSecondThreshold(range)
  const { usdMicro, isBare } = tokenAt(reader, amountAt)
  if (usdMicro === undefined) return unreadable(range)
  if (tally.unders > 0) {
    const message = '"Under" an amount is read as "at most" that amount: exactly that amount is allowed.'
    reader.readings.push({ code: 'strict_bound', message })
  }
  const isCountable = isBare === true && !tally.hasMoneyWord
  reader.limits.push({ ...range, field, usdMicro, isBare: isCountable })
  return null
}

/** "Require approval above $25, $100 per day": the second amount may be another threshold, unless a word says limit. */
function couldBeThreshold(reader: Reader, range: Range, { caps, overs, unders, nouns, hasVerb }: Tally): boolean {
  const last = reader.limits[reader.limits.length - 1]
  if (last?.field !== 'approvalThreshold' || caps + overs + unders + nouns > 0 || hasVerb) return false
  return followsSoftly(reader, last, range.from)
}

function refuseSecondThreshold(range: Range): Refusal {
  const message = 'After an approval threshold this amount could be a limit or a second threshold.'
  return refuse('ambiguous_amount', range, message, 'Write "max" before a limit, for example "max $100 per day".')
}

function refuseDirection(range: Range, tally: Tally): Refusal | null {
  const isUpperBound =
    tally.overs === 1 ? tally.negations === 1 && tally.unders + tally.caps === 0 : tally.overs + tally.negations === 0
  // "Must be $50" is an exact amount, not a limit.
  const isBounded = tally.demands === 0 || tally.overs + tally.unders + tally.caps + tally.nouns > 0
  if (isUpperBound && isBounded) return null
  const message = 'This is not an upper limit.'
  return refuse(
    'unsupported_rule',
    range,
    message,
    'Write "at most $50 per transaction", or "require approval above $25".',
  )
}

function refusePeriod(range: Range): Refusal {
  const message = 'It is not clear which one period this amount is for: a transaction, a day or a month.'
  return refuse('ambiguous_period', range, message, 'Add "per transaction", "per day" or "per month".')
}

/** A limit for one category, merchant or time: the words from the preposition to the end of the part. */
function refuseScope(reader: Reader, index: number): Refusal {
  let from = index
  while (['on', 'at', 'for', 'in', 'of', 'det'].includes(kindAt(reader, from - 1))) from -= 1
  let to = index + 1
  while (!isBoundary(reader, to)) to += 1
  const message = 'A limit holds for all spending; it cannot depend on a category, a merchant or a time.'
  return refuse(
    'unsupported_rule',
    { from, to },
    message,
    'Put it into a rule of its own, for example "Only software. Max $50 per day."',
  )
}

/** "No limits", "no monthly limit", "unlimited per day": says what is absent anyway, and contradicts a stated limit. */
export function readNoLimit(reader: Reader): Refusal | null {
  const from = reader.at
  const fields = new Set<LimitField>()
  let negations = 0
  let isNegated = false
  let hasLimit = false
  let index = from
  for (; !isBoundary(reader, index); index++) {
    const { kind, word } = tokenAt(reader, index)
    const field = FIELD_BY_UNIT[kind]
    // Who has no budget has no money, and who may not spend the limit may spend less.
    const isMoney = kind === 'budget' || word === 'allowance' || (kind === 'spend' && !hasLimit)
    if (isNegated && isMoney) return unreadable({ from, to: partEnd(reader, index) })
    if (kind === 'neg') isNegated = true
    if (kind === 'limit') hasLimit = true
    if (field !== undefined) fields.add(field)
    else if (kind === 'noLimit' || kind === 'neg') negations += 1
    else if (
      !['limit', 'budget', 'per', 'det', 'spend', 'on', 'of', 'in', 'be', 'subject', 'may', 'total', 'polite'].includes(
        kind,
      )
    )
      return refuseToken(reader, index)
  }
  if (negations !== 1 || fields.size > 1) return unreadable({ from, to: index })
  reader.at = index
  const named: readonly LimitField[] =
    fields.size === 1 ? [...fields] : ['maxPerTransaction', 'dailyLimit', 'monthlyLimit']
  for (const field of named) reader.limits.push({ from, to: index, field, usdMicro: null, isBare: false })
  return null
}
