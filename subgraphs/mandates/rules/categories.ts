// Merchant categories as policies name them (domain 6.5): name, alias or group -> categories through the one alias
// function that the parser, the check of policies and the list for users share.
import table from '../../shared/data/mcc-categories.json' with { type: 'json' }
import { EVERYDAY_WORDS } from './categoryWords.ts'

export interface Category {
  readonly name: string
  readonly label: string
  readonly group: string
  readonly aliases: readonly string[]
  readonly high_risk: boolean
  readonly default_blocked: boolean
}

export const CATEGORIES: readonly Category[] = table.categories.map(
  ({ name, label, group, aliases, high_risk, default_blocked }) => ({
    name,
    label,
    group,
    aliases,
    high_risk,
    default_blocked,
  }),
)
/** Name -> position in the table, which is also the order of every list of categories. */
export const CATEGORY_NAMES: ReadonlyMap<string, number> = new Map(CATEGORIES.map(({ name }, index) => [name, index]))

const groups: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(table.groups))
const groupByCategory: ReadonlyMap<string, string> = new Map(CATEGORIES.map(({ name, group }) => [name, group]))
const namesByWord: ReadonlyMap<string, readonly string[]> = new Map([
  ...groups,
  ...CATEGORIES.flatMap(({ name, aliases }) =>
    [...everydayWords(name), ...aliases, name].map((word): [string, readonly string[]] => [word, [name]]),
  ),
])

const SPELLING_LENGTH_MIN = 6
const SPELLING_DISTANCE_MAX = 2

/** Name, alias or group -> its categories and the word they are listed under; null when nothing has that name. */
export function resolveCategory(text: string): { readonly word: string; readonly names: readonly string[] } | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const names = namesByWord.get(word)
  return names === undefined ? null : { word, names }
}

/**
 * Suggestions for a misspelt word, best first. Only long words with the same beginning are compared: short ones are close
 * to too many others with another meaning (bets and pets, tax and taxi).
 */
export function nearCategories(text: string): string[] {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  if (word.length < SPELLING_LENGTH_MIN) return []
  const near: { name: string; distance: number }[] = []
  for (const [candidate, names] of namesByWord) {
    const isAlike = candidate.length >= SPELLING_LENGTH_MIN && candidate.slice(0, 3) === word.slice(0, 3)
    const distance = isAlike ? editDistance(word, candidate) : SPELLING_DISTANCE_MAX + 1
    if (distance <= SPELLING_DISTANCE_MAX)
      near.push({ name: names.length === 1 ? (names[0] ?? candidate) : candidate, distance })
  }
  near.sort((a, b) => a.distance - b.distance)
  const nearest = near.filter(({ distance }) => distance === near[0]?.distance)
  return [...new Set(nearest.map(({ name }) => name))].slice(0, 3)
}

export function groupOf(name: string): string {
  return groupByCategory.get(name) ?? ''
}

export function membersOfGroup(group: string): readonly string[] {
  return groups.get(group) ?? []
}

export function groupNames(): string[] {
  return [...groups.keys()]
}

export function compareCategories(a: string, b: string): number {
  return (CATEGORY_NAMES.get(a) ?? 0) - (CATEGORY_NAMES.get(b) ?? 0)
}

/** Every word that names a category or a group, for the lexer's longest match. */
export function categoryWords(): Iterable<string> {
  return namesByWord.keys()
}

/** All words for a category besides its name and aliases, as the table writes them. */
export function everydayWords(name: string): string[] {
  return (EVERYDAY_WORDS[name] ?? '').split('|').flatMap((word) => (word === '' ? [] : [word.replaceAll(' ', '_')]))
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return 4
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 4
}
