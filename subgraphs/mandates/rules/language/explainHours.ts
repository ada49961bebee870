// Why days, hours and approvals were not read.
import type { Range } from './clause.ts'
import { ambiguousHours, type Refusal, refuse, unsupported } from './refusals.ts'
import { find, findUnknown, has, PERIOD_WORDS, type Unread, unknownIn, unreadable } from './unread.ts'

const APPROVAL_WORDS = new Set(
  'approval approvals approve approved ask confirmation permission sign consent reviewed'.split(' '),
)
const APPROVERS = new Set(
  'cfo ceo cto boss manager supervisor finance accounting procurement management wife husband mom mum dad mother father parents company principal'.split(
    ' ',
  ),
)
const RESTRICTIONS = new Set(['restrict', 'limit'])

/** Approval below an amount, for a period, or without an amount. */
export function explainApproval(unread: Unread, rest: Range, hasReached: boolean): Refusal | null {
  const { input, range } = unread
  if (!has(unread, range, APPROVAL_WORDS)) return null
  const approver = find(unread, range, ({ word }) => APPROVERS.has(word))
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
  const isPeriod = hasReached && ['per', 'a', 'each', 'every', 'in'].includes(input.wordAt(rest.from))
  const direction = input.wordAt(amount - 1)
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
  if (bare !== null && (clock !== null || day !== null || label !== null) && !has(unread, rest, PERIOD_WORDS)) {
    let to = bare + 1
    while (
      to < rest.to &&
      (tokens[to]?.money !== undefined || ['to', '-', 'and', 'until', 'till'].includes(input.wordAt(to)))
    )
      to += 1
    return ambiguousHours({ from: bare, to })
  }
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
