/**
 * How payments end that their wallet sends itself. One nonce belongs to each of them for ever, so it fails only when a
 * settled block shows that this nonce was used without its transfer: it reverted, or an empty transaction took its place.
 */
import { type BlockHead, ChainUnavailable, type Receipt } from '../../chains/chainAdapter.ts'
import { hasTransfer } from '../../chains/directTransfer.ts'
import { carries, findSlotAt, type SignedBytes } from '../../models/nonceSlots.ts'
import { findPayment, type PaymentRow } from '../../models/payments.ts'
import { addTasks } from '../../models/settlementTasks.ts'
import { completePaymentIntent } from '../intents/completePayment.ts'
import { failPaymentIntent } from '../intents/failPayment.ts'
import { recordAttemptIntent } from '../intents/markSubmitted.ts'
import { missingLogIntent } from '../intents/missingLog.ts'
import { reversePaymentIntent } from '../intents/reversePayment.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'
import { accountOf, addressOf } from '../network/relayerAccounts.ts'
import { senderOf } from '../network/senders.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { isBookedBelow } from '../network/unrecordedTransactions.ts'
import { openWallet } from '../network/walletAccounts.ts'
import { paymentCall, requireWork } from '../transactions/relayTransactions.ts'
import { transferOf } from '../transactions/transferOf.ts'
import { failureOf, REVERTED } from './failures.ts'

/** Its wallet sends it, or has sent it, itself. */
export const isDirectPayment = ({ chainWork }: Pick<PaymentRow, 'chainWork'>): boolean =>
  chainWork !== null && chainWork.authorization === null

/**
 * For a transaction that used its nonce without paying; waits until that is settled. A commit that came late may have had
 * another nonce taken for it in vain, which proves nothing.
 */
export async function failDirect(
  network: Network,
  payment: PaymentRow,
  { hash, signal }: { hash: string; signal: AbortSignal },
): Promise<TaskOutcome> {
  if (payment.status !== 'pending') return 'done'
  const used = (await transactionsOf(network, payment)).find((one) => one.hash === hash)
  if (used === undefined) return 'done'
  const settled = await network.adapter.settledHead(network.confirmations)
  const receipt = await network.adapter.settledReceipt(hash, settled)
  // It has left the chain: the nonce is open again, and maintainWallets goes on with it.
  if (receipt === null || hasTransfer(receipt, transferOf(payment))) return 'done'
  await failReverted(network, payment, await reasonOf(network, payment, used, receipt), signal)
  return 'done'
}

/** Null: its nonce was used up on purpose. */
async function reasonOf(
  network: Network,
  payment: PaymentRow,
  used: Transaction,
  receipt: Receipt,
): Promise<string | null> {
  if (used.purpose !== 'pay') return null
  if (!carries(used, payment._id)) return TAKEN
  return receipt.succeeded ? 'the token made no transfer' : revertReasonNow(network, payment)
}

const TAKEN = 'another transaction of its wallet has used its nonce'

/** @param reason null: its nonce was used up on purpose */
async function failReverted(
  network: Network,
  payment: PaymentRow,
  reason: string | null,
  signal: AbortSignal,
): Promise<void> {
  if (reason !== null) {
    const attempt = { adapter: network.chain, at: network.clock.now(), error: `${REVERTED}${reason}` }
    await submitInTime(network, recordAttemptIntent(payment, attempt), signal)
  }
  const current = (await findPayment(network.database, payment._id)) ?? payment
  await submitInTime(network, failPaymentIntent(network, current, failureOf(current)), signal)
}

async function revertReasonNow(network: Network, payment: PaymentRow): Promise<string> {
  const work = requireWork(payment)
  const simulated = await network.adapter.simulate({ from: work.from, ...paymentCall(payment, work) })
  return simulated.succeeds ? 'unknown' : simulated.reason
}

/** Sent, without progress for a while. */
export async function reconcileDirect(
  network: Network,
  payment: PaymentRow,
  { deep, minedNonce, signal }: { deep: BlockHead; minedNonce: number; signal: AbortSignal },
): Promise<void> {
  const transactions = await transactionsOf(network, payment)
  const receipts = await network.adapter.receipts(transactions.map(({ hash }) => hash))
  const receipt = receipts.find((one) => one !== null)
  if (receipt == null) {
    const { from: address, slot } = requireWork(payment)
    if (minedNonce > slot) return endUnmineable(network, payment, transactions, { deep, signal })
    // maintainWallets sends it again, with a higher fee: also where its record says that it was mined, in a block that has
    // left the chain.
    openWallet(network, { walletId: senderOf(payment), address }).resendAll = true
    return
  }
  if (receipt.blockNumber > deep.number) return
  const { hash, blockNumber: block, blockHash } = receipt
  if (hasTransfer(receipt, transferOf(payment))) {
    await network.adapter.requireAgreed([receipt])
    await submitInTime(network, completePaymentIntent(network, payment, { hash, block, blockHash }), signal)
    return
  }
  const task = { network: network.id, orgId: payment.orgId, subjectId: payment._id, occurrence: `${hash}:${blockHash}` }
  await addTasks(network.database, [{ ...task, work: { kind: 'reverted', hash } }], network.clock.now())
}

