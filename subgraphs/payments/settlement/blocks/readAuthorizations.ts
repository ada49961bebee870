/** Authorizations used and canceled in a block, by authorizer and nonce, since a nonce alone is not unique. */

import { ITEM_FAILED, itemFailure } from '../../chains/batchRelayer.ts'
import type { Block } from '../../chains/chainAdapter.ts'
import { addressOfTopic, TOPICS } from '../../chains/eip3009.ts'
import type { Mined } from '../intents/completePayment.ts'
import type { Network } from '../network/network.ts'

export interface Authorizations {
  readonly used: ReadonlyMap<string, Mined>
  /** Hash of the canceling transaction. */
  readonly canceled: ReadonlyMap<string, string>
  /** Items of our batches that the token refused. */
  readonly refused: ReadonlyMap<string, { readonly hash: string; readonly reason: string }>
  readonly nonces: ReadonlySet<string>
}

export function readAuthorizations(network: Network, block: Block): Authorizations {
  const used = new Map<string, Mined>()
  const canceled = new Map<string, string>()
  const refused = new Map<string, { hash: string; reason: string }>()
  const nonces = new Set<string>()
  const relayers = new Set(network.relayers.map(({ address }) => address.toLowerCase()))
  for (const { hash, from, blockNumber, blockHash, logs } of block.receipts)
    for (const log of logs) {
      const { address, topics } = log
      // Anybody may have the contract fail with our authorizations: only our own transactions count.
      if (topics[0] === ITEM_FAILED && relayers.has(from)) {
        const [, , payer = '', nonce = ''] = topics
        refused.set(authorizationKey(addressOfTopic(payer), nonce), { hash, reason: itemFailure(log) })
        nonces.add(nonce)
      }
      const [topic, authorizer, nonce] = topics
      if (authorizer === undefined || nonce === undefined || !network.tokens.has(address)) continue
      const key = authorizationKey(addressOfTopic(authorizer), nonce)
      if (topic === TOPICS.authorizationUsed) used.set(key, { hash, block: blockNumber, blockHash })
      else if (topic === TOPICS.authorizationCanceled) canceled.set(key, hash)
      else continue
      nonces.add(nonce)
    }
  return { used, canceled, refused, nonces }
}

export const authorizationKey = (authorizer: string, nonce: string): string => `${authorizer.toLowerCase()}:${nonce}`
