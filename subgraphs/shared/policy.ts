/** The part of a policy that other subgraphs handle; mandates alone knows its whole form and meaning. */

/** A policy as it is stored, with the fields that approvals and the rules against money laundering need. */
export interface StoredPolicy {
  /** In USD micro units; above it a spend needs an approval. */
  readonly approvalThreshold: bigint | null
  /** In USD micro units. */
  readonly maxPerTransaction: bigint | null
  /** In USD micro units, for the alerts of a limit that is nearly used. */
  readonly dailyLimit?: bigint | null
  readonly monthlyLimit?: bigint | null
  /** Domains, with or without a wildcard; empty: all. */
  readonly allowedMerchants: readonly string[]
  readonly allowedCategories: readonly string[]
  readonly blockedCategories: readonly string[]
}

/** The mandate that every agent of an organization gets when it registers. */
export interface PolicyTemplate {
  readonly policy: StoredPolicy
  readonly policyText: string
  readonly canonicalText: string
  readonly expiresInDays: number
}
