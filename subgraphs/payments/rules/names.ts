/**
 * Compares names with those of a sanctions list (domain 4.3): without accents, case, punctuation, legal form and order, by
 * Jaro-Winkler on the whole name and on its words. Equal words deny; a score alone never does, it asks for a review. Pure.
 */

import { latinPictureOf } from '../../shared/homographs.ts'

/** From this score on a person has to look. */
export const SIMILAR_FROM = 0.85
/** More than a score computed in another way differs: what is left out before must not have reached the score exactly. */
export const ROUNDING = 1e-9

const LEGAL_FORMS = new Set(
  'INC LLC LTD CORP CO GMBH SA SRO OU AO OOO PLC BV AG COMPANY CORPORATION LIMITED'.split(' '),
)
const WORDS_MAX = 40
const PREFIX_WEIGHT = 0.1
const PREFIX_MAX = 4

/** The words of a name that are compared, in its order; none of a name without letters and digits. */
export function wordsOf(name: string): readonly string[] {
  const spelled = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().replaceAll('.', '')
  const words = spelled.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const named = words.filter((word) => !LEGAL_FORMS.has(word))
  // Otherwise a company that is called "SA" would be called nothing.
  return (named.length === 0 ? words : named).slice(0, WORDS_MAX)
}

/** The same name as one reads it: what nobody sees may stand for nothing, or between two words. */
export const readingsOf = (name: string): readonly string[] => [
  ...new Set([name, name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')]),
]

/** Letters that stand apart; three are initials. */
const SPACED = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][^\p{L}\p{N}]+){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu

/** A word that has digits among its letters, and which letter a digit looks like; 1 looks like two. */
const MIXED_WORD = /[\p{L}\d]*(?:\p{L}\d|\d\p{L})[\p{L}\d]*/gu
const LOOKS_LIKE: Readonly<Record<string, string>> = { 0: 'O', 3: 'E', 4: 'A', 5: 'S', 7: 'T', 8: 'B' }

function withLetters(name: string): readonly string[] {
  if (name.search(MIXED_WORD) < 0) return []
  return ['I', 'L'].map((one) =>
    name.replace(MIXED_WORD, (word) => word.replace(/[0134578]/g, (digit) => LOOKS_LIKE[digit] ?? one)),
  )
}

const asOneWord = (text: string) => text.replace(SPACED, (letters) => letters.replace(/[^\p{L}\p{N}]+/gu, ''))

/**
 * The words of everything that a name may be read as, at most ten: with what nobody sees as nothing or as a separator, in the
 * Latin letters that it looks like, and then with letters that stand apart as one word, and with letters for digits. Each is
 * compared with thousands, so a name has no more of them for being written in several odd ways at once.
 */
export function picturesOf(name: string): readonly (readonly string[])[] {
  const readings = readingsOf(name)
  const latin = readings.map((reading) => latinPictureOf(reading) ?? reading)
  const furthest = latin.map((one) => asOneWord(one.normalize('NFKC')))
  const seen = [...readings, ...latin, ...furthest, ...furthest.flatMap(withLetters)].map(wordsOf)
  return [...new Map(seen.map((words) => [words.join(' '), words])).values()]
}

/** Equal for names of the same words, in any order. */
export const wordSetOf = (words: readonly string[]): string => [...new Set(words)].sort().join(' ')

/** 0 to 1. */
export function nameScore(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0
  const byWord = (meanOfBest(one, other) + meanOfBest(other, one)) / 2
  return Math.max(jaroWinkler(one.join(' '), other.join(' ')), byWord)
}

function meanOfBest(words: readonly string[], others: readonly string[]): number {
  let sum = 0
  for (const word of words) {
    let best = 0
    for (const other of others) best = Math.max(best, jaroWinkler(word, other))
    sum += best
  }
  return sum / words.length
}

/** 0 to 1; 1 for equal texts. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1
  const jaro = jaroOf(one, other)
  return jaro + commonPrefix(one, other) * PREFIX_WEIGHT * (1 - jaro)
}

/**
 * The share of common characters that a score of at least `SIMILAR_FROM` needs, as their number over each length, summed:
 * what is compared first, because it is cheap.
 */
export const commonShareMin = (one: string, other: string): number => shareMinOf(commonPrefix(one, other))

function shareMinOf(prefix: number): number {
  const weight = prefix * PREFIX_WEIGHT
  const jaroMin = (SIMILAR_FROM - weight) / (1 - weight)
  return 3 * jaroMin - 1 - ROUNDING
}

/** The least of them, of texts that begin alike, and of others. */
export const SHARE_MIN = shareMinOf(PREFIX_MAX)
export const SHARE_MIN_OTHERWISE = shareMinOf(0)

function commonPrefix(one: string, other: string): number {
  let length = 0
  while (length < PREFIX_MAX && length < one.length && one[length] === other[length]) length += 1
  return length
}

/** Reused: a name is compared with thousands. */
let taken = new Uint8Array(1_024)
let matched = new Uint16Array(1_024)

function jaroOf(one: string, other: string): number {
  const longer = Math.max(one.length, other.length)
  if (longer > taken.length) [taken, matched] = [new Uint8Array(longer), new Uint16Array(longer)]
  taken.fill(0, 0, other.length)
  const reach = Math.max(0, Math.floor(longer / 2) - 1)
  let common = 0
  for (let at = 0; at < one.length; at++) {
    const character = one.charCodeAt(at)
    const end = Math.min(other.length - 1, at + reach)
    for (let there = Math.max(0, at - reach); there <= end; there++) {
      if (taken[there] === 1 || other.charCodeAt(there) !== character) continue
      taken[there] = 1
      matched[common++] = character
      break
    }
  }
  if (common === 0) return 0
  let displaced = 0
  for (let there = 0, next = 0; next < common; there++)
    if (taken[there] === 1 && other.charCodeAt(there) !== matched[next++]) displaced += 1
  return (common / one.length + common / other.length + (common - displaced / 2) / common) / 3
}
