// Days, hours and "only" that have no verb of their own could belong to the ban or the approval beside them: "no gambling
// and weekends", "ask me above $50, only for travel". The surprise: a full stop between the two is not enough for days
// without "only", because people write lists of what is forbidden that way, too.
import type { Clause } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { grantsAmount } from './joints.ts'
import { type Refusal, refuse, unclearList, unsupported } from './refusals.ts'
import type { Token } from './tokens.ts'
import type { createInput } from './values.ts'

type Input = ReturnType<typeof createInput>

const ONLY = new Set(['only', 'just', 'solely', 'exclusively'])
const VERBS = new Set(['buy', 'pay', 'spend', 'allow', 'permit', 'use', 'purchase', 'shop', 'order', 'make'])
/** "Only for travel": a limb of the clause before or behind it, unlike "only travel". */
const PREPOSITIONS = new Set(['for', 'on', 'at', 'from', 'to', 'in', 'with', 'during', 'between', 'through', 'via'])
/** "Merchants a.com and b.com only" */
const SHOPS = new Set(['merchants', 'vendors', 'suppliers', 'stores', 'shops', 'sites', 'domains'])
const EXEMPTING = new Set(['excluded', 'exclude', 'excluding', 'exempt', 'exempted'])

const NEGATIONS = new Set(
  'no nothing none decline reject block refuse deny forbid prohibit disallow stop avoid'.split(' '),
)
const BANNED = new Set(
  'blocked forbidden prohibited banned disallowed declined denied rejected refused barred'.split(' '),
)
/** "No more than $50" is an upper limit and bans nothing by itself. */
const COMPARED = new Set(['more', 'over', 'above', 'higher', 'greater', 'larger', 'to', 'exceeding'])

const CHARGES = new Set(['tax', 'taxes', 'vat', 'shipping', 'delivery', 'postage', 'fees', 'insurance'])
const AFTERTHOUGHTS = new Set(['not', 'never'])
/** "Up to $25 without approval" could hold on some days alone, and days that are closed are days themselves. */
const EXCEPTING = new Set<Clause['construction']>(['FREE_BELOW', 'FINE_UP_TO', 'NO_WINDOW'])
const EXEMPTIONS = new Set<Clause['construction']>([
  'ALLOW_CATEGORIES',
  'ALLOW_MERCHANTS',
  'CATEGORIES_ARE_FINE',
  'ALLOW_BUT',
])

/** A limit told as a ban: "no payments above $50", "decline anything over $50", "payments over $50 are blocked". */
function isBannedAmount(input: Input, { construction, from, to }: Clause): boolean {
  if (CONSTRUCTIONS[construction] !== 'limit') return false
  for (let at = from; at < to; at++) if (BANNED.has(input.wordAt(at))) return true
  if (!NEGATIONS.has(input.wordAt(from))) return false
  return input.wordAt(from) === 'nothing' || !COMPARED.has(input.wordAt(from + 1))
}

export function opensWithOnly(input: Input, { from }: Clause): boolean {
  return ONLY.has(input.wordAt(from))
}

/** Days or hours and nothing else, with or without "only". */
function isBareTime({ construction, marks }: Clause): boolean {
  return construction === 'WINDOW' && marks.has('bare')
}

function isBan({ construction }: Clause): boolean {
  return construction === 'NO_WINDOW' || CONSTRUCTIONS[construction] === 'blocked categories'
}

function isApproval({ construction }: Clause): boolean {
  return CONSTRUCTIONS[construction] === 'approval'
}

function isExempting(input: Input, clause: Clause): boolean {
  if (!isBan(clause)) return false
  return EXEMPTING.has(input.wordAt(clause.from)) || EXEMPTING.has(input.wordAt(clause.to - 1))
}

/** "Max $50 per order, weekdays only, approval above $25": with a third rule beside them, they are a list of rules. */
function isOneOfThree(before: readonly Clause[], isLast: boolean): boolean {
  return before.length > 1 || !isLast
}

