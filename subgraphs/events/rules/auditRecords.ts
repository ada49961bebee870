/**
 * Which rows of the log stay for good: records of what somebody did or tried and how rows have changed, and whatever is about
 * rights, rules and standing. What the service alone did with money on its way is an event and goes: its payments, deposits and
 * journals tell of it.
 */
import type { EventRow } from '../../shared/events.ts'

const PASSING = ['payment', 'hold', 'deposit', 'card.transaction', 'treasury', 'checkout', 'order', 'reconciliation']

/** Of types that nobody but the service causes; the audit has the same list, written down a second time. */
export const PASSING_TYPES = new RegExp(`^(${PASSING.join('|').replaceAll('.', '\\.')})[._]`)

/** Whoever reads exports knows them by the same rule. */
export const isRecord = ({ by, outcome, changes, type }: EventRow): boolean =>
  by !== undefined || outcome !== undefined || changes !== undefined || !PASSING_TYPES.test(type)
