// The notation of the constructions: text -> nodes. Words stand for themselves, names in capitals for another rule or a
// slot, [x] may be left out, (x|y) is a choice, "(" a bracket, {x} marks the reading. An error in a rule stops the service's start.
import { expandContraction } from './contractions.ts'

export type Node =
  | { readonly is: 'word'; readonly word: string }
  | { readonly is: 'slot'; readonly slot: Slot }
  | { readonly is: 'rule'; readonly rule: number }
  | { readonly is: 'mark'; readonly mark: string }
  | { readonly is: 'sequence'; readonly parts: readonly Node[] }
  | { readonly is: 'choice'; readonly options: readonly Node[]; readonly indexed: { by: Rule | null } }

/** What only code can read: values, and lists of them, which the lexer has joined beforehand. */
export const SLOTS = [
  'AMOUNT',
  'NUMBER',
  'DOMAINS',
  'CATEGORIES',
  'NAMED_CATEGORIES',
  'DAYS',
  'CLOCK',
  'ZONE',
  'WINDOWS',
  'NAME',
  'RELATIVE',
  'UNIT',
  'PURPOSE',
  'THINGS',
] as const
export type Slot = (typeof SLOTS)[number]

export interface Grammar {
  readonly names: readonly string[]
  readonly rules: readonly Rule[]
}

/** The options of a rule or a long choice by what they can begin with, so that most of them are never tried. */
export interface Rule {
  readonly byWord: ReadonlyMap<string, readonly Node[]>
  readonly bySlot: ReadonlyMap<Slot, readonly Node[]>
  readonly always: readonly Node[]
}

interface First {
  readonly words: Set<string>
  readonly slots: Set<Slot>
  isEmpty: boolean
}

/** @param texts name of a rule -> its options, separated by bars or lines */
export function compileGrammar(texts: Readonly<Record<string, string>>): Grammar {
  const names = Object.keys(texts)
  const indexes = new Map(names.map((name, index) => [name, index]))
  const options = names.map((name) => parseOptions(texts[name] ?? '', name, indexes))
  const firsts = computeFirsts(options)
  for (const each of options) indexChoices(each, firsts)
  return { names, rules: options.map((each) => indexRule(each, firsts)) }
}

/** The words in the text of a rule. */
export function wordsOfText(text: string): readonly string[] {
  return text.match(/(?<![A-Za-z0-9@{])[a-z][a-z0-9']*(?![A-Za-z_}])/g) ?? []
}

/** Every word that some rule takes: what an editor may offer and a spelling check need not flag. */
export function wordsOf(grammar: Grammar): ReadonlySet<string> {
  const words = new Set<string>()
  const visit = (node: Node): void => {
    if (node.is === 'word') words.add(node.word)
    else if (node.is === 'sequence') node.parts.forEach(visit)
    else if (node.is === 'choice') node.options.forEach(visit)
  }
  for (const rule of grammar.rules) {
    rule.always.forEach(visit)
    for (const nodes of [...rule.byWord.values(), ...rule.bySlot.values()]) nodes.forEach(visit)
  }
  return words
}

function parseOptions(text: string, name: string, indexes: ReadonlyMap<string, number>): Node[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap((line) => {
    const pieces = line.match(/"[()]"|\[|\]|\(|\)|\||\{[A-Za-z@_]+\}|[^\s[\]()|{}]+/g) ?? []
    let at = 0
    const fail = (why: string): never => {
      throw new Error(`rule ${name}: ${why} in "${line.trim()}"`)
    }
    const choice = (closing: string | null): Node[] => {
      const choices: Node[] = []
      let parts: Node[] = []
      for (;;) {
        const piece = pieces[at++]
        if (piece === undefined || piece === closing || piece === '|') {
          if (parts.length === 0) fail('an empty option')
          choices.push(sequence(parts))
          parts = []
          if (piece === '|') continue
          if ((piece ?? null) !== closing) fail('an unclosed group')
          return choices
        }
        parts.push(part(piece))
      }
    }
    const part = (piece: string): Node => {
      if (piece === '[') return { is: 'choice', options: [...choice(']'), sequence([])], indexed: { by: null } }
      if (piece === '(') return { is: 'choice', options: choice(')'), indexed: { by: null } }
      if (piece.startsWith('{')) return { is: 'mark', mark: piece.slice(1, -1) }
      if (!/^[A-Z]/.test(piece)) {
        const words = expandContraction(piece.replaceAll('"', ''), pieces[at] ?? '')
        return sequence(words.map((word) => ({ is: 'word', word })))
      }
      if ((SLOTS as readonly string[]).includes(piece)) return { is: 'slot', slot: piece as Slot }
      const rule = indexes.get(piece) ?? fail(`the unknown name ${piece}`)
      return { is: 'rule', rule }
    }
    return choice(null)
  })
}

function sequence(parts: readonly Node[]): Node {
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { is: 'sequence', parts }
}

function computeFirsts(rules: readonly (readonly Node[])[]): First[] {
  const firsts = rules.map((): First => ({ words: new Set(), slots: new Set(), isEmpty: false }))
  const size = () =>
    firsts.reduce((sum, { words, slots, isEmpty }) => sum + words.size + slots.size + Number(isEmpty), 0)
  for (let before = -1; before !== size(); ) {
    before = size()
    rules.forEach((options, index) => {
      const first = firsts[index]
      if (first !== undefined) for (const option of options) addFirst(option, first, firsts)
    })
  }
  return firsts
}

function addFirst(node: Node, into: First, firsts: readonly First[]): void {
  if (node.is === 'word') into.words.add(node.word)
  else if (node.is === 'slot') into.slots.add(node.slot)
  else if (node.is === 'mark') into.isEmpty = true
  else if (node.is === 'choice') for (const option of node.options) addFirst(option, into, firsts)
  else if (node.is === 'rule') {
    const first = firsts[node.rule]
    for (const word of first?.words ?? []) into.words.add(word)
    for (const slot of first?.slots ?? []) into.slots.add(slot)
    if (first?.isEmpty === true) into.isEmpty = true
  } else addFirstOfSequence(node.parts, into, firsts)
}

function addFirstOfSequence(parts: readonly Node[], into: First, firsts: readonly First[]): void {
  for (const part of parts) {
    const first: First = { words: new Set(), slots: new Set(), isEmpty: false }
    addFirst(part, first, firsts)
    for (const word of first.words) into.words.add(word)
    for (const slot of first.slots) into.slots.add(slot)
    if (!first.isEmpty) return
  }
  into.isEmpty = true
}

const INDEXED_MIN = 4

function indexChoices(nodes: readonly Node[], firsts: readonly First[]): void {
  for (const node of nodes) {
    if (node.is === 'sequence') indexChoices(node.parts, firsts)
    if (node.is !== 'choice') continue
    indexChoices(node.options, firsts)
    if (node.options.length >= INDEXED_MIN) node.indexed.by = indexRule(node.options, firsts)
  }
}

function indexRule(options: readonly Node[], firsts: readonly First[]): Rule {
  const byWord = new Map<string, Node[]>()
  const bySlot = new Map<Slot, Node[]>()
  const always: Node[] = []
  const add = <K>(map: Map<K, Node[]>, key: K, node: Node) => map.set(key, [...(map.get(key) ?? []), node])
  for (const option of options) {
    const first: First = { words: new Set(), slots: new Set(), isEmpty: false }
    addFirst(option, first, firsts)
    if (first.isEmpty) always.push(option)
    else {
      for (const word of first.words) add(byWord, word, option)
      for (const slot of first.slots) add(bySlot, slot, option)
    }
  }
  return { byWord, bySlot, always }
}
