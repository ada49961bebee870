// Categories as items of a list: the phrase, its category, and a noun that may follow.
import { CATEGORY_PHRASES, type CategoryPhrase } from './lexicon.ts'
import { createTable, type Item, type WordAt } from './phraseTable.ts'

export interface CategoryItem {
  readonly names: readonly string[]
  readonly at: number
  readonly to: number
  /** The word names less than its category. */
  readonly isPart: boolean
  /** The word names one kind of what its category holds. */
  readonly isNarrower: boolean
  /** Only where it is forbidden: "anything related to gambling", "cash". */
  readonly isBanOnly: boolean
  /** Only where it is allowed: "no data" could be none for others to see. */
  readonly isAllowOnly: boolean
  /** "Taxis and other ground transport": what holds all that is named before it. */
  readonly isRest: boolean
  /** "Courses (education)": its category stands in brackets behind it. */
  readonly isDetailed?: true
}

const NOUNS = new Set(
  'businesses merchant merchants site sites website websites vendor vendors store stores shop shops purchases expenses spending spend providers companies suppliers retailers costs services service products items goods stuff bills charges orders platforms outlets bookings'.split(
    ' ',
  ),
)
/** Who is paid, which any category may stand before. */
const SELLERS = new Set('merchant merchants vendor vendors'.split(' '))
const LIST_JOINTS = new Set([',', 'and', 'or', 'nor', '&'])
const PAYMENTS = new Set('payments payment bills invoices premiums fees costs charges'.split(' '))

/** Whose fees and charges come on top of a price: "no travel fees" forbids no travel. */
const SURCHARGED = new Set('travel hotel airline software advertising education charity'.split(' '))
const SURCHARGES = new Set(['fees', 'charges'])

const ALL_OF = createTable(
  ['anything', 'everything', 'any', 'all', 'all kinds of', 'any kind of', 'any form of', 'all forms of'].flatMap(
    (all) =>
      all.endsWith('thing')
        ? ['', ' related to', ' to do with', ' connected to', ' involving', ' about'].map(
            (link) => [all + link, true] as const,
          )
        : [[all, true] as const],
  ),
)
const REST_OF = createTable(
  [
    'other',
    'any other',
    'all other',
    'other kinds of',
    'anything else in',
    'everything else in',
    'anything else under',
  ].map((words) => [words, true] as const),
)
/** Everyday words that name a category where they are forbidden, and nothing where they are allowed. */
/** And those that name one only where they are allowed. */
const ALLOWED_WORDS = new Set(['data'])
const BANNED_WORDS = new Set(['cash'])

type Find = (at: number) => Item<CategoryPhrase> | null

/** @param find the category phrase at a place */
function readCategory(wordAt: WordAt, find: Find, at: number): Item<CategoryItem> | null {
  // "Gambling and anything related to alcohol"
  const isBehindJoint = LIST_JOINTS.has(wordAt(at - 1))
  const rest = isBehindJoint ? REST_OF.find(wordAt, at) : null
  if (rest !== null) return restItem(wordAt, find(rest.end), at)
  const all = isBehindJoint ? ALL_OF.find(wordAt, at) : null
  const found = find(all?.end ?? at)
  const shared = found === null || found.value.isNamedOnly ? readShared(wordAt, at) : null
  if (shared !== null) return { value: { ...itemOf(shared, at), isNarrower: false }, end: shared.end }
  if (found === null) return null
  // "Unknown vendors" are those that nobody knows.
  if (wordAt(at) === 'unknown' && SELLERS.has(wordAt(at + 1))) return null
  const isBanned = (found.end === at + 1 && BANNED_WORDS.has(wordAt(at))) || found.value.names[0] === 'uncategorized'
  if (found.value.isNamedOnly && !isBanned) return null
  const item = itemOf(found, at)
  const isWhole = all === null
  return {
    value: {
      ...item,
      isNarrower: isWhole && item.isNarrower,
      isBanOnly: isBanned || !isWhole,
      isAllowOnly: ALLOWED_WORDS.has(wordAt(at)) && found.end === at + 1,
    },
    end: afterNoun(wordAt, found),
  }
}

