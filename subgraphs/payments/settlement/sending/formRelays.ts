/**
 * What is sent in one transaction: a payment by itself, or a batch where payments of one organization wait together. It
 * never waits for company.
 */
import { batchGasLimit } from '../../chains/batchRelayer.ts'
import type { Call } from '../../chains/chainAdapter.ts'
import type { Network } from '../network/network.ts'
import { batchCall } from '../transactions/relayTransactions.ts'
import type { Relayable } from './simulateRelays.ts'

/** One transaction. */
export interface Relay {
  /** Several: a batch. */
  readonly items: readonly Relayable[]
  readonly call: Call
  readonly gasLimit: number
}

/** Below what one transaction may use on every chain (EIP-7825). */
const BATCH_GAS_MAX = 15_000_000

/** @param batchRelayer null: each payment is sent by itself */
export function formRelays(
  { options }: Pick<Network, 'options'>,
  relayable: readonly Relayable[],
  batchRelayer: string | null,
): Relay[] {
  if (batchRelayer === null) return relayable.map(alone)
  const byOrganization = Map.groupBy(relayable, ({ payment }) => payment.orgId)
  return [...byOrganization.values()].flatMap((own) =>
    partsOf(own, options.batchItemsMax).map((items) => relayOf(items, batchRelayer)),
  )
}

export const alone = (one: Relayable): Relay => ({ items: [one], call: one.call, gasLimit: one.gasLimit })

export function relayOf(items: readonly Relayable[], batchRelayer: string): Relay {
  const [first] = items
  if (first !== undefined && items.length === 1) return alone(first)
  return { items, ...batchCall(batchRelayer, items, gasPerItemOf(items)) }
}

const gasPerItemOf = (items: readonly Relayable[]): number => Math.max(...items.map(({ gasLimit }) => gasLimit))

/** Of about the same size, so that none is left alone. */
function partsOf(own: readonly Relayable[], itemsMax: number): Relayable[][] {
  const gasPerItem = gasPerItemOf(own)
  const byGas = Math.floor(BATCH_GAS_MAX / batchGasLimit(1, gasPerItem))
  const most = Math.max(1, Math.min(itemsMax, byGas))
  const count = Math.ceil(own.length / most)
  const size = Math.ceil(own.length / count)
  return Array.from({ length: count }, (_, index) => own.slice(index * size, (index + 1) * size))
}
