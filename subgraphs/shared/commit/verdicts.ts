/** How a `decide` answers. */
import type { DomainError } from '../errors.ts'
import type { Verdict, Writes } from './types.ts'

export function done<const Answer>(answer: Answer, writes: Writes = {}): Extract<Verdict<Answer>, { kind: 'done' }> {
  return { kind: 'done', answer, writes }
}

/** @param writes what the refusal leaves behind, such as a counted violation */
export function refused(error: DomainError, writes: Writes = {}): Extract<Verdict<never>, { kind: 'refused' }> {
  return { kind: 'refused', error, writes }
}
