// The policy object of a mandate (specification 2.7): its type, validation, wire form and equality.
// Inside, amounts are USD micro units and null means no limit, while 0 means that nothing is allowed.

import { isTimeZone } from '../../shared/limitWindows.ts'
import { USD_MICRO } from '../../shared/money.ts'
import type { StoredPolicy } from '../../shared/policy.ts'
import { CATEGORY_NAMES, compareCategories, groupOf, membersOfGroup, resolveCategory } from './categories.ts'
import { parseMerchantEntry } from './merchantDomain.ts'

export const WEEKDAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAY_NAMES)[number]

export interface TimeWindow {
  readonly days: readonly Weekday[]
  /** HH:MM, inclusive. */
  readonly start: string
  /** HH:MM, exclusive, 24:00 included. Before start: crosses midnight. Equal to start (00:00): the whole day. */
  readonly end: string
  readonly tz: string
}

export interface Policy {
  readonly maxPerTransaction: bigint | null
  readonly dailyLimit: bigint | null
  readonly monthlyLimit: bigint | null
  readonly allowedMerchants: readonly string[]
  readonly allowedCategories: readonly string[]
  readonly blockedCategories: readonly string[]
  readonly approvalThreshold: bigint | null
  readonly timeWindows: readonly TimeWindow[]
}

/** A policy as it is stored: only mandates writes one, and always completely. */
export const storedPolicy = (policy: StoredPolicy): Policy => policy as Policy

/** The wire names of the fields, in the order of specification 2.7; spans, differences and problems use them too. */
export const WIRE_FIELDS = {
  maxPerTransaction: 'max_per_transaction',
  dailyLimit: 'daily_limit',
  monthlyLimit: 'monthly_limit',
  allowedMerchants: 'allowed_merchants',
  allowedCategories: 'allowed_categories',
  blockedCategories: 'blocked_categories',
  approvalThreshold: 'approval_threshold',
  timeWindows: 'time_windows',
} as const satisfies Record<keyof Policy, string>
export type WireField = (typeof WIRE_FIELDS)[keyof Policy]

export interface WirePolicy {
  readonly max_per_transaction: number | null
  readonly daily_limit: number | null
  readonly monthly_limit: number | null
  readonly allowed_merchants: readonly string[]
  readonly allowed_categories: readonly string[]
  readonly blocked_categories: readonly string[]
  readonly approval_threshold: number | null
  readonly time_windows: readonly TimeWindow[]
}

export interface PolicyFault {
  readonly field: WireField
  readonly code:
    | 'contradiction'
    | 'unknown_category'
    | 'ambiguous_merchant'
    | 'ambiguous_amount'
    | 'ambiguous_hours'
    | 'ambiguous_time_zone'
  readonly message: string
}

export const NO_POLICY: Policy = {
  maxPerTransaction: null,
  dailyLimit: null,
  monthlyLimit: null,
  allowedMerchants: [],
  allowedCategories: [],
  blockedCategories: [],
  approvalThreshold: null,
  timeWindows: [],
}

const LIMIT_FIELDS = ['maxPerTransaction', 'dailyLimit', 'monthlyLimit', 'approvalThreshold'] as const
const CENT_MICRO = 10_000n
/** Policy numbers are at most 1e12 dollars, which also keeps them inside 64 bits. */
export const AMOUNT_MAX = 10n ** 12n * USD_MICRO
const CLOCK = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/

