/**
 * The names of one list, indexed by word, so that a name is compared with few of them. What the index leaves out cannot reach
 * the score that asks for a review: it needs two words that are alike, or two names with enough characters in common. Long
 * work gives way to other work of the process every few milliseconds.
 */
import { setImmediate } from 'node:timers/promises'
import { commonShareMin, jaroWinkler, nameScore, ROUNDING, SIMILAR_FROM, wordSetOf, wordsOf } from '../rules/names.ts'

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
  /** The name of the list that has the highest score with this one; null: none is similar. */
  findSimilar(words: readonly string[]): Promise<(Indexed<Owner> & { readonly score: number }) | null>
}

export interface NameIndexDraft<Owner> extends NameIndex<Owner> {
  add(name: string, owner: Owner): void
}

/** Texts and how often each of 32 groups of characters occurs in them. */
interface Spellings {
  readonly texts: string[]
  counts: Uint16Array
}

const GROUPS = 32
const SLICE_MS = 2
const STEPS = 64

export function createNameIndex<Owner>(): NameIndexDraft<Owner> {
  const names: (readonly string[])[] = []
  const indexed: Indexed<Owner>[] = []
  const byWordSet = new Map<string, number>()
  const whole = newSpellings()
  const words = newSpellings()
  const numberOfWord = new Map<string, number>()
  /** By number of word: the names that have it. */
  const namesWith: number[][] = []

  return {
    get size() {
      return names.length
    },
    add(name, owner) {
      const found = wordsOf(name)
      const key = wordSetOf(found)
      if (key === '' || byWordSet.has(key)) return
      byWordSet.set(key, names.length)
      for (const word of new Set(found)) {
        let number = numberOfWord.get(word)
        if (number === undefined) {
          number = addSpelling(words, word)
          numberOfWord.set(word, number)
          namesWith.push([])
        }
        namesWith[number]?.push(names.length)
      }
      addSpelling(whole, found.join(' '))
      names.push(found)
      indexed.push({ name, owner })
    },
    find: (found) => indexed[found.length === 0 ? -1 : (byWordSet.get(wordSetOf(found)) ?? -1)] ?? null,
    async findSimilar(found) {
      if (found.length === 0) return null
      const pace = createPace()
      const candidates = new Set<number>(await findAlike(whole, found.join(' '), pace))
      for (const word of new Set(found))
        for (const number of await findAlike(words, word, pace))
          for (const name of namesWith[number] ?? []) candidates.add(name)
      const best = { number: -1, score: 0 }
      for (const number of candidates) {
        if (pace.isDue()) await pace.rest()
        const score = nameScore(found, names[number] ?? [])
        if (score > best.score) Object.assign(best, { number, score })
      }
      const named = indexed[best.number]
      return named === undefined || best.score < SIMILAR_FROM ? null : { ...named, score: best.score }
    },
  }
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

const newSpellings = (): Spellings => ({ texts: [], counts: new Uint16Array(GROUPS * 256) })

function addSpelling(into: Spellings, text: string): number {
  const number = into.texts.length
  if ((number + 1) * GROUPS > into.counts.length) {
    const larger = new Uint16Array(into.counts.length * 2)
    larger.set(into.counts)
    into.counts = larger
  }
  countGroups(text, into.counts, number * GROUPS)
  into.texts.push(text)
  return number
}

/** Characters of one group may differ, so two texts have at most as many in common as their groups have. */
function countGroups(text: string, counts: Uint16Array, offset: number): void {
  for (let at = 0; at < text.length; at++) {
    const group = offset + (text.charCodeAt(at) & (GROUPS - 1))
    counts[group] = (counts[group] ?? 0) + 1
  }
}

/** The texts that are as similar to this one as a review asks for. */
async function findAlike(
  { texts, counts }: Spellings,
  text: string,
  pace: ReturnType<typeof createPace>,
): Promise<number[]> {
  const own = new Uint16Array(GROUPS)
  countGroups(text, own, 0)
  const found: number[] = []
  for (let number = 0; number < texts.length; number++) {
    if (pace.isDue()) await pace.rest()
    const other = texts[number] ?? ''
    const shareMin = commonShareMin(text, other)
    const perCharacter = 1 / text.length + 1 / other.length
    if (Math.min(text.length, other.length) * perCharacter < shareMin) continue
    if (commonAtMost(own, counts, number * GROUPS) * perCharacter < shareMin) continue
    if (jaroWinkler(text, other) >= SIMILAR_FROM - ROUNDING) found.push(number)
  }
  return found
}

function commonAtMost(own: Uint16Array, counts: Uint16Array, offset: number): number {
  let common = 0
  for (let group = 0; group < GROUPS; group++) common += Math.min(own[group] ?? 0, counts[offset + group] ?? 0)
  return common
}
