/**
 * Parses the name of a chain (specification 2.9). Names must be exact, so that no payment goes to a chain that was not meant;
 * a refusal (`no_route`) suggests the spelling that probably was.
 */
import { DomainError } from './errors.ts'
import type { Mode } from './principal.ts'
import { CHAIN_FACTS, CHAINS, type Chain, isChain, TOKEN_FACTS, type Token } from './tokens.ts'

/** Names that wallets and explorers use. */
const ALSO_KNOWN_AS: Readonly<Record<string, Chain>> = {
  eth: 'ethereum',
  mainnet: 'ethereum',
  matic: 'polygon',
  pol: 'polygon',
  arb: 'arbitrum',
  op: 'optimism',
  basesepolia: 'base_sepolia',
  sepolia: 'base_sepolia',
}
const SHOWN_LENGTH_MAX = 64

/** @throws DomainError no_route: unknown_chain, chain_not_configured (a test network in live mode) */
export function parseChain(value: unknown, mode: Mode): Chain {
  const known = CHAINS.filter((chain) => mode === 'test' || !CHAIN_FACTS[chain].isTestNetwork)
  if (!isChain(value)) throw unknownChain(value, known)
  if (!known.includes(value)) throw chainNotConfigured(value, known, 'exists for test keys only')
  return value
}

export function chainNotConfigured(chain: Chain, usable: Iterable<Chain>, why = 'is not configured here'): DomainError {
  const chains = [...usable]
  const instead = chains.length === 0 ? 'No chain is.' : `Use one of: ${chains.join(', ')}.`
  return new DomainError('no_route', `The chain ${chain} ${why}. ${instead}`, {
    ...{ reason: 'chain_not_configured', chain, chains },
    hint: chains[0] ?? null,
  })
}

export function rpcUnreachable(chain: Chain, token: Token): DomainError {
  return new DomainError('no_route', `No endpoint of ${chain} answers. Use another chain, or try again later.`, {
    ...{ reason: 'rpc_unreachable', token, chain },
  })
}

/** Its blocks are not read, whether it has any or not. */
export function chainUnavailable(chain: Chain, token: Token): DomainError {
  const message = `The blocks of ${chain} are not booked, so payments would wait. Use another chain, or try again later.`
  return new DomainError('no_route', message, { reason: 'chain_unavailable', token, chain })
}

export function tokenNotOnChain(token: Token, chain: Chain): DomainError {
  const { chains } = TOKEN_FACTS[token]
  const message = `${token} does not exist on ${chain}. Use one of: ${chains.join(', ')}.`
  return new DomainError('no_route', message, { reason: 'token_not_supported_on_chain', token, chain, chains })
}

function unknownChain(value: unknown, known: readonly Chain[]): DomainError {
  const shown = String(value).slice(0, SHOWN_LENGTH_MAX)
  const guessed = guess(shown)
  const hint = guessed !== null && known.includes(guessed) ? guessed : null
  const question = hint === null ? '' : ` Did you mean "${hint}"?`
  const message = `"${shown}" is no chain.${question} Chains are written in lower case: ${known.join(', ')}.`
  return new DomainError('no_route', message, { reason: 'unknown_chain', chain: shown, hint, chains: known })
}

/** The chain whose name it starts with or abbreviates once case and punctuation are left out. */
function guess(text: string): Chain | null {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '')
  const alias = Object.hasOwn(ALSO_KNOWN_AS, letters) ? ALSO_KNOWN_AS[letters] : undefined
  const spelled = CHAINS.filter((chain) => letters.startsWith(chain.replace('_', '')))
  return alias ?? spelled.at(-1) ?? null
}