/** "Weekdays only", between commas. */
function isListedTime(input: Input, clause: Clause): boolean {
  return isBareTime(clause) && clause.marks.has('only') && !isNarrow(input, clause) && !isOvernight(clause)
}

/** "And stay out of marketplaces": a ban with a verb of its own, which the days before it do not narrow. */
function isToldAsOrder(input: Input, clause: Clause): boolean {
  return !isBan(clause) || ORDERS.has(input.wordAt(clause.from))
}

const ORDERS = new Set('block stay keep avoid never do refuse decline ban forbid'.split(' '))

/** Why a clause cannot stand in one sentence with those before it, or null when it can. */
export function refuseScope(input: Input, before: readonly Clause[], next: Clause, isLast: boolean): Refusal | null {
  const last = before[before.length - 1]
  // "No payments on Sundays: only Monday to Saturday"
  const isColon = input.wordAt(next.from - 1) === ':' && opensWithOnly(input, next) && isBareTime(next)
  if (isColon && before.length === 1 && last?.construction === 'NO_WINDOW') return null
  for (const clause of before) {
    for (const [one, other] of [
      [clause, next],
      [next, clause],
    ] as const) {
      // "Weekdays 9am-5pm UTC, closed on weekends"
      const isClosing = one === clause && other.construction === 'NO_WINDOW' && isSchedule(one)
      // "Mon-Fri 9am-5pm UTC, max $50 per order, approval above $25": two of a list of rules, with another between them.
      const isApart =
        clause !== before[before.length - 1] && (isSchedule(one) || one.marks.has('only')) && !isNarrow(input, one)
      const isListed =
        !EXCEPTING.has(other.construction) &&
        (isApart ||
          (isOneOfThree(before, isLast) &&
            isListedTime(input, one) &&
            !isApproval(other) &&
            (one === clause ? isToldAsOrder(input, other) : !isBan(other))))
      if (isBareTime(one) && !isClosing && !isListed && (isBan(other) || isApproval(other))) return looseTime(one)
      // "No transaction above $50, 10pm-6am": by night, or above $50 by night. "Max $50, 10pm-6am", too.
      const isLimit = CONSTRUCTIONS[other.construction] === 'limit'
      if (isBareTime(one) && isLimit && (isOvernight(one) || (isBannedAmount(input, other) && !isListed)))
        return looseTime(one)
      // "Max $20 per transaction, between 9am and 5pm": the limit could hold in these hours alone.
      if (isBareTime(one) && isLimit && !one.marks.has('only') && (isLimb(input, one) || isHoursOnly(one)))
        return looseTime(one)
      const isList =
        CONSTRUCTIONS[other.construction] === 'allowed categories' || other.construction === 'ALLOW_MERCHANTS'
      const isOpened = one === next && !isLast && isClosedOnSomeDays(input, other, one)
      if (isBareTime(one) && isList && !one.marks.has('only') && isDaysOnly(one) && !isOpened) return looseTime(one)
      // "$20 per transaction, rent excluded": the rent could be free of the limit.
      const isRule = isApproval(other) || CONSTRUCTIONS[other.construction] === 'limit' || other.windows.length > 0
      // "Mon-Sun 9am-5pm, Sundays excluded" takes days out of days.
      const isOfDays = one.construction === 'NO_WINDOW' && other.construction === 'WINDOW'
      if (isExempting(input, one) && isRule && !isOfDays) return unsupported(one, 'NARROWED')
    }
  }
  if (last === undefined) return null
  // "$50 per day, no tax": what the amount is made of, or what may not be paid.
  const isPartOfAmount = CONSTRUCTIONS[last.construction] === 'limit' && next.marks.has('bare_no')
  if (isPartOfAmount && CHARGES.has(input.wordAt(next.to - 1))) return unclearList(next)
  const isNarrowing =
    (opensWithOnly(input, next) && !VERBS.has(input.wordAt(next.from + 1))) ||
    (ONLY.has(input.wordAt(next.to - 1)) && !SHOPS.has(input.wordAt(next.from)))
  const isListed = isOneOfThree(before, isLast) && isListedTime(input, next) && !isBan(last) && !isApproval(last)
  const isNarrowed = !isListed && (isApproval(last) || last.construction === 'NO_WINDOW' || isBannedAmount(input, last))
  if (isNarrowing && isNarrowed) return unsupported(next, 'NARROWED')
  // "Ask me above $50, allow travel" could free the travel.
  if (isApproval(last) && EXEMPTIONS.has(next.construction)) return unsupported(next, 'NARROWED')
  const isNarrowLimb = opensWithOnly(input, last) && PREPOSITIONS.has(input.wordAt(last.from + 1))
  return isNarrowLimb && isApproval(next) ? unsupported(last, 'NARROWED') : null
}

