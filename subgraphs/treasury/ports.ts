/** What the treasury needs from outside: a bank, and the time that an organization lives in. */

import type { CardSpends } from '../shared/cardSpends.ts'
import type { ReviewCases } from '../shared/complianceReviews.ts'
import type { Deliveries } from '../shared/conversions.ts'
import type { DollarRail, WatchDollars } from '../shared/dollarSpend.ts'
import type { DomainError } from '../shared/errors.ts'
import type { ApprovalId, OrgId } from '../shared/ids.ts'
import type { Mode } from '../shared/principal.ts'
import type { NamedRecord, OwnerOfMoney, RecordScreening } from '../shared/recordScreening.ts'
import type { SecretBox } from '../shared/secretBox.ts'
import type { Gate, Spend } from '../shared/spend.ts'
import type { Stoppable } from '../shared/stoppable.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import type { Banks } from './banks/bank.ts'

/** Rules of other subgraphs that hold for whoever acts in the treasury. */
interface TreasuryGates {
  readonly agentBound: Gate<Pick<Spend, 'caller'>>
  readonly agentStanding: Gate<Pick<Spend, 'caller'>>
  readonly killSwitch: Gate<Stoppable>
  readonly verified: Gate<Pick<Spend, 'mode'>>
}

export interface TreasuryDeps extends SubgraphDeps {
  readonly spends: CardSpends
  readonly banks: Banks
  readonly gates: TreasuryGates
  readonly dollars: DollarRail
  readonly watchDollars: WatchDollars
  /** Of conversions, to wallets of the organization. */
  readonly deliveries: Deliveries
  /** Ends what waits for an approval, with this reason. */
  readonly dismissApproval: (approvalId: ApprovalId, reason: DomainError) => Promise<boolean>
  readonly screening: RecordScreening
  /** The organization, and the agent, whose money it is, as they are screened. */
  readonly findNamedOwners: (owner: OwnerOfMoney) => Promise<readonly NamedRecord[]>
  /** Of compliance, about what the treasury has. */
  readonly cases: ReviewCases
  /** Seals account numbers, and the amounts by which they are verified. */
  readonly secrets: SecretBox
  /** Keys the hashes by which the number of an account or card is recognized. */
  readonly pepper: Uint8Array
  /** A whole number from `min` to `max`, which nobody can guess. */
  readonly randomInt: (min: number, max: number) => number
  /** For what is decided outside of a commit; intents get theirs from the commit. */
  readonly timeOf: (orgId: OrgId, mode: Mode) => Promise<Date>
}
