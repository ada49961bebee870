// Why days, hours and approvals were not read.
import { formatUsd } from '../formatPolicy.ts'
import type { Range } from './clause.ts'
import { ambiguousHours, type Refusal, refuse, unsupported } from './refusals.ts'
import { find, findUnknown, has, PERIOD_WORDS, type Unread, unknownIn, unreadable } from './unread.ts'

const APPROVAL_WORDS = new Set(
  'approval approvals approve approved ask asking authorised authorized okayed cleared confirmed confirmation permission sign consent reviewed escalate escalated hold'.split(
    ' ',
  ),
)
const APPROVERS = new Set(
  'cfo ceo cto boss manager supervisor finance accounting procurement management wife husband mom mum dad mother father parents company principal'.split(
    ' ',
  ),
)
const MORE = new Set(['more', 'greater', 'higher', 'larger', 'bigger'])
const RESTRICTIONS = new Set(['restrict', 'limit'])

/** Approval below an amount, for a period, or without an amount. */
export function explainApproval(unread: Unread, rest: Range, hasReached: boolean): Refusal | null {
  const { input, range } = unread
  if (!has(unread, range, APPROVAL_WORDS)) return null
  const unknown = findUnknown(unread, range)
  const isNamed = unknown !== null && ['from', 'by', 'ask'].includes(input.wordAt(unknown - 1))
  const approver = find(unread, range, ({ word }) => APPROVERS.has(word)) ?? (isNamed ? unknown : null)
  if (approver !== null)
    return refuse(
      'unsupported_rule',
      { from: approver, to: approver + 1 },
      'A policy does not name who approves; the roles of the organization decide that.',
      'Write "require approval above $25".',
    )
  if (findUnknown(unread, rest) !== null) return null
  const amount = find(unread, range, (token) => token.money !== undefined)
  if (amount === null)
    return refuse(
      'ambiguous_amount',
      rest,
      'Approval needs the amount above which it is asked.',
      'Write "require approval above $25", or "every payment needs approval".',
    )
  const isAbove = ['above', 'over', 'exceeding', 'beyond', 'exceed', 'exceeds', '>'].includes(input.wordAt(amount - 1))
  const isMore = input.wordAt(amount - 1) === 'than' && MORE.has(input.wordAt(amount - 2))
  const isPeriod = hasReached && ['per', 'a', 'each', 'every', 'in'].includes(input.wordAt(rest.from))
  const direction = input.wordAt(amount - 1)
  // "Approve purchases above $50" asks nobody.
  const isOrder = input.wordAt(range.from) === 'approve'
  if (!isPeriod && !isOrder && (isAbove || isMore))
    return refuse(
      'unrecognised_text',
      rest,
      'This looks like approval above an amount, in words that cannot be read.',
      `Write "require approval above ${formatUsd(unread.tokens[amount]?.money?.usdMicro ?? 0n)}".`,
    )
  if (!isPeriod && !['below', 'under', 'from', 'than', 'least', 'to'].includes(direction)) return null
  return refuse(
    'unsupported_rule',
    isPeriod ? rest : { from: amount - 1, to: amount + 1 },
    'Approval is asked for single payments above an amount, and for nothing else.',
    'Write "require approval above $25".',
  )
}

/** Hours on no clock: "9 to 5", or days and hours that do not make windows. */
export function explainHours(unread: Unread, rest: Range): Refusal | null {
  const { input, tokens, range } = unread
  let day: number | null = null
  let category: number | null = null
  for (let at = range.to - 1; at >= range.from; at--) {
    if (input.slotsAt(at).includes('DAYS')) day = at
    if (input.slotsAt(at).includes('CATEGORIES')) category = at
  }
  const label = findLabel(unread, range)
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
  return ambiguousHours(range)
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
