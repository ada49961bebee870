// All readings of a piece of text by the grammar, each remembered by rule and position, so that nothing is read twice.
// The surprise: the number of readings kept for a place is bounded, and passing the bound refuses the text, because a
// reading that was dropped could have been another policy.
import { COMPOSITIONS, type Composition, compose } from './composed.ts'
import type { Grammar, Node, Rule, Slot } from './notation.ts'

/** A mark, or a value that a slot took, in the order of the text. */
export type Capture = string | object

interface Match {
  readonly end: number
  readonly captures: readonly Capture[]
}

/** The words of a text and the values that begin at each of them. */
export interface Input {
  wordAt(at: number): string
  /** The slots that can be filled at a place. */
  slotsAt(at: number): readonly Slot[]
  /** The value of a slot: the same object each time. */
  valueAt(slot: Slot, at: number): { readonly end: number; readonly value: object } | null
}

const READINGS_MAX = 64
const NONE: readonly Match[] = []
const NO_OPTIONS: readonly Node[] = []

export class TooManyReadings extends Error {}

export type Chart = (rule: number, at: number) => readonly Match[]

/** The furthest word that any attempt has reached is `furthest.at`, for explaining a refusal. */
export function createChart(grammar: Grammar, input: Input, furthest: { at: number }): Chart {
  const remembered: Map<number, readonly Match[]>[] = []
  const empty: (readonly Match[])[] = []
  const { rules } = grammar
  const compositions = compositionsOf(grammar)

  function readRule(index: number, at: number): readonly Match[] {
    let row = remembered[at]
    if (row === undefined) {
      row = new Map()
      remembered[at] = row
    }
    const known = row.get(index)
    if (known !== undefined) return known
    const rule = rules[index]
    if (rule === undefined) return NONE
    const composition = compositions[index]
    const matches = composition === undefined ? readOptions(rule, at) : readComposed(composition, at)
    row.set(index, matches)
    return matches
  }

  function readComposed(composition: Composition & { readonly partRule: number }, at: number): readonly Match[] {
    const partsAt = (place: number) => readRule(composition.partRule, place)
    const matches: Match[] = []
    for (const match of compose(composition, partsAt, at)) collectOne(matches, match)
    return matches
  }

  function readOptions({ byWord, bySlot, always }: Rule, at: number): readonly Match[] {
    let matches = readEach(byWord.get(input.wordAt(at)), at, NONE)
    if (bySlot.size > 0) for (const slot of input.slotsAt(at)) matches = readEach(bySlot.get(slot), at, matches)
    return readEach(always, at, matches)
  }

  function readEach(options: readonly Node[] = NO_OPTIONS, at: number, before: readonly Match[]): readonly Match[] {
    let matches = before
    for (const option of options) matches = union(matches, read(option, at))
    return matches
  }

  function read(node: Node, at: number): readonly Match[] {
    switch (node.is) {
      case 'word':
        if (input.wordAt(at) !== node.word) return NONE
        if (at >= furthest.at) furthest.at = at + 1
        return emptyAt(at + 1)
      case 'slot': {
        const taken = input.valueAt(node.slot, at)
        if (taken === null) return NONE
        if (taken.end > furthest.at) furthest.at = taken.end
        return [{ end: taken.end, captures: [taken.value] }]
      }
      case 'mark':
        return [{ end: at, captures: [node.mark] }]
      case 'rule':
        return readRule(node.rule, at)
      case 'choice':
        return node.indexed.by === null ? readEach(node.options, at, NONE) : readOptions(node.indexed.by, at)
      case 'sequence':
        return readSequence(node.parts, at)
    }
  }

  function readSequence(parts: readonly Node[], at: number): readonly Match[] {
    let matches = emptyAt(at)
    for (const part of parts) {
      matches = readNext(part, matches)
      if (matches.length === 0) return NONE
    }
    return matches
  }

  function readNext(part: Node, before: readonly Match[]): readonly Match[] {
    const [only] = before
    if (only !== undefined && before.length === 1 && only.captures.length === 0) return read(part, only.end)
    const longer: Match[] = []
    for (const { end, captures } of before)
      for (const next of read(part, end)) collectOne(longer, { end: next.end, captures: join(captures, next.captures) })
    return longer
  }

  /** What takes words and no value. */
  function emptyAt(end: number): readonly Match[] {
    empty[end] ??= [{ end, captures: [] }]
    return empty[end]
  }

  return readRule
}

const compositionsByGrammar = new WeakMap<
  Grammar,
  readonly ((Composition & { readonly partRule: number }) | undefined)[]
>()

function compositionsOf(grammar: Grammar) {
  const known = compositionsByGrammar.get(grammar)
  if (known !== undefined) return known
  const compositions = grammar.names.map((name) => {
    const composition = COMPOSITIONS[name]
    return composition && { ...composition, partRule: grammar.names.indexOf(composition.part) }
  })
  compositionsByGrammar.set(grammar, compositions)
  return compositions
}

function join(before: readonly Capture[], after: readonly Capture[]): readonly Capture[] {
  if (before.length === 0) return after
  return after.length === 0 ? before : [...before, ...after]
}

/** The readings of both, without a copy where one of them has none: most attempts fail. */
function union(one: readonly Match[], other: readonly Match[]): readonly Match[] {
  if (other.length === 0) return one
  if (one.length === 0) return other
  const matches = [...one]
  for (const match of other) collectOne(matches, match)
  return matches
}

/** The same words with the same captures are one reading, however they were derived. */
function collectOne(matches: Match[], match: Match): void {
  for (const known of matches) if (known.end === match.end && isSame(known.captures, match.captures)) return
  if (matches.length >= READINGS_MAX) throw new TooManyReadings()
  matches.push(match)
}

function isSame(a: readonly Capture[], b: readonly Capture[]): boolean {
  return a.length === b.length && a.every((capture, index) => capture === b[index])
}
