/** What the treasury needs from outside: a bank, and the time that an organization lives in. */
import type { OrgId } from '../shared/ids.ts'
import type { Mode } from '../shared/principal.ts'
import type { Gate, Spend, Stoppable } from '../shared/spend.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import type { Bank } from './banks/bank.ts'

/** Rules of other subgraphs that hold for whoever acts in the treasury. */
export interface TreasuryGates {
  readonly agentStanding: Gate<Pick<Spend, 'caller'>>
  readonly killSwitch: Gate<Stoppable>
}

export interface TreasuryDeps extends SubgraphDeps {
  readonly bank: Bank
  readonly gates: TreasuryGates
  /** For what is decided outside of a commit; intents get theirs from the commit. */
  readonly timeOf: (orgId: OrgId, mode: Mode) => Promise<Date>
}