/** Days or hours as a sentence beside one that forbids something or asks for approval, unless they are opening hours. */
export function refuseLooseTimes(tokens: readonly Token[], sentences: readonly (readonly Clause[])[]): Refusal[] {
  const said = sentences.filter((clauses) =>
    clauses.some(({ construction }) => construction !== 'GREETING' && construction !== 'CURRENCY'),
  )
  // "Nothing may be spent outside 9am-5pm. Weekends."
  const isOutside = ({ from, to, marks }: Clause) =>
    !marks.has('then') && tokens.slice(from, to).some(({ word }) => word === 'outside')
  const isBound = (clauses: readonly Clause[]) =>
    clauses.some((clause) => isBan(clause) || isApproval(clause) || isOutside(clause))
  return said.flatMap((clauses, at) => {
    // "Gambling is forbidden. Not on weekends.", "Ask me above $50. Never on weekends."
    const [first] = clauses
    const isAfterthought = first?.marks.has('alone') === true && AFTERTHOUGHTS.has(tokens[first.from]?.word ?? '')
    if (isAfterthought && isBound(said[at - 1] ?? [])) return [looseTime(first)]
    const time = clauses.find((clause) => isBareTime(clause) && !clause.marks.has('only'))
    if (time === undefined) return []
    // In a list of rules, days that are named alone are open or closed wherever the bans stand.
    const isOpening = isSchedule(time) || continuesSchedule(said.slice(0, at), time)
    // "Mon-Fri: 9am-5pm UTC. Sunday: closed."
    const after = (said[at + 1] ?? []).filter(({ construction }) => construction !== 'NO_WINDOW')
    const beside = isOpening ? [...(said[at - 1] ?? []), ...after] : said.flat()
    const isClear = isOpening && isBetweenStops(tokens, time)
    // "Weekdays 9am-5pm UTC; no gambling": what stands before a ban is no item of it.
    const isBefore = isOpening && !isBound(said[at - 1] ?? []) && isBetweenStops(tokens, time, '.;')
    return isBound(beside) && !isClear && !isBefore ? [looseTime(time)] : []
  })
}

const SCHEDULE_DAYS = 3

/** "Weekdays 9am-5pm": days and hours, by day and not on the weekend alone, as nobody writes a ban. */
function isSchedule({ windows, marks }: Clause): boolean {
  if (marks.has('every_day')) return false
  return windows.every(({ days, hours }) => {
    const isWeekend = days === null || days.every((day) => day === 'sat' || day === 'sun')
    return (
      !isWeekend && days.length >= SCHEDULE_DAYS && hours.length > 0 && hours.every(({ start, end }) => start < end)
    )
  })
}

/** "Mon-Fri: 9am-5pm UTC. Sat: 10am-2pm UTC." */
function continuesSchedule(before: readonly (readonly Clause[])[], { windows }: Clause): boolean {
  const isWhole = windows.every(({ days, hours }) => days !== null && hours.length > 0)
  return isWhole && before.some((clauses) => clauses.some((clause) => isBareTime(clause) && isSchedule(clause)))
}

/** A line or a bullet could go on with a list of what is forbidden. */
function isBetweenStops(tokens: readonly Token[], { from, to }: Clause, stops = '.'): boolean {
  const isStop = (token: Token | undefined) =>
    token === undefined || token.kind === 'end' || (token.word !== '' && stops.includes(token.word))
  const before = tokens[from - 1]?.kind === 'line' ? tokens[from - 2] : tokens[from - 1]
  return isStop(before) && isStop(tokens[to])
}

