/** What the services of mandates are given. */
import type { Clock } from '../shared/clock.ts'
import type { Commit } from '../shared/commit/types.ts'
import type { Database } from '../shared/database.ts'
import type { NewId } from '../shared/ids.ts'
import type { StoppableWork } from '../shared/spend.ts'
import type { OrganizationFacts, PaymentHistory } from './ports.ts'

export interface MandatesDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  /** Address of the service, for references that others follow. */
  readonly baseUrl: string
  readonly organizations: OrganizationFacts
  readonly history: PaymentHistory
  readonly work: StoppableWork
}
