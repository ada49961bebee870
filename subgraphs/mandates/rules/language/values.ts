// The values that slots of the grammar take at a place of the text. Lists are joined here, from the right to the left, so
// that a list costs its length and no more; a list runs as far as its items do and is never cut at one of its commas.
import { WEEKDAY_NAMES, type Weekday } from '../policy.ts'
import { readAgentName, readLabel, readRelative, readThings, readUnit } from './agentNames.ts'
import { type CategoryItem, isDetailedEvenly, readDetailed, readNamedCategory } from './categoryItems.ts'
import type { Input } from './chart.ts'
import { CATEGORY_PHRASES, type CategoryPhrase, DAY_PHRASES, ZONE_PHRASES } from './lexicon.ts'
import type { Slot } from './notation.ts'
import { createTable, type Item, type WordAt } from './phraseTable.ts'
import type { Clock, Token, Zone } from './tokens.ts'
import { type Cell, type DayItem, joinWindows } from './windowLists.ts'

/** A list, first item first, with the place where it ends. */
export interface List<T> {
  readonly slot: Slot
  readonly items: readonly T[]
  readonly from: number
  readonly to: number
  /** Joined by "or" or "and" alone, for "between Monday and Friday". */
  readonly joints: readonly string[]
}
export interface MerchantItem {
  readonly written: string
  readonly at: number
}

/** A preposition that may be said again before each item. */
const LIMBS = new Set(['from', 'at', 'for', 'on', 'with', 'to'])
const JOINTS = ['or for', ', and', ', or', ',', 'and', 'or', '&', 'plus', 'as well as', 'and / or', '/', 'nor'].map(
  (words) => words.split(' '),
)
const JOINTS_BY_WORD = Map.groupBy(JOINTS, ([first = '']) => first)
/** What stands for punctuation that ends a sentence, and for places outside of the text. */
const NO_WORD = '\u0001'
const NO_SLOTS: readonly Slot[] = []
const CLOCK_WORDS: ReadonlyMap<string, number> = new Map([
  ['noon', 720],
  ['midday', 720],
  ['midnight', 0],
])

const LIST_SLOTS = ['CATEGORIES', 'NAMED_CATEGORIES', 'DOMAINS', 'DAYS', 'WINDOWS'] as const
type ListSlot = (typeof LIST_SLOTS)[number]
type Cells = readonly (Cell<unknown> | null)[]

