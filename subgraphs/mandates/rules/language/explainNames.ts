// Why a list of merchants or categories was not read: a merchant that is no domain, a category that nobody knows, an
// everyday word, or two kinds of names in one list.
import { nearCategories } from '../categories.ts'
import type { Range } from './clause.ts'
import { CATEGORY_PHRASES } from './lexicon.ts'
import { type Refusal, refuse } from './refusals.ts'
import { findSignal } from './signalPhrases.ts'
import { MALFORMED_DOMAIN } from './signals.ts'
import { COMPANIES, SYNONYMS } from './synonyms.ts'
import { find, findUnknown, has, type Unread, unreadable } from './unread.ts'

const BANS = new Set(
  "block no never don't dont not forbid ban prohibit deny reject exclude avoid blocked banned".split(' '),
)
const LIST_WORDS = new Set(
  'only allow allowed permit just exclusively restrict everything anything nothing except but other allow'.split(' '),
)
const MERCHANT_NOUNS = new Set(
  'merchant merchants vendor vendors store stores shop shops site sites supplier suppliers website websites seller sellers retailers domain domains'.split(
    ' ',
  ),
)
const MERCHANT_WORDS = new Set(['from', 'at', 'pay', ...MERCHANT_NOUNS])
const CLOSING_VERBS = new Set(['block', 'deny', 'forbid', 'ban', 'prohibit', 'reject', 'decline', 'stop'])
const EVERYTHING = new Set(['everything', 'anything', 'all'])
const EMPTY_LISTS = new Set(['none', 'any', 'all', 'null', 'anything', 'everything', 'nothing'])
/** Words that stand around a list and are never meant as a category. */
const NO_CATEGORIES = new Set(
  'fine okay allowed both too thing things either also even still ever else same such other others longer yet any'.split(
    ' ',
  ),
)

export function explainNames(unread: Unread, rest: Range): Refusal | null {
  const { range } = unread
  if (find(unread, rest, (token) => token.money !== undefined) !== null) return null
  const isBan = has(unread, range, BANS)
  if (!isBan && !has(unread, range, LIST_WORDS)) return null
  const all = explainEverything(unread)
  if (all !== null) return all
  const domain = find(unread, rest, (token) => token.domain !== undefined)
  const hasCategory = hasCategories(unread, range)
  if (domain !== null && !hasCategory && isBan) return blockedMerchant({ from: domain, to: domain + 1 })
  if (domain !== null && hasCategory)
    return refuse(
      'unsupported_rule',
      rest,
      'Merchants and categories cannot stand in one list.',
      'Write "only example.com" and "only software" as two sentences.',
    )
  if (domain !== null) return null
  for (let at = rest.from; at < rest.to; at++) {
    const item = itemAt(unread, rest, at)
    if (item === null) continue
    const reached = unread.sentence.reached > range.from
    const isNamed = reached || opensList(unread, { from: range.from, to: item.from })
    return isNamed ? explainItem(unread, item) : null
  }
  // "Only buy from approved vendors"
  const noun = find(unread, rest, ({ word }) => MERCHANT_NOUNS.has(word))
  if (noun === null || unread.sentence.reached > range.from) return null
  const names = { from: Math.max(rest.from, noun - 1), to: noun + 1 }
  // "No purchases from other suppliers": other than which?
  if (unread.input.wordAt(names.from) === 'other') return unreadable(names, unread)
  return isBan ? blockedMerchant(names) : { why: MALFORMED_DOMAIN, ...names }
}

function hasCategories({ input }: Unread, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) if (input.slotsAt(at).includes('CATEGORIES')) return true
  return false
}

function opensList(unread: Unread, range: Range): boolean {
  return has(unread, range, BANS) || has(unread, range, LIST_WORDS)
}

function blockedMerchant(range: Range): Refusal {
  return refuse(
    'unsupported_rule',
    range,
    'A policy lists the merchants that are allowed; it has no list of blocked ones.',
    'List the allowed merchants, for example "only example.com".',
  )
}

/** "Block everything", "block all payments". */
function explainEverything({ input, range }: Unread): Refusal | null {
  const isAll = CLOSING_VERBS.has(input.wordAt(range.from)) && EVERYTHING.has(input.wordAt(range.from + 1))
  if (!isAll || range.to > range.from + 3) return null
  return refuse(
    'unsupported_rule',
    range,
    'A list of blocked categories cannot close everything.',
    'Write "at most $0 per transaction" to allow no payment at all.',
  )
}

