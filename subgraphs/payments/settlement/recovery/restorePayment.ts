/**
 * A payment whose transfer has left the chain (reliability 3.3). While its authorization is valid the transfer of a completed
 * one is resubmitted: with the same bytes or, if their nonce is used, in another transaction. Once the authorization has
 * expired unused in a settled block, or was canceled or used for something else in one, the ledger returns the money. The
 * status stays completed. One that had failed and was mined nevertheless is never resubmitted.
 */
import { invariant } from '../../../shared/errors.ts'
import { hasTransfer } from '../../chains/directTransfer.ts'
import { paymentNonce } from '../../chains/eip3009.ts'
import { findCursor } from '../../models/chainCursors.ts'
import { blockOf } from '../../models/minedPayments.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { completePaymentIntent } from '../intents/completePayment.ts'
import { reversePaymentIntent } from '../intents/reversePayment.ts'
import { isInChain } from '../network/isInChain.ts'
import { headOf, type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'
import { addressOf, pickRelayer } from '../network/relayerAccounts.ts'
import { findSenders, senderOf } from '../network/senders.ts'
import { paymentCall, requireAuthorization, requireWork, resubmit } from '../transactions/relayTransactions.ts'
import { findTransactions } from '../transactions/sentTransactions.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { transferOf } from '../transactions/transferOf.ts'
import { isDirectPayment, restoreDirect } from './directPayments.ts'
import { isMisuseOf } from './failCanceled.ts'
import { CLOCKS_DIFFER_MS, findAuthorizationLogs, isCancellationOf } from './findAuthorizationLogs.ts'
import { reverseLostGas } from './reverseLostGas.ts'

/** Too late to be mined in time. */
const MARGIN_SECONDS = 30

export async function restorePayment(
  network: Network,
  payment: PaymentRow | null,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const outcome = payment === null ? 'done' : await restoreTransfer(network, payment, signal)
  return outcome === 'done' && payment !== null ? reverseLostGas(network, payment._id, signal) : outcome
}

async function restoreTransfer(network: Network, ended: PaymentRow, signal: AbortSignal): Promise<TaskOutcome> {
  if (ended.status === 'pending' || ended.reversedAt !== undefined) return 'done'
  const mined = blockOf(ended)
  // It had failed, and what was debited for it was given back.
  if (ended.status === 'failed' && mined === null) return 'done'
  if (await isInChain(network, mined?.block ?? 0, mined?.blockHash ?? null)) return 'done'
  const payment = await withLostWork(network, ended)
  const { from } = requireWork(payment)
  if (isDirectPayment(payment)) return restoreDirect(network, payment, signal)
  const authorization = requireAuthorization(payment)
  const token = tokenAddress(payment)
  if (await network.adapter.authorizationState(token, from, authorization.nonce))
    return adoptTransfer(network, payment, signal)
  const settled = await network.adapter.settledHead(network.confirmations)
  if (settled.timestamp > authorization.validBefore) {
    if (await network.adapter.settledAuthorization(token, from, authorization.nonce, settled)) return 'later'
    return reverse(network, payment, signal)
  }
  if (payment.status === 'failed') return 'later'
  const head = await network.adapter.head()
  if (head.timestamp + MARGIN_SECONDS < authorization.validBefore) await resubmitTransfer(network, payment, signal)
  return 'later'
}

/**
 * With what is still known when the signed bytes were lost with a restored backup: the nonce of the authorization, and until
 * when it can be valid at most. Nothing can be resubmitted, but whoever else has its bytes can have them mined until then.
 */
async function withLostWork(network: Network, payment: PaymentRow): Promise<PaymentRow> {
  const { minedIn } = payment
  if (payment.chainWork !== null || minedIn === undefined) return payment
  const from = (await findSenders(network.database, [payment])).get(senderOf(payment))
  invariant(from !== undefined, `payment ${payment._id} has no wallet`)
  const signedBefore = Math.ceil((minedIn.at.getTime() + CLOCKS_DIFFER_MS) / 1_000)
  const validBefore = signedBefore + network.options.authorizationLifetimeSeconds
  const authorization = { nonce: paymentNonce(payment), validAfter: 0, validBefore, signature: '' }
  const unsent = { relayer: from, slot: -1, fence: network.fence }
  const block = { minedBlock: minedIn.block, minedBlockHash: minedIn.blockHash }
  return { ...payment, chainWork: { from, ...unsent, authorization, ...block } }
}

/** The transfer was mined again in another block; usually followBlocks has booked it already. */
async function adoptTransfer(network: Network, payment: PaymentRow, signal: AbortSignal): Promise<TaskOutcome> {
  const read = await findCursor(network.database, network.id)
  // Not beyond the cursor, where a reorganization would go unnoticed.
  const until = Math.min(read?.number ?? -1, (await network.adapter.head()).number - network.confirmations)
  if (until < 0) return 'later'
  const { used, canceled } = await findAuthorizationLogs(network, payment, until)
  if (used === undefined && canceled !== undefined) return reverseProven(network, payment, canceled.hash, signal)
  if (used === undefined || used.block > until) return 'later'
  const [receipt = null] = await network.adapter.receipts([used.hash])
  if (receipt?.blockHash !== used.blockHash) return 'later'
  if (!hasTransfer(receipt, transferOf(payment))) return reverseProven(network, payment, used.hash, signal)
  await network.adapter.requireAgreed([receipt])
  await submitUntilKnown(network, completePaymentIntent(network, payment, used), signal)
  return 'done'
}

async function resubmitTransfer(network: Network, payment: PaymentRow, signal: AbortSignal): Promise<void> {
  const transactions = (await findTransactions(network, [payment])).get(payment._id) ?? []
  const pays = transactions.filter(({ purpose }) => purpose === 'pay')
  const last = pays.at(-1)
  // Its bytes can still be mined, and maintainNonces resends them.
  if (last === undefined || (await network.adapter.minedNonce(addressOf(last.account))) <= last.nonce) return
  const call = { from: pickRelayer(network).address, ...paymentCall(payment, requireWork(payment)) }
  const simulated = await network.adapter.simulate(call)
  if (!simulated.succeeds)
    return network.log.warn(
      { paymentId: payment._id, reason: simulated.reason },
      'a lost transfer cannot be resubmitted yet',
    )
  const at = network.clock.now()
  const head = await headOf(network)
  const reason = { adapter: network.chain, at, error: 'its transfer left the chain' }
  network.log.warn({ paymentId: payment._id }, 'a completed payment left the chain and is relayed again')
  await resubmit(network, payment, { reasons: [reason], head, signal })
}

/** Its authorization was canceled or used for something else in this transaction: proven only by a settled block. */
async function reverseProven(
  network: Network,
  payment: PaymentRow,
  hash: string,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const settled = await network.adapter.settledHead(network.confirmations)
  const receipt = await network.adapter.settledReceipt(hash, settled)
  const isProof = receipt?.logs.some(isCancellationOf(payment)) || (receipt !== null && isMisuseOf(payment, receipt))
  return isProof ? reverse(network, payment, signal) : 'later'
}

async function reverse(network: Network, payment: PaymentRow, signal: AbortSignal): Promise<TaskOutcome> {
  const outcome = await submitUntilKnown(network, reversePaymentIntent(payment, network), signal)
  if (outcome.kind === 'refused') throw outcome.error
  if (outcome.answer !== 'reversed') return 'later'
  const { _id: paymentId, walletId, orgId, status } = payment
  network.log.error(
    { paymentId, walletId, orgId, status },
    'reconciliation mismatch: an ended payment left the chain for good',
  )
  return 'done'
}
