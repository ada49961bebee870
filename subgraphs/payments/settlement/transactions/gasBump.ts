/**
 * EIP-1559 fees of the relayer's transactions. A replacement exceeds all earlier transactions with the same nonce by as
 * much as nodes require.
 */
import { sleep } from '../../../shared/subgraph.ts'
import type { BlockHead } from '../../chains/chainAdapter.ts'
import type { SignedBytes } from '../../models/nonceSlots.ts'
import type { Network } from '../network/network.ts'

export interface Fees {
  readonly tip: bigint
  readonly maxFee: bigint
}

/** Most nodes require 10 % more; 12.5 % is enough for all. */
const BUMP = { times: 9n, by: 8n }

export function feesAt({ gas, tip }: Pick<Network, 'gas' | 'tip'>, head: BlockHead): Fees {
  const maxFee = min(head.baseFee * 2n + tip, gas.feeMax)
  return { tip: min(tip, maxFee), maxFee }
}

/** Above the chain's fee cap nothing new is sent: it would block later nonces. */
export function exceedsFeeCap({ gas }: Pick<Network, 'gas'>, head: BlockHead): boolean {
  return head.baseFee > gas.feeMax
}

/** Null: the fee cap allows no replacement that nodes would accept. */
export function bumpedFees(
  network: Pick<Network, 'gas' | 'tip'>,
  before: readonly Pick<SignedBytes, 'tip' | 'maxFee'>[],
  head: BlockHead,
): Fees | null {
  const now = feesAt(network, head)
  if (before.length === 0) return now
  const { feeMax } = network.gas
  const least = bumped(before.map((one) => one.maxFee).reduce(max))
  if (least > feeMax) return null
  const tip = min(max(now.tip, bumped(before.map((one) => one.tip).reduce(max))), feeMax)
  return { tip, maxFee: max(max(now.maxFee, least), tip) }
}

/** Keeps the tip at the chain's suggestion, within the configured bounds; the last one is kept when there is none. */
export async function watchTip(network: Network, signal: AbortSignal): Promise<void> {
  const { tipMin, tipMax } = network.gas
  while (!signal.aborted) {
    const suggested = await network.adapter.suggestedTip().catch((err: unknown) => {
      network.log.warn({ err, network: network.id }, 'no tip was suggested; the last one is used')
      return null
    })
    if (suggested !== null) network.tip = min(max(suggested, tipMin), tipMax)
    await sleep(network.options.tipEveryMs, signal)
  }
}

const bumped = (fee: bigint): bigint => (fee * BUMP.times) / BUMP.by + 1n
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
