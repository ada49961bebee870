// The window clauses of a text -> its time windows, each with one zone. The surprise: two clauses are never joined by
// guess: days-only and hours-only restrict each other, windows on different days add up, anything else is refused.
import { isTimeZone } from '../../../shared/limitWindows.ts'
import { type TimeWindow, WEEKDAY_NAMES } from '../policy.ts'
import type { Clause, Gathered, Range, Reading, WindowGroup } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { emptyWindow, type Refusal, refuse } from './refusals.ts'
import { UNCLEAR_ZONE } from './signals.ts'

interface WindowClause extends Range {
  readonly construction: Clause['construction']
  readonly groups: readonly WindowGroup[]
}

export function assembleWindows({ clauses, refusals, readings }: Gathered, limitTimezone: string | null): TimeWindow[] {
  const zones = clauses.flatMap((clause) => (clause.zone === null ? [] : [{ ...clause, zone: clause.zone }]))
  const [zone, ...others] = zones
  const other = others.find((each) => each.zone !== zone?.zone)
  const open = clauses.flatMap((clause): WindowClause[] =>
    clause.windows.length === 0 ? [] : [{ ...clause, groups: clause.windows }],
  )
  const anyTime = clauses.find(({ construction }) => construction === 'ANY_TIME')
  const isClosed = clauses.some(
    ({ construction }) => CONSTRUCTIONS[construction] === 'time windows' && construction !== 'ANY_TIME',
  )
  if (other !== undefined)
    refusals.push(refuse('contradiction', other, 'Two different time zones are stated.', 'Keep one of the two.'))
  if (anyTime !== undefined && isClosed)
    refusals.push(
      refuse('contradiction', anyTime, 'Another part of the text closes some days or hours.', 'Keep one of the two.'),
    )
  if (zone !== undefined && open.length === 0)
    refusals.push(
      refuse(
        'unsupported_rule',
        zone,
        'A zone belongs to days and hours, and the text has none.',
        'Set limit_timezone for the days and months of limits, and remove this part.',
      ),
    )
  const joined = joinDaysAndHours(withoutRepetitions(open), refusals)
  const groups = joined.flatMap((clause) => clause.groups.map((group) => ({ group, clause })))
  const isMixed = zone === undefined && groups.some(({ group }) => group.zone !== null)
  const windows: TimeWindow[] = []
  for (const { group, clause } of groups) {
    if (zone !== undefined && group.zone !== null && group.zone !== zone.zone)
      refusals.push(refuse('contradiction', clause, 'Two different time zones are stated.', 'Keep one of the two.'))
    // The organization's zone fills all windows or none: beside a window with a zone it would be a guess.
    const tz = group.zone ?? zone?.zone ?? (isMixed ? null : limitTimezone)
    if (tz === null || !isTimeZone(tz)) {
      refusals.push({
        why: { ...UNCLEAR_ZONE, message: 'Days and hours need a time zone.' },
        from: clause.from,
        to: clause.to,
      })
      continue
    }
    if (group.zone === null && zone === undefined && !readings.some(({ code }) => code === 'default_time_zone'))
      readings.push(defaultZone(tz))
    const hours = group.hours.length > 0 ? group.hours : [{ start: '00:00', end: '00:00' }]
    if (/^Etc\/GMT[+-][1-9]/.test(tz)) noteInvertedZone(tz, readings)
    for (const { start, end } of hours) windows.push({ days: group.days ?? WEEKDAY_NAMES, start, end, tz })
  }
  return windows
}

/** The names of these zones count westwards: "Etc/GMT+5" is five hours behind UTC. */
function noteInvertedZone(tz: string, readings: Reading[]): void {
  if (readings.some(({ code }) => code === 'inverted_zone')) return
  const offset = tz.slice('Etc/GMT'.length).replace(/[+-]/, (sign) => (sign === '+' ? '-' : '+'))
  readings.push({
    code: 'inverted_zone',
    message: `"${tz}" is the zone UTC${offset}, with the sign the other way round.`,
  })
}

function defaultZone(tz: string): Reading {
  return {
    code: 'default_time_zone',
    message: `The text names no time zone; ${tz}, the zone of the limits, is used for days and hours.`,
  }
}

