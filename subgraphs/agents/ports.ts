/** What agents needs from outside: the wallet and mandate of a new agent, as parts of the commit that registers it. */

import type { Challenges } from '../shared/challenge.ts'
import type { IntentPart } from '../shared/commit/types.ts'
import type { Subgraph } from '../shared/contract.ts'
import type { DueWork } from '../shared/dueWork.ts'
import type { AgentId, MandateId, MerchantId, OrgId, WalletId } from '../shared/ids.ts'
import type { HolderDecision } from '../shared/kya.ts'
import type { ClockOwner } from '../shared/organizationTime.ts'
import type { PolicyTemplate } from '../shared/policy.ts'
import type { Mode, Owned } from '../shared/principal.ts'
import type { RateLimitsInForce } from '../shared/rateLimits.ts'
import type { ListLook, RecordScreening } from '../shared/recordScreening.ts'
import type { SecretBox } from '../shared/secretBox.ts'
import type { StoppablePayments } from '../shared/stops.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import type { AttestationIssuer } from './keys/attestation.ts'
import type { ForeignNodeType } from './rules/nodeTypes.ts'
import type { ExistingWallet } from './rules/registration.ts'

interface WalletProvisioning {
  /**
   * Creates a wallet's key, finds the given unbound wallet, or checks the proof for an external address; the part inserts or
   * binds the wallet with its position and emits wallet.created for a new one.
   * @throws DomainError not_found (wallet), conflict (already bound), invalid_request (proof), no_route, compliance_denied; the
   * part may refuse with the same
   */
  prepare(input: {
    readonly walletId?: WalletId
    readonly existingWallet?: ExistingWallet
    readonly orgId: OrgId
    readonly mode: Mode
    readonly agentId: AgentId
    readonly name: string
  }): Promise<{
    readonly walletId: WalletId
    /** The mandate that it has from a former agent. */
    readonly mandate: { readonly mandateId: MandateId; readonly version: number } | null
    readonly part: IntentPart<null>
  }>
  /**
   * Takes the wallet from a revoked agent, so that another one can have it; nothing if the agent has it no longer.
   * @param input.look at the lists, for the name of the agent: if one has it, compliance freezes the wallet first
   */
  unbind(input: { readonly walletId: WalletId; readonly agentId: AgentId; readonly look: ListLook }): IntentPart<null>
}

interface MandateIssuing {
  /** The default mandate from the organization's template (null: the built-in one). Its part runs after the wallet's. */
  prepareDefault(input: {
    readonly orgId: OrgId
    readonly mode: Mode
    readonly agentId: AgentId
    readonly walletId: WalletId
    readonly policyTemplate: PolicyTemplate | null
    readonly limitTimezone: string
    readonly prior: { readonly mandateId: MandateId; readonly version: number } | null
  }): Promise<{ readonly mandateId: MandateId; readonly part: IntentPart<{ readonly mandateId: MandateId }> }>
  /** Revokes the mandate in force on the wallet; one that has ended stays as it is. */
  prepareRevocation(input: { readonly walletId: WalletId; readonly reason: string }): Promise<IntentPart<null>>
}

interface AgentsConfig {
  /** The service's own base address: claim `iss`. */
  readonly issuer: string
  readonly audience: string
  readonly tokenLifetimeSeconds: number
  readonly refreshLifetimeDays: number
  /** Of every organization that has none of its own. */
  readonly rateLimits: RateLimitsInForce
  /** Who may attest agents. */
  readonly attestationIssuers: readonly AttestationIssuer[]
  /** 32 bytes kept outside the database: the HMAC key of stored API keys and refresh tokens. */
  readonly pepper: Uint8Array
}

export interface AgentsDeps extends SubgraphDeps {
  readonly config: AgentsConfig
  /** Test-only: how long one call may move the clock of test mode. */
  readonly clockWorkMs?: () => number
  readonly secrets: SecretBox
  /** For proofs that an agent holds the key of its DID. */
  readonly didChallenges: Challenges
  readonly screening: RecordScreening
  readonly wallets: WalletProvisioning
  readonly mandates: MandateIssuing
  /** What the bank has decided about an organization; null: it has no account there. */
  readonly findHolderDecision: (owner: ClockOwner) => Promise<HolderDecision | null>
  /** Whose registry a merchant is in; null: there is no such merchant. */
  readonly findMerchantOwner: (merchantId: MerchantId) => Promise<Owned | null>
  /** Ends what is under way on the wallet of a revoked agent. */
  readonly work: Pick<StoppablePayments, 'beginStop'>
  /** What the clock of an organization makes due, in all subgraphs; what others make due in turn comes last. */
  readonly dueWork: readonly DueWork[]
  /** Node type -> the subgraph that decides whether the caller may see it. */
  readonly nodes: Readonly<Record<ForeignNodeType, Pick<Subgraph, 'hasNode'>>>
}
