/**
 * A mandate as AP2 documents: the intent of specification 2.8, and the IntentMandate of AP2 v0.1 for older peers. What
 * neither can express (daily limits, blocked categories, time windows) only the service enforces.
 */
import type { MandateId } from '../../shared/ids.ts'
import type { Policy } from './policy.ts'

export interface IntentFacts {
  readonly mandateId: MandateId
  readonly version: number
  readonly policy: Policy
  readonly policyText: string
  readonly expiresAt: Date | null
  readonly agentDid: string
  readonly organizationDid: string
}

export interface Ap2Intent {
  readonly agent: string
  readonly issuer: string
  readonly constraints: {
    /** Left out when the policy sets no limit for one transaction. */
    readonly max_amount?: string
    /** Empty: no restriction. */
    readonly categories: readonly string[]
    readonly expires_at: string | null
  }
  readonly mandate_id: string
  readonly version: number
}

/** @see specification 2.8 */
export function toAp2Intent(facts: IntentFacts): Ap2Intent {
  const { policy, expiresAt } = facts
  return {
    agent: facts.agentDid,
    issuer: facts.organizationDid,
    constraints: {
      ...(policy.maxPerTransaction === null ? {} : { max_amount: formatCents(policy.maxPerTransaction) }),
      categories: policy.allowedCategories,
      expires_at: expiresAt?.toISOString() ?? null,
    },
    mandate_id: facts.mandateId,
    version: facts.version,
  }
}

export interface IntentMandate {
  /** True if some payments need approval: the document has no field for the threshold. */
  readonly user_cart_confirmation_required: boolean
  readonly natural_language_description: string
  /** Left out: any merchant. */
  readonly merchants?: readonly string[]
  readonly requires_refundability: boolean
  readonly intent_expiry: string | null
}

/** IntentMandate of AP2 v0.1. */
export function toIntentMandate({ policy, policyText, expiresAt }: IntentFacts): IntentMandate {
  return {
    user_cart_confirmation_required: policy.approvalThreshold !== null,
    natural_language_description: policyText,
    ...(policy.allowedMerchants.length === 0 ? {} : { merchants: policy.allowedMerchants }),
    requires_refundability: false,
    intent_expiry: expiresAt?.toISOString() ?? null,
  }
}

/** Policy amounts have at most two decimals, so nothing is rounded. */
function formatCents(usdMicro: bigint): string {
  const cents = (usdMicro / 10_000n).toString().padStart(3, '0')
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`
}