/**
 * A transaction without a record has its nonce, of which a person gets to know. Once that is settled, and what it has moved
 * is booked, it has not paid this payment, whose own transactions can never be mined any more.
 */
async function endUnmineable(
  network: Network,
  payment: PaymentRow,
  transactions: readonly Transaction[],
  { deep, signal }: { deep: BlockHead; signal: AbortSignal },
): Promise<void> {
  const { from, slot } = requireWork(payment)
  const settled = await network.adapter.settledHead(network.confirmations)
  if (settled.number > deep.number || (await network.adapter.agreedNonce(from)) <= slot) return
  network.log.error({ paymentId: payment._id }, 'reconciliation mismatch: an unknown transaction has used a nonce')
  const reason = 'The nonce of its transfer was used by a transaction that has no record.'
  await submitInTime(network, missingLogIntent(payment, reason), signal)
  if (!(await isUnmineable(network, payment, transactions))) return
  await failReverted(network, payment, TAKEN, signal)
}

async function isUnmineable(
  network: Network,
  payment: PaymentRow,
  transactions: readonly Transaction[],
): Promise<boolean> {
  const { from, slot } = requireWork(payment)
  if (!(await isBookedBelow(network, { address: from, walletId: senderOf(payment) }, slot + 1))) return false
  const settled = await network.adapter.settledHead(network.confirmations)
  for (const { hash } of transactions) if ((await network.adapter.settledReceipt(hash, settled)) !== null) return false
  return true
}

/** Its block has left the chain: the same bytes of a completed one are sent again while their nonce is free. */
export async function restoreDirect(network: Network, payment: PaymentRow, signal: AbortSignal): Promise<TaskOutcome> {
  const sent = await transactionsOf(network, payment)
  const receipts = await network.adapter.receipts(sent.map(({ hash }) => hash))
  const found = receipts.find((one) => one !== null)
  if (found != null && hasTransfer(found, transferOf(payment))) {
    const head = await network.adapter.head()
    if (found.blockNumber > head.number - network.confirmations) return 'later'
    await network.adapter.requireAgreed([found])
    const mined = { hash: found.hash, block: found.blockNumber, blockHash: found.blockHash }
    await submitUntilKnown(network, completePaymentIntent(network, payment, mined), signal)
    return 'done'
  }
  if (found != null) return reverseDirect(network, payment, found.hash, signal)
  const last = sent.findLast((one) => one.purpose === 'pay' && carries(one, payment._id))
  if (last === undefined) throw new ChainUnavailable(`payment ${payment._id} has no transaction`)
  if ((await network.adapter.minedNonce(addressOf(last.account))) > last.nonce)
    return (await isUnmineable(network, payment, sent)) ? reverse(network, payment, signal) : 'later'
  // maintainWallets uses up the nonce of one that had failed.
  if (payment.status === 'failed') return 'later'
  network.log.warn({ paymentId: payment._id }, 'a completed transfer left the chain and is sent again')
  await network.adapter.sendRaw([last.raw])
  return 'later'
}

async function reverseDirect(
  network: Network,
  payment: PaymentRow,
  hash: string,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const settled = await network.adapter.settledHead(network.confirmations)
  if ((await network.adapter.settledReceipt(hash, settled)) === null) return 'later'
  return reverse(network, payment, signal)
}

async function reverse(network: Network, payment: PaymentRow, signal: AbortSignal): Promise<TaskOutcome> {
  const outcome = await submitUntilKnown(network, reversePaymentIntent(payment, network), signal)
  if (outcome.kind === 'refused') throw outcome.error
  return outcome.answer === 'reversed' ? 'done' : 'later'
}

interface Transaction extends SignedBytes {
  readonly account: string
  readonly nonce: number
}

/** All that were signed for its nonce, for whichever payment: one of them is mined, and decides for all. */
async function transactionsOf({ database }: Network, payment: PaymentRow): Promise<Transaction[]> {
  const { from, slot } = requireWork(payment)
  const row = await findSlotAt(database, accountOf(payment, from), slot)
  return row === null ? [] : row.bytes.map((one) => ({ ...one, account: row.account, nonce: row.nonce }))
}