/** All faults of a policy object; without any it can be stored, formatted and evaluated. */
export function validatePolicy(policy: Policy): PolicyFault[] {
  const faults: PolicyFault[] = []
  for (const field of LIMIT_FIELDS) {
    const amount = policy[field]
    if (amount === null || (amount >= 0n && amount <= AMOUNT_MAX && amount % CENT_MICRO === 0n)) continue
    faults.push({
      field: WIRE_FIELDS[field],
      code: 'ambiguous_amount',
      message: 'An amount is at least 0, at most 1e12 and has at most two decimals.',
    })
  }
  for (const entry of policy.allowedMerchants) {
    if (parseMerchantEntry(entry) !== null) continue
    faults.push({
      field: 'allowed_merchants',
      code: 'ambiguous_merchant',
      message: `"${entry}" is not a domain that can be allowed.`,
    })
  }
  for (const field of ['allowedCategories', 'blockedCategories'] as const)
    for (const name of policy[field])
      if (!CATEGORY_NAMES.has(name))
        faults.push({ field: WIRE_FIELDS[field], code: 'unknown_category', message: `"${name}" is not a category.` })
  for (const window of policy.timeWindows) faults.push(...windowFaults(window))
  for (const name of findContradictions(policy))
    faults.push({
      field: 'blocked_categories',
      code: 'contradiction',
      message: `The category ${name} is both allowed and blocked.`,
    })
  return faults
}

/**
 * Categories that are both allowed and blocked. One that is blocked within an allowed group ("allow travel but block
 * airlines") is an exception, not a contradiction.
 * @param named categories that are allowed by their own names, which no group excuses
 */
export function findContradictions(policy: Policy, named: ReadonlySet<string> = new Set()): string[] {
  const [allowed, blocked] = [new Set(policy.allowedCategories), new Set(policy.blockedCategories)]
  return policy.blockedCategories.filter((name) => {
    if (!allowed.has(name)) return false
    const group = membersOfGroup(groupOf(name))
    const isException = group.every((each) => allowed.has(each)) && group.some((each) => !blocked.has(each))
    return !isException || named.has(name)
  })
}

function windowFaults(window: TimeWindow): PolicyFault[] {
  const faults: PolicyFault[] = []
  const fault = (code: PolicyFault['code'], message: string) => faults.push({ field: 'time_windows', code, message })
  const known = new Set<string>(WEEKDAY_NAMES)
  if (window.days.length === 0) fault('contradiction', 'A time window without days is never open.')
  if (new Set(window.days).size !== window.days.length || !window.days.every((day) => known.has(day)))
    fault('ambiguous_hours', 'The days of a time window are unique and of mon to sun.')
  if (!CLOCK.test(window.start) || (!CLOCK.test(window.end) && window.end !== '24:00'))
    fault('ambiguous_hours', `"${window.start}-${window.end}" is not a pair of HH:MM times.`)
  else if (window.start === window.end && window.start !== '00:00')
    fault('contradiction', 'A window that ends when it starts is empty; whole days are written 00:00 to 00:00.')
  if (!isTimeZone(window.tz)) fault('ambiguous_time_zone', `"${window.tz}" is not a time zone.`)
  return faults
}

/** Same policy, lists as sorted sets: what the parser returns and what equality compares. */
export function normalizePolicy(policy: Policy): Policy {
  const windows = policy.timeWindows.map((window) => ({
    days: WEEKDAY_NAMES.filter((day) => window.days.includes(day)),
    start: window.start,
    end: window.start === '00:00' && window.end === '24:00' ? '00:00' : window.end,
    tz: window.tz,
  }))
  const sorted = windows.sort((a, b) => compareText(windowKey(a), windowKey(b)))
  return {
    ...policy,
    allowedMerchants: [...new Set(policy.allowedMerchants)].sort(compareText),
    allowedCategories: [...new Set(policy.allowedCategories)].sort(compareCategories),
    blockedCategories: [...new Set(policy.blockedCategories)].sort(compareCategories),
    timeWindows: sorted.filter((window, index) => index === 0 || windowKey(window) !== windowKey(sorted[index - 1])),
  }
}

/** Equality of the round trip, the version diff and the looser or tighter check: lists are sets, 24:00 is 00:00. */
export function equalPolicies(a: Policy, b: Policy): boolean {
  return comparable(a) === comparable(b)
}

