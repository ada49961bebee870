// Categories as items of a list: the phrase, its category, and a noun that may follow.
import { CATEGORY_PHRASES, type CategoryPhrase } from './lexicon.ts'
import type { Item, WordAt } from './phraseTable.ts'

export interface CategoryItem {
  readonly names: readonly string[]
  readonly at: number
  readonly to: number
  /** The word names less than its category. */
  readonly isPart: boolean
}

const NOUNS = new Set(
  'businesses merchant merchants site sites website websites vendor vendors store stores shop shops purchases expenses spending spend providers companies suppliers retailers costs services service products items goods stuff bills charges orders platforms outlets'.split(
    ' ',
  ),
)
const PAYMENTS = new Set('payments payment bills invoices premiums fees costs charges'.split(' '))

export function readCategory(wordAt: WordAt, at: number): Item<CategoryItem> | null {
  const found = CATEGORY_PHRASES.find(wordAt, at)
  if (found === null || found.value.isNamedOnly) return null
  return { value: itemOf(found, at), end: afterNoun(wordAt, found) }
}

function afterNoun(wordAt: WordAt, { end, value }: { end: number; value: CategoryPhrase }): number {
  const isNoun = (value.takesNoun && NOUNS.has(wordAt(end))) || (value.takesPayment && PAYMENTS.has(wordAt(end)))
  return isNoun ? end + 1 : end
}

export function readNamedCategory(wordAt: WordAt, at: number): Item<CategoryItem> | null {
  const found = CATEGORY_PHRASES.find(wordAt, at)
  if (found === null || (wordAt(at) === 'other' && isRest(wordAt, at))) return null
  return { value: itemOf(found, at), end: found.end }
}

function itemOf({ end, value: { names, isPart } }: { end: number; value: CategoryPhrase }, at: number): CategoryItem {
  return { names, at, to: end, isPart }
}

/** "Other categories", "gambling and other": the rest of them, not the category of that name. */
function isRest(wordAt: WordAt, at: number): boolean {
  const isJoined = wordAt(at - 1) === 'and' || wordAt(at - 1) === 'or' || wordAt(at - 1) === '&'
  return isJoined || /^\p{L}+$/u.test(wordAt(at + 1))
}
