/** What mandates needs of others: facts and the signature of an organization, and what a wallet has really paid. */
import type { WalletPosition } from '../shared/commit/positions.ts'
import type { IntentPart } from '../shared/commit/types.ts'
import type { PolicyTemplate } from '../shared/policy.ts'
import type { Mode, OrganizationPrincipal } from '../shared/principal.ts'

interface Organization {
  readonly did: string
  readonly limitTimezone: string
  /** Null: the built-in template. */
  readonly policyTemplates: Readonly<Record<Mode, PolicyTemplate | null>>
}

export interface OrganizationFacts {
  find(orgId: string): Promise<Organization | null>
  findAgent(agentId: string): Promise<{ readonly orgId: string; readonly mode: Mode; readonly did: string } | null>
  /** Ed25519 by the key of the organization's DID. */
  sign(orgId: string, bytes: Uint8Array): Promise<Uint8Array>
  /** Null takes back the built-in template. */
  setPolicyTemplate(caller: OrganizationPrincipal, template: PolicyTemplate | null): Promise<void>
}

/** A payment as it is replayed against another policy. */
export interface PastPayment {
  readonly paymentId: string
  readonly at: Date
  readonly usdMicro: bigint
  readonly merchant: { readonly domain: string | null; readonly merchantId: string | null; readonly category: string }
  readonly status: 'pending' | 'completed' | 'failed'
  /** A person was asked about it. */
  readonly approvalId: string | null
  /** The record of what was decided, in its stored form. */
  readonly decision: object | null
}

export interface PaymentHistory {
  /** Payments decided in [from, until), oldest first; null when there are more than `countMax`. */
  read(input: { walletId: string; from: Date; until: Date; countMax: number }): Promise<readonly PastPayment[] | null>
  /**
   * Both limit windows counted anew in another zone, from the payments in them. The part answers stale when the wallet
   * has moved since it was counted; it also tells payments under way where they are counted now.
   */
  prepareWindows(wallet: WalletPosition, limitTimezone: string, at: Date): Promise<IntentPart<null>>
}
