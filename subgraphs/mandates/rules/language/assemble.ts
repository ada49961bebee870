// What the clauses said -> one policy, or the clauses that contradict each other. The surprise: two window clauses are
// never joined by guess: days-only and hours-only restrict each other, windows on different days add up, and anything
// else is refused.
import { isTimeZone } from '../../../shared/limitWindows.ts'
import {
  findContradictions,
  NO_POLICY,
  normalizePolicy,
  type Policy,
  type TimeWindow,
  WEEKDAY_NAMES,
  WIRE_FIELDS,
} from '../policy.ts'
import {
  type LimitField,
  type Range,
  type Reader,
  type Reading,
  type Refusal,
  refuse,
  type WindowClause,
  type WindowGroup,
} from './reader.ts'
import { UNCLEAR_ZONE } from './signals.ts'

export interface Assembled {
  readonly policy: Policy
  readonly refusals: readonly Refusal[]
}

export function assemble(reader: Reader, limitTimezone: string | null): Assembled {
  const refusals: Refusal[] = []
  const policy: Policy = {
    ...NO_POLICY,
    ...assembleLimits(reader, refusals),
    allowedMerchants: assembleList(reader, 'allowedMerchants', refusals),
    allowedCategories: assembleList(reader, 'allowedCategories', refusals),
    blockedCategories: assembleList(reader, 'blockedCategories', refusals),
    timeWindows: assembleWindows(reader, limitTimezone, refusals),
  }
  if (refusals.length === 0) refusals.push(...contradictionsOf(reader, policy))
  return { policy: normalizePolicy(policy), refusals }
}

function assembleLimits(reader: Reader, refusals: Refusal[]): Partial<Record<LimitField, bigint>> {
  const said = new Map<LimitField, bigint | null>()
  for (const clause of reader.limits) {
    const before = said.get(clause.field)
    if (clause.isBare)
      refusals.push(
        refuse(
          'ambiguous_amount',
          clause,
          'This number could be an amount or a number of payments.',
          'Add the currency, for example "$50 per day".',
        ),
      )
    if (before !== undefined && before !== clause.usdMicro)
      refusals.push(
        refuse(
          'contradiction',
          clause,
          `Another part of the text sets another ${WIRE_FIELDS[clause.field]}.`,
          'Keep one of the two.',
        ),
      )
    else said.set(clause.field, clause.usdMicro)
  }
  const limits: Partial<Record<LimitField, bigint>> = {}
  for (const [field, usdMicro] of said) if (usdMicro !== null) limits[field] = usdMicro
  return limits
}

function assembleList(reader: Reader, field: Reader['lists'][number]['field'], refusals: Refusal[]): string[] {
  const clauses = reader.lists.filter((clause) => clause.field === field)
  const [first] = clauses
  const key = (names: readonly string[]) => [...new Set(names)].sort().join()
  for (const clause of clauses) {
    const isStrict = clauses.some((each) => each.isOnly)
    if (isStrict && first !== undefined && key(clause.names) !== key(first.names))
      refusals.push(
        refuse(
          'contradiction',
          clause,
          `"Only" and a second list of ${WIRE_FIELDS[field]} exclude each other.`,
          'Put all of them into one list.',
        ),
      )
  }
  return clauses.flatMap((clause) => clause.names)
}

function assembleWindows(reader: Reader, limitTimezone: string | null, refusals: Refusal[]): TimeWindow[] {
  const [zone, otherZone] = reader.zones
  if (zone !== undefined && otherZone !== undefined && zone.zone !== otherZone.zone)
    refusals.push(refuse('contradiction', otherZone, 'Two different time zones are stated.', 'Keep one of the two.'))
  if (zone !== undefined && reader.windows.length === 0)
    refusals.push(
      refuse(
        'unsupported_rule',
        zone,
        'A zone belongs to days and hours, and the text has none.',
        'Set limit_timezone for the days and months of limits, and remove this part.',
      ),
    )
  const clauses = joinDaysAndHours(withoutRepetitions(reader.windows), refusals)
  const windows: TimeWindow[] = []
  for (const clause of clauses) {
    for (const group of clause.groups) {
      if (zone !== undefined && group.zone !== null && group.zone !== zone.zone)
        refusals.push(refuse('contradiction', clause, 'Two different time zones are stated.', 'Keep one of the two.'))
      const tz = group.zone ?? zone?.zone ?? limitTimezone
      if (tz === null || !isTimeZone(tz)) {
        refusals.push({
          why: { ...UNCLEAR_ZONE, message: 'Days and hours need a time zone.' },
          from: clause.from,
          to: clause.to,
        })
        break
      }
      if (group.zone === null && zone === undefined) reader.readings.push(defaultZone(tz))
      const hours = group.hours.length > 0 ? group.hours : [{ start: '00:00', end: '00:00' }]
      for (const { start, end } of hours) windows.push({ days: group.days ?? WEEKDAY_NAMES, start, end, tz })
    }
  }
  return windows
}

function defaultZone(tz: string): Reading {
  return {
    code: 'default_time_zone',
    message: `The text names no time zone; the organization's ${tz} is used for days and hours.`,
  }
}

/** The same windows said twice are consistent. */
function withoutRepetitions(clauses: readonly WindowClause[]): readonly WindowClause[] {
  const seen = new Map(clauses.map((clause) => [JSON.stringify(clause.groups), clause]))
  return [...seen.values()]
}

function joinDaysAndHours(clauses: readonly WindowClause[], refusals: Refusal[]): readonly WindowClause[] {
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

/** "Weekdays only. Only 9am-5pm." One states days and the other hours, none over midnight, so that both can hold. */
function intersect(a: WindowClause, b: WindowClause): WindowClause | null {
  const [one, two] = [a.groups[0], b.groups[0]]
  if (one === undefined || two === undefined || a.groups.length > 1 || b.groups.length > 1) return null
  const [days, hours] = one.days === null ? [two, one] : [one, two]
  if (days.days === null || days.hours.length > 0 || hours.days !== null) return null
  if (hours.hours.some(({ start, end }) => end <= start && end !== '00:00')) return null
  if (days.zone !== null && hours.zone !== null && days.zone !== hours.zone) return null
  const group: WindowGroup = { days: days.days, hours: hours.hours, zone: days.zone ?? hours.zone }
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to), groups: [group] }
}

function refuseOverlap(range: Range): Refusal {
  return refuse(
    'contradiction',
    range,
    'Two rules about days and hours overlap, and it is not clear whether both must hold or either.',
    'Write all windows in one sentence, joined by "or".',
  )
}

/** Contradictions between fields, underlined at the later of the two clauses. */
function contradictionsOf(reader: Reader, policy: Policy): Refusal[] {
  return findContradictions(policy).map(({ field, message }) => {
    const isLimit = field === 'daily_limit'
    const clauses: readonly Range[] = isLimit
      ? reader.limits.filter((clause) => clause.field === 'dailyLimit' || clause.field === 'monthlyLimit')
      : reader.lists.filter((clause) => clause.field !== 'allowedMerchants')
    const last = clauses[clauses.length - 1] ?? { from: 0, to: reader.tokens.length - 1 }
    return refuse('contradiction', last, message, 'Change or remove one of the two rules.')
  })
}
