/** Authorizations used and canceled in a block, by token, authorizer and nonce: each token counts nonces by itself. */

import { ITEM_FAILED, itemFailure } from '../../chains/batchRelayer.ts'
import type { Block, Receipt } from '../../chains/chainAdapter.ts'
import { addressOfTopic, TOPICS } from '../../chains/eip3009.ts'
import type { Network } from '../network/network.ts'

export interface Authorizations {
  /** The transaction; whether its transfer is the payment's is for hasTransfer to say. */
  readonly used: ReadonlyMap<string, Receipt>
  /** Hash of the canceling transaction. */
  readonly canceled: ReadonlyMap<string, string>
  /** Items of our batches that the token refused. */
  readonly refused: ReadonlyMap<string, { readonly hash: string; readonly reason: string }>
  readonly nonces: ReadonlySet<string>
}

export function readAuthorizations(network: Network, block: Block): Authorizations {
  const used = new Map<string, Receipt>()
  const canceled = new Map<string, string>()
  const refused = new Map<string, { hash: string; reason: string }>()
  const nonces = new Set<string>()
  const relayers = new Set(network.relayers.map(({ address }) => address.toLowerCase()))
  for (const receipt of block.receipts)
    for (const log of receipt.logs) {
      const { hash, from } = receipt
      const { address, topics } = log
      // Anybody may have the contract fail with our authorizations: only our own transactions count.
      if (topics[0] === ITEM_FAILED && relayers.has(from)) {
        const [, token = '', payer = '', nonce = ''] = topics
        refused.set(authorizationKey(addressOfTopic(token), addressOfTopic(payer), nonce), {
          hash,
          reason: itemFailure(log),
        })
        nonces.add(nonce)
      }
      const [topic, authorizer, nonce] = topics
      if (authorizer === undefined || nonce === undefined || !network.tokens.has(address)) continue
      const key = authorizationKey(address, addressOfTopic(authorizer), nonce)
      if (topic === TOPICS.authorizationUsed) used.set(key, receipt)
      else if (topic === TOPICS.authorizationCanceled) canceled.set(key, hash)
      else continue
      nonces.add(nonce)
    }
  return { used, canceled, refused, nonces }
}

export const authorizationKey = (token: string, authorizer: string, nonce: string): string =>
  `${token}:${authorizer}:${nonce}`.toLowerCase()

/** Of such a key, lower case. */
export const authorizerOf = (key: string): string => key.split(':')[1] ?? ''
