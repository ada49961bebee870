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
  const { rules, names } = grammar
  const compositions = names.map((name) => {
    const composition = COMPOSITIONS[name]
    return composition && { ...composition, partRule: names.indexOf(composition.part) }
  })

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
    collect(matches, compose(composition, partsAt, at))
    return matches
  }

  function readOptions({ byWord, bySlot, always }: Rule, at: number): readonly Match[] {
    const matches: Match[] = []
    for (const option of byWord.get(input.wordAt(at)) ?? NO_OPTIONS) collect(matches, read(option, at))
    if (bySlot.size > 0)
      for (const slot of input.slotsAt(at))
        for (const option of bySlot.get(slot) ?? NO_OPTIONS) collect(matches, read(option, at))
    for (const option of always) collect(matches, read(option, at))
    return matches
  }

  function read(node: Node, at: number): readonly Match[] {
    switch (node.is) {
      case 'word':
        if (input.wordAt(at) !== node.word) return NONE
        if (at >= furthest.at) furthest.at = at + 1
        return [{ end: at + 1, captures: [] }]
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
      case 'choice': {
        if (node.indexed.by !== null) return readOptions(node.indexed.by, at)
        const matches: Match[] = []
        for (const option of node.options) collect(matches, read(option, at))
        return matches
      }
      case 'sequence':
        return readSequence(node.parts, at)
    }
  }

  function readSequence(parts: readonly Node[], at: number): readonly Match[] {
    let matches: readonly Match[] = [{ end: at, captures: [] }]
    for (const part of parts) {
      const longer: Match[] = []
      for (const { end, captures } of matches)
        for (const next of read(part, end))
          collectOne(longer, { end: next.end, captures: join(captures, next.captures) })
      if (longer.length === 0) return NONE
      matches = longer
    }
    return matches
  }

  return readRule
}

function join(before: readonly Capture[], after: readonly Capture[]): readonly Capture[] {
  if (before.length === 0) return after
  return after.length === 0 ? before : [...before, ...after]
}

function collect(matches: Match[], more: readonly Match[]): void {
  for (const match of more) collectOne(matches, match)
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