/** @param tokens one sentence or a whole text; lines that belong to a list of lines stand between its items */
export function createInput(
  tokens: readonly Token[],
): Input & { hasList(slot: ListSlot, at: number): boolean; listEnd(at: number): number | null } {
  const words = tokens.map(({ kind, word }) => (kind === 'word' ? word : NO_WORD))
  const wordAt = (at: number) => words[at] ?? NO_WORD
  const phrases: (Item<CategoryPhrase> | null | undefined)[] = []
  const categoryAt = (at: number) => {
    if (phrases[at] === undefined) phrases[at] = CATEGORY_PHRASES.find(wordAt, at)
    return phrases[at] ?? null
  }
  const zoneAt = (at: number) => readZone(tokens, wordAt, at)
  const tables: Partial<Record<ListSlot, Cells>> = {}
  const values: Partial<Record<Slot, ({ end: number; value: object } | null | undefined)[]>> = {}
  const slots: (readonly Slot[])[] = []

  /** The lists of one kind by where they begin, joined when they are first asked for. */
  function cellsOf(slot: ListSlot): Cells {
    tables[slot] ??= joinSlot(slot)
    return tables[slot]
  }

  function joinSlot(slot: ListSlot): Cells {
    switch (slot) {
      case 'CATEGORIES':
        return joinLists(tokens, wordAt, (at) => readDetailed(wordAt, categoryAt, at))
      case 'NAMED_CATEGORIES':
        return joinLists(tokens, wordAt, (at) => readNamedCategory(wordAt, categoryAt, at))
      case 'DOMAINS':
        if (!tokens.some(({ domain }) => domain !== undefined)) return []
        return joinLists(tokens, wordAt, (at) => readDomain(tokens, wordAt, at), true)
      case 'DAYS':
        return joinLists(tokens, wordAt, (at) => readDayItem(wordAt, at))
      case 'WINDOWS':
        if (!tokens.some(({ clock }) => clock !== undefined)) return []
        return joinWindows(tokens, wordAt, zoneAt, cellsOf('DAYS') as readonly (Cell<DayItem> | null)[])
    }
  }

  function valueAt(slot: Slot, at: number): { end: number; value: object } | null {
    values[slot] ??= []
    const known = values[slot][at]
    if (known !== undefined) return known
    const value = findValue(slot, at)
    values[slot][at] = value
    return value
  }

  function findValue(slot: Slot, at: number): { end: number; value: object } | null {
    if (isListSlot(slot)) return listOf(slot, at, cellsOf(slot)[at] ?? null)
    if (slot === 'ZONE') return zoneAt(at)
    if (slot === 'NAME') return readAgentName(wordAt, at)
    if (slot === 'RELATIVE') return readRelative(wordAt, at)
    if (slot === 'UNIT') return readUnit(wordAt, at)
    if (slot === 'PURPOSE') return readLabel(wordAt, at)
    if (slot === 'THINGS') return readThings(wordAt, at)
    if (slot === 'CLOCK') {
      const clock = readClockAt(tokens, wordAt, at)
      return clock === null ? null : { end: at + 1, value: clock }
    }
    const money = tokens[at]?.money
    if (money === undefined || money.isBare !== (slot === 'NUMBER')) return null
    return { end: at + 1, value: { ...money, from: at, to: at + 1 } }
  }

  return {
    wordAt,
    valueAt,
    slotsAt(at) {
      const known = slots[at]
      if (known !== undefined) return known
      const found: Slot[] = []
      for (const slot of LIST_SLOTS) if (cellsOf(slot)[at] != null) found.push(slot)
      const money = tokens[at]?.money
      if (money !== undefined) found.push(money.isBare ? 'NUMBER' : 'AMOUNT')
      if (readClockAt(tokens, wordAt, at) !== null) found.push('CLOCK')
      if (zoneAt(at) !== null) found.push('ZONE')
      if (readAgentName(wordAt, at) !== null) found.push('NAME')
      if (readRelative(wordAt, at) !== null) found.push('RELATIVE')
      if (readUnit(wordAt, at) !== null) found.push('UNIT')
      if (readLabel(wordAt, at) !== null) found.push('PURPOSE')
      if (readThings(wordAt, at) !== null) found.push('THINGS')
      const all = found.length === 0 ? NO_SLOTS : found
      slots[at] = all
      return all
    },
    hasList: (slot, at) => cellsOf(slot)[at] != null,
    listEnd(at) {
      let end: number | null = null
      for (const slot of LIST_SLOTS) {
        const cell = cellsOf(slot)[at]
        if (cell != null && cell.next !== null && (end === null || cell.end > end)) end = cell.end
      }
      return end
    },
  }
}

function isListSlot(slot: Slot): slot is ListSlot {
  return (LIST_SLOTS as readonly Slot[]).includes(slot)
}

function joinLists<T>(
  tokens: readonly Token[],
  wordAt: WordAt,
  read: (at: number) => Item<T> | null,
  /** Items may also stand beside each other with nothing but a blank between them. */
  hasBlanks = false,
): (Cell<T> | null)[] {
  const cells: (Cell<T> | null)[] = new Array(tokens.length).fill(null)
  for (let at = tokens.length - 1; at >= 0; at--) {
    if (wordAt(at) === '(') {
      const inner = cells[at + 1] ?? null
      if (inner !== null && wordAt(inner.end) === ')') cells[at] = { ...inner, end: inner.end + 1 }
      continue
    }
    const item = read(at)
    if (item === null) continue
    const beside = hasBlanks ? (cells[item.end] ?? null) : null
    const next =
      beside === null
        ? afterJoint(tokens, wordAt, item.end, (start) => cells[start] ?? null, wordAt(at - 1))
        : { joint: ' ', cell: beside }
    cells[at] =
      next === null
        ? { item, joint: '', next: null, end: item.end }
        : { item, joint: next.joint, next: next.cell, end: next.cell.end }
  }
  return cells
}

function afterJoint<T>(
  tokens: readonly Token[],
  wordAt: WordAt,
  end: number,
  cellAt: (at: number) => Cell<T> | null,
  before: string,
): { joint: string; cell: Cell<T> } | null {
  if (tokens[end]?.kind === 'line') {
    const start = tokens[end + 1]?.kind === 'bullet' ? end + 2 : end + 1
    const cell = tokens[end]?.word === '\u0002' ? cellAt(start) : null
    return cell === null ? null : { joint: 'line', cell }
  }
  for (const joint of JOINTS_BY_WORD.get(wordAt(end)) ?? []) {
    if (!joint.every((word, index) => index === 0 || wordAt(end + index) === word)) continue
    const cell = cellAt(end + joint.length)
    if (cell !== null) return { joint: joint.join(' '), cell }
    // "From a.com or from b.com"
    const again = cellAt(end + joint.length + 1)
    if (again !== null && LIMBS.has(before) && wordAt(end + joint.length) === before)
      return { joint: joint.join(' '), cell: again }
  }
  return null
}

