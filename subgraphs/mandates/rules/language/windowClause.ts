// Clauses of days and hours: "weekdays 9am-5pm Paris time", "no spending on weekends, UTC". A clause is a row of days,
// hours and zones; the surprise is what is refused: rows whose parts could belong together in two ways, hours without
// am or pm, and days put beside another rule by a comma alone ("weekends, max $20" may mean a limit for weekends).
import { WEEKDAY_NAMES, type Weekday } from '../policy.ts'
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
import { type Atom, readAtom, refuseEmpty, SEPARATORS, skipLinks } from './windowAtoms.ts'

const OPENING = new Set<Kind>(
  'only allow restrict may spend unitTransaction subject be det neg block nothing hourLabel hours colon polite for of except keep on in at between during'.split(
    ' ',
  ) as Kind[],
)
const PREPOSITIONS = new Set<Kind>('on in at between during'.split(' ') as Kind[])

export function readWindow(reader: Reader): Refusal | null {
  const from = reader.at
  let onlys = 0
  let labels = 0
  let negations = 0
  let excepts = 0
  let index = from
  while (OPENING.has(kindAt(reader, index))) {
    const { kind, word } = tokenAt(reader, index)
    // "Restrict spending on weekends" bans them or leaves nothing else; only "restrict to" is one of the two.
    if (word === 'restrict') return refuseRestrict({ from, to: partEnd(reader, index) })
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
  let isAlternative = false
  for (;;) {
    const atom = readAtom(reader, index, atoms)
    if (atom === null) return null
    if ('why' in atom) return atom
    atoms.push({ ...atom, isAlternative })
    const next = skipLinks(reader, atom.to)
    const hasBoundary = next > atom.to && SEPARATORS.has(kindAt(reader, atom.to))
    isAlternative = hasBoundary && hasOr(reader, atom.to, next)
    if (isAlternative && !startsWindow(reader, next, atoms)) return refuseGrouping({ from, to: next + 1 })
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
      // "Weekdays 9am-5pm, Friday 9am-1pm": the second may shorten the Friday of the first. "Or" says that it does not.
      const isAgain = atom.days?.some((day) => groups.some(({ days }) => days?.includes(day)))
      if (isAgain === true && atom.isAlternative !== true) return refuseGrouping(range)
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

function refuseGrouping(range: Range): Refusal {
  return refuse(
    'ambiguous_hours',
    range,
    'It is not clear which days, hours and zones belong together.',
    'Write each window as days, hours and zone, for example "Mon-Fri 9am-5pm UTC or Sat 10am-2pm UTC".',
  )
}

function refuseRestrict(range: Range): Refusal {
  return refuse(
    'unsupported_rule',
    range,
    'This may ban these days and hours, or allow nothing else.',
    'Begin with "Only", or with "No spending on".',
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
