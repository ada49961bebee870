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
  '5010': { name: 'gas expense', normal: 'debit' },
} as const
export type GasAccountCode = keyof typeof GAS_ACCOUNTS

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
