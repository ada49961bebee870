// Days and hours that a construction took -> the windows that are open.
import { type TimeWindow, WEEKDAY_NAMES, type Weekday } from '../policy.ts'
import { type Captured, isClock, isList, isZone } from './captures.ts'
import type { Capture } from './chart.ts'
import type { Clause, Range, WindowGroup } from './clause.ts'
import { ambiguousHours, emptyWindow, type Refusal, unsupported } from './refusals.ts'
import { dayRange, type List } from './values.ts'
import { clockText, type DayItem } from './windowLists.ts'

/** What people call the zones of the United States, beside the zone that is meant: "Eastern time (America/New_York)". */
const NAMED_ZONES: Readonly<Record<string, readonly string[]>> = {
  eastern: ['America/New_York', 'America/Detroit', 'America/Toronto'],
  central: ['America/Chicago', 'America/Winnipeg'],
  mountain: ['America/Denver', 'America/Boise', 'America/Edmonton'],
  pacific: ['America/Los_Angeles', 'America/Vancouver'],
}

/** "9:00" is morning only beside a time that can be nothing but the 24-hour clock. */
const NOON = 720
const AFTERNOON_MINUTE = 780
const MORNING_MINUTE = 360

export function withWindows(clause: Clause, captured: Captured): Clause | Refusal | null {
  const canonical = captured.lists.find(({ slot }) => slot === 'WINDOWS')
  if (canonical !== undefined) {
    const windows = (canonical.items as TimeWindow[]).map(({ days, start, end, tz }) => ({
      days,
      hours: [{ start, end }],
      zone: tz,
    }))
    return { ...clause, windows }
  }
  // "No payments outside business hours", which another sentence has to state.
  if (captured.marks.has('refers') || captured.marks.has('then')) return clause
  const groups: WindowGroup[] = []
  for (const part of splitAt(captured.ordered, 'next')) {
    const group = readGroup(part, clause)
    if (group === null || 'why' in group) return group
    groups.push(group)
  }
  // A zone behind the last of several windows holds for all of them.
  const zone = groups[groups.length - 1]?.zone ?? null
  const others = groups.slice(0, -1)
  if (others.some((group) => group.zone !== null && group.zone !== zone)) return ambiguousHours(clause)
  // "Weekdays 9am-5pm, Friday 9am-1pm": the Friday could be an addition or an exception.
  const days = groups.flatMap((group) => group.days ?? WEEKDAY_NAMES)
  if (new Set(days).size < days.length) return ambiguousHours(clause)
  // "Saturday" and nothing else could be the end of any sentence.
  const isLabelled = clause.marks.has('only') || clause.marks.has('labelled')
  const isFragment = clause.marks.has('bare') && !isLabelled && zone === null
  const isSingle = groups.every(({ days: some, hours }) => some?.length === 1 && hours.length === 0)
  if (isFragment && isSingle) return ambiguousHours(clause)
  const windows = groups.map((group) => ({ ...group, zone }))
  return clause.construction === 'NO_WINDOW' ? complement(clause, windows) : { ...clause, windows }
}

function splitAt(captures: readonly Capture[], mark: string): Capture[][] {
  const parts: Capture[][] = [[]]
  for (const capture of captures) {
    if (capture === mark) parts.push([])
    else parts[parts.length - 1]?.push(capture)
  }
  return parts
}

function readGroup(part: readonly Capture[], range: Range): WindowGroup | Refusal | null {
  const said = part.filter((each) => typeof each === 'string')
  const marks = new Set(said)
  const lists = part.filter(isList)
  if (isSaidTwice(said) || lists.length > (marks.has('but') ? 2 : 1)) return null
  // Hours directly behind it could be those of the excepted day: "every day except Sunday 9am-5pm".
  const hour = said.indexOf('p_hour')
  const isAfterException = marks.has('p_but') && hour > said.indexOf('p_but')
  if (isAfterException && said[hour - 1] !== 'apart') return ambiguousHours(range)
  const days = readDays(lists as List<DayItem>[], marks, range)
  if (days !== null && 'why' in days) return days
  const clocks = part.filter(isClock)
  const hours = readHours(marks.has('reversed') ? clocks.reverse() : clocks, range)
  if (hours === null || 'why' in hours) return hours
  if (!fitsPartOfDay(marks, hours)) return ambiguousHours(range)
  const zones = part.filter(isZone)
  // "Nairobi time (Africa/Nairobi)"
  if (new Set(zones.map(({ zone }) => zone)).size > 1 || (days === null && hours.length === 0)) return null
  const named = Object.keys(NAMED_ZONES).find((name) => marks.has(name))
  if (named !== undefined && NAMED_ZONES[named]?.includes(zones[0]?.zone ?? '') !== true) return ambiguousHours(range)
  return { days: days?.days ?? null, hours, zone: zones[0]?.zone ?? null }
}

/** Days, hours or a zone that stand in two places. */
function isSaidTwice(said: readonly string[]): boolean {
  const days = said.filter((mark) => mark === 'p_day' || mark === 'p_but')
  return days.length > 1 || said.indexOf('p_hour') !== said.lastIndexOf('p_hour')
}

/** The hours that go by the name of a part of the day; nights cross midnight. */
const PARTS_OF_DAY: Readonly<Record<string, readonly [string, string]>> = {
  morning: ['04:00', '13:00'],
  afternoon: ['12:00', '19:00'],
  evening: ['16:00', '24:00'],
  daytime: ['04:00', '24:00'],
}

