/**
 * The names of one list, indexed by word, so that a name is compared with few of them. What the index leaves out cannot reach
 * the score that asks for a review: it needs two words that are alike, or two names with enough characters in common. Long
 * work gives way to other work of the process every few milliseconds.
 */
import { setImmediate } from 'node:timers/promises'
import {
  commonShareMin,
  jaroWinkler,
  nameScore,
  ROUNDING,
  SHARE_MIN,
  SHARE_MIN_OTHERWISE,
  SIMILAR_FROM,
  wordSetOf,
  wordsOf,
} from '../rules/names.ts'

/** A name, and whose it is: of several the first. */
export interface Indexed<Owner> {
  readonly name: string
  readonly owner: Owner
}

export interface NameIndex<Owner> {
  /** Of names; one name may stand for several entries. */
  readonly size: number
  /** The one of the same words in any order. */
  find(words: readonly string[]): Indexed<Owner> | null
  /** The name of the list that has the highest score with this one in any of its spellings; null: none is similar. */
  findSimilar(spellings: readonly (readonly string[])[]): Promise<(Indexed<Owner> & { readonly score: number }) | null>
}

export interface NameIndexDraft<Owner> extends NameIndex<Owner> {
  add(name: string, owner: Owner): void
}

/** Texts and, of each, how often every one of 32 groups of characters occurs in it. */
interface Spellings {
  readonly texts: string[]
  counts: Uint16Array
  /** What is compared first, because it is a few numbers: how long it is, how it begins, and which groups occur. */
  lengths: Uint16Array
  firsts: Uint16Array
  groups: Int32Array
}

const GROUPS = 32
const SLICE_MS = 2
const STEPS = 64

export function createNameIndex<Owner>(): NameIndexDraft<Owner> {
  /** By number of name: its words, and their numbers. */
  const names: (readonly string[])[] = []
  const numbersOf: (readonly number[])[] = []
  const indexed: Indexed<Owner>[] = []
  const byWordSet = new Map<string, number>()
  const whole = newSpellings()
  const words = newSpellings()
  const numberOfWord = new Map<string, number>()
  /** By number of word: the names that have it. */
  const namesWith: number[][] = []

  function numberOf(word: string): number {
    const known = numberOfWord.get(word)
    if (known !== undefined) return known
    const number = addSpelling(words, word)
    numberOfWord.set(word, number)
    namesWith.push([])
    return number
  }

  async function findBest(spelling: readonly string[], search: Search, best: Best): Promise<void> {
    const { pace } = search
    const alike = await findAlike(whole, spelling.join(' '), pace)
    for (const number of alike) keep(best, number, nameScore(spelling, names[number] ?? []))
    // Of the others only the words can reach it.
    const seen = new Set(alike)
    const compared = spelling.map(search.wordOf)
    for (const word of new Set(compared)) {
      word.alike ??= await findAlike(words, word.text, pace)
      for (const number of word.alike.flatMap((one) => namesWith[one] ?? [])) {
        if (seen.has(number)) continue
        seen.add(number)
        if (pace.isDue()) await pace.rest()
        keep(best, number, scoreByWord(compared, numbersOf[number] ?? [], words.texts, best.score))
      }
    }
  }

  return {
    get size() {
      return names.length
    },
    add(name, owner) {
      const found = wordsOf(name)
      const key = wordSetOf(found)
      if (key === '' || byWordSet.has(key)) return
      byWordSet.set(key, names.length)
      const numbers = found.map(numberOf)
      for (const number of new Set(numbers)) namesWith[number]?.push(names.length)
      addSpelling(whole, found.join(' '))
      names.push(found)
      numbersOf.push(numbers)
      indexed.push({ name, owner })
    },
    find: (found) => indexed[found.length === 0 ? -1 : (byWordSet.get(wordSetOf(found)) ?? -1)] ?? null,
    async findSimilar(spellings) {
      const best: Best = { number: -1, score: 0 }
      const search = newSearch()
      for (const spelling of spellings) if (spelling.length > 0) await findBest(spelling, search, best)
      const named = indexed[best.number]
      return named === undefined || best.score < SIMILAR_FROM ? null : { ...named, score: best.score }
    },
  }
}

interface Best {
  number: number
  score: number
}

function keep(best: Best, number: number, score: number): void {
  if (score > best.score) Object.assign(best, { number, score })
}

/** A word that is looked for: its spellings share most words, and names of a list many. */
interface Word {
  readonly text: string
  /** The words of the list that are alike; null: not looked for yet. */
  alike: readonly number[] | null
  /** By number of a word of the list. */
  readonly scores: Map<number, number>
}

interface Search {
  readonly pace: ReturnType<typeof createPace>
  readonly wordOf: (text: string) => Word
}

