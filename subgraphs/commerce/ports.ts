/** What commerce needs from outside: the screening of those whom it registers. */
import type { RecordScreening } from '../shared/recordScreening.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'

export interface CommerceDeps extends SubgraphDeps {
  readonly screening: RecordScreening
}
