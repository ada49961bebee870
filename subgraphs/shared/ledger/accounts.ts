/** The chart of accounts: code, name and normal side of every account that has postings. */

export const ACCOUNTS = {
  '1120': { name: 'customer wallet on chain', normal: 'debit' },
  '2020': { name: 'wallet available', normal: 'credit' },
  '2021': { name: 'wallet held', normal: 'credit' },
  '2022': { name: 'wallet in flight', normal: 'credit' },
  '2023': { name: 'wallet blocked', normal: 'credit' },
} as const
export type AccountCode = keyof typeof ACCOUNTS

/** Of the relayer, in the native coin of a chain; they belong to no wallet. */
export const GAS_ACCOUNTS = {
  '1130': { name: 'gas tank', normal: 'debit' },
  '3010': { name: 'conversion clearing', normal: 'credit' },
  '5010': { name: 'gas expense', normal: 'debit' },
} as const
export type GasAccountCode = keyof typeof GAS_ACCOUNTS

/** Of the treasury of the service, by token and chain; they belong to no wallet, and no position has their balance. */
export const TREASURY_ACCOUNTS = {
  '1110': { name: 'treasury hot wallet', normal: 'debit' },
  '3010': { name: 'conversion clearing', normal: 'credit' },
} as const
export type TreasuryAccountCode = keyof typeof TREASURY_ACCOUNTS

/** The balances of one wallet in one token on one chain, in token units. `onChain` is account 1120. */
export interface Balances {
  readonly available: bigint
  readonly held: bigint
  readonly inFlight: bigint
  readonly blocked: bigint
  readonly onChain: bigint
}

export const EMPTY_BALANCES: Balances = { available: 0n, held: 0n, inFlight: 0n, blocked: 0n, onChain: 0n }

export const BALANCE_OF = {
  '1120': 'onChain',
  '2020': 'available',
  '2021': 'held',
  '2022': 'inFlight',
  '2023': 'blocked',
} as const satisfies Record<AccountCode, keyof Balances>

/** In US dollars, in cents; of a financial account, of the organization in one mode, or of the service as a whole. */
export const USD_ACCOUNTS = {
  '1010': { name: 'bank cash', normal: 'debit', of: 'financialAccount' },
  '1020': { name: 'ACH receivable', normal: 'debit', of: 'organization' },
  '1030': { name: 'organization deficit', normal: 'debit', of: 'organization' },
  '2010': { name: 'US dollars available', normal: 'credit', of: 'financialAccount' },
  '2011': { name: 'US dollars pending', normal: 'credit', of: 'financialAccount' },
  '2012': { name: 'US dollars held by cards', normal: 'credit', of: 'financialAccount' },
  '2013': { name: 'US dollars uncollected', normal: 'credit', of: 'financialAccount' },
  '2014': { name: 'conversion in flight', normal: 'credit', of: 'organization' },
  '2040': { name: 'card network payable', normal: 'credit', of: 'service' },
  '2060': { name: 'withdrawal clearing', normal: 'credit', of: 'organization' },
  '3010': { name: 'conversion clearing', normal: 'credit', of: 'service' },
  '4010': { name: 'fee revenue', normal: 'credit', of: 'service' },
  '5020': { name: 'ACH and micro-deposit losses', normal: 'debit', of: 'service' },
} as const
export type UsdAccountCode = keyof typeof USD_ACCOUNTS

/** The balances of one financial account, in cents. `cash` is account 1010, which a return may take below zero. */
export interface UsdBalances {
  readonly available: bigint
  readonly pending: bigint
  readonly held: bigint
  readonly uncollected: bigint
  readonly cash: bigint
}

export const EMPTY_USD_BALANCES: UsdBalances = { available: 0n, pending: 0n, held: 0n, uncollected: 0n, cash: 0n }

export const USD_BALANCE_OF = {
  '1010': 'cash',
  '2010': 'available',
  '2011': 'pending',
  '2012': 'held',
  '2013': 'uncollected',
} as const satisfies Partial<Record<UsdAccountCode, keyof UsdBalances>>

/** What is booked for the organization as a whole in one mode, in cents. */
export interface UsdTotals {
  readonly receivable: bigint
  readonly deficit: bigint
  readonly conversionInFlight: bigint
  readonly withdrawalClearing: bigint
}

export const EMPTY_USD_TOTALS: UsdTotals = {
  receivable: 0n,
  deficit: 0n,
  conversionInFlight: 0n,
  withdrawalClearing: 0n,
}

export const USD_TOTAL_OF = {
  '1020': 'receivable',
  '1030': 'deficit',
  '2014': 'conversionInFlight',
  '2060': 'withdrawalClearing',
} as const satisfies Partial<Record<UsdAccountCode, keyof UsdTotals>>
