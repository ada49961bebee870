/** The mandate that an agent gets when its organization has written none: small limits, risky categories closed. */
import type { Policy } from './policy.ts'

export const BUILTIN_POLICY_TEXT =
  'Max $50 per transaction, $100 per day, $1000 per month, block gambling, adult, weapons, cash advance, crypto quasi cash, require approval above $25'

export const BUILTIN_EXPIRES_IN_DAYS = 90

/** What the text says; a test holds the parser against it. */
export const BUILTIN_POLICY: Policy = {
  maxPerTransaction: 50_000_000n,
  dailyLimit: 100_000_000n,
  monthlyLimit: 1_000_000_000n,
  allowedMerchants: [],
  allowedCategories: [],
  blockedCategories: ['cash_advance', 'crypto_quasi_cash', 'gambling', 'adult', 'weapons'],
  approvalThreshold: 25_000_000n,
  timeWindows: [],
}
