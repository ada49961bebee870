// The pieces of a window clause: a list or range of days, one pair of hours, or a zone.
import { WEEKDAY_NAMES, type Weekday } from '../policy.ts'
import { kindAt, type Range, type Reader, type Refusal, refuse, refuseToken, tokenAt, unreadable } from './reader.ts'
import type { Kind } from './tokens.ts'

export interface Atom extends Range {
  readonly days?: readonly Weekday[]
  readonly hours?: { readonly start: string; readonly end: string }
  readonly zone?: string
  /** "Or" stands before it. */
  readonly isAlternative?: boolean
}

const LINKS = new Set<Kind>('on in at between during det colon for of'.split(' ') as Kind[])
export const SEPARATORS = new Set<Kind>('comma and or'.split(' ') as Kind[])

export function readAtom(reader: Reader, index: number, atoms: readonly Atom[]): Atom | Refusal | null {
  const { kind, zone } = tokenAt(reader, index)
  if (kind === 'zone' && zone !== undefined) return { from: index, to: index + 1, zone }
  if (kind === 'days' || kind === 'everyDay' || kind === 'adverbDay') return readDays(reader, index)
  if (kind === 'clock') return readHours(reader, index)
  if (kind === 'amount') return refuseHours(reader, index)
  if (kind === 'except' && atoms.length > 0 && !atoms.some((atom) => atom.days !== undefined)) {
    const excepted = readDays(reader, skipLinks(reader, index + 1))
    if ('why' in excepted || excepted.days === undefined) return excepted
    return withoutDays(WEEKDAY_NAMES, excepted.days, { from: index, to: excepted.to })
  }
  return null
}

/** "Mon, Wed and Fri", "Monday through Thursday", "every day except Sunday". */
function readDays(reader: Reader, from: number): Atom | Refusal {
  const days = new Set<Weekday>()
  let index = from
  for (;;) {
    const item = readDayItem(reader, index)
    if ('why' in item) return item
    for (const day of item.days) days.add(day)
    index = item.to
    let next = index
    while (SEPARATORS.has(kindAt(reader, next)) || kindAt(reader, next) === 'slash') next += 1
    while (kindAt(reader, next) === 'on' || kindAt(reader, next) === 'det') next += 1
    if (next === index || kindAt(reader, next) !== 'days') break
    index = next
  }
  if (kindAt(reader, index) !== 'except') return { from, to: index, days: [...days] }
  const excepted = readDays(reader, skipLinks(reader, index + 1))
  if ('why' in excepted || excepted.days === undefined) return excepted
  return withoutDays([...days], excepted.days, { from, to: excepted.to })
}

function withoutDays(days: readonly Weekday[], excepted: readonly Weekday[], range: Range): Atom | Refusal {
  const kept = days.filter((day) => !excepted.includes(day))
  const isPart = excepted.every((day) => days.includes(day))
  if (kept.length > 0 && isPart) return { ...range, days: kept }
  return refuse(
    'contradiction',
    range,
    'No day is left, or the excepted day was not included.',
    'List the days that are allowed.',
  )
}

function readDayItem(reader: Reader, index: number): { days: readonly Weekday[]; to: number } | Refusal {
  const token = tokenAt(reader, index)
  if (token.kind === 'everyDay' || token.kind === 'adverbDay') return { days: WEEKDAY_NAMES, to: index + 1 }
  const first = token.days
  if (first === undefined) return refuseToken(reader, index)
  const joint = kindAt(reader, index + 1)
  const last = tokenAt(reader, index + 2).days
  if ((joint !== 'dash' && joint !== 'to') || last === undefined) return { days: first, to: index + 1 }
  const [start, end] = [first[0], last[0]]
  if (first.length !== 1 || last.length !== 1 || start === undefined || end === undefined)
    return unreadable({ from: index, to: index + 3 })
  const [low, high] = [WEEKDAY_NAMES.indexOf(start), WEEKDAY_NAMES.indexOf(end)]
  const days = WEEKDAY_NAMES.filter((_day, at) => (low <= high ? at >= low && at <= high : at >= low || at <= high))
  return { days, to: index + 3 }
}

function readHours(reader: Reader, index: number): Atom | Refusal {
  const [start, joint, end] = [tokenAt(reader, index), kindAt(reader, index + 1), tokenAt(reader, index + 2)]
  const isBetween = kindAt(reader, index - 1) === 'between'
  const isRange = joint === 'dash' || joint === 'to' || (joint === 'and' && isBetween)
  if (!isRange || end.minute === undefined || start.minute === undefined) return refuseHours(reader, index)
  // "9:00" is morning only beside a time that can be nothing but the 24-hour clock.
  const isUnclear = (one: typeof start, other: typeof start) =>
    one.clockStyle === 'unclear' && !(other.clockStyle === 'full' && (other.minute ?? 0) >= 780)
  if (isUnclear(start, end) || isUnclear(end, start) || start.minute === 1440) return refuseHours(reader, index)
  const range = { from: index, to: index + 3 }
  if (start.minute === end.minute && start.minute !== 0) return refuseEmpty(range)
  return { ...range, hours: { start: clockText(start.minute), end: clockText(end.minute) } }
}

function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

export function skipLinks(reader: Reader, index: number): number {
  let at = index
  while (SEPARATORS.has(kindAt(reader, at))) at += 1
  while (LINKS.has(kindAt(reader, at))) at += 1
  return at
}

function refuseHours(reader: Reader, index: number): Refusal {
  let to = index + 1
  while (['dash', 'to', 'and', 'amount', 'clock'].includes(kindAt(reader, to))) to += 1
  return refuse(
    'ambiguous_hours',
    { from: index, to },
    'The hours are not one start and one end on a clear clock.',
    'Write "9am-5pm" or "09:00-17:00".',
  )
}

export function refuseEmpty(range: Range): Refusal {
  return refuse(
    'contradiction',
    range,
    'This window is empty.',
    'Give an end that differs from the start, or "00:00-24:00" for whole days.',
  )
}
