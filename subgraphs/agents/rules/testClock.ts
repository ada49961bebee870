/** How far the clock of test mode may be moved, and where a move ends. Pure. */
import { type DomainError, invalidField } from '../../shared/errors.ts'
import { parseInstant } from '../../shared/fields.ts'
import type { MovedClock } from '../../shared/organizationTime.ts'

const SECOND_MS = 1_000
const AHEAD_DAYS_MAX = 3_653
/** Ten years. */
const AHEAD_MS_MAX = AHEAD_DAYS_MAX * 86_400 * SECOND_MS
const SECONDS_MAX = AHEAD_MS_MAX / SECOND_MS

/** By so much, after what is under way; or to that instant. */
export type Move = { readonly seconds: number } | { readonly to: Date }

/** @throws DomainError invalid_request */
export function parseMove(input: { readonly seconds?: unknown; readonly to?: unknown }): Move {
  const { seconds, to } = input
  if ((seconds == null) === (to == null))
    throw invalidField('seconds', 'required', 'send either `seconds` or `to`, and not both.')
  if (to != null) return { to: parseInstant(to, 'to', 'utc') as Date }
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= SECONDS_MAX)
    return { seconds }
  throw invalidField('seconds', 'out_of_range', `must be an integer from 0 to ${SECONDS_MAX}: time goes forward only.`)
}

export const UNMOVED: MovedClock = { aheadMs: 0, until: null, movedAt: new Date(0) }

/**
 * Where this move ends. Seconds begin where the move under way ends, so that calls at once add up.
 * @param at the organization's time
 * @returns the end, or why there is none
 */
export function endOf(move: Move, { aheadMs, until }: MovedClock, at: Date): Date | DomainError {
  const base = until !== null && until > at ? until : at
  const end = 'to' in move ? move.to : new Date(base.getTime() + move.seconds * SECOND_MS)
  if (end < at)
    return invalidField('to', 'in_the_past', `must not be before ${at.toISOString()}: time goes forward only.`)
  if (aheadMs + end.getTime() - at.getTime() > AHEAD_MS_MAX)
    return invalidField('to' in move ? 'to' : 'seconds', 'out_of_range', 'must stay within ten years of real time.')
  return end
}

/** The clock with that end before it; one that is further away stays. */
export function withEnd(clock: MovedClock, end: Date, { at, real }: Instants): MovedClock {
  const until = clock.until !== null && clock.until > end ? clock.until : end
  return { ...clock, until: until > at ? until : null, movedAt: real }
}

/** The clock once it says `to`; the same one where it does already. */
export function movedTo(clock: MovedClock, to: Date, { at, real }: Instants): MovedClock {
  const ms = Math.max(0, to.getTime() - at.getTime())
  const now = new Date(at.getTime() + ms)
  const until = clock.until !== null && clock.until > now ? clock.until : null
  return ms === 0 && until === clock.until ? clock : { aheadMs: clock.aheadMs + ms, until, movedAt: real }
}

interface Instants {
  readonly at: Date
  readonly real: Date
}
