// The decision whether a mandate allows a spend (domain 6.2): twelve rules in fixed order, all of them evaluated, each
// with its figures. Pure. An amount equal to a limit passes. Since this runs inside every commit, the compiled form of a
// policy is cached by policy object, which therefore must never be changed in place.

import type { MandateInForce } from '../../shared/commit/positions.ts'
import type { MerchantId } from '../../shared/ids.ts'
import { type LimitWindows, windowKeys } from '../../shared/limitWindows.ts'
import { formatUsd } from '../../shared/money.ts'
import { type CompiledPolicy, compilePolicy } from './compilePolicy.ts'
import { type Decision, failed, PASSED, type RuleOutcome } from './decision.ts'
import { ALLOWED_MESSAGE, explainRefusal, type RefusalContext } from './explainRefusal.ts'
import type { MandateStatus } from './mandateStatus.ts'
import { matchesMerchant, normalizeMerchantDomain } from './merchantDomain.ts'
import type { Policy } from './policy.ts'
import { findNextOpening, isOpen } from './timeWindows.ts'

/** The mandate to evaluate; it need not be active, and the decision then says why it does not apply. */
export interface EvaluatedMandate extends Omit<MandateInForce, 'status' | 'policy'> {
  readonly status: MandateStatus
  readonly policy: Policy
}

export interface PaidMerchant {
  readonly domain: string | null
  readonly merchantId: MerchantId | null
  readonly category: string
  /** blocked: the organization blocks this merchant, whatever a policy allows. */
  readonly status?: 'active' | 'blocked'
}

interface WindowUsage {
  /** Spent in the window minus what came back, USD micro units. */
  readonly net: bigint
  readonly reserved: bigint
}

export interface PolicyInput {
  readonly at: Date
  /** Null when the agent has none for this wallet. */
  readonly mandate: EvaluatedMandate | null
  readonly usdMicro: bigint
  readonly merchant: PaidMerchant
  /** Other merchants with the address that is paid: whatever blocks one of them blocks the spend. */
  readonly sharers?: readonly PaidMerchant[]
  readonly usage: { readonly day: WindowUsage; readonly month: WindowUsage }
  /** A person has approved exactly this spend. */
  readonly thresholdSatisfied: boolean
}

/** Evaluates all twelve rules for one spend. The outcome is never review, which only compliance decides. */
export function evaluatePolicy(input: PolicyInput): Decision {
  const { mandate, at, usdMicro } = input
  if (mandate === null) return decide(input, [failed('mandate_exists', 'mandate_missing')])
  const { policy } = mandate
  const compiled = compilePolicy(policy)
  const atMs = at.getTime()
  const amount = formatUsd(usdMicro)
  const windows = windowKeys(at, mandate.limitTimezone)
  const rules: RuleOutcome[] = [
    PASSED.mandate_exists,
    mandate.status === 'active' || mandate.status === 'expired'
      ? PASSED.mandate_status
      : failed('mandate_status', 'mandate_revoked', 'active', mandate.status),
    mandate.status === 'expired' || (mandate.expiresAt !== null && atMs >= mandate.expiresAt.getTime())
      ? failed('mandate_expiry', 'mandate_expired', mandate.expiresAt?.toISOString() ?? null, at.toISOString())
      : PASSED.mandate_expiry,
    ...evaluateMerchant(input, compiled),
    ...evaluateCategory(input, compiled),
    evaluateTimeWindow(compiled, atMs),
    evaluateTransaction(policy, compiled, usdMicro, amount),
    evaluateWindow(
      'daily_limit',
      compiled.limits.dailyLimit,
      policy.dailyLimit,
      input.usage.day,
      usdMicro,
      mandate,
      windows,
    ),
    evaluateWindow(
      'monthly_limit',
      compiled.limits.monthlyLimit,
      policy.monthlyLimit,
      input.usage.month,
      usdMicro,
      mandate,
      windows,
    ),
    evaluateApproval(policy, compiled, input, amount),
  ]
  return decide(input, rules)
}

type Payees = Pick<PolicyInput, 'merchant' | 'sharers'>

const NO_SHARERS: readonly PaidMerchant[] = []

function evaluateMerchant({ merchant, sharers }: Payees, compiled: CompiledPolicy): [RuleOutcome, RuleOutcome] {
  const isBlocked = ({ status }: PaidMerchant) => status === 'blocked'
  const blocked = isBlocked(merchant) ? merchant : sharers?.find(isBlocked)
  if (blocked !== undefined) {
    const name = blocked.domain ?? blocked.merchantId
    // Without the list of those that are allowed, which may contain it.
    return [PASSED.merchant_known, failed('merchant_allowed', 'merchant_not_allowed', null, name)]
  }
  if (compiled.merchants.length === 0) return [PASSED.merchant_known, PASSED.merchant_allowed]
  const host = merchant.domain === null ? null : normalizeMerchantDomain(merchant.domain)
  const limit = compiled.allowedMerchantsText
  if (host === null) {
    const unresolved = failed('merchant_known', 'merchant_unresolvable', limit, merchant.domain ?? merchant.merchantId)
    return [unresolved, PASSED.merchant_allowed]
  }
  for (const entry of compiled.merchants)
    if (matchesMerchant(entry, host)) return [PASSED.merchant_known, PASSED.merchant_allowed]
  return [PASSED.merchant_known, failed('merchant_allowed', 'merchant_not_allowed', limit, host)]
}

