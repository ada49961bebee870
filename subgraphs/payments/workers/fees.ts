/**
 * What a transaction offers for each unit of gas. A replacement offers so much more than everything before it with the
 * same nonce that every node takes it.
 */
import type { BlockHead } from '../chains/chainAdapter.ts'
import type { SignedBytes } from '../models/nonceSlot.ts'
import type { Network } from './settlementDeps.ts'

export interface Fees {
  readonly tip: bigint
  readonly maxFee: bigint
}

/** Nodes ask for 10 %; 12.5 % is what all of them take. */
const BUMP = { times: 9n, by: 8n }

export function feesAt(network: Pick<Network, 'options'>, head: BlockHead): Fees {
  const { priorityFee, maxFeeMax } = network.options
  const maxFee = min(head.baseFee * 2n + priorityFee, maxFeeMax)
  return { tip: min(priorityFee, maxFee), maxFee }
}

/** Null: the cap leaves no room for a replacement that nodes would take. */
export function raisedFees(
  network: Pick<Network, 'options'>,
  before: readonly Pick<SignedBytes, 'tip' | 'maxFee'>[],
  head: BlockHead,
): Fees | null {
  const now = feesAt(network, head)
  if (before.length === 0) return now
  const tip = max(now.tip, bumped(before.map((one) => one.tip).reduce(max)))
  const least = bumped(before.map((one) => one.maxFee).reduce(max))
  if (least > network.options.maxFeeMax) return null
  return { tip: min(tip, network.options.maxFeeMax), maxFee: max(max(now.maxFee, least), tip) }
}

const bumped = (fee: bigint): bigint => (fee * BUMP.times) / BUMP.by + 1n
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
