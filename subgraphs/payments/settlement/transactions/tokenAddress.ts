/** The contract of a payment's token. */
import { invariant } from '../../../shared/errors.ts'
import { CHAIN_FACTS } from '../../../shared/tokens.ts'
import type { PaymentRow } from '../../models/payments.ts'

export function tokenAddress(payment: Pick<PaymentRow, 'chain' | 'token'>): string {
  const deployment = CHAIN_FACTS[payment.chain].tokens[payment.token]
  invariant(deployment !== undefined, `${payment.token} is not on ${payment.chain}`)
  return deployment.address
}
