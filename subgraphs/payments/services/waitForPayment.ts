/**
 * `?wait=`: holds an answer until a payment is completed or failed, or the time is over; not while a person has to
 * decide, because nobody knows how long that takes. All waiters of a process share one look-up per tick, so a thousand of
 * them cost one read.
 */
import { boundTo } from '../../shared/commit/keyRows.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError, fromRefusal } from '../../shared/errors.ts'
import { findPayment, findPaymentsById, type PaymentRow } from '../models/payments.ts'

export interface PaymentWaiter {
  /** The payment as it is when it ends, or when the time is over. */
  wait(payment: PaymentRow, seconds: number): Promise<PaymentRow>
}

const TICK_MS = 50

export function createPaymentWaiter(database: Database): PaymentWaiter {
  const waiting = new Map<string, Set<(row: PaymentRow) => void>>()
  let running = false

  async function run(): Promise<void> {
    running = true
    try {
      while (waiting.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, TICK_MS))
        const rows = await findPaymentsById(database, [...waiting.keys()])
        for (const row of rows) if (!isUnderWay(row)) for (const tell of waiting.get(row._id) ?? []) tell(row)
      }
    } finally {
      running = false
    }
  }

  return {
    wait(payment, seconds) {
      if (!isUnderWay(payment) || seconds <= 0) return Promise.resolve(payment)
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          clearTimeout(timer)
          const others = waiting.get(payment._id)
          others?.delete(tell)
          if (others?.size === 0) waiting.delete(payment._id)
        }
        const tell = (row: PaymentRow): void => {
          leave()
          resolve(row)
        }
        const timer = setTimeout(() => {
          // Who is refused leaves too, or the payment would be looked up for nobody until it ends.
          findPayment(database, payment._id)
            .then((row) => tell(row ?? payment))
            .catch((error: unknown) => {
              leave()
              reject(error)
            })
        }, seconds * 1_000)
        const others = waiting.get(payment._id)
        if (others === undefined) waiting.set(payment._id, new Set([tell]))
        else others.add(tell)
        // A failed read ends this round; the timer still answers each waiter with a read of its own.
        if (!running) run().catch(() => undefined)
      })
    },
  }
}

const isUnderWay = ({ status, stage }: PaymentRow): boolean => status === 'pending' && stage !== 'awaiting_approval'

/**
 * While the creating call is open, a failure is its error, naming the payment; later it is `failure_code`.
 * @param isKeyed then its key will not make another payment, and says so
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
