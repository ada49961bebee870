// Policy -> canonical text: one spelling per rule, fields in the order of specification 2.7. Parsing it gives the same
// policy again.
import { USD_MICRO } from '../../shared/money.ts'
import { groupOf } from './categories.ts'
import { NO_POLICY, type Policy, type TimeWindow, WEEKDAY_NAMES } from './policy.ts'

const NO_RULES = 'No limits.'

const SENTENCES: { readonly [field in keyof Policy]: (policy: Policy) => string } = {
  maxPerTransaction: ({ maxPerTransaction }) =>
    maxPerTransaction === null ? '' : `Max ${formatUsd(maxPerTransaction)} per transaction.`,
  dailyLimit: ({ dailyLimit }) => (dailyLimit === null ? '' : `Max ${formatUsd(dailyLimit)} per day.`),
  monthlyLimit: ({ monthlyLimit }) => (monthlyLimit === null ? '' : `Max ${formatUsd(monthlyLimit)} per month.`),
  allowedMerchants: ({ allowedMerchants }) => formatList(['Only merchant', 'Only merchants'], allowedMerchants),
  allowedCategories: (policy) => formatList(['Only category', 'Only categories'], allowedNames(policy)),
  blockedCategories: ({ blockedCategories }) => formatList(['Block category', 'Block categories'], blockedCategories),
  approvalThreshold: ({ approvalThreshold }) =>
    approvalThreshold === null ? '' : `Require approval above ${formatUsd(approvalThreshold)}.`,
  timeWindows: ({ timeWindows }) =>
    timeWindows.length === 0 ? '' : `Only ${timeWindows.map(formatWindow).join(' or ')}.`,
}

/** The whole policy, or only the sentence of one field. */
export function formatPolicy(policy: Policy, field?: keyof Policy): string {
  if (field !== undefined) return SENTENCES[field](policy)
  const fields = Object.keys(NO_POLICY) as (keyof Policy)[]
  const sentences = fields.map((each) => SENTENCES[each](policy)).filter((sentence) => sentence !== '')
  return sentences.length === 0 ? NO_RULES : sentences.join(' ')
}

/** "$50", "$1000", "$0.50": no thousands separators, cents only if there are any. */
export function formatUsd(usdMicro: bigint): string {
  const cents = (usdMicro % USD_MICRO) / 10_000n
  return `$${usdMicro / USD_MICRO}${cents === 0n ? '' : `.${cents.toString().padStart(2, '0')}`}`
}

/** A blocked category is an exception within its group and nowhere else, so that group is called by its name. */
function allowedNames({ allowedCategories, blockedCategories }: Policy): string[] {
  const excepted = blockedCategories.filter((name) => allowedCategories.includes(name)).map(groupOf)
  return [...new Set(allowedCategories.map((name) => (excepted.includes(groupOf(name)) ? groupOf(name) : name)))]
}

/** @param opening before one name, and before several */
function formatList([one, several]: readonly [string, string], names: readonly string[]): string {
  return names.length === 0 ? '' : `${names.length === 1 ? one : several} ${names.join(', ')}.`
}

function formatWindow({ days, start, end, tz }: TimeWindow): string {
  return `${formatDays(days)} ${start}-${end} ${tz}`
}

/** Runs of three days or more as a range: "mon-fri", "mon, wed, fri", "mon-wed, sat, sun". */
function formatDays(days: TimeWindow['days']): string {
  const parts: string[] = []
  for (let at = 0; at < WEEKDAY_NAMES.length; at++) {
    const day = WEEKDAY_NAMES[at]
    if (day === undefined || !days.includes(day)) continue
    let last = at
    while (last + 1 < WEEKDAY_NAMES.length && days.some((each) => each === WEEKDAY_NAMES[last + 1])) last += 1
    if (last - at < 2) parts.push(day)
    else {
      parts.push(`${day}-${WEEKDAY_NAMES[last]}`)
      at = last
    }
  }
  return parts.join(', ')
}
