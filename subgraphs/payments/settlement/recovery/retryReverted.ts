/**
 * A transaction of the relayer reverted (specification 7: up to 3 automatic chain retries). The authorization is still
 * valid, so it is submitted in a new transaction; after the last try it is canceled on chain, and the payment fails only
 * once the cancellation is mined or the authorization has expired. Cancellations that revert are sent again, too.
 */
import { timeOf } from '../../../shared/clock.ts'
import type { BlockHead } from '../../chains/chainAdapter.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { recordAttemptIntent } from '../intents/markSubmitted.ts'
import { growingPause, headOf, type Network, type TaskOutcome } from '../network/network.ts'
import { pickRelayer } from '../network/relayerAccounts.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { findStopped } from '../transactions/preSendCheck.ts'
import {
  cancelCall,
  paymentCall,
  requireAuthorization,
  requireWork,
  resubmit,
  submitCancel,
} from '../transactions/relayTransactions.ts'
import { findTransactions, type SentTransaction } from '../transactions/sentTransactions.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { failDirect, isDirectPayment } from './directPayments.ts'
import { NOT_CANCELED, REVERTED, stopReason } from './failures.ts'
import { isCancellationOf } from './findAuthorizationLogs.ts'
import { restorePayment } from './restorePayment.ts'

export async function retryReverted(
  network: Network,
  payment: PaymentRow | null,
  input: { readonly hash: string; readonly reason?: string; readonly signal: AbortSignal },
): Promise<TaskOutcome> {
  if (payment === null || payment.mode !== network.mode) return 'done'
  // The transfer was lost in a reorganization, and the same bytes revert now.
  if (payment.status === 'completed') return restorePayment(network, payment, input.signal)
  if (payment.status !== 'pending') return 'done'
  if (network.busy.has(payment._id)) return 'later'
  if (isDirectPayment(payment)) return failDirect(network, payment, input)
  const transactions = (await findTransactions(network, [payment])).get(payment._id) ?? []
  const last = transactions.at(-1)
  // An older transaction, or a block read again: the revert has been handled. A reverted cancellation is sent again once the
  // payment is overdue.
  if (last === undefined || last.purpose !== 'pay') return 'done'
  const sameNonce = transactions.filter(({ account, nonce }) => account === last.account && nonce === last.nonce)
  if (!sameNonce.some(({ hash }) => hash === input.hash)) return 'done'
  const head = await headOf(network)
  await retryOrCancel(network, payment, { ...input, head })
  return 'done'
}

/** Resubmits, or cancels after the last try; does nothing when the authorization has been used meanwhile. */
export async function retryOrCancel(
  network: Network,
  payment: PaymentRow,
  input: { readonly head: BlockHead; readonly signal: AbortSignal; readonly reason?: string },
): Promise<void> {
  const work = requireWork(payment)
  const { nonce } = requireAuthorization(payment)
  // Used by another transaction, whose block completes the payment.
  if (await network.adapter.authorizationState(tokenAddress(payment), work.from, nonce)) return
  const simulated = await simulateAgain(network, payment)
  const reason = {
    adapter: network.chain,
    at: network.clock.now(),
    error: `${REVERTED}${input.reason ?? simulated ?? 'unknown'}`,
  }
  const stopped = (await findStopped(network, [payment])).get(payment._id)
  const tries = payment.attempts.filter(({ error }) => error.startsWith(REVERTED)).length + 1
  if (stopped === undefined && tries < network.options.attemptsMax) {
    if (simulated === null) return resubmit(network, payment, { ...input, reasons: [reason] })
    // It would revert again and waste gas: the try counts, and the next follows when the payment is overdue.
    await submitInTime(network, recordAttemptIntent(payment, reason), input.signal)
    return
  }
  const reasons = stopped === undefined ? [reason] : [reason, stopReason(network, stopped)]
  return submitCancel(network, payment, { ...input, reasons })
}

/**
 * The cancellation has reverted (the token is paused), or another transaction has its nonce: it is sent again, after ever
 * longer pauses, once it would succeed. Until then only the expiry of the authorization proves that nothing is paid.
 */
export async function cancelAgain(
  network: Network,
  payment: PaymentRow,
  transactions: readonly SentTransaction[],
  { head, signal }: { readonly head: BlockHead; readonly signal: AbortSignal },
): Promise<void> {
  const cancellations = transactions.filter(({ purpose }) => purpose === 'cancel')
  const sent = new Set(cancellations.map(({ account, nonce }) => `${account}:${nonce}`)).size
  const tries = sent + payment.attempts.filter(({ error }) => error.startsWith(NOT_CANCELED)).length
  const { overdueAfterMs, pauseMaxMs } = network.options
  const waitedMs = timeOf(network.clock, payment).getTime() - payment.updatedAt.getTime()
  if (waitedMs < growingPause(tries, overdueAfterMs, pauseMaxMs)) return
  // Its block is about to be read.
  const receipts = await network.adapter.receipts(cancellations.map(({ hash }) => hash))
  if (receipts.some((receipt) => receipt?.logs.some(isCancellationOf(payment)))) return
  const call = { from: pickRelayer(network).address, ...(await cancelCall(network, payment)) }
  const simulated = await network.adapter.simulate(call)
  if (simulated.succeeds) return submitCancel(network, payment, { head, signal })
  // The next pause is longer: each look needs a signature of the wallet.
  const attempt = { adapter: network.chain, at: network.clock.now(), error: `${NOT_CANCELED}${simulated.reason}` }
  await submitInTime(network, recordAttemptIntent(payment, attempt), signal)
}

/** Why the transfer would revert now; null: it would not. */
async function simulateAgain(network: Network, payment: PaymentRow): Promise<string | null> {
  const call = { from: pickRelayer(network).address, ...paymentCall(payment, requireWork(payment)) }
  const simulated = await network.adapter.simulate(call)
  return simulated.succeeds ? null : simulated.reason
}
