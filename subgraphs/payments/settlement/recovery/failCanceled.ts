/** Fails a payment whose authorization was canceled on chain, once two endpoints agree or the block is finalized. */
import type { PaymentRow } from '../../models/payments.ts'
import { failPaymentIntent } from '../intents/failPayment.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'
import { failDirect, isDirectPayment } from './directPayments.ts'
import { failureOf } from './failures.ts'
import { isCancellationOf } from './findAuthorizationLogs.ts'

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
  if (receipt.logs.some(isCancellationOf(payment)))
    await submitUntilKnown(network, failPaymentIntent(network, payment, failureOf(payment)), input.signal)
  return 'done'
}
