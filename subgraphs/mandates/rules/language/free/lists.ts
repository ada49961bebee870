// What alone may be bought or paid, and what may not be, by the roles of the words around one list. The surprise: what stands
// behind the list could narrow it ("software that we need", "software for the office"), so that few words may.

import { readDepartment, type Unit } from '../agentNames.ts'
import { sortCaptures } from '../captures.ts'
import type { CategoryItem } from '../categoryItems.ts'
import type { Clause } from '../clause.ts'
import type { Construction } from '../grammar.ts'
import { withLists } from '../listClause.ts'
import { createPattern, lettersOf } from '../partPatterns.ts'
import type { Refusal } from '../refusals.ts'
import { withPipedGas } from '../sharedWords.ts'
import type { List, MerchantItem } from '../values.ts'
import { CATEGORY_WORDS, FOLLOWERS, MERCHANT_WORDS, REST_WORDS } from './listWords.ts'
import { createRoles, type FreeReader, type Role, type Roles, type Said } from './roles.ts'

const LETTERS = lettersOf(
  'list L, cannot c, anything A, save S, who w, may m, must d, spend v, spends V, buying g, done p, allowed a, not n, dont D, no N, refuse x, refuses R, accepts C, soleban B, onlyones O, ' +
    'only o, sole s, hold h, nothing X, but b, every e, any y, all l, let t, want i, rest r, none z',
)
const pattern = createPattern(LETTERS)

/** "Only for software", "it may only buy software", "let it only buy software", before the list. */
const ONLY_TO_BUY =
  '((who? (may | must) only | who? only (may | must)) (spend | done) | who? only allowed spend? | who only (spend | spends | done) | ' +
  'only (spend | buying)? | (who? only let | who only want) (who spend?)? | (who? let | who want) who only spend)'
/** "Spend on only software", "we buy software only" */
const TO_BUY =
  '((who? (may | must) | who? allowed) (spend | done) | who (spend | spends | done) | (spend | buying)? | (who? let | who want) (who spend?)?)'
const NOT = '((may | must)? not | cannot)'
const MAY_NOT_BUY =
  `(who? (${NOT} | dont) (allowed spend? | spend | done) | who not spends | not allowed (spend | buying)? | DONT_LET)`.replace(
    'DONT_LET',
    '(who? (not | dont) | who cannot) (let | want) (who (spend | buying)?)?',
  )
const EXCEPT = '(but | every)'

const ONLY = pattern(
  `${ONLY_TO_BUY} list`,
  'only buying? list (allowed | (may | must) done)',
  `${TO_BUY} only buying? list`,
  `${TO_BUY} list only`,
  'list only (allowed | may done)',
  // "It may not buy anything but software", "block everything but software", "anything but software is off limits"
  `${MAY_NOT_BUY} but list`,
  `(who must)? refuse buying? ${EXCEPT} list`,
  `${EXCEPT} list must? refuse`,
  `but list ${NOT} (allowed | done)`,
  // "The only thing it may buy is software", "software is the only thing it may buy"
  'sole (who? may (spend | done) | who? allowed | who spends)? list',
  'list sole (who? may (spend | done) | who? allowed | who spends)?',
  'who? must? hold who? buying? list',
  // "Payments to a.com are the only ones we accept", "the card accepts only software", "it declines anything but software"
  'list onlyones',
  'who accepts only list',
  'who accepts list only',
  `who? refuses ${EXCEPT} list`,
)

/** "No software", "it must not buy software", "software may not be bought", "software is off limits". */
const BAN = pattern(
  'no any? buying? any? list (allowed | may done)?',
  `${MAY_NOT_BUY} any? list done?`,
  '(who must)? refuse (any | all)? buying? (any | all)? list',
  `any? buying? any? list ${NOT} (allowed spend? | done)`,
  '(any | all)? buying? (any | all)? list must? refuse',
  // "Nothing may be bought from gambling sites", "nothing for alcohol", "decline everything from gambling"
  'list soleban',
  'who? refuses (any | all)? buying? (any | all)? list',
  'nothing ((may | must)? done)? list (allowed | done)?',
  '(who must)? refuse anything list',
  // "It may buy anything but software", "everything except software is fine"
  `(who? may allowed? | who? allowed) spend ${EXCEPT} list`,
  `${EXCEPT} list (allowed | may done)`,
  `let (who spend)? ${EXCEPT} list`,
  'no (may | must) done list',
  // "Everything is allowed, just not gambling", "it may spend on whatever it needs but never on alcohol"
  'anything allowed save list',
  '((who? may allowed? | who? allowed | let who)? spend | let) anything save list',
)

