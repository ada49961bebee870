/** How the graph shows what mandates stores: the policy object and the record of a decision. */
import type { RuleOutcome } from './evaluatePolicy.ts'
import { type Policy, policyToWire } from './policy.ts'
import { type StoredDecision, unpackDecision } from './storedDecision.ts'

/** The graph's `Policy`. */
export function shapePolicy(policy: Policy) {
  const wire = policyToWire(policy)
  return {
    maxPerTransaction: wire.max_per_transaction,
    dailyLimit: wire.daily_limit,
    monthlyLimit: wire.monthly_limit,
    allowedMerchants: wire.allowed_merchants,
    allowedCategories: wire.allowed_categories,
    blockedCategories: wire.blocked_categories,
    approvalThreshold: wire.approval_threshold,
    timeWindows: wire.time_windows,
  }
}

/** One rule's outcome in wire form. */
export function shapeRule({ resetsAt, ...rule }: RuleOutcome): Record<string, unknown> {
  return { ...rule, resets_at: resetsAt }
}

/** The whole decision in wire form, all twelve rules in their order. */
export function describeDecision(stored: object) {
  const decision = unpackDecision(stored as StoredDecision)
  const figure = (rule: RuleOutcome['rule']) => decision.rules.find((one) => one.rule === rule) ?? null
  return {
    record: {
      outcome: decision.outcome,
      message: decision.message,
      rules: decision.rules.map(shapeRule),
      category: decision.category,
      usd_amount: decision.usdAmount,
      mandate_id: decision.mandateId,
      mandate_version: decision.mandateVersion,
      evaluated_at: decision.evaluatedAt,
    },
    limitPerTx: figure('per_transaction')?.limit ?? null,
    remainingDay: figure('daily_limit')?.remaining ?? null,
    remainingMonth: figure('monthly_limit')?.remaining ?? null,
  }
}
