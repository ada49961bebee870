// Why a sentence was not read: its own reason for each word that no policy can carry, else what the words before and
// after suggest was meant. It only explains; nothing here accepts a text.
import { formatUsd } from '../formatPolicy.ts'
import type { Range } from './clause.ts'
import { explainApproval, withoutReversal } from './explainApproval.ts'
import { explainHours } from './explainHours.ts'
import { explainEmpty, explainNames } from './explainNames.ts'
import type { Slot } from './notation.ts'
import { ambiguousHours, type Refusal, refuse, unsupported } from './refusals.ts'
import { findSignal } from './signalPhrases.ts'
import {
  DURATION,
  FOREIGN_CURRENCY,
  foreignCurrency,
  MINIMUM,
  type Signal,
  UNCLEAR_ZONE,
  VAGUE_AMOUNT,
} from './signals.ts'
import type { Token } from './tokens.ts'
import { find, has, isPlain, PERIOD_WORDS, type Unread, unknownIn, unreadable } from './unread.ts'

const BOUNDARIES = new Set([',', 'and', 'but', 'or'])
const NARROWING = new Set(
  'on at for from in with during between to by if over under above below when cap up max'.split(' '),
)
const SCOPES = new Set(['for', 'on', 'in', 'at', 'from', 'with'])
const NEGATIONS = new Set(
  "no nor never don't dont not cannot can't nothing forbidden prohibited most stay below under within limit cap course".split(
    ' ',
  ),
)
/** With these words alone, the amount is a limit and nothing else. */
const LIMIT_WORDS = new Set(
  'over the course of a an any one each every per single day daily month monthly transaction payment purchase order spend spending total at most stay below under within up to , :'.split(
    ' ',
  ),
)
const DOLLARS = new Set(['usd', 'dollar', 'dollars', 'bucks'])
const MONEY_WORDS = new Set(
  'limit limits cap budget amount amounts spend spending spent cost costs price pay payment payments purchase purchases transaction transactions max maximum most dollar dollars bucks per daily monthly approval over above under below'.split(
    ' ',
  ),
)
const DURATIONS = new Set(['days', 'weeks', 'months', 'years'])
const MINIMUM_WORDS = new Set('over above more must exceeding'.split(' '))

export function explain(unread: Unread): Refusal[] {
  return explainAny(unread).map((refusal) => withoutReversal(refusal, unread))
}

function explainAny(unread: Unread): Refusal[] {
  const { input, range, sentence } = unread
  const rest = restOf(unread)
  const hasReached = sentence.reached > range.from
  const first = input.wordAt(rest.from)
  const signal = firstSignal(unread, rest) ?? firstSignal(unread, range)
  if (signal !== null) return [signal]
  const junk = find(unread, rest, isJunk)
  if (junk !== null) return [unreadable({ from: junk, to: junk + 1 }, unread)]
  const told = [...sentence.refusals].sort((a, b) => b.from - a.from || b.to - a.to)[0]
  if (told !== undefined && told.to >= sentence.reached) return [told]
  if (hasReached && (first === 'not' || first === 'except')) return [explainException(unread, rest)]
  return [
    explainEmpty(unread) ??
      explainHours(unread, rest) ??
      explainApproval(unread, rest, hasReached) ??
      explainNames(unread, rest) ??
      explainAmount(unread, rest, hasReached) ??
      (hasReached && NARROWING.has(first) ? unsupported(rest, isScope(unread, rest) ? 'SCOPED' : 'NARROWED') : null) ??
      told ??
      unreadable(hasReached || hasValue(unread) ? (unknownIn(unread, rest) ?? rest) : rest, unread),
  ]
}