const CATEGORY_SHAPES: readonly (readonly [RegExp, Construction, ...(readonly string[])])[] = [
  [ONLY, 'ONLY_CATEGORIES', 'only'],
  [BAN, 'BLOCK_CATEGORIES'],
  // "The assistant books airlines and hotels": what another sentence has to close.
  [pattern('who (spend | spends | accepts) list'), 'ALLOW_CATEGORIES', 'habit'],
  [pattern('who may allowed? spend list'), 'ALLOW_CATEGORIES'],
  [pattern('who let list'), 'ALLOW_CATEGORIES'],
  [pattern('allowed spend list', 'list allowed spend?'), 'CATEGORIES_ARE_FINE', 'fine'],
]
const MERCHANT_SHAPES: typeof CATEGORY_SHAPES = [
  [ONLY, 'ONLY_MERCHANTS', 'only'],
  // "Purchases must be made at a.com"
  [pattern('must done list'), 'ONLY_MERCHANTS', 'only'],
  [pattern('who (spend | spends) list'), 'ALLOW_MERCHANTS', 'habit'],
  [pattern('who may spend list', 'who let list'), 'ALLOW_MERCHANTS'],
]
const REST_SHAPES: typeof CATEGORY_SHAPES = [
  [
    pattern(
      `${MAY_NOT_BUY} rest`,
      'no buying? rest allowed?',
      'rest no',
      'who let none',
      '(who? may spend | who spends | spend)? none (allowed | (may | must) done | done | who may spend)?',
      'who? (may | must)? done none',
      '(who must)? refuse buying? rest',
      'who? refuses buying? rest',
      `rest (must? refuse | ${NOT} (allowed | done) | not)`,
    ),
    'NOTHING_ELSE',
  ],
  [pattern('rest (allowed | may done)'), 'OPEN_REST'],
]

const CATEGORY_LIST: FreeReader = {
  name: 'a list of categories',
  slots: ['CATEGORIES', 'NAME', 'UNIT'],
  finders: { who_may: readDepartment },
  words: CATEGORY_WORDS,
  read: (roles) => readList(roles, CATEGORY_SHAPES),
}
const MERCHANT_LIST: FreeReader = {
  name: 'a list of merchants',
  slots: ['DOMAINS', 'NAME', 'UNIT'],
  finders: { who_may: readDepartment },
  words: MERCHANT_WORDS,
  read: (roles) => readList(roles, MERCHANT_SHAPES),
}
const REST: FreeReader = { name: 'what closes a list', slots: ['NAME', 'UNIT'], words: REST_WORDS, read: readRest }

const CLAUSE = { limits: [], lists: [], windows: [], zone: null, readings: [] } as const

function readList(roles: Roles, shapes: typeof CATEGORY_SHAPES): Said | Refusal | null {
  const once = withoutRepetition(roles)
  const [list, second] = once.of('categories', 'domains')
  if (list === undefined || second !== undefined || !isWhole(once, list)) return null
  const said = isPurse(once, list) ? PURSE : shapeOf(once, shapes)
  if (said === null) return null
  const [, construction, ...marks] = said
  // "Do not use software" forbids more than to buy it.
  const isUsed = once.of('spend').some(({ from, to }) => to === from + 1 && roles.wordAt(from) === 'use')
  if (construction === 'BLOCK_CATEGORIES' && isUsed && !namesIn(list, roles.wordAt).every((name) => PLACES.has(name)))
    return null
  const captured = sortCaptures([...marks, list.value as object])
  const { from, to, wordAt } = roles
  const clause: Clause = { ...CLAUSE, from, to, construction, marks: captured.marks }
  const read = withLists(clause, captured, wordAt)
  return read === null || 'why' in read ? read : { ...read, marks }
}

const PURSE: (typeof CATEGORY_SHAPES)[number] = [/^$/, 'ALLOW_CATEGORIES', 'habit', 'purse']
const PURSES = new Set(
  'policy rules limits agent bot budget fund spend spending expenses wallet card account'.split(' '),
)

/** "Training budget", "wallet for paid APIs": what the money is for, which a rule of its own has to say. */
function isPurse({ all, from, to, wordAt }: Roles, list: Role): boolean {
  if (list.kind !== 'categories') return false
  const silent = all.every((role) => role === list || /^(?:whose|noun|at|who)$/.test(role.kind))
  const isBehind =
    to > list.to &&
    Array.from({ length: to - list.to }, (_, at) => wordAt(list.to + at)).every((word) => PURSES.has(word))
  // "Lawyers and accountants: professional services only"
  const isLabel = from === list.from && to === list.to && wordAt(to) === ':'
  const isBefore = to === list.to && wordAt(list.from - 1) === 'for' && PURSES.has(wordAt(list.from - 2))
  return silent && (isLabel || (isBehind ? all.every(({ kind }) => kind !== 'at') : isBefore && list.from - from <= 3))
}

/** "Advertising and nothing besides advertising": the same list said once more says nothing but "only". */
function withoutRepetition(roles: Roles): Roles {
  const { all } = roles
  const bracketed = bracketedList(roles)
  if (bracketed !== null) return createRoles(all.slice(0, -1), { from: roles.from, to: bracketed.from }, roles.wordAt)
  const at = all.findIndex(({ kind }) => kind === 'again' || kind === 'only_again')
  const [again, list] = [all[at], all[at + 1]]
  const before = all.findLast(({ value }, index) => index < at && value !== undefined && 'items' in value)
  if (again === undefined || list === undefined || before === undefined || at + 2 < all.length) return roles
  if (list.value === undefined || !('items' in list.value)) return roles
  const isSame = namesIn(before, roles.wordAt).join() === namesIn(list, roles.wordAt).join()
  if (!isSame) return roles
  const only: readonly Role[] = again.kind === 'only_again' ? [{ ...again, kind: 'only' }] : []
  const once = createRoles([...all.slice(0, at), ...only], { from: roles.from, to: again.from }, roles.wordAt)
  return { ...once, to: again.from }
}