/** The same windows said twice are consistent. */
function withoutRepetitions(clauses: readonly WindowClause[]): readonly WindowClause[] {
  const seen = new Map(clauses.map((clause) => [JSON.stringify(clause.groups), clause]))
  return [...seen.values()]
}

/** What is open, less the days that are closed. */
function joinDaysAndHours(clauses: readonly WindowClause[], refusals: Refusal[]): readonly WindowClause[] {
  const closing = clauses.filter(isClosingDays)
  const [first] = closing
  if (first === undefined) return joinOpen(clauses, refusals)
  const days = WEEKDAY_NAMES.filter((day) => closing.every(({ groups }) => groups[0]?.days?.includes(day)))
  const zones = new Set(closing.flatMap(({ groups }) => groups[0]?.zone ?? []))
  const [zone = null] = zones
  const open = clauses.filter((clause) => !isClosingDays(clause))
  const rest: readonly WindowClause[] =
    open.length > 0 ? joinOpen(open, refusals) : [{ ...first, groups: [{ days: WEEKDAY_NAMES, hours: [], zone }] }]
  const isOneZone = rest.every(({ groups }) =>
    groups.every((group) => zones.size === 0 || (zones.size === 1 && (group.zone ?? zone) === zone)),
  )
  // Hours over midnight belong to two days, of which one is closed.
  const isOvernight = rest.some(({ groups }) => groups.some(({ hours }) => hours.some(crossesMidnight)))
  if (!isOneZone || isOvernight) refusals.push(refuseOverlap(first))
  const left = rest.map((clause) => ({
    ...clause,
    groups: clause.groups
      .map((group) => ({
        ...group,
        days: (group.days ?? WEEKDAY_NAMES).filter((day) => days.includes(day)),
        zone: group.zone ?? zone,
      }))
      .filter((group) => group.days.length > 0),
  }))
  if (left.every(({ groups }) => groups.length === 0)) refusals.push(emptyWindow(first))
  return left
}

function isClosingDays({ construction, groups }: WindowClause): boolean {
  return construction === 'NO_WINDOW' && groups.every(({ hours }) => hours.length === 0)
}

function joinOpen(clauses: readonly WindowClause[], refusals: Refusal[]): readonly WindowClause[] {
  const [first, second, third] = clauses
  if (first === undefined || second === undefined) return clauses
  const joined = third === undefined ? intersect(first, second) : null
  if (joined !== null) return [joined]
  const seen = new Set<string>()
  for (const clause of clauses) {
    const days = clause.groups.flatMap((group) => group.days ?? WEEKDAY_NAMES)
    const isSeparate =
      !days.some((day) => seen.has(day)) &&
      clause.groups.every((group) => group.hours.length > 0 && group.days !== null)
    if (!isSeparate && clause !== first) refusals.push(refuseOverlap(clause))
    for (const day of days) seen.add(day)
  }
  const isFirstWhole = first.groups.every((group) => group.hours.length > 0 && group.days !== null)
  if (!isFirstWhole) refusals.push(refuseOverlap(first))
  return clauses
}

function crossesMidnight({ start, end }: WindowGroup['hours'][number]): boolean {
  return end <= start && end !== '00:00'
}

/** "Weekdays only. Only 9am-5pm." One states days and the other hours, none over midnight, so that both can hold. */
function intersect(a: WindowClause, b: WindowClause): WindowClause | null {
  const [one, two] = [a.groups[0], b.groups[0]]
  if (one === undefined || two === undefined || a.groups.length > 1 || b.groups.length > 1) return null
  const [days, hours] = one.days === null ? [two, one] : [one, two]
  if (days.days === null || days.hours.length > 0 || hours.days !== null) return null
  if (hours.hours.some(crossesMidnight)) return null
  if (days.zone !== null && hours.zone !== null && days.zone !== hours.zone) return null
  const group: WindowGroup = { days: days.days, hours: hours.hours, zone: days.zone ?? hours.zone }
  return { ...a, from: Math.min(a.from, b.from), to: Math.max(a.to, b.to), groups: [group] }
}

function refuseOverlap(range: Range): Refusal {
  return refuse(
    'contradiction',
    range,
    'Two rules about days and hours overlap, and it is not clear whether both must hold or either.',
    'Write all windows in one sentence, joined by "or".',
  )
}