function listOf(slot: Slot, at: number, first: Cell<unknown> | null): { end: number; value: object } | null {
  if (first === null) return null
  const items: unknown[] = []
  const joints: string[] = []
  for (let cell: Cell<unknown> | null = first; cell !== null; cell = cell.next) {
    items.push(cell.item.value)
    if (cell.next !== null) joints.push(cell.joint)
  }
  if (slot === 'CATEGORIES' && !isDetailedEvenly(items as CategoryItem[])) return null
  const list: List<unknown> = { slot, items, joints, from: at, to: first.end }
  return { end: first.end, value: list }
}

const BEFORE_SUBDOMAINS = new Set(['and', 'or', ',', 'plus', 'only', 'pay', 'pays'])
const SUBDOMAINS = createTable(
  [
    'any subdomain of',
    'any subdomains of',
    'all subdomains of',
    'every subdomain of',
    'subdomains of',
    'all of the subdomains of',
  ].map((words) => [words, true] as const),
)

function readDomain(tokens: readonly Token[], wordAt: WordAt, at: number): Item<MerchantItem> | null {
  // "Zoom.us or any subdomain of zoom.us", unlike "allow purchases from any subdomain", which may close nothing
  const below = BEFORE_SUBDOMAINS.has(wordAt(at - 1)) ? SUBDOMAINS.find(wordAt, at) : null
  const parent = below === null ? undefined : tokens[below.end]?.domain
  if (below !== null && parent !== undefined)
    return { value: { written: `*.${parent}`, at: below.end }, end: below.end + 1 }
  const domain = tokens[at]?.domain
  return domain === undefined ? null : { value: { written: domain, at }, end: at + 1 }
}

const DAY_RANGES = createTable(
  ['-', 'to', 'through', 'thru', 'until', 'till', 'through to', 'up to', 'to and including'].map(
    (words) => [words, true] as const,
  ),
)

/** "Mon", "weekdays", "Monday through Thursday". */
function readDayItem(wordAt: WordAt, at: number): Item<DayItem> | null {
  const start = wordAt(at) === 'on' || wordAt(at) === 'every' ? at + 1 : at
  const first = DAY_PHRASES.find(wordAt, start)
  if (first === null) return null
  if (start > at && wordAt(at) === 'on' && wordAt(at - 1) !== 'and' && wordAt(at - 1) !== ',') return null
  const joint = DAY_RANGES.find(wordAt, first.end)
  const last = joint === null ? null : DAY_PHRASES.find(wordAt, joint.end)
  if (last === null) return { value: { days: first.value.days, isSingle: !first.value.isSet }, end: first.end }
  const [from] = first.value.days
  const [to] = last.value.days
  // "Monday to Monday" is a week, or nothing.
  if (first.value.isSet || last.value.isSet || from === undefined || to === undefined || from === to) return null
  return { value: { days: dayRange(from, to), isSingle: false }, end: last.end }
}

/** From one day to another, over the week's end where the second comes first. */
export function dayRange(from: Weekday, to: Weekday): readonly Weekday[] {
  const [low, high] = [WEEKDAY_NAMES.indexOf(from), WEEKDAY_NAMES.indexOf(to)]
  return WEEKDAY_NAMES.filter((_day, at) => (low <= high ? at >= low && at <= high : at >= low || at <= high))
}

function readClockAt(tokens: readonly Token[], wordAt: WordAt, at: number): Clock | null {
  const token = tokens[at]
  if (token?.clock !== undefined) return token.clock
  const minute = CLOCK_WORDS.get(wordAt(at))
  return minute === undefined ? null : { minute, style: 'word' }
}

/** A zone, also in one pair of brackets: deeper ones would make a run of brackets cost its square. */
function readZone(tokens: readonly Token[], wordAt: WordAt, at: number): Item<Zone> | null {
  if (wordAt(at) !== '(') return readPlainZone(tokens, wordAt, at)
  const inner = readPlainZone(tokens, wordAt, at + 1)
  return inner !== null && wordAt(inner.end) === ')' ? { ...inner, end: inner.end + 1 } : null
}

const ZONE_NOUNS = createTable(['time', 'timezone', 'time zone'].map((words) => [words, true] as const))

function readPlainZone(tokens: readonly Token[], wordAt: WordAt, at: number): Item<Zone> | null {
  const zone = tokens[at]?.zone
  if (zone === undefined) return ZONE_PHRASES.find(wordAt, at)
  return { value: zone, end: ZONE_NOUNS.find(wordAt, at + 1)?.end ?? at + 1 }
}
