/** What others carry of a policy. Its whole form, and what it means, is mandates' own. */

/** A policy as it is stored, with what approvals need of it. */
export interface StoredPolicy {
  /** USD micro units; above it a person has to agree. */
  readonly approvalThreshold: bigint | null
}

/** What an organization wrote as the mandate of every agent that registers. */
export interface PolicyTemplate {
  readonly policy: StoredPolicy
  readonly policyText: string
  readonly canonicalText: string
  readonly expiresInDays: number
}
