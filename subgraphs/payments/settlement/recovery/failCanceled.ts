/**
 * Fails a payment whose authorization was canceled on chain, or used for something else than the payment, once two endpoints
 * agree or the block is finalized: it can never be paid.
 */
import type { Receipt } from '../../chains/chainAdapter.ts'
import { hasTransfer } from '../../chains/directTransfer.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { completePaymentIntent } from '../intents/completePayment.ts'
import { adoptAmountIntent, isDelivery } from '../intents/endDelivery.ts'
import { failPaymentIntent } from '../intents/failPayment.ts'
import { openReviewedIntent } from '../intents/mismatchCases.ts'
import { mismatchOfPayment } from '../intents/mismatches.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'
import { transferOf } from '../transactions/transferOf.ts'
import { failDirect, isDirectPayment } from './directPayments.ts'
import { failureOf } from './failures.ts'
import { amountMovedBy, isCancellationOf, isUseOf } from './findAuthorizationLogs.ts'

export async function failCanceled(
  network: Network,
  payment: PaymentRow | null,
  input: { hash: string; signal: AbortSignal },
): Promise<TaskOutcome> {
  if (payment === null || payment.status !== 'pending') return 'done'
  if (isDirectPayment(payment)) return failDirect(network, payment, input)
  const settled = await network.adapter.settledHead(network.confirmations)
  const receipt = await network.adapter.settledReceipt(input.hash, settled)
  // Lost in a reorganization: the payment is reconciled again at its next event, or when the authorization expires.
  if (receipt === null) return 'done'
  const isMisused = isMisuseOf(payment, receipt)
  if (!isMisused && !receipt.logs.some(isCancellationOf(payment))) return 'done'
  if (isMisused && (await adoptDelivered(network, payment, receipt, input.signal))) return 'done'
  if (isMisused) await reportMisuse(network, payment, receipt, input.signal)
  await submitUntilKnown(network, failPaymentIntent(network, payment, failureOf(payment)), input.signal)
  return 'done'
}

/** Whether the transaction used the authorization of the payment for something else. */
export const isMisuseOf = (payment: PaymentRow, receipt: Receipt): boolean =>
  receipt.logs.some(isUseOf(payment)) && !hasTransfer(receipt, transferOf(payment))

/**
 * A delivery's authorization has the name of its quote: what it moved to the same wallet, in another amount, was delivered for an
 * earlier execution of the quote, which was lost with an older backup and priced otherwise.
 * @returns false: it was something else
 */
async function adoptDelivered(
  network: Network,
  payment: PaymentRow,
  receipt: Receipt,
  signal: AbortSignal,
): Promise<boolean> {
  const amount = amountMovedBy(payment, receipt)
  if (!isDelivery(payment) || amount === 0n) return false
  if (!hasTransfer(receipt, { ...transferOf(payment), value: amount })) return false
  const adopted = await submitUntilKnown(network, adoptAmountIntent(network, payment, amount), signal)
  if (adopted.kind === 'refused') throw adopted.error
  const { hash, blockNumber: block, blockHash } = receipt
  network.log.warn({ paymentId: payment._id, hash }, 'a conversion was delivered before, in another amount')
  await submitUntilKnown(network, completePaymentIntent(network, payment, { hash, block, blockHash }), signal)
  return true
}

/** What it moved is an unexpected outflow, which its block has booked. Of a delivery it was not the wallet's. */
async function reportMisuse(
  network: Network,
  payment: PaymentRow,
  receipt: Receipt,
  signal: AbortSignal,
): Promise<void> {
  const reason = `The authorization of the payment moved something else in ${receipt.hash}.`
  const facts = {
    kind: 'transfer_differs',
    expected: payment.amount,
    found: amountMovedBy(payment, receipt),
    reason,
  } as const
  const finding = { ...facts, missing: 0n, corrected: false }
  const intent = openReviewedIntent(mismatchOfPayment(payment), finding, { freezes: !isDelivery(payment) })
  await submitUntilKnown(network, intent, signal)
}
