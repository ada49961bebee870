// A policy prepared for evaluation, cached by policy object: parsed merchant entries, sets of categories, opening tables
// and the limits as text.
import { formatUsd } from '../../shared/money.ts'
import { type MerchantEntry, parseMerchantEntry } from './merchantDomain.ts'
import type { Policy } from './policy.ts'
import { compileTimeWindow, type OpeningTable } from './timeWindows.ts'

export interface CompiledPolicy {
  readonly merchants: readonly MerchantEntry[]
  readonly allowed: ReadonlySet<string>
  readonly blocked: ReadonlySet<string>
  readonly openings: readonly OpeningTable[]
  readonly limits: { readonly [field in LimitField]: string | null }
  readonly allowedMerchantsText: string | null
  readonly allowedCategoriesText: string | null
  readonly blockedCategoriesText: string | null
  readonly windowsText: string | null
}
type LimitField = 'maxPerTransaction' | 'dailyLimit' | 'monthlyLimit' | 'approvalThreshold'

const compiledPolicies = new WeakMap<Policy, CompiledPolicy>()

export function compilePolicy(policy: Policy): CompiledPolicy {
  const known = compiledPolicies.get(policy)
  if (known !== undefined) return known
  const text = (amount: bigint | null) => (amount === null ? null : formatUsd(amount))
  const list = (names: readonly string[]) => (names.length === 0 ? null : names.join(', '))
  const compiled: CompiledPolicy = {
    merchants: policy.allowedMerchants.map(compileEntry),
    allowed: new Set(policy.allowedCategories),
    blocked: new Set(policy.blockedCategories),
    openings: policy.timeWindows.map(compileTimeWindow),
    limits: {
      maxPerTransaction: text(policy.maxPerTransaction),
      dailyLimit: text(policy.dailyLimit),
      monthlyLimit: text(policy.monthlyLimit),
      approvalThreshold: text(policy.approvalThreshold),
    },
    allowedMerchantsText: list(policy.allowedMerchants),
    allowedCategoriesText: list(policy.allowedCategories),
    blockedCategoriesText: list(policy.blockedCategories),
    windowsText: list(
      policy.timeWindows.map((window) => `${window.days.join(',')} ${window.start}-${window.end} ${window.tz}`),
    ),
  }
  compiledPolicies.set(policy, compiled)
  return compiled
}

const ENTRIES_MAX = 10_000
const entries = new Map<string, MerchantEntry>()

function compileEntry(text: string): MerchantEntry {
  const known = entries.get(text)
  if (known !== undefined) return known
  // An unreadable entry must keep the list restrictive: it matches no host, and the list is not empty.
  const entry = parseMerchantEntry(text) ?? { written: text, host: '', isWildcard: false }
  if (entries.size >= ENTRIES_MAX) entries.clear()
  entries.set(text, entry)
  return entry
}
