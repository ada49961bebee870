/** Policy objects and decision records -> GraphQL objects. */

import { formatUsd } from '../../shared/money.ts'
import type { PolicyReason, PolicyRule, RuleOutcome } from './decision.ts'
import type { PolicyDifference } from './diffPolicies.ts'
import type { Policy, TimeWindow, WireField, WirePolicy } from './policy.ts'
import { type StoredDecision, unpackDecision } from './storedDecision.ts'

/** The graph's `Policy`. */
export function shapePolicy(policy: Policy) {
  const { allowedMerchants, allowedCategories, blockedCategories, timeWindows } = policy
  return {
    maxPerTransaction: usd(policy.maxPerTransaction),
    dailyLimit: usd(policy.dailyLimit),
    monthlyLimit: usd(policy.monthlyLimit),
    approvalThreshold: usd(policy.approvalThreshold),
    ...{ allowedMerchants, allowedCategories, blockedCategories, timeWindows },
  }
}

const usd = (micro: bigint | null) => (micro === null ? null : formatUsd(micro))

/** The graph's `PolicyFieldValue`; amounts of the wire form have at most two decimals. */
export function shapeFieldValue(field: WireField, value: WirePolicy[WireField]) {
  if (value === null) return null
  if (typeof value === 'number') return { usd: value.toFixed(2) }
  return field === 'time_windows'
    ? { timeWindows: value as readonly TimeWindow[] }
    : { names: value as readonly string[] }
}

/** The graph's `PolicyChange`. */
export function shapeChange({ field, before, after, change }: PolicyDifference) {
  return { field, change, before: shapeFieldValue(field, before), after: shapeFieldValue(field, after) }
}

/** One rule's outcome in refusals and events. */
export function shapeRule({ resetsAt, ...rule }: RuleOutcome): Record<string, unknown> {
  return { ...rule, resets_at: resetsAt }
}

/** The graph's `PolicyDecision` with all twelve rules in order, and the figures that payments shows. */
export function describeDecision(stored: object) {
  const decision = unpackDecision(stored as StoredDecision)
  const { outcome, message, category, usdAmount, mandateId, mandateVersion, evaluatedAt } = decision
  const figure = (rule: PolicyRule) => decision.rules.find((one) => one.rule === rule) ?? null
  return {
    record: {
      ...{ outcome, message, category, usdAmount, mandateId, mandateVersion, evaluatedAt },
      rules: decision.rules.map((rule) => shapeRuleResult(rule, decision)),
    },
    limitPerTx: figure('per_transaction')?.limit ?? null,
    remainingDay: figure('daily_limit')?.remaining ?? null,
    remainingMonth: figure('monthly_limit')?.remaining ?? null,
  }
}

const AMOUNT_RULES: ReadonlySet<PolicyRule> = new Set(['per_transaction', 'daily_limit', 'monthly_limit', 'approval'])

function shapeRuleResult(outcome: RuleOutcome, decision: Pick<StoredDecision, 'usdMicro'>) {
  const { rule, passed, reason, remaining, resetsAt, window = null } = outcome
  const figure = (value: string | null) =>
    value === null ? null : AMOUNT_RULES.has(rule) ? { usd: value } : { text: value }
  return {
    ...{ rule, passed, reason, remaining, resetsAt, window },
    limit: figure(outcome.limit),
    actual: figure(outcome.actual),
    nextSteps: reason === null ? [] : nextStepsOf(reason, outcome, BigInt(decision.usdMicro)),
  }
}

type NextStep = 'ask_organization' | 'change_merchant' | 'lower_amount' | 'wait_for_reset' | 'wait_for_approval'

/** The advice of the message in machine-readable form. */
function nextStepsOf(reason: PolicyReason, { limit, resetsAt }: RuleOutcome, usdMicro: bigint): NextStep[] {
  switch (reason) {
    case 'mandate_missing':
    case 'mandate_revoked':
    case 'mandate_expired':
      return ['ask_organization']
    case 'merchant_unresolvable':
    case 'category_blocked':
    case 'category_not_allowed':
      return ['change_merchant']
    case 'merchant_not_allowed':
      return ['change_merchant', 'ask_organization']
    case 'outside_time_window':
      return [resetsAt === null ? 'ask_organization' : 'wait_for_reset']
    case 'per_transaction_limit_exceeded':
      return ['lower_amount', 'ask_organization']
    case 'daily_limit_exceeded':
    case 'monthly_limit_exceeded':
      // Above the whole limit it fits into no later window either.
      return ['lower_amount', usdMicro > microOfLimit(limit) ? 'ask_organization' : 'wait_for_reset']
    case 'approval_required':
      return ['wait_for_approval']
    default:
      return reason satisfies never
  }
}

/** Limits of policies have exactly two decimals as text. */
function microOfLimit(limit: string | null): bigint {
  return BigInt(limit?.replace('.', '') ?? 0) * 10_000n
}
