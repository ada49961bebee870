// Remarks on a policy that do not refuse it: rules that never apply, what is unlimited, and what became looser or tighter
// against another version. The preview shows them beside the rules.
import { diffPolicies } from './diffPolicies.ts'
import { formatUsd } from './formatPolicy.ts'
import type { Policy } from './policy.ts'

/** The enum `PolicyNoteCode` of the contract, which describes them. */
type PolicyNoteCode =
  | 'strict_bound'
  | 'closes_the_rest'
  | 'hours_of_payments'
  | 'approver_by_role'
  | 'purpose_named'
  | 'whole_category'
  | 'path_dropped'
  | 'mixed_alphabets'
  | 'public_suffix'
  | 'inverted_zone'
  | 'default_time_zone'
  | 'overnight_window'
  | 'blocked_within_allowed'
  | 'approval_always'
  | 'daily_below_per_transaction'
  | 'monthly_below_per_transaction'
  | 'monthly_below_daily'
  | 'threshold_above_limit'
  | 'no_limit_of_any_kind'
  | 'unlimited'
  | 'nothing_blocked'
  | 'looser'
  | 'tighter'
  | 'different'

export interface PolicyNote {
  readonly code: PolicyNoteCode
  readonly message: string
}

/** @param against an earlier version; its differences are noted after the remarks */
export function policyNotes(policy: Policy, against?: Policy): PolicyNote[] {
  const notes: PolicyNote[] = []
  const note = (code: PolicyNoteCode, message: string) => notes.push({ code, message })
  noteOrder(policy, note)
  noteAbsent(policy, note)
  const { blockedCategories, timeWindows } = policy
  if (timeWindows.some(({ start, end }) => end < start && end !== '00:00'))
    note('overnight_window', 'A window that crosses midnight belongs to the day on which it starts.')
  if (blockedCategories.some((name) => policy.allowedCategories.includes(name)))
    note('blocked_within_allowed', 'Some categories are allowed and blocked; blocked wins.')
  if (policy.approvalThreshold === 0n) note('approval_always', 'Every payment needs approval.')
  if (against !== undefined)
    for (const { field, change } of diffPolicies(against, policy))
      note(change, `${field} is ${change === 'different' ? 'different from' : `${change} than`} before.`)
  return notes
}

/** Limits of which the larger never applies. */
function noteOrder(policy: Policy, note: (code: PolicyNoteCode, message: string) => void): void {
  const { maxPerTransaction, dailyLimit, monthlyLimit, approvalThreshold } = policy
  const [smallest] = [maxPerTransaction, dailyLimit, monthlyLimit]
    .filter((limit) => limit !== null)
    .sort((a, b) => (a < b ? -1 : 1))
  if (maxPerTransaction !== null && dailyLimit !== null && dailyLimit < maxPerTransaction)
    note(
      'daily_below_per_transaction',
      `The daily limit of ${formatUsd(dailyLimit)} is below the per-transaction limit of ${formatUsd(maxPerTransaction)}; the larger never applies.`,
    )
  if (maxPerTransaction !== null && monthlyLimit !== null && monthlyLimit < maxPerTransaction)
    note(
      'monthly_below_per_transaction',
      `The monthly limit of ${formatUsd(monthlyLimit)} is below the per-transaction limit of ${formatUsd(maxPerTransaction)}; the larger never applies.`,
    )
  if (dailyLimit !== null && monthlyLimit !== null && monthlyLimit < dailyLimit)
    note(
      'monthly_below_daily',
      `The monthly limit of ${formatUsd(monthlyLimit)} is below the daily limit of ${formatUsd(dailyLimit)}; the larger never applies.`,
    )
  if (approvalThreshold !== null && smallest !== undefined && approvalThreshold >= smallest)
    note(
      'threshold_above_limit',
      `Approval is asked above ${formatUsd(approvalThreshold)}, but nothing above ${formatUsd(smallest)} is allowed; it is never asked. If more may be paid with approval, raise that limit or leave it out.`,
    )
}

function noteAbsent(policy: Policy, note: (code: PolicyNoteCode, message: string) => void): void {
  const missing = [
    ...(policy.maxPerTransaction === null ? ['per transaction'] : []),
    ...(policy.dailyLimit === null ? ['per day'] : []),
    ...(policy.monthlyLimit === null ? ['per month'] : []),
  ]
  if (missing.length === 3) note('no_limit_of_any_kind', 'There is no limit of any kind on amounts.')
  else if (missing.length > 0) note('unlimited', `There is no limit ${missing.join(' and no limit ')}.`)
  if (policy.allowedMerchants.length + policy.allowedCategories.length + policy.blockedCategories.length === 0)
    note('nothing_blocked', 'No merchant and no category is blocked.')
}
