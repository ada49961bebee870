/** What the treasury parks for approvals: withdrawals, and conversions. */
import type { ParkedElsewhere, ParkedSubject } from '../../shared/dollarSpend.ts'
import { isId } from '../../shared/ids.ts'

export function createParkedWork(withdrawals: ParkedElsewhere, conversions: ParkedElsewhere): ParkedElsewhere {
  const of = ({ subjectId }: ParkedSubject) => (isId('quote', subjectId) ? conversions : withdrawals)
  return {
    reads: (subject) => of(subject).reads(subject),
    close: (state, subject, ending, at) => of(subject).close(state, subject, ending, at),
    prepare: (subject, caller) => of(subject).prepare(subject, caller),
  }
}
