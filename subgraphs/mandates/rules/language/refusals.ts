// Why a part of a text is refused: its code, the words, the reason and what to write instead.
import type { Signal } from './signals.ts'

export interface Refusal {
  readonly why: Signal
  /** Tokens [from, to). */
  readonly from: number
  readonly to: number
}
interface Range {
  readonly from: number
  readonly to: number
}

const UNSUPPORTED = {
  PAIR: [
    'A category and a merchant that belong together cannot be kept: the policy would allow every listed category at every listed merchant.',
    'List the categories and the merchants in sentences of their own, or write one mandate for each pair.',
  ],
  EXCEPTION: [
    'Part of what is excepted was never allowed.',
    'Write the allowed categories in one sentence and the blocked ones in another.',
  ],
  BANNED_HOURS: [
    'Hours that are closed on some days only cannot be kept as a list of open hours.',
    'List the days and hours that are open, for example "weekdays 9am-5pm UTC".',
  ],
  CONDITION: [
    'Rules hold always; a policy has no conditions of this kind.',
    'Write the limit as a sentence of its own, for example "at most $50 per transaction".',
  ],
  SCOPED: [
    'Limits hold for all spending of the wallet; a budget for one category or merchant cannot be kept.',
    'Write one mandate for each budget, or the limit and "only software" as two sentences.',
  ],
  NARROWED: [
    'A rule holds for all spending; it cannot be narrowed by another one.',
    'Write each rule as a sentence of its own.',
  ],
} as const

export function refuse(code: Signal['code'], { from, to }: Range, message: string, suggestion: string): Refusal {
  return { why: { code, message, suggestion }, from, to }
}

export function unsupported(range: Range, what: keyof typeof UNSUPPORTED): Refusal {
  const [message, suggestion] = UNSUPPORTED[what]
  return refuse('unsupported_rule', range, message, suggestion)
}

const LOOSE = {
  BETWEEN: [
    'unsupported_rule',
    'Approval is asked above an amount, and this does not say what becomes of payments above the second one.',
    'Write "approval above $30, at most $50 per transaction".',
  ],
  FINE: [
    'contradiction',
    'After a ban, a limit or an approval this could mean that only these categories are allowed, or that they are exempt.',
    'Write "only software" to close everything else, or remove this part.',
  ],
  CLOSING: [
    'unrecognised_text',
    'There is no list of what is allowed that this could close.',
    'Name what is allowed, for example "only software".',
  ],
  PERSONS: [
    'unsupported_rule',
    'A policy holds for the whole wallet; it has no rules for single persons.',
    'Write one mandate for each person.',
  ],
  HABIT: [
    'unsupported_rule',
    'A policy lists what alone may be bought or paid; what is usual or preferred closes nothing.',
    'Write "only" before the list to close everything else, or remove this part.',
  ],
  ADDED: [
    'contradiction',
    'This adds to a list of what is allowed, and there is none: alone it would close everything else.',
    'Write "only books" to close everything else, or remove this part.',
  ],
  MISCOUNTED: ['contradiction', 'The text names another number of them.', 'Name all of them, or leave the number out.'],
  REST: [
    'unrecognised_text',
    'Nothing is blocked or held for approval that this could be the rest of.',
    'Name what is blocked, for example "block gambling", or remove this part.',
  ],
  EVERYTHING: ['contradiction', 'Everything is allowed here, and only a list elsewhere.', 'Keep one of the two.'],
  NONE_BLOCKED: ['contradiction', 'Nothing is blocked here, and something elsewhere.', 'Keep one of the two.'],
  PLACE: [
    'ambiguous_hours',
    'Beside other hours these could be the hours of a place and not those of payments.',
    'Write "payments are only allowed" before the days and hours that are open.',
  ],
  HALF_SAID: [
    'ambiguous_hours',
    'This does not say whether payments are open or closed then.',
    'Write "payments are only allowed" before the days and hours that are open.',
  ],
  OFFICE: [
    'ambiguous_hours',
    'The text does not state these hours.',
    'State days, hours and zone, for example "weekdays 9am-5pm Europe/Paris".',
  ],
  RISKY: [
    'contradiction',
    'This could mean that only these are allowed, or that they are not blocked.',
    'Write "only" before the list to close everything else, or remove this part.',
  ],
  REFERENCE: [
    'ambiguous_amount',
    'It is not clear which amount is meant.',
    'Repeat the amount, for example "ask me above $100".',
  ],
  UP_TO: [
    'ambiguous_amount',
    'This could be a limit per transaction or the amount above which approval is asked.',
    'Write "at most $50 per transaction" or "require approval above $50".',
  ],
} as const

/** A clause that takes its meaning from another one, which is not there. */
export function loose(range: Range, what: keyof typeof LOOSE): Refusal {
  const [code, message, suggestion] = LOOSE[what]
  return refuse(code, range, message, suggestion)
}

export function ambiguousHours(range: Range): Refusal {
  return refuse(
    'ambiguous_hours',
    range,
    'The days or hours are not one start and one end on one clear clock.',
    'Write "weekdays 9am-5pm UTC" or "mon-fri 09:00-17:00 UTC".',
  )
}

export function emptyWindow(range: Range): Refusal {
  return refuse(
    'contradiction',
    range,
    'This window is empty, or an excepted day was not included.',
    'List the days that are open, and give an end that differs from the start.',
  )
}

export function unclearList(range: Range): Refusal {
  return refuse(
    'unrecognised_text',
    range,
    'It is not clear whether this belongs to the list before it.',
    'Write what is allowed and what is blocked as sentences of their own.',
  )
}
