/** The two commits that move the clock of an organization: where it shall go, and each step on the way. */
import { type OrgPosition, orgRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { KeyedIntent } from '../../../shared/commit/submit.ts'
import type { Intent, State } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError } from '../../../shared/errors.ts'
import { type ClockOwner, type MovedClock, realAt } from '../../../shared/organizationTime.ts'
import { endOf, type Move, movedTo, UNMOVED, withEnd } from '../../rules/testClock.ts'

/** Its answer is where this move ends, which its key keeps. */
export function setEndIntent({ orgId, mode }: ClockOwner, move: Move): KeyedIntent<Date> {
  const ref = orgRef(orgId)
  return {
    ...{ priority: 'control', orgId, mode },
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const position = requireRow(state, ref)
      const clock = position.clocks?.[mode] ?? UNMOVED
      const end = endOf(move, clock, at)
      if (end instanceof DomainError) return refused(end)
      const next = withEnd(clock, end, { at, real: realAt(position, mode, at) })
      const resource = { type: 'clock', id: end.toISOString() }
      return { ...done(end, { set: [setRow(ref, withClock(position, { orgId, mode }, next))] }), resource }
    },
  }
}

/** Its answer is the clock as it is then. Of the service itself: what is recorded is where an administrator sent it. */
export function stepIntent({ orgId, mode }: ClockOwner, to: Date): Intent<MovedClock> {
  const ref = orgRef(orgId)
  return {
    ...{ priority: 'control', orgId, mode, whileSuspended: true },
    reads: () => ({ guard: [ref] }),
    decide(state: State, at: Date) {
      const position = requireRow(state, ref)
      const clock = position.clocks?.[mode] ?? UNMOVED
      const next = movedTo(clock, to, { at, real: realAt(position, mode, at) })
      return done(next, next === clock ? {} : { set: [setRow(ref, withClock(position, { orgId, mode }, next))] })
    },
  }
}

const withClock = (position: OrgPosition, { mode }: ClockOwner, clock: MovedClock): OrgPosition => ({
  ...position,
  clocks: { ...position.clocks, [mode]: clock },
})
