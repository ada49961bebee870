/**
 * The dependencies of mandates: facts and the signature of an organization, the payments of a wallet, and the pending
 * payments that a kill switch stops.
 */

import type { WalletPosition } from '../shared/commit/positions.ts'
import type { IntentPart } from '../shared/commit/types.ts'
import type { AgentId, ApprovalId, KeyId, MerchantId, OrgId, PaymentId, WalletId } from '../shared/ids.ts'
import type { PolicyTemplate } from '../shared/policy.ts'
import type { Mode, OrganizationPrincipal } from '../shared/principal.ts'
import type { StoppablePayments } from '../shared/stops.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import type { ReplayedPayment } from './rules/replay.ts'

interface Organization {
  readonly did: string
  readonly limitTimezone: string
  /** Null: the built-in template. */
  readonly policyTemplates: Readonly<Record<Mode, PolicyTemplate | null>>
}

interface KeyOfPerson {
  readonly personId: string
  readonly keyId: KeyId
}

interface OrganizationFacts {
  find(orgId: OrgId): Promise<Organization | null>
  findAgent(agentId: AgentId): Promise<{ readonly orgId: OrgId; readonly mode: Mode; readonly did: string } | null>
  /** Ed25519 by the key of the organization's DID. */
  sign(orgId: OrgId, bytes: Uint8Array): Promise<Uint8Array>
  /** Whether one of two people of the organization could act as the other: also where one has made the key of the other. */
  areRelated(where: { orgId: OrgId; mode: Mode }, one: KeyOfPerson, other: KeyOfPerson): Promise<boolean>
  /** Null restores the built-in template. */
  setPolicyTemplate(caller: OrganizationPrincipal, template: PolicyTemplate | null): Promise<void>
}

/** A payment as it is replayed against another policy. */
export interface PastPayment extends ReplayedPayment {
  readonly paymentId: PaymentId
  /** The approval that it needed, if any. */
  readonly approvalId: ApprovalId | null
  /** The policy decision in its stored form. */
  readonly decision: object | null
}

interface PaymentHistory {
  /** Payments decided in [from, until), oldest first; null when there are more than `countMax`. */
  read(input: { walletId: WalletId; from: Date; until: Date; countMax: number }): Promise<readonly PastPayment[] | null>
  /**
   * Recounts both limit windows in another time zone from their payments, and updates the windows that pending payments
   * are counted in. The part is stale when the wallet has changed since.
   */
  prepareRecount(wallet: WalletPosition, limitTimezone: string, at: Date): Promise<IntentPart<null>>
}

/** Whether the target of a switch exists, and its owner. */
interface SwitchTargets {
  findOrganization(orgId: OrgId): Promise<object | null>
  findAgent(agentId: AgentId): Promise<{ readonly orgId: OrgId; readonly mode: Mode } | null>
  isMerchant(owner: { orgId: OrgId; mode: Mode }, merchantId: MerchantId): Promise<boolean>
}

export interface KillSwitchDeps extends SubgraphDeps {
  readonly targets: SwitchTargets
  readonly work: StoppablePayments
  readonly organizations: Pick<OrganizationFacts, 'areRelated'>
  /** Wakes the sweep of this process after a switch was set. */
  readonly wakeSweep: () => void
}

export interface MandatesDeps extends SubgraphDeps {
  /** Base URL of the service, for links. */
  readonly baseUrl: string
  readonly organizations: OrganizationFacts
  readonly history: PaymentHistory
  readonly work: StoppablePayments
}
