/**
 * The registries of currencies, tokens and chains: specification 2.9 over the table in `data/chains.json`. Validation,
 * pricing, discovery, routing and kill switches all read these, so that a new one is one row.
 */
import table from './data/chains.json' with { type: 'json' }

/** Payment chains of the specification, in its order, then the test network of client configuration. */
export const MAIN_CHAINS = ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism'] as const
export const CHAINS = [...MAIN_CHAINS, 'base_sepolia'] as const
export type Chain = (typeof CHAINS)[number]

/** For a request that names no chain. */
export const DEFAULT_CHAIN: Chain = 'base'

interface CurrencyFacts {
  /** US dollars for one unit, in the sandbox until an operator loads a rate. Null: the dollar itself. */
  readonly sandboxRate: string | null
}

/** The currencies of tokens. Limits count in US dollars; operators load rates for the others. */
export const CURRENCIES = {
  USD: { sandboxRate: null },
  EUR: { sandboxRate: '1.0850' },
} as const satisfies Readonly<Record<string, CurrencyFacts>>
type Currency = keyof typeof CURRENCIES

/** A pair that has a rate: `EUR/USD` is dollars for one euro. */
export type FxPair = `${Exclude<Currency, 'USD'>}/USD`
export const FX_PAIRS = (Object.keys(CURRENCIES) as readonly Currency[]).flatMap((currency) => pairOf(currency) ?? [])

interface TokenFacts {
  readonly currency: Currency
  /** Places after the point; with 12 digits before it an amount has to fit a signed 64-bit integer. */
  readonly decimals: number
  /** In the order in which they are tried for a request that names none. */
  readonly chains: readonly Chain[]
}

const TOKEN_TABLE = {
  USDC: {
    currency: 'USD',
    decimals: 6,
    chains: ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism', 'base_sepolia'],
  },
  USDT: { currency: 'USD', decimals: 6, chains: ['ethereum', 'polygon', 'arbitrum', 'optimism'] },
  PYUSD: { currency: 'USD', decimals: 6, chains: ['ethereum'] },
  EURC: { currency: 'EUR', decimals: 6, chains: ['base', 'ethereum', 'polygon'] },
} as const satisfies Readonly<Record<string, TokenFacts>>

export type Token = keyof typeof TOKEN_TABLE
export const TOKENS = Object.keys(TOKEN_TABLE) as readonly Token[]
export const TOKEN_FACTS: Readonly<Record<Token, TokenFacts>> = TOKEN_TABLE

/** For a request that names no token. */
export const DEFAULT_TOKEN: Token = 'USDC'

interface TokenDeployment {
  readonly address: string
  /** As its contract on this chain states it. */
  readonly name: string
  /** Whether it takes signed transfers; where the table does not know, it is false. */
  readonly eip3009: boolean
  readonly eip712: { readonly name: string; readonly version: string } | null
}

/** Bounds of what the relayer pays for gas on a chain, in wei of its native coin. */
export interface GasBounds {
  readonly tipMin: bigint
  readonly tipMax: bigint
  /** Payments wait while the fee is above it. */
  readonly feeMax: bigint
  /** Units of gas of one transaction. */
  readonly limitMax: number
  readonly organizationDayBudget: bigint
}

export interface ChainFacts {
  readonly chain: Chain
  readonly chainId: number
  /** Symbol of the native coin, which pays for gas. */
  readonly coin: string
  /** For keys of test mode only. */
  readonly isTestNetwork: boolean
  readonly confirmations: number
  readonly gas: GasBounds
  readonly tokens: Readonly<Partial<Record<Token, TokenDeployment>>>
}

interface TableToken {
  address: string
  name: string
  eip3009?: boolean | null
  eip712?: { name: string; version: string }
}

interface TableGas {
  tip_min_gwei: string
  tip_max_gwei: string
  fee_max_gwei: string
  limit_max: number
  organization_day_budget: string
}

interface TableRow {
  chain_id: number
  native: { symbol: string }
  network: string
  confirmations_default: number
  gas: TableGas
  tokens: Partial<Record<Token, TableToken>>
}

const rows: Readonly<Record<Chain, TableRow>> = table.chains

export const CHAIN_FACTS: Readonly<Record<Chain, ChainFacts>> = Object.fromEntries(
  CHAINS.map((chain) => [chain, chainFacts(chain)]),
) as Record<Chain, ChainFacts>

function chainFacts(chain: Chain): ChainFacts {
  const row = rows[chain]
  const tokens: Partial<Record<Token, TokenDeployment>> = {}
  for (const token of TOKENS) {
    const entry = row.tokens[token]
    if (entry === undefined || !TOKEN_FACTS[token].chains.includes(chain)) continue
    const { address, name, eip3009, eip712 = null } = entry
    tokens[token] = { address, name, eip3009: eip3009 === true, eip712 }
  }
  return {
    chain,
    chainId: row.chain_id,
    coin: row.native.symbol,
    isTestNetwork: row.network === 'testnet',
    confirmations: row.confirmations_default,
    gas: gasBounds(row.gas),
    tokens,
  }
}

function gasBounds(gas: TableGas): GasBounds {
  return {
    tipMin: decimalUnits(gas.tip_min_gwei, 9),
    tipMax: decimalUnits(gas.tip_max_gwei, 9),
    feeMax: decimalUnits(gas.fee_max_gwei, 9),
    limitMax: gas.limit_max,
    organizationDayBudget: decimalUnits(gas.organization_day_budget, 18),
  }
}

/** "0.05" of a coin with 18 places is 50000000000000000 of its smallest unit. */
export function decimalUnits(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
}

/** The pair whose rate prices a token; null for those that are dollars. */
export function pricingPairOf(token: Token): FxPair | null {
  return pairOf(TOKEN_FACTS[token].currency)
}

function pairOf(currency: Currency): FxPair | null {
  return currency === 'USD' ? null : `${currency}/USD`
}

export function isToken(value: unknown): value is Token {
  return TOKENS.includes(value as Token)
}

export function isChain(value: unknown): value is Chain {
  return CHAINS.includes(value as Chain)
}
