/**
 * What mandates needs of others: facts and the signature of an organization, what a wallet has really paid, and the work
 * that a kill switch stops.
 */

import type { Clock } from '../shared/clock.ts'
import type { WalletPosition } from '../shared/commit/positions.ts'
import type { Commit, IntentPart } from '../shared/commit/types.ts'
import type { Database } from '../shared/database.ts'
import type { AgentId, ApprovalId, MerchantId, NewId, OrgId, PaymentId, WalletId } from '../shared/ids.ts'
import type { PolicyTemplate } from '../shared/policy.ts'
import type { Mode, OrganizationPrincipal } from '../shared/principal.ts'
import type { StoppablePayments } from '../shared/spend.ts'
import type { Log } from '../shared/subgraph.ts'

interface Organization {
  readonly did: string
  readonly limitTimezone: string
  /** Null: the built-in template. */
  readonly policyTemplates: Readonly<Record<Mode, PolicyTemplate | null>>
}

interface OrganizationFacts {
  find(orgId: OrgId): Promise<Organization | null>
  findAgent(agentId: AgentId): Promise<{ readonly orgId: OrgId; readonly mode: Mode; readonly did: string } | null>
  /** Ed25519 by the key of the organization's DID. */
  sign(orgId: OrgId, bytes: Uint8Array): Promise<Uint8Array>
  /** Null takes back the built-in template. */
  setPolicyTemplate(caller: OrganizationPrincipal, template: PolicyTemplate | null): Promise<void>
}

/** A payment as it is replayed against another policy. */
export interface PastPayment {
  readonly paymentId: PaymentId
  readonly at: Date
  readonly usdMicro: bigint
  readonly merchant: {
    readonly domain: string | null
    readonly merchantId: MerchantId | null
    readonly category: string
  }
  readonly status: 'pending' | 'completed' | 'failed'
  /** A person was asked about it. */
  readonly approvalId: ApprovalId | null
  /** The record of what was decided, in its stored form. */
  readonly decision: object | null
}

interface PaymentHistory {
  /** Payments decided in [from, until), oldest first; null when there are more than `countMax`. */
  read(input: { walletId: WalletId; from: Date; until: Date; countMax: number }): Promise<readonly PastPayment[] | null>
  /**
   * Both limit windows counted anew in another zone, from the payments in them. The part answers stale when the wallet
   * has moved since it was counted; it also tells payments under way where they are counted now.
   */
  prepareWindows(wallet: WalletPosition, limitTimezone: string, at: Date): Promise<IntentPart<null>>
}

/** Whether a target exists, and whose it is. */
interface SwitchTargets {
  findOrganization(orgId: OrgId): Promise<object | null>
  findAgent(agentId: AgentId): Promise<{ readonly orgId: OrgId; readonly mode: Mode } | null>
  isMerchant(owner: { orgId: OrgId; mode: Mode }, merchantId: MerchantId): Promise<boolean>
}

export interface KillSwitchDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Log
  readonly targets: SwitchTargets
  readonly work: StoppablePayments
  /** Tells the worker of this process that a switch waits for its sweep. */
  readonly wakeSweep: () => void
}

export interface MandatesDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  /** Address of the service, for references that others follow. */
  readonly baseUrl: string
  readonly organizations: OrganizationFacts
  readonly history: PaymentHistory
  readonly work: StoppablePayments
}
