/** Point 7 for enrolment keys: no key has registered more agents than it may. */
import type { Findings } from '../findings.ts'
import type { Source } from '../source.ts'

interface EnrolmentKey {
  readonly _id: string
  readonly uses: number
  readonly usesMax: number
}

export async function auditEnrolment(source: Source, findings: Findings): Promise<void> {
  const [filter, projection] = [{ kind: 'enrolment' }, { uses: 1, usesMax: 1 }]
  for await (const page of source.pages<EnrolmentKey>('apiKeys', { filter, projection }))
    for (const { _id, uses, usesMax } of page) {
      findings.checked(7)
      if (uses > usesMax) findings.breach(7, `enrolment key ${_id} has registered ${uses} agents of ${usesMax}`)
    }
}
