/**
 * From the refusal of a gate to the reason of a decline, by the names of Lithic (domain 2.3). Gates of other rails refuse
 * for the same reasons with other names, so that there is one place where they meet. Pure.
 */
import type { DomainError } from '../../../shared/errors.ts'

/** In the order of the decision: the first that applies is the reason. */
const DECLINE_REASONS = [
  'CARD_PAUSED',
  'CARD_CLOSED',
  'CARD_EXPIRED',
  'PROGRAM_SUSPENDED',
  'ACCOUNT_INACTIVE',
  'SINGLE_USE_CARD_REATTEMPTED',
  'MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE',
  'MERCHANT_NOT_PERMITTED',
  'UNAUTHORIZED_MERCHANT',
  'TRANSACTION_NOT_PERMITTED_TO_ISSUER_OR_CARDHOLDER',
  'CARD_SPEND_LIMIT_EXCEEDED',
  'ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED',
  'ACCOUNT_MONTHLY_SPEND_LIMIT_EXCEEDED',
  'CARDHOLDER_CHALLENGED',
  'SUSPECTED_FRAUD',
  'INSUFFICIENT_FUNDS',
] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]
export type DetailedResult = DeclineReason | 'APPROVED' | 'AUTH_RULE_BLOCKED_MCC' | 'AUTH_RULE_ALLOWED_MCC'

export interface Decline {
  readonly reason: DeclineReason
  readonly detailed: readonly DetailedResult[]
  /** What happened, with its figures, and what can be done. */
  readonly message: string
}

/** Gates with one reason. */
const OF_GATE: Readonly<Record<string, DeclineReason>> = {
  kill_switch: 'PROGRAM_SUSPENDED',
  organization_standing: 'ACCOUNT_INACTIVE',
  agent_standing: 'ACCOUNT_INACTIVE',
  ownership: 'ACCOUNT_INACTIVE',
  wallet_state: 'ACCOUNT_INACTIVE',
  mandate_state: 'ACCOUNT_INACTIVE',
  approval: 'CARDHOLDER_CHALLENGED',
  compliance: 'SUSPECTED_FRAUD',
  card_funds: 'INSUFFICIENT_FUNDS',
}

/** Reasons of the rules of mandate and card. */
const OF_RULE: Readonly<Record<string, { readonly reason: DeclineReason; readonly detail?: DetailedResult }>> = {
  category_blocked: { reason: 'MERCHANT_NOT_PERMITTED', detail: 'AUTH_RULE_BLOCKED_MCC' },
  category_not_allowed: { reason: 'MERCHANT_NOT_PERMITTED', detail: 'AUTH_RULE_ALLOWED_MCC' },
  merchant_unresolvable: { reason: 'UNAUTHORIZED_MERCHANT' },
  merchant_not_allowed: { reason: 'UNAUTHORIZED_MERCHANT' },
  outside_time_window: { reason: 'TRANSACTION_NOT_PERMITTED_TO_ISSUER_OR_CARDHOLDER' },
  card_limit_exceeded: { reason: 'CARD_SPEND_LIMIT_EXCEEDED' },
  per_transaction_limit_exceeded: { reason: 'CARD_SPEND_LIMIT_EXCEEDED' },
  daily_limit_exceeded: { reason: 'ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED' },
  monthly_limit_exceeded: { reason: 'ACCOUNT_MONTHLY_SPEND_LIMIT_EXCEEDED' },
}

const placeOf = (reason: DeclineReason): number => DECLINE_REASONS.indexOf(reason)

/** Gates of the card itself name the reason. */
const isDeclineReason = (value: unknown): value is DeclineReason => DECLINE_REASONS.some((one) => one === value)

export function declineOf(gate: string, { message, details }: DomainError): Decline {
  const single = OF_GATE[gate] ?? (isDeclineReason(details.reason) ? details.reason : null)
  if (single !== null && single !== undefined) return { reason: single, detailed: [single], message }
  const violations = (details.violations ?? []) as readonly { readonly reason: string; readonly message?: string }[]
  const found = violations
    .flatMap((one) => {
      const known = OF_RULE[one.reason]
      return known === undefined ? [] : [{ ...known, message: one.message ?? message }]
    })
    .sort((one, other) => placeOf(one.reason) - placeOf(other.reason))
  const [first] = found
  const reason = first?.reason ?? 'ACCOUNT_INACTIVE'
  const detailed = [...new Set(found.map((one) => one.detail ?? one.reason))]
  return { reason, detailed, message: first?.message ?? message }
}
