/**
 * Estimates the gas cost of a payment from recent fees. Acceptance never waits for a chain: until fresh fees arrive, and
 * while the chain is unavailable, the last quote counts; the first one follows from the chain's fee bounds.
 */
import type { Mode } from '../../shared/principal.ts'
import { CHAIN_FACTS, type Chain } from '../../shared/tokens.ts'
import type { ChainAdapter } from '../chains/chainAdapter.ts'
import type { GasQuotes } from '../ports.ts'

/** Gas of a transfer by authorization to a new recipient. */
const RELAY_GAS = 110_000n
const GOOD_FOR_MS = 15_000
/** The first estimate of the fee is this fraction of the chain's fee cap. */
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

function quoteOf(
  { chain, adapter, gasBudgetWei }: QuotedNetwork,
  now: () => number,
): () => NonNullable<ReturnType<GasQuotes>> {
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
