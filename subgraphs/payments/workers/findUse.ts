/** What the logs of a token say about the authorization of one payment. */
import { zeroPadValue } from 'ethers'
import type { MinedLog } from '../chains/chainAdapter.ts'
import { TOPICS } from '../chains/eip3009.ts'
import type { PaymentRow } from '../models/payment.ts'
import { requireWork, tokenAddress } from './relayAttempt.ts'
import type { Network } from './settlementDeps.ts'

/** Endpoints refuse wider questions. */
const LOG_RANGE_BLOCKS = 9_000

/** The logs that say what became of an authorization, up to a block. */
export async function findUse(
  network: Network,
  payment: PaymentRow,
  until: number,
): Promise<{ used: MinedLog | undefined; canceled: MinedLog | undefined }> {
  const { from, authorization } = requireWork(payment)
  const found = await network.adapter.logs({
    address: tokenAddress(payment),
    topics: [null, zeroPadValue(from, 32), authorization.nonce],
    from: Math.max(0, until - LOG_RANGE_BLOCKS),
    to: until,
  })
  const named = (topic: string) => found.find(({ topics }) => topics[0] === topic)
  return { used: named(TOPICS.authorizationUsed), canceled: named(TOPICS.authorizationCanceled) }
}
