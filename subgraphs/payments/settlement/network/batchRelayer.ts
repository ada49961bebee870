/** The batch relayer of a network, once its code is verified. */
import { keccak256 } from 'ethers'
import { BATCH_RELAYER_CODE_HASH } from '../../chains/batchRelayer.ts'
import type { Network } from './network.ts'

/** Null: payments are sent one by one, because none is configured or other code stands there. */
export async function openBatchRelayer(network: Network): Promise<string | null> {
  const { batchRelayer = null } = network
  if (batchRelayer === null || network.options.batchItemsMax === 1 || network.batching === 'off') return null
  if (network.batching === 'on') return batchRelayer
  const code = await network.adapter.code(batchRelayer)
  const isKnown = code !== '0x' && keccak256(code) === BATCH_RELAYER_CODE_HASH
  network.batching = isKnown ? 'on' : 'off'
  if (!isKnown)
    network.log.error({ network: network.id, batchRelayer }, 'no batch relayer stands there; payments go one by one')
  return isKnown ? batchRelayer : null
}