function newSearch(): Search {
  const known = new Map<string, Word>()
  return {
    pace: createPace(),
    wordOf(text) {
      const word = known.get(text) ?? { text, alike: null, scores: new Map() }
      known.set(text, word)
      return word
    },
  }
}

/** As `nameScore` has it of the words; 0 where it is certain that they stay below what is needed. */
function scoreByWord(
  found: readonly Word[],
  listed: readonly number[],
  texts: readonly string[],
  least: number,
): number {
  const needed = Math.max(SIMILAR_FROM, least) - ROUNDING
  const ofListed = listed.reduce((sum, number) => sum + bestOf(found, number, texts[number] ?? ''), 0) / listed.length
  let sum = 0
  for (const [at, word] of found.entries()) {
    // The words that are left are at best equal ones.
    if (((sum + found.length - at) / found.length + ofListed) / 2 < needed) return 0
    let best = 0
    for (const number of listed) best = Math.max(best, scoreOf(word, number, texts[number] ?? ''))
    sum += best
  }
  return (sum / found.length + ofListed) / 2
}

function bestOf(found: readonly Word[], number: number, text: string): number {
  let best = 0
  for (const word of found) best = Math.max(best, scoreOf(word, number, text))
  return best
}

function scoreOf(word: Word, number: number, text: string): number {
  const known = word.scores.get(number)
  if (known !== undefined) return known
  const score = jaroWinkler(word.text, text)
  word.scores.set(number, score)
  return score
}

/** Gives way to other work of the process after each slice. */
function createPace() {
  let until = performance.now() + SLICE_MS
  let steps = 0
  return {
    /** Looks at the clock only now and then: looking costs more than a comparison. */
    isDue: () => ++steps % STEPS === 0 && performance.now() > until,
    async rest() {
      await setImmediate()
      until = performance.now() + SLICE_MS
    },
  }
}

const newSpellings = (): Spellings => ({
  ...{ texts: [], counts: new Uint16Array(GROUPS * 256), groups: new Int32Array(256) },
  ...{ lengths: new Uint16Array(256), firsts: new Uint16Array(256) },
})

function addSpelling(into: Spellings, text: string): number {
  const number = into.texts.length
  if (number >= into.groups.length) {
    into.counts = doubled(into.counts, Uint16Array)
    into.lengths = doubled(into.lengths, Uint16Array)
    into.firsts = doubled(into.firsts, Uint16Array)
    into.groups = doubled(into.groups, Int32Array)
  }
  into.groups[number] = countGroups(text, into.counts, number * GROUPS)
  into.lengths[number] = text.length
  into.firsts[number] = text.charCodeAt(0)
  into.texts.push(text)
  return number
}

function doubled<Of extends Uint16Array | Int32Array>(array: Of, type: new (length: number) => Of): Of {
  const larger = new type(array.length * 2)
  larger.set(array)
  return larger
}

/** Characters of one group may differ, so two texts have at most as many in common as their groups have. @returns which there are */
function countGroups(text: string, counts: Uint16Array, offset: number): number {
  let present = 0
  for (let at = 0; at < text.length; at++) {
    const group = text.charCodeAt(at) & (GROUPS - 1)
    counts[offset + group] = (counts[offset + group] ?? 0) + 1
    present |= 1 << group
  }
  return present
}

/** The texts that are as similar to this one as a review asks for. */
async function findAlike(
  { texts, counts, lengths, firsts, groups }: Spellings,
  text: string,
  pace: ReturnType<typeof createPace>,
): Promise<number[]> {
  const own = new Uint16Array(GROUPS)
  const present = countGroups(text, own, 0)
  const first = text.charCodeAt(0)
  const found: number[] = []
  for (let number = 0; number < texts.length; number++) {
    if (pace.isDue()) await pace.rest()
    const length = lengths[number] ?? 0
    const others = groups[number] ?? 0
    // The share is of both lengths: so many characters it takes at least.
    const lengthsOfBoth = (text.length * length) / (text.length + length)
    const least = (firsts[number] === first ? SHARE_MIN : SHARE_MIN_OTHERWISE) * lengthsOfBoth
    // Of a group that only one of them has, each has at least one character that the other has not.
    if (text.length - bitsOf(present & ~others) < least || length - bitsOf(others & ~present) < least) continue
    const common = commonAtMost(own, counts, number * GROUPS)
    if (common < least) continue
    const other = texts[number] ?? ''
    if (common < commonShareMin(text, other) * lengthsOfBoth) continue
    if (jaroWinkler(text, other) >= SIMILAR_FROM - ROUNDING) found.push(number)
  }
  return found
}

/** How many of 32 are set. */
function bitsOf(number: number): number {
  const pairs = number - ((number >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

function commonAtMost(own: Uint16Array, counts: Uint16Array, offset: number): number {
  let common = 0
  for (let group = 0; group < GROUPS; group++) common += Math.min(own[group] ?? 0, counts[offset + group] ?? 0)
  return common
}
