/** What kill switches need: facts about their targets, and the hands of those who hold work that a switch stops. */
import type { Clock } from '../../../shared/clock.ts'
import type { Commit } from '../../../shared/commit/types.ts'
import type { Database } from '../../../shared/database.ts'
import type { NewId } from '../../../shared/ids.ts'
import type { Mode } from '../../../shared/principal.ts'
import type { StoppableWork } from '../../../shared/spend.ts'
import type { Log } from '../../../shared/subgraph.ts'

/** Whether a target exists, and whose it is. */
interface SwitchTargets {
  findOrganization(orgId: string): Promise<object | null>
  findAgent(agentId: string): Promise<{ readonly orgId: string; readonly mode: Mode } | null>
  isMerchant(owner: { orgId: string; mode: Mode }, merchantId: string): Promise<boolean>
}

export interface KillSwitchDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Log
  readonly targets: SwitchTargets
  readonly work: StoppableWork
  /** Tells the worker of this process that a switch waits for its sweep. */
  readonly wakeSweep: () => void
}
