// Categories that a text allows in one place and blocks in another.
import { findContradictions, type Policy } from '../policy.ts'
import type { Gathered } from './clause.ts'
import { type Refusal, refuse } from './refusals.ts'

/** Categories that one clause allows and another one blocks: both are underlined. */
export function contradictionsOf({ clauses }: Gathered, policy: Policy): Refusal[] {
  const allowing = clauses.flatMap(({ lists }) => lists.filter(({ field }) => field === 'allowedCategories'))
  const both = findContradictions(policy, new Set(allowing.flatMap(({ named = [] }) => named)))
  return both.flatMap((name) =>
    clauses
      .filter(({ lists }) => lists.some(({ names }) => names.includes(name)))
      .map((clause) =>
        refuse(
          'contradiction',
          clause,
          `The category ${name} is both allowed and blocked.`,
          'Change or remove one of the two rules.',
        ),
      ),
  )
}