function comparable(policy: Policy): string {
  const midnight = policy.timeWindows.map((window) => ({
    ...window,
    end: window.end === '24:00' ? '00:00' : window.end,
  }))
  const normal = normalizePolicy({ ...policy, timeWindows: midnight })
  return JSON.stringify(normal, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

function windowKey(window: TimeWindow | undefined): string {
  if (window === undefined) return ''
  const days = window.days.map((day) => WEEKDAY_NAMES.indexOf(day)).join('')
  return `${days} ${window.start} ${window.end} ${window.tz}`
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Policy -> the object of specification 2.7: amounts are dollars as JSON numbers, exact up to 1e12 with two decimals. */
export function policyToWire(policy: Policy): WirePolicy {
  return {
    max_per_transaction: usdNumber(policy.maxPerTransaction),
    daily_limit: usdNumber(policy.dailyLimit),
    monthly_limit: usdNumber(policy.monthlyLimit),
    allowed_merchants: policy.allowedMerchants,
    allowed_categories: policy.allowedCategories,
    blocked_categories: policy.blockedCategories,
    approval_threshold: usdNumber(policy.approvalThreshold),
    time_windows: policy.timeWindows,
  }
}

/** The object of specification 2.7 -> policy, or what is wrong with it. Absent and null are the same. */
export function policyFromWire(
  wire: Readonly<Record<string, unknown>>,
): { readonly ok: true; readonly policy: Policy } | { readonly ok: false; readonly faults: readonly PolicyFault[] } {
  const faults: PolicyFault[] = []
  const amount = (field: WireField): bigint | null => {
    const value = wire[field] ?? null
    if (value === null) return null
    const micro = typeof value === 'number' ? usdMicroOfNumber(value) : null
    if (micro === null)
      faults.push({
        field,
        code: 'ambiguous_amount',
        message: 'An amount is a number of dollars from 0 to 1e12 with at most two decimals.',
      })
    return micro
  }
  const texts = (field: 'allowed_merchants' | 'allowed_categories' | 'blocked_categories'): string[] => {
    const value = wire[field] ?? []
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
    faults.push({
      field,
      code: field === 'allowed_merchants' ? 'ambiguous_merchant' : 'unknown_category',
      message: 'A list of strings is needed.',
    })
    return []
  }
  const categories = (field: 'allowed_categories' | 'blocked_categories') =>
    texts(field).flatMap((name) => resolveCategory(name)?.names ?? [name])
  const windows = wire.time_windows ?? []
  const areWindows = Array.isArray(windows) && windows.every(isTimeWindow)
  if (!areWindows)
    faults.push({ field: 'time_windows', code: 'ambiguous_hours', message: 'A window is {days, start, end, tz}.' })
  const policy: Policy = {
    maxPerTransaction: amount('max_per_transaction'),
    dailyLimit: amount('daily_limit'),
    monthlyLimit: amount('monthly_limit'),
    allowedMerchants: texts('allowed_merchants').map((entry) => parseMerchantEntry(entry)?.written ?? entry),
    allowedCategories: categories('allowed_categories'),
    blockedCategories: categories('blocked_categories'),
    approvalThreshold: amount('approval_threshold'),
    timeWindows: areWindows ? windows : [],
  }
  // Checked as sent: normalizing first would silently drop unknown or repeated days.
  faults.push(...validatePolicy(policy))
  return faults.length === 0 ? { ok: true, policy: normalizePolicy(policy) } : { ok: false, faults }
}

function isTimeWindow(value: unknown): value is TimeWindow {
  if (typeof value !== 'object' || value === null) return false
  const { days, start, end, tz } = value as Record<string, unknown>
  return Array.isArray(days) && typeof start === 'string' && typeof end === 'string' && typeof tz === 'string'
}

function usdNumber(micro: bigint | null): number | null {
  return micro === null ? null : Number(micro / CENT_MICRO) / 100
}

function usdMicroOfNumber(value: number): bigint | null {
  if (!Number.isFinite(value) || value < 0 || value > 1e12) return null
  // Through the shortest decimal text: 0.1 + 0.2 has more than two decimals and is refused, 19.99 is exact.
  const match = /^([0-9]+)(?:\.([0-9]{1,2}))?$/.exec(String(value))
  if (match === null) return null
  return BigInt(match[1] ?? '0') * USD_MICRO + BigInt((match[2] ?? '').padEnd(2, '0')) * CENT_MICRO
}
