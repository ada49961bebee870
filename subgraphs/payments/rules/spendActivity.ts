/**
 * What a wallet has spent and received lately, in windows that stay small (domain 4.4): kept in the wallet's position, so
 * that payments at the same time cannot each see the state before the others. Pure.
 */
import type { Inflow, SpendActivity, SpentSum } from '../../shared/commit/positions.ts'
import { type Amount, type Dollars, INT64_MAX } from '../../shared/money.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const MEAN_DAYS = 30

/** One more than a rule allows is all that it has to see. */
const RECENT_MAX = 20
const MARKS_MAX = 2
const INFLOWS_MAX = 8
const HOURS_KEPT = 24

interface Counted {
  readonly usdMicro: bigint
  /** Names of the kinds of spend that it is of. */
  readonly marks: readonly string[]
}

/** @param before undefined: nothing was counted yet */
export function countSpend(before: SpendActivity | undefined, { usdMicro, marks }: Counted, at: Date): SpendActivity {
  const { since = at, recent = [], hours = [], days = [], marks: known = {} } = before ?? {}
  return {
    since: since < at ? since : at,
    recent: withInstant(recent, at, RECENT_MAX),
    hours: addTo(hours, { at, stretchMs: HOUR_MS, kept: HOURS_KEPT }, usdMicro),
    days: addTo(days, { at, stretchMs: DAY_MS, kept: MEAN_DAYS }, usdMicro),
    marks: marks.length === 0 ? known : { ...known, ...marksAfter(known, marks, at) },
  }
}

function marksAfter(known: SpendActivity['marks'], marks: readonly string[], at: Date): SpendActivity['marks'] {
  return Object.fromEntries(marks.map((mark) => [mark, withInstant(known[mark] ?? [], at, MARKS_MAX)]))
}

/** In order, also where the clock of another process is ahead. */
function withInstant(instants: readonly Date[], at: Date, max: number): readonly Date[] {
  const last = instants.at(-1)
  const next = [...instants, at]
  if (last !== undefined && last > at) next.sort((a, b) => a.getTime() - b.getTime())
  return next.slice(-max)
}

/** What was parked and canceled counts, too, so these sums have no end, and the database stores one too large as negative. */
function plus(before: bigint, added: bigint): bigint {
  const room = INT64_MAX - before
  return added > room ? INT64_MAX : before + added
}

interface Stretches {
  readonly at: Date
  readonly stretchMs: number
  /** How many before the current one still count. */
  readonly kept: number
}

function addTo(sums: readonly SpentSum[], { at, stretchMs, kept }: Stretches, usdMicro: bigint): readonly SpentSum[] {
  const current = Math.floor(at.getTime() / stretchMs) * stretchMs
  const open = sums.at(-1)
  // What comes with a clock that runs behind counts in the stretch that is open.
  if (open !== undefined && open.from.getTime() >= current)
    return [...sums.slice(0, -1), { ...open, usdMicro: plus(open.usdMicro, usdMicro) }]
  const counting = sums.filter(({ from }) => from.getTime() >= current - kept * stretchMs)
  return [...counting, { from: new Date(current), usdMicro }]
}

/** Of the last `windowMs`; an instant that long ago is over. */
export function countSince(instants: readonly Date[] | undefined, windowMs: number, at: Date): number {
  const from = at.getTime() - windowMs
  return (instants ?? []).filter((one) => one.getTime() > from).length
}

/** In the current hour and the 24 before it: never less than was spent in 24 hours. */
export function spentInDay({ hours }: Pick<SpendActivity, 'hours'>, at: Date): bigint {
  const from = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS - DAY_MS
  return sumOf(hours.filter((sum) => sum.from.getTime() >= from))
}

/** The sum of the days before today, and how many of them there were, at most 30. */
export function spentBefore(
  { days, since }: Pick<SpendActivity, 'days' | 'since'>,
  at: Date,
): { readonly usdMicro: bigint; readonly days: number } {
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS
  const counted = days.filter(({ from }) => from.getTime() < today && from.getTime() >= today - MEAN_DAYS * DAY_MS)
  const age = Math.floor((at.getTime() - since.getTime()) / DAY_MS)
  return { usdMicro: sumOf(counted), days: Math.min(MEAN_DAYS, age) }
}

const sumOf = (sums: readonly SpentSum[]): bigint => sums.reduce((sum, { usdMicro }) => sum + usdMicro, 0n)

const isOpen = ({ at: since }: Inflow, at: Date): boolean => since.getTime() > at.getTime() - HOUR_MS

/** A deposit that is large enough to be watched. The two oldest count as one where there are too many. */
export function withInflow(inflows: readonly Inflow[], { units, token }: Amount, at: Date): readonly Inflow[] {
  const open = [...inflows.filter((one) => isOpen(one, at)), { at, token, units, out: 0n }]
  const [first, second, ...rest] = open.filter((one) => one.token === token)
  if (open.length <= INFLOWS_MAX || first === undefined || second === undefined) return open.slice(-INFLOWS_MAX)
  const merged = { ...second, units: plus(first.units, second.units), out: plus(first.out, second.out) }
  return [...open.filter((one) => one.token !== token), merged, ...rest]
}

/** After a spend; those that are over are left out. */
export function afterOutflow(
  inflows: readonly Inflow[],
  { units, token }: Amount | Dollars,
  at: Date,
): readonly Inflow[] {
  return inflows
    .filter((one) => isOpen(one, at))
    .map((one) => (one.token === token ? { ...one, out: plus(one.out, units) } : one))
}
