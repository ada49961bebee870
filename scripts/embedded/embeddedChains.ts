// The chains that can run beside the service, with every token of the table at its official address: Circle's contracts
// for its own two, contracts of this repository for the others, and the batch relayer.
import { EMBEDDED_BATCH_RELAYER } from '../../subgraphs/payments/chains/batchRelayer.ts'
import { CHAIN_FACTS, CHAINS, type Chain, TOKEN_FACTS, TOKENS, type Token } from '../../subgraphs/shared/tokens.ts'
import { readContractArtifact } from '../contracts/compile.ts'
import { deployFiatToken } from './fiatToken.ts'
import { deployOwnToken } from './ownToken.ts'
import { callRpc } from './rpc.ts'

export type EmbeddedToken = { symbol: Token; name: string; currency: string; address: string }
export type EmbeddedChainName = Chain

export const embeddedChains: Readonly<Record<Chain, { chainId: number; tokens: readonly EmbeddedToken[] }>> =
  Object.fromEntries(
    CHAINS.map((chain) => [chain, { chainId: CHAIN_FACTS[chain].chainId, tokens: tokensOf(chain) }]),
  ) as Record<Chain, { chainId: number; tokens: EmbeddedToken[] }>

/** The EIP-712 name where the table has one: it is not the same on every chain. */
function tokensOf(chain: Chain): EmbeddedToken[] {
  return TOKENS.flatMap((symbol) => {
    const deployment = CHAIN_FACTS[chain].tokens[symbol]
    if (deployment === undefined) return []
    const { address, name, eip712 } = deployment
    return [{ symbol, name: eip712?.name ?? name, currency: TOKEN_FACTS[symbol].currency, address }]
  })
}

/** The contract that stands for each token. */
export const CONTRACTS = { USDC: 'FiatToken', EURC: 'FiatToken', USDT: 'UsdtToken', PYUSD: 'PyusdToken' } as const

/** @throws Error when the table has no such token on this chain */
export function tokenOn(chain: Chain, symbol: Token): EmbeddedToken {
  const token = embeddedChains[chain].tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new Error(`${symbol} is not on ${chain}`)
  return token
}

/** Places tokens of a chain, all unless some are named, and the batch relayer, or leaves alone what stands there already. */
export async function deployTokens(input: {
  rpcUrl: string
  chain: Chain
  tokens?: readonly EmbeddedToken[]
  adminAddress: string
  minterAddress: string
}): Promise<void> {
  const { chain, tokens = embeddedChains[chain].tokens, ...accounts } = input
  const { chainId } = embeddedChains[chain]
  for (const token of tokens) {
    const contract = CONTRACTS[token.symbol]
    const at = { ...accounts, chainId, ...token }
    await (contract === 'FiatToken' ? deployFiatToken(at) : deployOwnToken({ ...at, contract }))
  }
  await placeBatchRelayer(input.rpcUrl)
}

/** It has no owner and no storage, so its code is all there is to place. */
async function placeBatchRelayer(rpcUrl: string): Promise<void> {
  const code = readContractArtifact('BatchRelayer').deployedBytecode
  const found = await callRpc(rpcUrl, 'eth_getCode', [EMBEDDED_BATCH_RELAYER, 'latest'])
  if (found !== code) await callRpc(rpcUrl, 'anvil_setCode', [EMBEDDED_BATCH_RELAYER, code])
}