function isOvernight({ windows }: Clause): boolean {
  return windows.some(({ hours }) => hours.some(({ start, end }) => end < start && end !== '00:00'))
}

function isHoursOnly({ windows }: Clause): boolean {
  return windows.every(({ days }) => days === null)
}

/** "During business hours", "between 9am and 5pm", "on weekdays": the limb of another clause. */
function isLimb(input: Input, { from }: Clause): boolean {
  return PREPOSITIONS.has(input.wordAt(from))
}

/** "On weekdays only", "only on weekdays": what could narrow the rule before it, unlike "weekdays only". */
function isNarrow(input: Input, clause: Clause): boolean {
  return isLimb(input, clause) || (opensWithOnly(input, clause) && PREPOSITIONS.has(input.wordAt(clause.from + 1)))
}

/** "Only advertising, Monday to Friday, at most $640 a day": three rules, of which the days open what alone may be bought. */
function isClosedOnSomeDays(input: Input, list: Clause | undefined, time: Clause): boolean {
  const isClosed = list?.lists.some(({ field, isOnly }) => isOnly && field !== 'blockedCategories') === true
  const days = time.windows.flatMap((window) => window.days ?? [])
  const isWeek = days.length >= SCHEDULE_DAYS && !time.marks.has('every_day')
  return isClosed && list !== undefined && opensWithOnly(input, list) && isWeek && !isNarrow(input, time)
}

/** "Weekends, max $20 per day" and "$20 per day, weekdays only" could limit the spending of these days alone. */
export function narrowsByDays(input: Input, said: readonly Clause[], isLast: boolean, next: Clause): boolean {
  const last = said[said.length - 1] as Clause
  const isLimit = ({ construction }: Clause) => CONSTRUCTIONS[construction] === 'limit'
  const isOpened = said.length > 1 && isClosedOnSomeDays(input, said[said.length - 2], last)
  if (isBareDays(last) && !last.marks.has('only') && isLimit(next)) return !isOpened
  // "$50 per order, $500 per month, weekdays only" lists three rules, of which none is a limb of the one before it.
  const isList = (said.length > 1 || !isLast) && !isNarrow(input, next)
  const isListed = next.marks.has('only') && (grantsAmount(input, last) || isList)
  return isBareDays(next) && !isListed && isLimit(last)
}

/** "Weekends, max $20 per day" could limit the weekends alone. */
export function isBareDays({ construction, marks, windows }: Clause): boolean {
  return construction === 'WINDOW' && marks.has('bare') && windows.every(({ hours }) => hours.length === 0)
}

function isDaysOnly({ windows }: Clause): boolean {
  return windows.every(({ hours }) => hours.length === 0)
}

function looseTime(clause: Clause): Refusal {
  return refuse(
    'ambiguous_hours',
    clause,
    'These days or hours could be open, closed, or part of the rule beside them.',
    'Write a sentence of its own, for example "Payments are only allowed on weekdays 9am-5pm UTC."',
  )
}

const EACH = new Set('and any all the every each those our its single'.split(' '))
const SPENT = new Set(
  'purchases payments orders transactions charges bookings invoices expenses items purchase payment order transaction spending anything everything those ones'.split(
    ' ',
  ),
)
const WITHIN = new Set('under below less up within cheaper at no not costing worth of that which'.split(' '))
const LIMIT_VERBS = new Set('must may can should shall will has have stay be need needs keep'.split(' '))

/** "And all purchases under $50": what was said before holds for these, too, so that it is no limit of its own. */
export function isHalf({ wordAt }: Input, { construction, from, to }: Clause): boolean {
  if (CONSTRUCTIONS[construction] !== 'limit') return false
  let at = from
  while (at < to && EACH.has(wordAt(at)) && !WITHIN.has(wordAt(at + 1))) at += 1
  if (!SPENT.has(wordAt(at)) || !WITHIN.has(wordAt(at + 1))) return false
  for (; at < to; at++) if (LIMIT_VERBS.has(wordAt(at))) return false
  return true
}
