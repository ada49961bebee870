/** The one transfer that completes a payment: token, payer, payee, amount and, where there is one, authorization. */
import { isDirect, type MeantTransfer } from '../../chains/directTransfer.ts'
import { paymentNonce } from '../../chains/eip3009.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { requireWork } from './relayTransactions.ts'
import { tokenAddress } from './tokenAddress.ts'

/** @param from the address of its wallet, for a payment without stored bytes */
export function transferOf(payment: PaymentRow, from: string = requireWork(payment).from): MeantTransfer {
  const { to, amount: value, chainWork } = payment
  const unsigned = isDirect(payment) ? null : paymentNonce(payment)
  const nonce = chainWork === null ? unsigned : (chainWork.authorization?.nonce ?? null)
  return { token: tokenAddress(payment), from, to, value, nonce }
}
