// The message of a refusal: what happened, and what the caller can do next. Pure.
import { UNCATEGORIZED } from '../../shared/categories.ts'
import type { RuleOutcome } from './decision.ts'

export const ALLOWED_MESSAGE = 'Allowed by the mandate.'

export interface RefusalContext {
  readonly amount: string
  /** The amount fits into no later window either, so waiting does not help. */
  readonly aboveWholeLimit: boolean
  /** The refusal is about this merchant, which has the payout address of the one that is paid; null: about that one. */
  readonly sharer: string | null
}

export function explainRefusal(
  { reason, limit, actual, remaining, resetsAt, window }: RuleOutcome,
  { amount, aboveWholeLimit, sharer }: RefusalContext,
): string {
  switch (reason) {
    case 'mandate_missing':
      return 'The agent has no mandate for this wallet. Ask the organization to create one.'
    case 'mandate_revoked':
      return `The mandate is ${actual}. Ask the organization for a new one.`
    case 'mandate_expired':
      return `The mandate has expired${limit === null ? '' : ` at ${limit}`}. Ask the organization for a new one.`
    case 'merchant_unresolvable':
      return `The recipient is not known to be one of the allowed merchants (${limit}). Pay a registered merchant by its domain, or at its own payout address.`
    case 'merchant_not_allowed':
      if (limit === null)
        return sharer === null
          ? `The organization has blocked merchant ${actual}. Pay another one, or ask the organization to unblock it.`
          : `The payout address is also that of merchant ${actual}, which the organization has blocked. Pay another address, or ask the organization to unblock it.`
      return `Merchant ${actual} is not one of the allowed merchants (${limit}). Pay one of those, or ask the organization to allow it.`
    case 'category_blocked':
      if (sharer !== null)
        return `The payout address is also that of merchant ${sharer}, whose category ${actual} is blocked. Pay another address.`
      return `The merchant's category ${actual} is blocked. Use a merchant of another category.`
    case 'category_not_allowed':
      return actual === UNCATEGORIZED
        ? `The merchant has no known category, and only these are allowed: ${limit}. Use a registered merchant.`
        : `The merchant's category ${actual} is not one of the allowed categories (${limit}). Use a merchant of one of those.`
    case 'outside_time_window':
      return `Spending is allowed only ${limit}. ${resetsAt === null ? 'Ask the organization for another time.' : `Try again from ${resetsAt}.`}`
    case 'per_transaction_limit_exceeded':
      return `Amount ${amount} USD exceeds the per-transaction limit of ${limit} USD. Lower the amount, or ask the organization to raise the limit.`
    case 'daily_limit_exceeded':
    case 'monthly_limit_exceeded': {
      const name = reason === 'daily_limit_exceeded' ? 'daily' : 'monthly'
      const otherwise = aboveWholeLimit
        ? 'ask the organization to raise the limit'
        : `wait until ${resetsAt} (${window?.timezone})`
      return `Amount ${amount} USD exceeds the ${remaining} USD that remain of the ${name} limit of ${limit} USD. Lower the amount, or ${otherwise}.`
    }
    case 'approval_required':
      return `Amount ${amount} USD is above the approval threshold of ${limit} USD. Wait for a person to approve it.`
    case null:
      return ALLOWED_MESSAGE
    default:
      return reason satisfies never
  }
}
