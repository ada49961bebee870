/**
 * Looks at payments on their way in which nothing happens: the block was missed, the nonce went to another transaction,
 * or the authorization has expired unused, which is proof that the transfer can never happen. One endpoint that does not
 * answer ends the round: no verdict rests on half an answer.
 */
import { zeroPadValue } from 'ethers'
import type { BlockHead, Receipt } from '../chains/chainAdapter.ts'
import { TOPICS } from '../chains/eip3009.ts'
import type { PaymentRow } from '../models/payment.ts'
import { findOverdue } from '../models/settlingPayment.ts'
import { failPaymentIntent } from '../services/failPayment.ts'
import { completedIntent } from '../services/settleCompleted.ts'
import { requireWork, tokenAddress } from './relayAttempt.ts'
import { failureOf, tryAgain } from './retryReverted.ts'
import { type Network, type SettlementDeps, submitUntilKnown } from './settlementDeps.ts'

const AT_ONCE = 1_000
/** Endpoints refuse wider questions. */
const LOG_RANGE_BLOCKS = 9_000

interface Round {
  readonly head: BlockHead
  /** The newest block with enough others on top. */
  readonly settled: BlockHead
  readonly minedNonce: number
  readonly receipts: ReadonlyMap<string, Receipt>
  readonly signal: AbortSignal
}

export async function lookAtOverdue(
  deps: SettlementDeps,
  network: Network,
  head: BlockHead,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - network.options.overdueAfterMs)
  const overdue = await findOverdue(deps.database, network, before, AT_ONCE)
  if (overdue.length === 0) return
  const settled = await network.adapter.headAt(Math.max(0, head.number - network.confirmations))
  if (settled === null) return
  const hashes = overdue.flatMap((payment) => requireWork(payment).transactions.map(({ hash }) => hash))
  const found = (await network.adapter.receipts(hashes)).filter((receipt) => receipt !== null)
  const receipts = new Map(found.map((receipt) => [receipt.hash, receipt]))
  const minedNonce = await network.adapter.minedNonce(network.relayer.address)
  for (const payment of overdue)
    if (!network.busy.has(payment._id))
      await lookAt(deps, network, payment, { head, settled, minedNonce, receipts, signal })
}

async function lookAt(deps: SettlementDeps, network: Network, payment: PaymentRow, round: Round): Promise<void> {
  const { settled, head, signal } = round
  const { transactions, authorization, from } = requireWork(payment)
  const paid = transactions
    .filter(({ purpose }) => purpose === 'pay')
    .map(({ hash }) => round.receipts.get(hash))
    .find((receipt) => receipt?.succeeded)
  if (paid !== undefined) {
    if (paid.blockNumber > settled.number) return
    const mined = { hash: paid.hash, block: paid.blockNumber, blockHash: paid.blockHash }
    await submitUntilKnown(deps.commit, completedIntent(deps, payment, mined), signal)
    return
  }
  const last = transactions.at(-1)
  const consumed = last !== undefined && round.minedNonce > last.nonce
  const expired = settled.timestamp > authorization.validBefore
  if (!consumed && !expired) return
  if (await network.adapter.authorizationState(tokenAddress(payment), from, authorization.nonce))
    return endByLog(deps, network, payment, round)
  if (expired) await submitUntilKnown(deps.commit, failPaymentIntent(deps, payment, failureOf(payment)), signal)
  // Reverted, or mined nowhere because another transaction took its nonce.
  else if (last?.purpose === 'pay') await tryAgain(deps, network, payment, { head, signal })
}

/** The authorization is used or canceled in a transaction that is none of ours: its log has the answer. */
async function endByLog(deps: SettlementDeps, network: Network, payment: PaymentRow, round: Round): Promise<void> {
  const { from, authorization } = requireWork(payment)
  const found = await network.adapter.logs({
    address: tokenAddress(payment),
    topics: [null, zeroPadValue(from, 32), authorization.nonce],
    from: Math.max(0, round.settled.number - LOG_RANGE_BLOCKS),
    to: round.head.number,
  })
  const used = found.find(({ topics }) => topics[0] === TOPICS.authorizationUsed)
  const canceled = found.find(({ topics }) => topics[0] === TOPICS.authorizationCanceled)
  const seen = used ?? canceled
  if (seen === undefined)
    return deps.log.error({ paymentId: payment._id }, 'break: the authorization is used up and no log of it is found')
  // Not enough blocks on top yet.
  if (seen.block > round.settled.number) return
  if (used !== undefined) await submitUntilKnown(deps.commit, completedIntent(deps, payment, used), round.signal)
  else await submitUntilKnown(deps.commit, failPaymentIntent(deps, payment, failureOf(payment)), round.signal)
}
