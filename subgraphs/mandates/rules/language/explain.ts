// Why a sentence was not read: its own reason for each word that no policy can carry, else what the words before and
// after suggest was meant. It only explains; nothing here accepts a text.
import { nearCategories } from '../categories.ts'
import { formatUsd } from '../formatPolicy.ts'
import type { Range } from './clause.ts'
import { explainApproval, withoutReversal } from './explainApproval.ts'
import { explainHours } from './explainHours.ts'
import { CATEGORY_PHRASES } from './lexicon.ts'
import { ambiguousHours, type Refusal, refuse, unsupported } from './refusals.ts'
import { findSignal } from './signalPhrases.ts'
import { MALFORMED_DOMAIN, MINIMUM, UNCLEAR_ZONE, VAGUE_AMOUNT } from './signals.ts'
import { SYNONYMS } from './synonyms.ts'
import type { Token } from './tokens.ts'
import { find, findUnknown, has, isPlain, PERIOD_WORDS, type Unread, unknownIn, unreadable } from './unread.ts'

const BOUNDARIES = new Set([',', 'and', 'but', 'or'])
const NARROWING = new Set(
  'on at for from in with during between to by if over under above below when cap up max'.split(' '),
)
const SCOPES = new Set(['for', 'on', 'in', 'at', 'from', 'with'])
const BANS = new Set(
  "block no never don't dont not forbid ban prohibit deny reject exclude avoid blocked banned".split(' '),
)
const MERCHANT_WORDS = new Set(
  'from at pay merchant merchants vendor vendors store stores shop shops site sites supplier suppliers website websites seller sellers retailers'.split(
    ' ',
  ),
)
const LIST_WORDS = new Set(
  'only allow allowed permit just exclusively restrict everything anything nothing except but other allow'.split(' '),
)
const MERCHANT_NOUNS = new Set(
  'merchant merchants vendor vendors store stores shop shops site sites supplier suppliers website websites seller sellers retailers'.split(
    ' ',
  ),
)
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
  if (hasReached && (first === 'not' || first === 'except'))
    return [
      refuse(
        'contradiction',
        rest,
        'What is excepted here was never part of the list before it.',
        'Write allowed and blocked categories in sentences of their own.',
      ),
    ]
  return [
    explainHours(unread, rest) ??
      explainApproval(unread, rest, hasReached) ??
      explainNames(unread, rest) ??
      explainAmount(unread, rest, hasReached) ??
      (hasReached && NARROWING.has(first) ? unsupported(rest, isScope(unread, rest) ? 'SCOPED' : 'NARROWED') : null) ??
      told ??
      unreadable(hasReached || hasValue(unread) ? (unknownIn(unread, rest) ?? rest) : rest, unread),
  ]
}

