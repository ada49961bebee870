// Clauses of days and hours: "weekdays 9am-5pm Paris time", "no spending on weekends, UTC". A clause is a row of days,
// hours and zones; the surprise is what is refused: rows whose parts could belong together in two ways, hours without
// am or pm, and days put beside another rule by a comma alone ("weekends, max $20" may mean a limit for weekends).
import { type Weekday, WEEKDAY_NAMES } from '../policy.ts'
import {
  isBoundary,
  isHardStop,
  kindAt,
  partEnd,
  type Range,
  type Reader,
  type Refusal,
  refuse,
  refuseToken,
  tokenAt,
  unreadable,
  type WindowGroup,
} from './reader.ts'
import type { Kind } from './tokens.ts'

const OPENING = new Set<Kind>(
  'only allow restrict may spend unitTransaction subject be det neg block nothing hourLabel hours colon polite for of except keep on in at between during'.split(
    ' ',
  ) as Kind[],
)
const LINKS = new Set<Kind>('on in at between during det colon for of'.split(' ') as Kind[])
const SEPARATORS = new Set<Kind>('comma and or'.split(' ') as Kind[])
const PREPOSITIONS = new Set<Kind>('on in at between during'.split(' ') as Kind[])

interface Atom extends Range {
  readonly days?: readonly Weekday[]
  readonly hours?: { readonly start: string; readonly end: string }
  readonly zone?: string
}

export function readWindow(reader: Reader): Refusal | null {
  const from = reader.at
  let onlys = 0
  let labels = 0
  let negations = 0
  let excepts = 0
  let index = from
  while (OPENING.has(kindAt(reader, index))) {
    const kind = kindAt(reader, index)
    if (kind === 'only' || kind === 'restrict') onlys += 1
    if (kind === 'hourLabel' || kind === 'hours' || kind === 'allow') labels += 1
    if (kind === 'neg' || kind === 'nothing' || kind === 'block') negations += 1
    if (kind === 'except') excepts += negations === 1 ? 1 : 2
    index += 1
  }
  const atoms: Atom[] = []
  const refusal = readAtoms(reader, index, atoms)
  if (refusal !== null) return refusal
  index = atoms[atoms.length - 1]?.to ?? index
  if (!atoms.some((atom) => atom.zone === undefined)) return refuseNoHours(reader, from, partEnd(reader, index))
  if (kindAt(reader, index) === 'only') {
    onlys += 1
    index += 1
  }
  const range = { from, to: index }
  if (!isBoundary(reader, index)) return refuseToken(reader, index)
  const isBan = negations === 1 && excepts === 0
  const isSettled = onlys + labels + negations > 0
  if (negations > 1 || excepts > 1 || (excepts === 1 && negations === 0) || (negations > 0 && onlys > 0))
    return unreadable(range)
  if (!isSettled && !standsAlone(reader, range)) return refuseConditional(range)
  const groups = groupAtoms(atoms, range)
  if ('why' in groups) return groups
  const kept = isBan ? complement(groups, range) : groups
  if ('why' in kept) return kept
  reader.at = index
  reader.windows.push({ ...range, groups: kept })
  return null
}

/** Bare days and hours restrict only as a sentence of their own, or as the last item of a list of rules. */
function standsAlone(reader: Reader, { from, to }: Range): boolean {
  const opensSentence = from === 0 || isHardStop(reader, from - 1)
  return isHardStop(reader, to) && (opensSentence || !PREPOSITIONS.has(kindAt(reader, from)))
}

function readAtoms(reader: Reader, from: number, atoms: Atom[]): Refusal | null {
  let index = from
  for (;;) {
    const atom = readAtom(reader, index, atoms)
    if (atom === null) return null
    if ('why' in atom) return atom
    atoms.push(atom)
    const next = skipLinks(reader, atom.to)
    const hasBoundary = next > atom.to && SEPARATORS.has(kindAt(reader, atom.to))
    if (hasBoundary && hasOr(reader, atom.to, next) && !startsWindow(reader, next, atoms))
      return refuseGrouping({ from, to: next + 1 })
    // After a comma the row goes on only if the part holds nothing but days, hours and zones.
    if (hasBoundary && isOtherClause(reader, next)) return null
    index = next
  }
}

function hasOr(reader: Reader, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (kindAt(reader, index) === 'or') return true
  return false
}

/** "Or" joins windows, hours or days of one kind; between days and their hours it would make two windows of one. */
function startsWindow(reader: Reader, index: number, atoms: readonly Atom[]): boolean {
  const content = atoms.filter((atom) => atom.zone === undefined)
  const last = content[content.length - 1]
  const isDaysFirst = content[0]?.days !== undefined
  if (kindAt(reader, index) === 'clock')
    return last?.hours !== undefined && !atoms.some((atom) => atom.zone !== undefined)
  return isDaysFirst && kindAt(reader, index) === 'days' && last?.hours !== undefined
}

function isOtherClause(reader: Reader, from: number): boolean {
  const end = partEnd(reader, from)
  for (let index = from; index < end; index++) {
    const kind = kindAt(reader, index)
    if (kind === 'category' || kind === 'domain' || kind === 'cap' || kind === 'approval') return true
    if (kind === 'amount' && tokenAt(reader, index).isBare !== true) return true
  }
  return false
}

