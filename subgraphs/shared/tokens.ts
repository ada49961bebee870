/**
 * The registries of tokens and chains: specification 2.9 over the table in `data/chains.json`. Everything that names a
 * token or a chain (validation, discovery, routing, GraphQL enumerations) reads these.
 */
import table from './data/chains.json' with { type: 'json' }

export const TOKENS = ['USDC', 'USDT', 'PYUSD', 'EURC'] as const
export type Token = (typeof TOKENS)[number]

/** Payment chains of the specification, in its order, then the test network of client configuration. */
export const MAIN_CHAINS = ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism'] as const
export const CHAINS = [...MAIN_CHAINS, 'base_sepolia'] as const
export type Chain = (typeof CHAINS)[number]

export const TOKEN_CHAINS: Readonly<Record<Token, readonly Chain[]>> = {
  USDC: ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism', 'base_sepolia'],
  USDT: ['ethereum', 'polygon', 'arbitrum', 'optimism'],
  PYUSD: ['ethereum'],
  EURC: ['base', 'ethereum', 'polygon'],
}

/** All four stablecoins have 6 places. */
export const TOKEN_DECIMALS = 6

interface TokenDeployment {
  readonly address: string
  readonly eip3009: boolean
  readonly eip712: { readonly name: string; readonly version: string } | null
}

/** What the relayer may offer and spend on a chain, in wei of its native coin. */
export interface GasBounds {
  readonly tipMin: bigint
  readonly tipMax: bigint
  /** Above it nothing is sent: a payment waits. */
  readonly feeMax: bigint
  /** Units of gas of one transaction. */
  readonly limitMax: number
  readonly organizationDayBudget: bigint
}

export interface ChainFacts {
  readonly chain: Chain
  readonly chainId: number
  readonly confirmations: number
  readonly gas: GasBounds
  readonly tokens: Readonly<Partial<Record<Token, TokenDeployment>>>
}

interface TableToken {
  address: string
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
  confirmations_default: number
  gas: TableGas
  tokens: Partial<Record<Token, TableToken>>
}

const rows = table.chains as unknown as Record<Chain, TableRow>

export const CHAIN_FACTS: Readonly<Record<Chain, ChainFacts>> = Object.fromEntries(
  CHAINS.map((chain) => [chain, chainFacts(chain)]),
) as unknown as Record<Chain, ChainFacts>

function chainFacts(chain: Chain): ChainFacts {
  const row = rows[chain]
  const tokens: Partial<Record<Token, TokenDeployment>> = {}
  for (const token of TOKENS) {
    const entry = row.tokens[token]
    if (entry === undefined || !TOKEN_CHAINS[token].includes(chain)) continue
    tokens[token] = { address: entry.address, eip3009: entry.eip3009 === true, eip712: entry.eip712 ?? null }
  }
  return { chain, chainId: row.chain_id, confirmations: row.confirmations_default, gas: gasBounds(row.gas), tokens }
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

export function isToken(value: unknown): value is Token {
  return TOKENS.includes(value as Token)
}

export function isChain(value: unknown): value is Chain {
  return CHAINS.includes(value as Chain)
}
