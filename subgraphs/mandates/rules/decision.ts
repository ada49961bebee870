// The policy decision: the twelve rules, their reasons to refuse, and the record with its figures. Pure.
import type { MandateId } from '../../shared/ids.ts'

export const POLICY_RULES = [
  'mandate_exists',
  'mandate_status',
  'mandate_expiry',
  'merchant_known',
  'merchant_allowed',
  'category_blocked',
  'category_allowed',
  'time_window',
  'per_transaction',
  'daily_limit',
  'monthly_limit',
  'approval',
] as const
export type PolicyRule = (typeof POLICY_RULES)[number]

export type PolicyReason =
  | 'mandate_missing'
  | 'mandate_revoked'
  | 'mandate_expired'
  | 'merchant_unresolvable'
  | 'merchant_not_allowed'
  | 'category_blocked'
  | 'category_not_allowed'
  | 'outside_time_window'
  | 'per_transaction_limit_exceeded'
  | 'daily_limit_exceeded'
  | 'monthly_limit_exceeded'
  | 'approval_required'

export interface RuleOutcome {
  readonly rule: PolicyRule
  readonly passed: boolean
  /** Null when the rule passed. */
  readonly reason: PolicyReason | null
  readonly limit: string | null
  readonly actual: string | null
  /** The remaining limit before this spend. */
  readonly remaining: string | null
  readonly resetsAt: string | null
  readonly window?: { readonly start: string; readonly end: string; readonly timezone: string }
}

/** A rule that refuses, with what happened and what the caller can do next. */
interface Violation extends RuleOutcome {
  readonly message: string
}

export interface Decision {
  readonly outcome: 'allow' | 'approval_required' | 'review' | 'deny'
  readonly rules: readonly RuleOutcome[]
  /** The rules that refuse the spend, in order; the approval rule only when no other refuses. */
  readonly violations: readonly Violation[]
  readonly message: string
  readonly mandateId: MandateId | null
  readonly mandateVersion: number | null
  readonly evaluatedAt: string
  readonly category: string
  /** Whole number of USD micro units, as text. */
  readonly usdMicro: string
  readonly usdAmount: string
}

export function failed(
  rule: PolicyRule,
  reason: PolicyReason,
  limit: string | null = null,
  actual: string | null = null,
): RuleOutcome {
  return { rule, passed: false, reason, limit, actual, remaining: null, resetsAt: null }
}

/** The outcome of a rule that passes without figures: one frozen object for each rule. */
export const PASSED = Object.fromEntries(
  POLICY_RULES.map((rule) => [
    rule,
    Object.freeze({ rule, passed: true, reason: null, limit: null, actual: null, remaining: null, resetsAt: null }),
  ]),
) as Readonly<Record<PolicyRule, RuleOutcome>>
