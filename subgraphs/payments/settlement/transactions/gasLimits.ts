/** Gas limits: the node's estimate with a margin, up to the chain's maximum. */
import type { Token } from '../../../shared/tokens.ts'
import { ChainUnavailable, type RelayCall } from '../../chains/chainAdapter.ts'
import type { Network } from '../network/network.ts'

const ESTIMATE_GOOD_FOR_MS = 10 * 60_000
const ESTIMATES_MAX = 3

/** Estimated once in a while for each token: all its transfers need about the same, and each is simulated with it. */
export async function refreshGasLimit(network: Network, token: Token, calls: readonly RelayCall[]): Promise<void> {
  const known = network.gasLimits.get(token)
  if (known !== undefined && known.until > performance.now()) return
  for (const call of calls.slice(0, ESTIMATES_MAX)) {
    const estimate = await network.adapter.estimateGas(call)
    if (typeof estimate !== 'number') continue
    const limit = withMargin(network, estimate)
    network.gasLimits.set(token, { limit, until: performance.now() + ESTIMATE_GOOD_FOR_MS })
    return
  }
}

/** Without an estimate the maximum: unused gas is not paid. */
export function gasLimitOf(network: Pick<Network, 'gas' | 'gasLimits'>, token: Token): number {
  return network.gasLimits.get(token)?.limit ?? network.gas.limitMax
}

/** A first transfer to an address, or state changed meanwhile, may need more than estimated. */
export function withMargin({ gas }: Pick<Network, 'gas'>, estimate: number): number {
  return Math.min(Math.ceil((estimate * 3) / 2), gas.limitMax)
}

/** For a transaction that is sent even if the estimate fails: a cancellation, an empty transfer. */
export async function estimateGasLimit(network: Network, call: RelayCall, otherwise: number): Promise<number> {
  const estimate = await network.adapter.estimateGas(call).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) return null
    throw error
  })
  return typeof estimate === 'number' ? withMargin(network, estimate) : otherwise
}