const EMPTY_VALUES = new Set([...EMPTY_LISTS, 'n', 'na'])

/** "Blocked categories: none", "Monthly: n/a". */
export function explainEmpty({ input, range }: Unread): Refusal | null {
  for (let at = range.from; at < range.to - 1; at++) {
    if (input.wordAt(at) !== ':') continue
    const isSlashed = input.wordAt(at + 2) === '/' && input.wordAt(at + 3) === 'a'
    const isEmpty = EMPTY_VALUES.has(input.wordAt(at + 1)) && range.to - at === (isSlashed ? 4 : 2)
    return isEmpty ? emptyList(range) : null
  }
  return null
}

function emptyList(range: Range): Refusal {
  return refuse(
    'unrecognised_text',
    range,
    'A policy names what it limits; a rule about nothing, or about everything, is none.',
    'Leave this line out.',
  )
}

/** The words of one item, from the first that is none of a list that was read: "drug stores", "gas cards". */
function itemAt(unread: Unread, { to }: Range, at: number): Range | null {
  if (!isFaulty(unread, at)) return null
  const isPart = (index: number) => isFaulty(unread, index) || isCategoryWord(unread, index)
  let from = at
  while (from > unread.range.from && isPart(from - 1)) from -= 1
  let end = at + 1
  while (end < to && (isPart(end) || MERCHANT_NOUNS.has(unread.input.wordAt(end)))) end += 1
  return { from, to: end }
}

/** A word that is part of no rule, or a category only where it is called one. */
function isFaulty(unread: Unread, at: number): boolean {
  const { input, tokens } = unread
  const word = input.wordAt(at)
  if (tokens[at]?.kind !== 'word' || word === '\u0000' || word === 'it') return false
  if (findUnknown(unread, { from: at, to: at + 1 }) === at) return true
  if (EMPTY_LISTS.has(word) || findSignal(input.wordAt, at)?.why.code === 'ambiguous_amount') return true
  return CATEGORY_PHRASES.find(input.wordAt, at)?.value.isNamedOnly === true && !NO_CATEGORIES.has(word)
}

function isCategoryWord({ input }: Unread, at: number): boolean {
  return CATEGORY_PHRASES.find(input.wordAt, at) !== null && !NO_CATEGORIES.has(input.wordAt(at))
}

function explainItem(unread: Unread, item: Range): Refusal {
  const { input, range, tokens } = unread
  const words = Array.from({ length: item.to - item.from }, (_, index) => input.wordAt(item.from + index))
  const word = words.join(' ')
  const isBan = has(unread, range, BANS)
  if (words.some((each) => NO_CATEGORIES.has(each))) return unreadable(item, unread)
  if (words.every((each) => EMPTY_LISTS.has(each))) return emptyList(item)
  const everyday = CATEGORY_PHRASES.find(input.wordAt, item.from)
  if (everyday?.end === item.to && everyday.value.isNamedOnly)
    return refuse(
      'unknown_category',
      item,
      `"${word}" is an everyday word, and a category only where it is called one.`,
      `Write "the category ${word}", for example "${isBan ? 'block' : 'only'} the category ${word}".`,
    )
  const noun = words.findIndex((each) => MERCHANT_NOUNS.has(each))
  const meant = SYNONYMS.get(word)
  const near = meant === undefined ? nearCategories(word) : [meant]
  const isCompany = COMPANIES.has(word)
  const isName = near.length === 0 && tokens[item.from]?.isName === true
  const isMerchant = meant === undefined && (noun > 0 || has(unread, range, MERCHANT_WORDS))
  if ((isCompany || isName || isMerchant) && isBan && !hasCategories(unread, range)) return blockedMerchant(item)
  if (isCompany || isName || (isMerchant && near.length === 0))
    return {
      why: { ...MALFORMED_DOMAIN, message: `"${word}" is no domain; a merchant is named by its domain.` },
      ...item,
    }
  return refuse(
    'unknown_category',
    item,
    `No category is called "${word}".`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Use a category from GET /api/v2/mandates/language.',
  )
}
