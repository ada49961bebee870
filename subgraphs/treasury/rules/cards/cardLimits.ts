/** The limits of a card itself, beside those of the mandate: per transaction, day and month, in USD micro units. Pure. */
import { DomainError, invalidField } from '../../../shared/errors.ts'
import { formatUsd, parseUsd } from '../../../shared/money.ts'
import type { Windows } from '../../../shared/spendingLimits.ts'

export const LIMIT_NAMES = ['perTx', 'daily', 'monthly'] as const
export type LimitName = (typeof LIMIT_NAMES)[number]

interface CardLimit {
  /** Null: no limit. */
  readonly amount: bigint | null
  /** What the organization has set: an agent cannot go above it; null: nothing. */
  readonly ceiling: bigint | null
}
export type CardLimits = Readonly<Record<LimitName, CardLimit>>

/** As callers write them; absent fields are not changed. */
export type LimitChange = Readonly<Partial<Record<LimitName, bigint | null>>>

const PATHS: Readonly<Record<LimitName, string>> = {
  perTx: 'limit_per_tx',
  daily: 'limit_daily',
  monthly: 'limit_monthly',
}
const LIMIT_MAX = 10n ** 18n
const CENT = 10_000n

/** @throws DomainError invalid_request, which names the field */
export function parseLimit(value: unknown, name: LimitName): bigint | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' && /^0(\.0{1,2})?$/.test(value)) return 0n
  const amount = parseUsd(value, PATHS[name])
  if (amount % CENT === 0n && amount <= LIMIT_MAX) return amount
  throw invalidField(PATHS[name], 'not_a_limit', 'must have at most 2 decimals, and be at most 1000000000000.')
}

export const NO_LIMITS: CardLimits = {
  perTx: { amount: null, ceiling: null },
  daily: { amount: null, ceiling: null },
  monthly: { amount: null, ceiling: null },
}

/**
 * The limits after a change. What an organization sets is a ceiling for its agent.
 * @throws DomainError capability_denied: an agent would raise a limit of the organization
 */
export function changeLimits(limits: CardLimits, change: LimitChange, by: 'agent' | 'organization'): CardLimits {
  const changed = LIMIT_NAMES.flatMap((name) => {
    const amount = change[name]
    if (amount === undefined) return []
    if (by === 'organization') return [[name, { amount, ceiling: amount }] as const]
    const { ceiling } = limits[name]
    if (ceiling !== null && (amount === null || amount > ceiling)) throw aboveCeiling(name, ceiling)
    return [[name, { amount, ceiling }] as const]
  })
  return { ...limits, ...Object.fromEntries(changed) }
}

function aboveCeiling(name: LimitName, ceiling: bigint): DomainError {
  const path = PATHS[name]
  const message = `The organization has set ${path} to ${formatUsd(ceiling)} USD. An agent can lower it, not raise it: ask the organization.`
  return new DomainError('capability_denied', message, {
    ...{ reason: 'organization_only', limit: formatUsd(ceiling) },
    fields: [{ path, code: 'above_organization_limit', message }],
  })
}

export interface CardViolation {
  readonly rule: 'card_per_transaction' | 'card_daily_limit' | 'card_monthly_limit' | 'card_category'
  readonly reason: 'card_limit_exceeded' | 'category_blocked' | 'category_not_allowed'
  readonly limit: string | null
  readonly actual: string
  readonly message: string
}

/** Equal to a limit passes. @param windows those that are open now */
export function limitViolations(limits: CardLimits, windows: Windows, usdMicro: bigint): CardViolation[] {
  const usedIn = (window: Windows['day']) => (window === null ? 0n : window.net + window.reserved)
  const checks = [
    { rule: 'card_per_transaction', name: 'limit of one transaction', limit: limits.perTx.amount, used: 0n },
    { rule: 'card_daily_limit', name: 'daily limit', limit: limits.daily.amount, used: usedIn(windows.day) },
    { rule: 'card_monthly_limit', name: 'monthly limit', limit: limits.monthly.amount, used: usedIn(windows.month) },
  ] as const
  return checks.flatMap(({ rule, name, limit, used }) => {
    const actual = used + usdMicro
    if (limit === null || actual <= limit) return []
    const figures = { limit: formatUsd(limit), actual: formatUsd(actual) }
    const left = formatUsd(limit > used ? limit - used : 0n)
    const room =
      rule === 'card_per_transaction'
        ? `the ${figures.limit} USD that the card allows in one transaction`
        : `the ${left} USD that remain of the card's ${name} of ${figures.limit} USD`
    const message = `Amount ${formatUsd(usdMicro)} USD exceeds ${room}. Lower the amount, or raise the limit of the card.`
    return [{ rule, reason: 'card_limit_exceeded' as const, ...figures, message }]
  })
}

/** Blocked wins over allowed, as in mandates. */
export function categoryViolations(
  { allowedCategories, blockedCategories }: Readonly<Record<`${'allowed' | 'blocked'}Categories`, readonly string[]>>,
  category: string,
): CardViolation[] {
  const rule = 'card_category'
  if (blockedCategories.includes(category)) {
    const message = `The card is not for the category ${category}. Use another card, or a merchant of another category.`
    return [{ rule, reason: 'category_blocked', limit: blockedCategories.join(', '), actual: category, message }]
  }
  if (allowedCategories.length === 0 || allowedCategories.includes(category)) return []
  const limit = allowedCategories.join(', ')
  const message = `The card is only for the categories ${limit}, and the merchant's is ${category}. Use another card, or another merchant.`
  return [{ rule, reason: 'category_not_allowed', limit, actual: category, message }]
}