function evaluateCategory({ merchant, sharers = NO_SHARERS }: Payees, compiled: CompiledPolicy): RuleOutcome[] {
  const { category } = merchant
  const isAllowed = compiled.allowed.size === 0 || compiled.allowed.has(category)
  const blocked = [merchant, ...sharers].find((one) => compiled.blocked.has(one.category))
  return [
    blocked === undefined
      ? PASSED.category_blocked
      : failed('category_blocked', 'category_blocked', compiled.blockedCategoriesText, blocked.category),
    isAllowed
      ? PASSED.category_allowed
      : failed('category_allowed', 'category_not_allowed', compiled.allowedCategoriesText, category),
  ]
}

function evaluateTimeWindow(compiled: CompiledPolicy, atMs: number): RuleOutcome {
  if (compiled.openings.length === 0 || isOpen(compiled.openings, atMs)) return PASSED.time_window
  const opensAtMs = findNextOpening(compiled.openings, atMs)
  const resetsAt = opensAtMs === null ? null : new Date(opensAtMs).toISOString()
  return {
    ...failed('time_window', 'outside_time_window', compiled.windowsText, new Date(atMs).toISOString()),
    resetsAt,
  }
}

function evaluateTransaction(policy: Policy, compiled: CompiledPolicy, usdMicro: bigint, amount: string): RuleOutcome {
  if (policy.maxPerTransaction === null) return PASSED.per_transaction
  const limit = compiled.limits.maxPerTransaction
  const passed = usdMicro <= policy.maxPerTransaction
  const reason = passed ? null : 'per_transaction_limit_exceeded'
  return { rule: 'per_transaction', passed, reason, limit, actual: amount, remaining: limit, resetsAt: null }
}

function evaluateWindow(
  rule: 'daily_limit' | 'monthly_limit',
  limitText: string | null,
  limit: bigint | null,
  usage: WindowUsage,
  usdMicro: bigint,
  mandate: EvaluatedMandate,
  windows: LimitWindows,
): RuleOutcome {
  if (limit === null) return PASSED[rule]
  const used = usage.net + usage.reserved
  const isDay = rule === 'daily_limit'
  const [startsAt, endsAt] = isDay
    ? [windows.dayStartsAt, windows.dayEndsAt]
    : [windows.monthStartsAt, windows.monthEndsAt]
  const end = isoText(endsAt)
  const passed = used + usdMicro <= limit
  return {
    rule,
    passed,
    reason: passed ? null : isDay ? 'daily_limit_exceeded' : 'monthly_limit_exceeded',
    limit: limitText,
    actual: formatUsd(used + usdMicro),
    remaining: formatUsd(limit > used ? limit - used : 0n),
    resetsAt: end,
    window: { start: isoText(startsAt), end, timezone: mandate.limitTimezone },
  }
}

function evaluateApproval(policy: Policy, compiled: CompiledPolicy, input: PolicyInput, amount: string): RuleOutcome {
  if (policy.approvalThreshold === null) return PASSED.approval
  const passed = input.usdMicro <= policy.approvalThreshold || input.thresholdSatisfied
  const limit = compiled.limits.approvalThreshold
  return {
    rule: 'approval',
    passed,
    reason: passed ? null : 'approval_required',
    limit,
    actual: amount,
    remaining: limit,
    resetsAt: null,
  }
}

function decide(input: PolicyInput, rules: RuleOutcome[]): Decision {
  const refusals = rules.filter((each) => !each.passed)
  const denials = refusals.filter((each) => each.rule !== 'approval')
  const outcome = denials.length > 0 ? 'deny' : refusals.length > 0 ? 'approval_required' : 'allow'
  const usdAmount = formatUsd(input.usdMicro)
  // Who removes one obstacle meets the next: each has its own advice.
  const violations = (outcome === 'deny' ? denials : refusals).map((each) => ({
    ...each,
    message: explainRefusal(each, contextOf(each, input, usdAmount)),
  }))
  return {
    outcome,
    rules,
    violations,
    message: violations[0]?.message ?? ALLOWED_MESSAGE,
    mandateId: input.mandate?.mandateId ?? null,
    mandateVersion: input.mandate?.version ?? null,
    evaluatedAt: input.at.toISOString(),
    category: input.merchant.category,
    usdMicro: input.usdMicro.toString(),
    usdAmount,
  }
}

function contextOf(outcome: RuleOutcome, input: PolicyInput, amount: string): RefusalContext {
  const sharer = input.sharers?.find(
    ({ domain, category }) =>
      (outcome.reason === 'category_blocked' &&
        outcome.actual === category &&
        outcome.actual !== input.merchant.category) ||
      (outcome.reason === 'merchant_not_allowed' && outcome.actual === domain && domain !== input.merchant.domain),
  )
  return { amount, aboveWholeLimit: isAboveWholeLimit(outcome, input), sharer: sharer?.domain ?? null }
}

/** An amount above the whole limit fits into no later window either. */
function isAboveWholeLimit({ rule }: RuleOutcome, { mandate, usdMicro }: PolicyInput): boolean {
  const { dailyLimit = null, monthlyLimit = null } = mandate?.policy ?? {}
  const limit = rule === 'daily_limit' ? dailyLimit : rule === 'monthly_limit' ? monthlyLimit : null
  return limit !== null && usdMicro > limit
}

const isoTexts = new WeakMap<Date, string>()

/** The bounds of a window are the same Date objects for a whole day, so their text is cached. */
function isoText(date: Date): string {
  const known = isoTexts.get(date)
  if (known !== undefined) return known
  const text = date.toISOString()
  isoTexts.set(date, text)
  return text
}