/** What stands behind "except" or "not": of a list, or of a limit or window, which have no exceptions. */
function explainException({ input, range }: Unread, rest: Range): Refusal {
  const before = { from: range.from, to: rest.from }
  const isList = !hasSlot(input, before, 'AMOUNT') && !hasSlot(input, before, 'CLOCK')
  return isList && hasSlot(input, before, 'CATEGORIES')
    ? refuse(
        'contradiction',
        rest,
        'What is excepted here was never part of the list before it.',
        'Write allowed and blocked categories in sentences of their own.',
      )
    : refuse(
        'unsupported_rule',
        rest,
        'A limit, an approval and a window hold for all spending; nothing can be excepted from them.',
        'Leave the exception out, or list the open hours, for example "weekdays 09:00-12:00 and 13:00-17:00 UTC".',
      )
}

function hasSlot(input: Unread['input'], { from, to }: Range, slot: Slot): boolean {
  for (let at = from; at < to; at++) if (input.slotsAt(at).includes(slot)) return true
  return false
}

/** "$500 per month for software" */
function isScope({ input, range }: Unread, rest: Range): boolean {
  if (!SCOPES.has(input.wordAt(rest.from))) return false
  const isAfterAmount = hasSlot(input, { from: range.from, to: rest.from }, 'AMOUNT')
  return isAfterAmount && (hasSlot(input, rest, 'CATEGORIES') || hasSlot(input, rest, 'DOMAINS'))
}

/** A sentence with a value is meant as a rule, and the word that was not understood is worth pointing at. */
function hasValue({ input, range }: Unread): boolean {
  for (let at = range.from; at < range.to; at++)
    if (input.slotsAt(at).length > 0 && input.wordAt(at) !== 'it') return true
  return false
}

function isJunk({ word, kind, money, clock, zone, domain, signal }: Token): boolean {
  return kind === 'word' && word === '\u0000' && (money ?? clock ?? zone ?? domain ?? signal) === undefined
}

/** From the first clause that was not read to the end of the sentence. */
function restOf({ input, range, sentence }: Unread): Range {
  let from = Math.max(sentence.reached, range.from)
  while (from < range.to - 1 && BOUNDARIES.has(input.wordAt(from))) from += 1
  return { from, to: range.to }
}

function firstSignal({ tokens, input, range: sentence }: Unread, range: Range): Refusal | null {
  for (let at = range.from; at < range.to; at++) {
    const own = tokens[at]?.signal
    const phrase = own === undefined ? findSignal(input.wordAt, at) : { why: own, to: at + 1 }
    if (phrase === null || (own === undefined && isVague(phrase.why) && !isAboutMoney({ tokens, input }, sentence)))
      continue
    // "9h-17h UTC", "0900-1700 UTC": figures beside a zone are meant as hours.
    if (own === VAGUE_AMOUNT && isAboutHours({ tokens, input }, range))
      return ambiguousHours({ from: at, to: phrase.to })
    // "50 ct" is no time zone.
    if (phrase.why === UNCLEAR_ZONE && tokens[at - 1]?.money !== undefined)
      return { why: VAGUE_AMOUNT, from: at - 1, to: at + 1 }
    // "UTC+2"
    if (own !== undefined && isVague(own) && hasSlot(input, { from: at - 2, to: at }, 'ZONE'))
      return { why: UNCLEAR_ZONE, from: at - 2, to: phrase.to }
    let { from, to } = { from: at, to: Math.min(phrase.to, range.to) }
    const why = phrase.why === FOREIGN_CURRENCY ? foreignCurrency(input.wordAt(at).toUpperCase()) : phrase.why
    while (from > range.from && ['per', 'a', 'an', 'the', 'each', 'every', 'any'].includes(input.wordAt(from - 1)))
      from -= 1
    if (why.isWholeClause === true) {
      while (from > range.from && !BOUNDARIES.has(input.wordAt(from - 1))) from -= 1
      while (to < range.to && !BOUNDARIES.has(input.wordAt(to))) to += 1
    }
    return { why, from, to }
  }
  return null
}

function isVague({ code }: Signal): boolean {
  return code === 'ambiguous_amount'
}

