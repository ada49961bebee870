// Hours without minutes: "9-17 UTC", "8 to 18 o'clock", "0600 to 1800", "6 in the morning". They become clock times where
// they can be nothing else: the end is past noon on a clock of 24 hours, or the part of the day is named.
import { readCurrency } from './amounts.ts'
import type { Raw } from './scan.ts'

const JOINTS = new Set(['-', 'to', 'until', 'till'])
const NOON = 12
const DAY = 24
const UNITS = new Set(['h', 'hrs', "o'clock"])
const NOT_BEHIND = new Set(['%', '/', '.', ',', '-', 'am', 'pm', 'a', 'p', 'to', 'or'])
const COUNTED =
  /^(?:transactions?|txs?|txns?|payments?|purchases?|orders?|charges?|times?|days?|hours?|minutes?|weeks?|months?|percent|cents?|calls?|requests?|hundred|thousand|million|grand|k|items?|invoices?|bookings?|merchants?|vendors?|categories|people|agents?)$/

interface Hour {
  readonly minute: number
  readonly next: number
  /** Written so that it can only be a time: "17h", "0600". */
  readonly isMarked: boolean
}

/** Pieces in which such hours are clock times. */
export function withHours(pieces: readonly Raw[]): readonly Raw[] {
  const changed: Raw[] = []
  for (let at = 0; at < pieces.length; ) {
    const part = readPartOfDay(pieces, at)
    const read = part ?? readRange(pieces, at)
    if (read === null) changed.push(pieces[at] as Raw)
    else changed.push(...read.pieces)
    at = read?.next ?? at + 1
  }
  return changed
}

type Read = { readonly pieces: readonly Raw[]; readonly next: number }

function readRange(pieces: readonly Raw[], at: number): Read | null {
  const before = pieces[at - 1]
  if (pieces[at]?.kind !== 'number' || before?.kind === 'dollar' || before?.kind === 'number') return null
  if (readCurrency(pieces, at - 1) > 0 || isTouching(before, pieces[at])) return null
  const start = readHour(pieces, at)
  const joint = start === null ? undefined : pieces[start.next]
  const isJoint = JOINTS.has(joint?.lower ?? '') || (joint?.lower === 'and' && before?.lower === 'between')
  if (start === null || joint === undefined || !isJoint) return null
  const end = readHour(pieces, start.next + 1)
  if (end === null) return null
  const isClear = start.minute <= NOON * 60 && end.minute > NOON * 60
  if (!isClear && !(start.isMarked && end.isMarked)) return null
  const behind = pieces[end.next]
  const isOther =
    behind !== undefined &&
    (COUNTED.test(behind.lower) || readCurrency(pieces, end.next) > 0 || isTouching(pieces[end.next - 1], behind, true))
  if (isOther && !end.isMarked) return null
  return {
    pieces: [clock(pieces, at, start), joint, clock(pieces, start.next + 1, end)],
    next: end.next,
  }
}

function readHour(pieces: readonly Raw[], at: number): Hour | null {
  const piece = pieces[at]
  if (piece?.kind !== 'number' && piece?.kind !== 'clock') return null
  const [, digits = '', unit = ''] = /^([0-9]{1,4}|[0-2][0-9]:[0-5][0-9])(h|hrs)?$/.exec(piece.lower) ?? []
  if (digits === '' || digits.length === 3) return null
  const isLong = digits.length > 2
  const minute = isLong ? Number(digits.slice(0, 2)) * 60 + Number(digits.slice(-2)) : Number(digits) * 60
  if (minute > DAY * 60 || Number(digits.slice(-2)) > 59) return null
  const hasUnit = UNITS.has(pieces[at + 1]?.lower ?? '')
  const isTime = isLong && !digits.includes(':') && /^[0-2]/.test(digits)
  if (isLong && !digits.includes(':') && !isTime) return null
  return { minute, next: hasUnit ? at + 2 : at + 1, isMarked: unit !== '' || hasUnit || isLong }
}

const PARTS: Readonly<Record<string, readonly [number, number, number]>> = {
  'in the morning': [1, 11, 0],
  'in the afternoon': [1, 6, NOON],
  'in the evening': [4, 11, NOON],
  'at night': [8, 11, NOON],
}

/** "6 in the morning", "10 o'clock at night" */
function readPartOfDay(pieces: readonly Raw[], at: number): Read | null {
  const piece = pieces[at]
  if (piece?.kind !== 'number' || !/^[0-9]{1,2}$/.test(piece.lower) || pieces[at - 1]?.kind === 'dollar') return null
  const from = pieces[at + 1]?.lower === "o'clock" ? at + 2 : at + 1
  for (const [words, [least, most, added]] of Object.entries(PARTS)) {
    const count = words.split(' ').length
    const said = pieces
      .slice(from, from + count)
      .map(({ lower }) => lower)
      .join(' ')
    const hour = Number(piece.lower)
    if (said === words && hour >= least && hour <= most)
      return {
        pieces: [clock(pieces, at, { minute: (hour + added) * 60, next: from + count, isMarked: true })],
        next: from + count,
      }
  }
  return null
}

function clock(pieces: readonly Raw[], at: number, { minute, next }: Hour): Raw {
  const [first, last] = [pieces[at] as Raw, pieces[next - 1] as Raw]
  const text = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return { kind: 'clock', text, lower: text, start: first.start, end: last.end }
}

/** Without a blank between them: "$9-17", "9-17%". */
function isTouching(one: Raw | undefined, other: Raw | undefined, isBehind = false): boolean {
  if (one === undefined || other === undefined || one.end !== other.start) return false
  return isBehind
    ? NOT_BEHIND.has(other.lower) && other.lower !== ',' && other.lower !== '.'
    : other.kind === 'number' && one.text !== '('
}