function fitsPartOfDay(marks: ReadonlySet<unknown>, hours: WindowGroup['hours']): boolean {
  const part = Object.keys(PARTS_OF_DAY).find((name) => marks.has(name))
  if (part === undefined && !marks.has('night')) return true
  const [from, to] = PARTS_OF_DAY[part ?? ''] ?? []
  const fits = ({ start, end }: (typeof hours)[number]) =>
    from === undefined || to === undefined ? start > end : start >= from && start < end && end <= to
  return hours.length > 0 && hours.every(fits)
}

type Clocks = readonly { readonly minute: number; readonly style: string }[]

function readHours(clocks: Clocks, range: Range): WindowGroup['hours'] | Refusal | null {
  const hours: { start: string; end: string }[] = []
  for (let at = 0; at < clocks.length; at += 2) {
    const [start, end] = [clocks[at], clocks[at + 1]]
    if (start === undefined || end === undefined) return null
    const styles = new Set([start.style, end.style])
    const isAfternoon = (each: typeof start) => each.style === 'full' && each.minute >= AFTERNOON_MINUTE
    // "9:00 to 12:00" begins in no evening.
    const isMorning = (one: typeof start, other: typeof start) =>
      one.minute >= MORNING_MINUTE && other.style === 'full' && other.minute === NOON
    const isUnclear =
      (styles.has('half') && (styles.has('full') || styles.has('unclear'))) ||
      (start.style === 'unclear' && !isAfternoon(end) && !isMorning(start, end)) ||
      (end.style === 'unclear' && !isAfternoon(start))
    // "From 6pm to 12pm" means midnight more often than noon.
    const isMidnight = end.style === 'half' && end.minute === NOON && start.style === 'half' && start.minute > NOON
    if (isUnclear || isMidnight || start.minute === 1440) return ambiguousHours(range)
    if (start.minute === end.minute && start.minute !== 0) return emptyWindow(range)
    hours.push({ start: clockText(start.minute), end: clockText(end.minute) })
  }
  return hours
}

function readDays(
  lists: readonly List<DayItem>[],
  marks: ReadonlySet<unknown>,
  range: Range,
): { readonly days: readonly Weekday[] } | Refusal | null {
  const [first, second] = lists
  const daysOf = (list: List<DayItem> | undefined) => [...new Set(list?.items.flatMap(({ days }) => days) ?? [])]
  if (marks.has('every_day') || marks.has('but')) {
    const all = marks.has('every_day') ? [...WEEKDAY_NAMES] : daysOf(first)
    const excepted = daysOf(marks.has('every_day') ? first : second)
    const days = all.filter((day) => !excepted.includes(day))
    if (days.length === 0 || !excepted.every((day) => all.includes(day))) return emptyWindow(range)
    return { days }
  }
  if (first === undefined) return null
  if (marks.has('between') || marks.has('from')) {
    const [one, other] = first.items
    const [start, end] = [one?.days[0], other?.days[0]]
    if (marks.has('from') || first.items.length === 1) return onlyRange(first, range)
    const isPair =
      first.items.length === 2 && first.joints[0] === 'and' && one?.isSingle === true && other?.isSingle === true
    if (!isPair || start === undefined || end === undefined) return ambiguousHours(range)
    return { days: dayRange(start, end) }
  }
  const days = daysOf(first)
  // "During the week, Saturday to Sunday"
  return marks.has('in_week') && days.some((day) => day === 'sat' || day === 'sun') ? ambiguousHours(range) : { days }
}

/** "From Monday to Friday", but not "from Saturday", which starts and never ends. */
function onlyRange(list: List<DayItem>, range: Range): { readonly days: readonly Weekday[] } | Refusal {
  const [item] = list.items
  return list.items.length === 1 && item !== undefined && item.days.length > 1 && !item.isSingle
    ? { days: item.days }
    : ambiguousHours(range)
}

/** What is left open by a ban on days or on hours. A ban on hours of some days is no window of the object. */
function complement(clause: Clause, windows: readonly WindowGroup[]): Clause | Refusal {
  const [group] = windows
  if (group === undefined || windows.length > 1 || group.hours.length > 1) return unsupported(clause, 'BANNED_HOURS')
  const [span] = group.hours
  if (span === undefined) {
    const days = WEEKDAY_NAMES.filter((day) => !group.days?.includes(day))
    return days.length === 0 || group.days === null ? emptyWindow(clause) : { ...clause, windows: [{ ...group, days }] }
  }
  if (group.days !== null && group.days.length < 7) return unsupported(clause, 'BANNED_HOURS')
  // "After 9am or before 5pm" is the whole day.
  const isWhole = clause.marks.has('outer') && span.start <= span.end
  if (isWhole || (span.start === '00:00' && span.end === '23:59')) return emptyWindow(clause)
  // No hour is left open, and a window whose end is its start would be the whole day.
  if (span.start === '00:00' && (span.end === '00:00' || span.end === '24:00')) return emptyWindow(clause)
  const end = span.start === '00:00' ? '24:00' : span.start
  const start = span.end === '24:00' ? '00:00' : span.end
  return {
    ...clause,
    windows: [{ ...group, days: null, hours: [{ start, end }] }],
  }
}
