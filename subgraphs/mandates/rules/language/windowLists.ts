// Windows as the items of a list, and the clock as policies write it.
import { type TimeWindow, WEEKDAY_NAMES, type Weekday } from '../policy.ts'
import type { Item, WordAt } from './phraseTable.ts'
import type { Token, Zone } from './tokens.ts'

export interface DayItem {
  readonly days: readonly Weekday[]
  readonly isSingle: boolean
}
export interface Cell<T> {
  readonly item: Item<T>
  readonly joint: string
  readonly next: Cell<T> | null
  readonly end: number
}

/** "mon-fri 09:00-17:00 UTC", as canonical texts write it, which may have hundreds of them joined by "or". */
export function joinWindows(
  tokens: readonly Token[],
  wordAt: WordAt,
  zoneAt: (at: number) => Item<Zone> | null,
  days: readonly (Cell<DayItem> | null)[],
): (Cell<TimeWindow> | null)[] {
  const read = (at: number): Item<TimeWindow> | null => {
    const list = days[at]
    if (list == null) return null
    const [start, dash, end] = [tokens[list.end], wordAt(list.end + 1), tokens[list.end + 2]]
    if (start?.clock?.style !== 'full' || dash !== '-' || end?.clock?.style !== 'full') return null
    const zone = zoneAt(list.end + 3)
    if (zone === null || start.clock.minute === 1440) return null
    const all = new Set<Weekday>()
    for (let cell: Cell<DayItem> | null = list; cell !== null; cell = cell.next)
      for (const day of cell.item.value.days) all.add(day)
    const hours = { start: clockText(start.clock.minute), end: clockText(end.clock.minute) }
    if (hours.start === hours.end && hours.start !== '00:00') return null
    return {
      value: { days: WEEKDAY_NAMES.filter((day) => all.has(day)), ...hours, tz: zone.value.zone },
      end: zone.end,
    }
  }
  const cells: (Cell<TimeWindow> | null)[] = new Array(tokens.length).fill(null)
  for (let at = tokens.length - 1; at >= 0; at--) {
    const item = read(at)
    if (item === null) continue
    const next = wordAt(item.end) === 'or' ? (cells[item.end + 1] ?? null) : null
    cells[at] = { item, joint: 'or', next, end: next?.end ?? item.end }
  }
  return cells
}

export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
