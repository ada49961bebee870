/** Authorizations used and canceled in a block, by authorizer and nonce, since a nonce alone is not unique. */
import type { Block } from '../../chains/chainAdapter.ts'
import { addressOfTopic, TOPICS } from '../../chains/eip3009.ts'
import type { Mined } from '../intents/completePayment.ts'
import type { Network } from '../network/network.ts'

export interface Authorizations {
  readonly used: ReadonlyMap<string, Mined>
  /** Hash of the canceling transaction. */
  readonly canceled: ReadonlyMap<string, string>
  readonly nonces: ReadonlySet<string>
}

export function readAuthorizations(network: Network, block: Block): Authorizations {
  const used = new Map<string, Mined>()
  const canceled = new Map<string, string>()
  const nonces = new Set<string>()
  for (const { hash, blockNumber, blockHash, logs } of block.receipts)
    for (const { address, topics } of logs) {
      const [topic, authorizer, nonce] = topics
      if (authorizer === undefined || nonce === undefined || !network.tokens.has(address)) continue
      const key = authorizationKey(addressOfTopic(authorizer), nonce)
      if (topic === TOPICS.authorizationUsed) used.set(key, { hash, block: blockNumber, blockHash })
      else if (topic === TOPICS.authorizationCanceled) canceled.set(key, hash)
      else continue
      nonces.add(nonce)
    }
  return { used, canceled, nonces }
}

export const authorizationKey = (authorizer: string, nonce: string): string => `${authorizer.toLowerCase()}:${nonce}`
