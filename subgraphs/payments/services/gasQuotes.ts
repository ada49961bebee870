/**
 * What a payment will cost in gas, about, from what the chain last said. Acceptance never waits for a chain: while it is
 * not known, and while it cannot be asked, the last quote counts, at first one from the bounds of the chain.
 */
import type { Mode } from '../../shared/principal.ts'
import { CHAIN_FACTS, type Chain } from '../../shared/tokens.ts'
import type { ChainAdapter } from '../chains/chainAdapter.ts'

interface GasQuote {
  readonly estimateWei: bigint
  /** For the organization and the UTC day. */
  readonly budgetWei: bigint
}

export type GasQuotes = (mode: Mode, chain: Chain) => GasQuote | undefined

/** Of a transfer by authorization, the first to its recipient. */
const RELAY_GAS = 110_000n
const GOOD_FOR_MS = 15_000
/** A usual fee, as a part of the most that is ever offered. */
const USUAL_PART = 100n

interface QuotedNetwork {
  readonly mode: Mode
  readonly chain: Chain
  readonly adapter: Pick<ChainAdapter, 'head' | 'suggestedTip'>
  readonly gasBudgetWei: bigint
}

export function createGasQuotes(networks: readonly QuotedNetwork[], now = () => performance.now()): GasQuotes {
  const quotes = new Map(networks.map((network) => [`${network.mode}:${network.chain}`, quoteOf(network, now)]))
  return (mode, chain) => quotes.get(`${mode}:${chain}`)?.()
}

function quoteOf({ chain, adapter, gasBudgetWei }: QuotedNetwork, now: () => number): () => GasQuote {
  const { tipMin, tipMax, feeMax } = CHAIN_FACTS[chain].gas
  let fee = feeMax / USUAL_PART
  let askedAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    const [{ baseFee }, suggested] = await Promise.all([adapter.head(), adapter.suggestedTip()])
    const tip = between(suggested ?? tipMin, tipMin, tipMax)
    fee = between(baseFee + tip, 0n, feeMax)
  }

  return () => {
    if (now() - askedAt > GOOD_FOR_MS) {
      askedAt = now()
      ask().catch(() => undefined)
    }
    return { estimateWei: fee * RELAY_GAS, budgetWei: gasBudgetWei }
  }
}

function between(wei: bigint, least: bigint, most: bigint): bigint {
  if (wei < least) return least
  return wei > most ? most : wei
}