function skipLinks(reader: Reader, index: number): number {
  let at = index
  while (SEPARATORS.has(kindAt(reader, at))) at += 1
  while (LINKS.has(kindAt(reader, at))) at += 1
  return at
}

function readAtom(reader: Reader, index: number, atoms: readonly Atom[]): Atom | Refusal | null {
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

/** Days with the hours that follow them, or hours with the days that follow; anything mixed is refused. */
function groupAtoms(atoms: readonly Atom[], range: Range): readonly WindowGroup[] | Refusal {
  const groups: { days: readonly Weekday[] | null; hours: { start: string; end: string }[]; zone: string | null }[] = []
  const content = atoms.filter((atom) => atom.zone === undefined)
  const isDaysFirst = content[0]?.days !== undefined
  let leading: string | null = null
  for (const atom of atoms) {
    let group = groups[groups.length - 1]
    if (atom.zone !== undefined) {
      if (group === undefined) leading = atom.zone
      else if (group.zone === null) group.zone = atom.zone
      else return refuseGrouping(range)
      continue
    }
    if (group === undefined || (isDaysFirst && atom.days !== undefined)) {
      group = { days: null, hours: [], zone: null }
      groups.push(group)
    }
    if (atom.days !== undefined) {
      if (group.days !== null) return refuseGrouping(range)
      group.days = atom.days
    } else if (atom.hours !== undefined) {
      if (group.zone !== null || (!isDaysFirst && group.days !== null)) return refuseGrouping(range)
      group.hours.push(atom.hours)
    }
  }
  return spreadZone(groups, leading, range)
}

function spreadZone(
  groups: readonly WindowGroup[],
  leading: string | null,
  range: Range,
): readonly WindowGroup[] | Refusal {
  const zoned = groups.filter((group) => group.zone !== null)
  const withHours = groups.filter((group) => group.hours.length > 0)
  if (withHours.length > 0 && withHours.length < groups.length) return refuseGrouping(range)
  const last = groups[groups.length - 1]?.zone ?? null
  if (zoned.length === groups.length && leading === null) return groups
  const only = leading ?? last
  if (zoned.length > 1 || (zoned.length === 1 && (last === null || leading !== null))) return refuseGrouping(range)
  return groups.map((group) => ({ ...group, zone: only }))
}

/** "No spending on weekends" leaves the other days; "no payments between 10pm and 6am" leaves the other hours. */
function complement(groups: readonly WindowGroup[], range: Range): readonly WindowGroup[] | Refusal {
  const [group, second] = groups
  const [hours, moreHours] = group?.hours ?? []
  if (
    group === undefined ||
    second !== undefined ||
    moreHours !== undefined ||
    (group.days !== null && hours !== undefined)
  )
    return refuse(
      'unsupported_rule',
      range,
      'A ban can be on whole days or on hours of every day, not on both.',
      'List the days and hours that are allowed.',
    )
  if (hours !== undefined)
    return hours.start === hours.end
      ? refuseEmpty(range)
      : [{ ...group, hours: [{ start: hours.end === '24:00' ? '00:00' : hours.end, end: hours.start }] }]
  const days = WEEKDAY_NAMES.filter((day) => !group.days?.includes(day))
  return days.length === 0 ? refuseEmpty(range) : [{ ...group, days }]
}

function refuseEmpty(range: Range): Refusal {
  return refuse(
    'contradiction',
    range,
    'This window is empty.',
    'Give an end that differs from the start, or "00:00-24:00" for whole days.',
  )
}

function refuseGrouping(range: Range): Refusal {
  return refuse(
    'ambiguous_hours',
    range,
    'It is not clear which days, hours and zones belong together.',
    'Write each window as days, hours and zone, for example "Mon-Fri 9am-5pm UTC or Sat 10am-2pm UTC".',
  )
}

function refuseConditional(range: Range): Refusal {
  return refuse(
    'unsupported_rule',
    range,
    'This may be a restriction of all spending or a condition of another rule.',
    'Write it as a sentence of its own that begins with "Only".',
  )
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

function refuseNoHours(reader: Reader, from: number, end: number): Refusal {
  for (let index = from; index < end; index++) {
    if (kindAt(reader, index) === 'signal') return refuseToken(reader, index)
    if (kindAt(reader, index) === 'hourLabel')
      return refuse(
        'ambiguous_hours',
        { from: index, to: index + 1 },
        'These words do not state hours.',
        'State days, hours and zone, for example "weekdays 9am-5pm Europe/Paris".',
      )
  }
  return unreadable({ from, to: Math.max(end, from + 1) })
}

/** "Time zone: Europe/Paris", "all times are UTC". */
export function readZoneStatement(reader: Reader): Refusal | null {
  const from = reader.at
  let index = from
  while (['zoneLabel', 'be', 'in', 'colon', 'det', 'time', 'subject'].includes(kindAt(reader, index))) index += 1
  const { zone } = tokenAt(reader, index)
  if (zone === undefined || !isBoundary(reader, index + 1)) return refuseToken(reader, index)
  reader.at = index + 1
  reader.zones.push({ from, to: index + 1, zone })
  return null
}
