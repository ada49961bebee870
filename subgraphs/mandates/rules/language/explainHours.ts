// Why days and hours were not read.
import type { Range } from './clause.ts'
import { CITIES } from './lexicon.ts'
import { ambiguousHours, type Refusal, refuse, unsupported } from './refusals.ts'
import { find, has, PERIOD_WORDS, type Unread, unknownIn, unreadable } from './unread.ts'

const TIME_JOINTS = new Set('on at from to until till through thru between and or only the every each day'.split(' '))
const RESTRICTIONS = new Set(['restrict', 'limit'])

/** Hours on no clock: "9 to 5", or days and hours that do not make windows. */
export function explainHours(unread: Unread, rest: Range): Refusal | null {
  const { input, tokens, range } = unread
  const day = findList(unread, 'DAYS')
  const category = findList(unread, 'CATEGORIES')
  const label = findLabel(unread, range)
  const city = findCity(unread, range)
  if (city !== null) return city
  const clock = find(unread, range, (token) => token.clock !== undefined)
  const bare = find(unread, rest, ({ money }) => money?.isBare === true)
  const zone = find(unread, range, (token) => token.zone !== undefined || token.word === 'utc')
  if (
    bare !== null &&
    (zone !== null || clock !== null || day !== null || label !== null) &&
    !has(unread, rest, PERIOD_WORDS)
  ) {
    let to = bare + 1
    while (
      to < rest.to &&
      (tokens[to]?.money !== undefined || ['to', '-', 'and', 'until', 'till'].includes(input.wordAt(to)))
    )
      to += 1
    return ambiguousHours({ from: bare, to })
  }
  const side = clock === null ? '' : input.wordAt(clock - 1)
  const hasOneClock =
    clock !== null && find(unread, { from: clock + 1, to: range.to }, (token) => token.clock !== undefined) === null
  if (hasOneClock && ['after', 'before', 'until', 'from'].includes(side))
    return refuse(
      'ambiguous_hours',
      { from: clock - 1, to: clock + 1 },
      'Open hours have a start and an end; this names one of the two.',
      'Write both, for example "09:00-24:00 UTC".',
    )
  if (label !== null && clock === null)
    return refuse(
      'ambiguous_hours',
      { from: label, to: label + 2 },
      'These words do not state hours or days.',
      'State days, hours and zone, for example "weekdays 9am-5pm Europe/Paris".',
    )
  if (clock === null && day === null) return null
  const unknown = unknownIn(unread, rest)
  if (unknown !== null || input.wordAt(rest.from) === ':') return unreadable(unknown ?? rest, unread)
  const money = find(unread, range, (token) => token.money !== undefined)
  if (money !== null || category !== null) return unsupported(rest, 'NARROWED')
  if (clock === null && has(unread, range, RESTRICTIONS)) return unsupported(range, 'NARROWED')
  return hasClearHours(unread) ? unreadable(range, unread) : ambiguousHours(range)
}

/** Two times on one clock, or days alone, beside words of another kind: what was not read is a word, and not the hours. */
function hasClearHours({ tokens, input, range }: Unread): boolean {
  let hasWord = false
  for (let at = range.from; at < range.to; at++)
    hasWord ||= /^[a-z]/.test(input.wordAt(at)) && !TIME_JOINTS.has(input.wordAt(at)) && input.slotsAt(at).length === 0
  if (!hasWord) return false
  const clocks = tokens.slice(range.from, range.to).flatMap(({ clock }) => (clock === undefined ? [] : [clock]))
  const styles = new Set(clocks.map(({ style }) => style))
  return clocks.length % 2 === 0 && styles.size < 2 && !styles.has('unclear')
}

function findList({ input, range: { from, to } }: Unread, slot: 'DAYS' | 'CATEGORIES'): number | null {
  for (let at = from; at < to; at++) if (input.hasList(slot, at)) return at
  return null
}

function hasTimes({ input }: Unread, { from, to }: Range): boolean {
  for (let at = from; at < to; at++)
    if (input.slotsAt(at).some((slot) => slot === 'CLOCK' || slot === 'DAYS')) return true
  return false
}

/** "9am-5pm in London" */
function findCity(unread: Unread, range: Range): Refusal | null {
  const { input } = unread
  for (let at = range.from; at < range.to; at++) {
    const city = CITIES.find(input.wordAt, at)
    if (city === null || input.slotsAt(at).includes('ZONE')) continue
    if (!hasTimes(unread, range)) return null
    const name = Array.from({ length: city.end - at }, (_, index) => capital(input.wordAt(at + index))).join(' ')
    return refuse(
      'ambiguous_time_zone',
      { from: at, to: city.end },
      `"${name}" is a place, and hours need a time zone.`,
      `Write for example "weekdays 9am-5pm ${city.value}".`,
    )
  }
  return null
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function findLabel({ input }: Unread, { from, to }: Range): number | null {
  for (let at = from; at + 1 < to; at++)
    if (
      ['business', 'office', 'working', 'opening', 'work', 'active'].includes(input.wordAt(at)) &&
      input.wordAt(at + 1) === 'hours'
    )
      return at
  return null
}
