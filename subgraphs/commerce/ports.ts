/** What commerce needs from outside. */
import type { Clock } from '../shared/clock.ts'
import type { Commit } from '../shared/commit/types.ts'
import type { Database } from '../shared/database.ts'
import type { NewId } from '../shared/ids.ts'
import type { Log } from '../shared/subgraph.ts'

export interface CommerceDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Log
}