/** "Courses (education)": in brackets the category that the word stands for anyway. */
export function readDetailed(wordAt: WordAt, find: Find, at: number): Item<CategoryItem> | null {
  const item = readCategory(wordAt, find, at)
  const inner = item === null || wordAt(item.end) !== '(' ? null : find(item.end + 1)
  if (item === null || inner === null || wordAt(inner.end) !== ')') return item
  const isSame = inner.value.names.join() === item.value.names.join()
  return isSame ? { value: { ...item.value, isDetailed: true }, end: inner.end + 1 } : item
}

/** "Books and courses (education)" may say so of the courses alone, or of both; "couriers and freight (shipping)" says one thing. */
export function isDetailedEvenly(items: readonly CategoryItem[]): boolean {
  const names = new Set(items.flatMap(({ isDetailed, names }) => (isDetailed === true ? [names.join()] : [])))
  return (
    names.size === 0 ||
    items.every((item) => item.isDetailed === true || (names.size === 1 && names.has(item.names.join())))
  )
}

function restItem(wordAt: WordAt, found: ReturnType<Find>, at: number): Item<CategoryItem> | null {
  if (found === null || found.value.isNamedOnly || found.value.names[0] === 'uncategorized') return null
  return { value: { ...itemOf(found, at), isRest: true }, end: afterNoun(wordAt, found) }
}

const SHARED_HEADS = new Set(['services', 'transfers', 'supplies', 'payments', 'bills', 'fees'])
const SHARING_WORDS_MAX = 12

/** "Data, API and AI services": what stands at the end of the list belongs to each of its items, of one word each. */
function readShared(wordAt: WordAt, at: number): Item<CategoryPhrase> | null {
  if (!LIST_JOINTS.has(wordAt(at + 1))) return null
  let head = at + 1
  for (; !SHARED_HEADS.has(wordAt(head)); head++) {
    const isJoint = LIST_JOINTS.has(wordAt(head))
    const isInPlace = isJoint || LIST_JOINTS.has(wordAt(head - 1)) || SHARED_HEADS.has(wordAt(head + 1))
    if (head === at + SHARING_WORDS_MAX || !(isJoint || /^[a-z]+$/.test(wordAt(head))) || !isInPlace) return null
  }
  if (LIST_JOINTS.has(wordAt(head - 1))) return null
  const whole = CATEGORY_PHRASES.find((index) => (index === at ? wordAt(at) : index === at + 1 ? wordAt(head) : ''), at)
  return whole?.end === at + 2 ? { value: whole.value, end: at + 1 } : null
}

function afterNoun(wordAt: WordAt, { end, value }: { end: number; value: CategoryPhrase }): number {
  if (SURCHARGES.has(wordAt(end)) && SURCHARGED.has(wordAt(end - 1))) return end
  // "Unknown merchants" could be those that nobody knows.
  const isSeller = SELLERS.has(wordAt(end)) && value.names[0] !== 'uncategorized'
  const isNoun =
    isSeller || (value.takesNoun && NOUNS.has(wordAt(end))) || (value.takesPayment && PAYMENTS.has(wordAt(end)))
  return isNoun ? end + 1 : end
}

export function readNamedCategory(wordAt: WordAt, find: Find, at: number): Item<CategoryItem> | null {
  const found = find(at)
  if (found === null || (wordAt(at) === 'other' && isRest(wordAt, at))) return null
  return { value: itemOf(found, at), end: found.end }
}

function itemOf({ end, value }: { end: number; value: CategoryPhrase }, at: number): CategoryItem {
  const { names, isPart, isNarrower } = value
  return { names, at, to: end, isPart, isNarrower, isBanOnly: false, isAllowOnly: false, isRest: false }
}

/** "Other categories", "gambling and other": the rest of them, not the category of that name. */
function isRest(wordAt: WordAt, at: number): boolean {
  const isJoined = wordAt(at - 1) === 'and' || wordAt(at - 1) === 'or' || wordAt(at - 1) === '&'
  return isJoined || /^\p{L}+$/u.test(wordAt(at + 1))
}
