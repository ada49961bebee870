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

export interface TokenDeployment {
  readonly address: string
  readonly eip3009: boolean
  readonly eip712: { readonly name: string; readonly version: string } | null
}

export interface ChainFacts {
  readonly chain: Chain
  readonly chainId: number
  readonly confirmations: number
  readonly tokens: Readonly<Partial<Record<Token, TokenDeployment>>>
}

interface TableToken {
  address: string
  eip3009?: boolean | null
  eip712?: { name: string; version: string }
}

const rows = table.chains as unknown as Record<
  Chain,
  { chain_id: number; confirmations_default: number; tokens: Partial<Record<Token, TableToken>> }
>

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
  return { chain, chainId: row.chain_id, confirmations: row.confirmations_default, tokens }
}

export function isToken(value: unknown): value is Token {
  return TOKENS.includes(value as Token)
}

export function isChain(value: unknown): value is Chain {
  return CHAINS.includes(value as Chain)
}