/** "I run a small shop" says nothing about an amount. */
function isAboutMoney({ tokens, input }: Pick<Unread, 'tokens' | 'input'>, { from, to }: Range): boolean {
  for (let at = from; at < to; at++)
    if (tokens[at]?.money !== undefined || MONEY_WORDS.has(input.wordAt(at))) return true
  return false
}

function isAboutHours({ tokens, input }: Pick<Unread, 'tokens' | 'input'>, { from, to }: Range): boolean {
  let hasZone = false
  for (let at = from; at < to; at++) {
    if (tokens[at]?.money?.isBare === false) return false
    hasZone ||= input.slotsAt(at).includes('ZONE')
  }
  return hasZone
}

function explainAmount(unread: Unread, rest: Range, hasReached: boolean): Refusal | null {
  const { input, tokens } = unread
  const amount = find(unread, rest, (token) => token.money !== undefined)
  if (amount === null) {
    const dollars = find(unread, rest, ({ word }) => DOLLARS.has(word))
    if (dollars !== null) return { why: VAGUE_AMOUNT, from: dollars, to: dollars + 1 }
    if (!hasReached || input.wordAt(rest.from) !== 'per') return null
    return refuse('ambiguous_period', rest, 'An amount has one period.', 'Write one limit for each period.')
  }
  const unknown = unknownIn(unread, rest)
  if (unknown !== null) return unreadable(unknown, unread)
  const money = tokens[amount]?.money
  const second = find(unread, { from: amount + 1, to: rest.to }, (token) => token.money !== undefined)
  const isRange = second === amount + 2 && ['-', 'to', 'or'].includes(input.wordAt(amount + 1))
  if (isRange) return { why: VAGUE_AMOUNT, from: amount, to: second + 1 }
  if (money?.isBare === true && DURATIONS.has(input.wordAt(amount + 1)))
    return { why: DURATION, from: amount, to: amount + 2 }
  const hasPeriod = has(unread, rest, PERIOD_WORDS)
  // "$500 for travel and $50 for food"
  if (!hasPeriod && isScope(unread, { from: amount + 1, to: rest.to })) return unsupported(rest, 'SCOPED')
  if (!hasPeriod && money?.isBare === false)
    return refuse(
      'ambiguous_period',
      { from: amount, to: amount + 1 },
      'An amount needs a period: per transaction, per day or per month.',
      'Write "at most $50 per transaction".',
    )
  if (money?.isBare === true)
    return refuse(
      'ambiguous_amount',
      rest,
      'This number could be an amount or a number of payments.',
      'Add the currency, for example "$50 per day".',
    )
  if (!hasPeriod || !has(unread, rest, MINIMUM_WORDS)) return null
  // "Never more than" is a limit, in whatever words that could not be read: to call it a minimum would mislead.
  const isAdded = ['or', 'nor', 'so'].includes(input.wordAt(rest.from - 1)) || input.wordAt(rest.from) === 'so'
  if (!isAdded && !has(unread, unread.range, NEGATIONS)) return { why: MINIMUM, ...rest }
  if (input.wordAt(amount - 1) === 'over' || !isPlain(unread, LIMIT_WORDS)) return unreadable(rest, unread)
  return refuse(
    'unrecognised_text',
    rest,
    'This looks like a limit, in words that cannot be read.',
    `Write "${ownLimit(unread, amount)}", each limit as a sentence of its own.`,
  )
}

/** The limit that an amount and the words around it suggest, in words that are read. */
function ownLimit(unread: Unread, amount: number): string {
  const { tokens, range } = unread
  const usdMicro = tokens[amount]?.money?.usdMicro ?? 50_000_000n
  const isOf = (words: string[]) => has(unread, range, new Set(words))
  const period = isOf(['day', 'daily']) ? 'day' : isOf(['month', 'monthly', 'mo']) ? 'month' : 'transaction'
  return `at most ${formatUsd(usdMicro)} per ${period}`
}