/** "$500 per month for software" */
function isScope({ input, range }: Unread, rest: Range): boolean {
  if (!SCOPES.has(input.wordAt(rest.from))) return false
  const has = (slot: 'AMOUNT' | 'CATEGORIES' | 'DOMAINS', { from, to }: Range) => {
    for (let at = from; at < to; at++) if (input.slotsAt(at).includes(slot)) return true
    return false
  }
  return has('AMOUNT', { from: range.from, to: rest.from }) && (has('CATEGORIES', rest) || has('DOMAINS', rest))
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

function firstSignal({ tokens, input }: Unread, range: Range): Refusal | null {
  for (let at = range.from; at < range.to; at++) {
    const own = tokens[at]?.signal
    const phrase = own === undefined ? findSignal(input.wordAt, at) : { why: own, to: at + 1 }
    if (phrase === null) continue
    // "9h-17h UTC", "0900-1700 UTC": figures beside a zone are meant as hours.
    if (own === VAGUE_AMOUNT && isAboutHours({ tokens, input }, range))
      return ambiguousHours({ from: at, to: phrase.to })
    // "50 ct" is no time zone.
    if (phrase.why === UNCLEAR_ZONE && tokens[at - 1]?.money !== undefined)
      return { why: VAGUE_AMOUNT, from: at - 1, to: at + 1 }
    let { from, to } = { from: at, to: Math.min(phrase.to, range.to) }
    const { why } = phrase
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

function isAboutHours({ tokens, input }: Pick<Unread, 'tokens' | 'input'>, { from, to }: Range): boolean {
  let hasZone = false
  for (let at = from; at < to; at++) {
    if (tokens[at]?.money?.isBare === false) return false
    hasZone ||= input.slotsAt(at).includes('ZONE')
  }
  return hasZone
}

/** A merchant that is no domain, a category that nobody knows, or the two in one list. */
function explainNames(unread: Unread, rest: Range): Refusal | null {
  const { input, range } = unread
  const domain = find(unread, rest, (token) => token.domain !== undefined)
  const isBan = has(unread, range, BANS)
  const isList = isBan || has(unread, range, LIST_WORDS)
  let category: number | null = null
  for (let at = rest.from; at < rest.to; at++)
    if (category === null && input.slotsAt(at).includes('CATEGORIES')) category = at
  const money = find(unread, rest, (token) => token.money !== undefined)
  if (money !== null) return null
  if (domain !== null && isBan && category === null)
    return refuse(
      'unsupported_rule',
      { from: domain, to: domain + 1 },
      'A policy lists the merchants that are allowed; it has no list of blocked ones.',
      'List the allowed merchants, for example "only example.com".',
    )
  const reachedList = unread.sentence.reached > range.from
  if (domain !== null && (category !== null || reachedList) && isList)
    return refuse(
      'unsupported_rule',
      rest,
      'Merchants and categories cannot stand in one list.',
      'Write "only example.com" and "only software" as two sentences.',
    )
  const everyday = findEveryday(unread, rest)
  if (everyday !== null && isList) return everyday
  const unknown = findUnknown(unread, rest)
  const isNext = reachedList && unknown === rest.from && isList
  if (
    unknown !== null &&
    (isNext || (isList && !reachedList && hasListWord(unread, { from: range.from, to: unknown })))
  )
    return explainUnknown(unread, unknown)
  const noun = find(unread, rest, ({ word }) => MERCHANT_NOUNS.has(word))
  if (noun === null || reachedList || !isList) return null
  return { why: MALFORMED_DOMAIN, from: Math.max(rest.from, noun - 1), to: noun + 1 }
}

/** "Block cash": a word that names a category only where the text says that it does. */
function findEveryday({ input }: Unread, { from, to }: Range): Refusal | null {
  for (let at = from; at < to; at++) {
    const phrase = CATEGORY_PHRASES.find(input.wordAt, at)
    if (phrase === null) continue
    const words = Array.from({ length: phrase.end - at }, (_, index) => input.wordAt(at + index)).join(' ')
    if (words !== 'it' && phrase.value.isNamedOnly && phrase.end === to)
      return refuse(
        'unknown_category',
        { from: at, to: phrase.end },
        `"${words}" is an everyday word, and a category only where it is called one.`,
        `Write "the category ${words}", for example "block the category ${words}".`,
      )
    at = phrase.end - 1
  }
  return null
}

const EMPTY_LISTS = new Set(['none', 'any', 'all', 'null', 'anything', 'everything', 'nothing'])
/** Words that stand around a list and are never meant as a category. */
const NO_CATEGORIES = new Set(
  'fine okay allowed both too thing things either also even still ever else same such'.split(' '),
)

function hasListWord(unread: Unread, range: Range): boolean {
  return has(unread, range, BANS) || has(unread, range, LIST_WORDS)
}

function explainUnknown(unread: Unread, at: number): Refusal | null {
  const { input, range, tokens } = unread
  if (tokens[at]?.word === '\u0000') return null
  let to = at + 1
  while (to < range.to && findUnknown(unread, { from: to, to: to + 1 }) === to && tokens[to]?.word !== '\u0000') to += 1
  const words: string[] = []
  for (let index = at; index < to; index++) words.push(input.wordAt(index))
  const word = words.join(' ')
  if (words.some((each) => NO_CATEGORIES.has(each))) return unreadable({ from: at, to }, unread)
  const isMerchant = has(unread, range, MERCHANT_WORDS)
  if (isMerchant && !EMPTY_LISTS.has(word))
    return {
      why: { ...MALFORMED_DOMAIN, message: `"${word}" is no domain; a merchant is named by its domain.` },
      from: at,
      to,
    }
  if (EMPTY_LISTS.has(word))
    return refuse(
      'unrecognised_text',
      { from: at, to },
      'A policy names what it lists; a list of nothing, or of everything, is no rule.',
      'Leave this line out.',
    )
  const meant = SYNONYMS.get(word)
  const near = meant === undefined ? nearCategories(word) : [meant]
  return refuse(
    'unknown_category',
    { from: at, to },
    `No category is called "${word}".`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Use a category from GET /api/v2/mandates/language.',
  )
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
  const hasPeriod = has(unread, rest, PERIOD_WORDS)
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
  if (!has(unread, rest, NEGATIONS)) return { why: MINIMUM, ...rest }
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
