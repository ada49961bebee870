/**
 * Waits until a payment is completed or failed. A parked payment is not waited for, because an approval may take hours.
 */
import { boundTo } from '../../shared/commit/keyRows.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError, fromRefusal } from '../../shared/errors.ts'
import type { Pause } from '../../shared/principal.ts'
import { findPaymentsById, type PaymentRow } from '../models/payments.ts'
import { isParked } from '../models/stoppablePayments.ts'
import { createWaiter } from './waiter.ts'

export interface PaymentWaiter {
  /** @returns the payment once it has ended or the time is over; at once when too many of its organization wait */
  wait(payment: PaymentRow, seconds: number, pause?: Pause): Promise<PaymentRow>
}

/** Of one organization in one process. */
const WAITING_MAX = 256

export function createPaymentWaiter(database: Database): PaymentWaiter {
  const waiter = createWaiter(
    (ids: readonly PaymentRow['_id'][]) => findPaymentsById(database, ids),
    ({ _id }) => _id,
    (payment) => !isUnderWay(payment),
    WAITING_MAX,
  )
  return {
    async wait(payment, seconds, pause) {
      if (!isUnderWay(payment)) return payment
      return (await waiter.wait({ id: payment._id, orgId: payment.orgId }, seconds, pause)) ?? payment
    },
  }
}

const isUnderWay = (payment: PaymentRow): boolean => payment.status === 'pending' && !isParked(payment)

/**
 * A failure during the creating call becomes its error, naming the payment; later it is shown as `failure_code`.
 * @param isKeyed the error then says that the key is bound to this payment
 */
export function requireNotFailed(payment: PaymentRow, { isKeyed }: { readonly isKeyed: boolean }): PaymentRow {
  if (payment.status !== 'failed' || payment.failureCode === null) return payment
  const { type, message, details } = fromRefusal({
    type: payment.failureCode,
    message: payment.failureMessage ?? 'The payment failed.',
    details: payment.failureDetails ?? {},
  })
  const bound = isKeyed ? boundTo({ resource: { type: 'payment', id: payment._id } }) : {}
  throw new DomainError(type, message, { ...details, payment_id: payment._id, ...bound })
}
