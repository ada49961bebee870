/** A screening of records that finds nothing. */
import { done } from '../../subgraphs/shared/commit/verdicts.ts'
import type { RecordScreening } from '../../subgraphs/shared/recordScreening.ts'

export const noScreening: RecordScreening = {
  unavailable: () => null,
  look: async () => () => null,
  prepare: async () => ({ reads: () => ({ guard: [] }), decide: () => done(null) }),
}
