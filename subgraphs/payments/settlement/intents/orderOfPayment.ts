/** What a payment does to the order that it pays, in the same commit. */
import type { OrderPaymentEnd } from '../../../shared/acp.ts'
import type { State, Writes } from '../../../shared/commit/types.ts'
import { hasArrived } from '../../models/minedPayments.ts'
import type { PaymentRow } from '../../models/payments.ts'
import type { SettlementRules } from './settlementRules.ts'

export type OrderRules = Pick<SettlementRules, 'orderLedger'>

/** Its end. */
export function orderWrites(
  { orderLedger }: OrderRules,
  state: State,
  payment: PaymentRow,
  end: OrderPaymentEnd,
  at: Date,
): Writes {
  const order = orderOf(payment, end === 'paidLate')
  return order === null ? {} : (orderLedger?.ended(state, order, end, at) ?? {})
}

/**
 * Money of it that has come back, or counts no longer.
 * @param payment as it is then
 */
export function returnWrites(
  { orderLedger }: OrderRules,
  state: State,
  payment: PaymentRow,
  { refundedAmount: before = 0n }: Pick<PaymentRow, 'refundedAmount'>,
  at: Date,
): Writes {
  const order = orderOf(payment, hasArrived(payment))
  return order === null ? {} : (orderLedger?.returned(state, order, before, at) ?? {})
}

const orderOf = ({ orderId, amount, refundedAmount: refunded = 0n }: PaymentRow, completed: boolean) =>
  orderId === undefined ? null : { orderId, completed, amount, refunded }