/** "Phone and utility bills only (telecom, utilities)" */
function bracketedList({ all, wordAt }: Roles): Role | null {
  const last = all[all.length - 1]
  const before = all.findLast(({ kind }, index) => index < all.length - 1 && kind === 'categories')
  if (last?.kind !== 'categories' || before === undefined || wordAt(last.from) !== '(') return null
  return namesIn(before, wordAt).join() === namesIn(last, wordAt).join() ? last : null
}

function readRest(roles: Roles): Said | null {
  const said = shapeOf(roles, REST_SHAPES)
  return said === null ? null : { construction: said[1] }
}

/** The one shape that these roles have. A name stands before the noun that it belongs to. */
function shapeOf({ all }: Roles, shapes: typeof CATEGORY_SHAPES): (typeof CATEGORY_SHAPES)[number] | null {
  const kinds = all.map(({ kind }) => letterOf(kind)).join('')
  if (!isOrderly(all)) return null
  // "It is only software" allows nothing.
  if (kinds.startsWith('w') && !/[mdpavVhtixDRC]/.test(kinds)) return null
  const found = shapes.filter(([regex]) => regex.test(kinds))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Whether each word fits to the one before it. */
function isOrderly(all: readonly Role[]): boolean {
  if (/^(?:is|to|means|again|only_again|alone)$/.test(all[0]?.kind ?? '')) return false
  return all.every(({ kind, value }, at) => {
    // "Staff", "dinner": without an article it could be whose part of the spending a rule is for.
    if (kind === 'unit' && (all[at - 1]?.kind !== 'whose' || (value as Unit).isOccasion)) return false
    const next = all.slice(at + 1).find((role) => role.kind !== 'polite')?.kind ?? 'end'
    return kind === 'polite' || FOLLOWERS.get(kind)?.has(next) === true
  })
}

const SILENT = new Set('in name means shop kind whose whoever noun money at to is polite serves opening'.split(' '))

function letterOf(kind: string): string {
  if (SILENT.has(kind)) return ''
  if (kind === 'unit' || kind === 'pronoun') return 'w'
  if (kind === 'allowed_to') return 'a'
  if (kind === 'hold_to') return 'h'
  if (kind === 'alone') return 'o'
  if (kind === 'who_books') return 'wV'
  if (kind === 'who_may') return 'wm'
  return kind === 'categories' || kind === 'domains' ? 'L' : (LETTERS[kind] ?? '?')
}

function namesIn({ value }: Role, wordAt: Roles['wordAt']): string[] {
  const { items } = withPipedGas(value as List<unknown>, wordAt) as List<Partial<CategoryItem & MerchantItem>>
  return [...new Set(items.flatMap(({ names, written = '' }) => names ?? [written]))].sort()
}

/** What is used by buying from it. */
const PLACES = new Set(['marketplaces', 'airlines', 'car_rental', 'ground_transport', 'money_transfer', 'cash_advance'])
const MEANS_OF_PAYMENT = new Set(['crypto_quasi_cash', 'money_transfer', 'cash_advance', 'investments'])
const PAYING = new Set('payments purchases payment purchase orders bills invoices'.split(' '))
/** Nouns that say of what the list is, and the verb behind them. */
const BEHIND = new Set(['noun', 'kind', 'is', 'polite', 'means', 'to'])
const WHOSE = new Set('the a an our my your its this'.split(' '))

/** Whether no word narrows the list: behind it only nouns of spending stand, and "to" before it where it is held to it. */
function isWhole({ all, wordAt }: Roles, list: Role): boolean {
  let before = list.from - 1
  while (WHOSE.has(wordAt(before))) before -= 1
  if (all.some(({ kind }) => kind === 'hold') && wordAt(before) !== 'to') return false
  if (all.some(({ kind, to: end }) => kind === 'shop' && end !== list.from)) return false
  // "No crypto payments" could be how it pays.
  const isMeans = list.kind === 'categories' && namesIn(list, wordAt).some((name) => MEANS_OF_PAYMENT.has(name))
  if (isMeans && PAYING.has(wordAt(list.to))) return false
  // "The only thing it may buy is software": who may buy stands behind it, and nothing else.
  const sole = all.find(({ kind }) => kind === 'sole')
  return all.every(({ kind, from }) => {
    if (from < list.to || !SILENT.has(kind) || BEHIND.has(kind)) return true
    return sole !== undefined && sole.from > list.from && kind === 'whose'
  })
}

export const LIST_READERS: readonly FreeReader[] = [CATEGORY_LIST, MERCHANT_LIST, REST]
