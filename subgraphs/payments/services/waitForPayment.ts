/**
 * `?wait=`: delays the response until a payment is completed or failed, or the time is over. A parked payment is not
 * waited for, because an approval may take hours. All waiters of a process share one query per tick. Each holds a request
 * open, and a gateway has only so many to a subgraph in another process, so no organization gets all of them.
 */
import { boundTo } from '../../shared/commit/keyRows.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError, fromRefusal } from '../../shared/errors.ts'
import type { OrgId, PaymentId } from '../../shared/ids.ts'
import type { Pause } from '../../shared/principal.ts'
import { findPayment, findPaymentsById, type PaymentRow } from '../models/payments.ts'
import { isParked } from '../models/stoppablePayments.ts'

export interface PaymentWaiter {
  /** @returns the payment once it has ended or the time is over; at once when too many of its organization wait */
  wait(payment: PaymentRow, seconds: number, pause?: Pause): Promise<PaymentRow>
}

const TICK_MS = 50
/** Of one organization in one process. */
const WAITING_MAX = 256

export function createPaymentWaiter(database: Database): PaymentWaiter {
  const waiting = new Map<PaymentId, Set<(row: PaymentRow) => void>>()
  const waitingOf = new Map<OrgId, number>()
  let running = false

  function count({ orgId }: PaymentRow, change: 1 | -1): void {
    const left = (waitingOf.get(orgId) ?? 0) + change
    if (left === 0) waitingOf.delete(orgId)
    else waitingOf.set(orgId, left)
  }

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

  function untilEnded(payment: PaymentRow, seconds: number): Promise<PaymentRow> {
    count(payment, 1)
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        const others = waiting.get(payment._id)
        // Told by its timer and a tick at once, it has left already.
        if (others?.delete(tell) !== true) return
        count(payment, -1)
        if (others.size === 0) waiting.delete(payment._id)
      }
      const tell = (row: PaymentRow): void => {
        leave()
        resolve(row)
      }
      const timer = setTimeout(() => {
        // A waiter whose read fails leaves too, or the payment would be polled for nobody until it ends.
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
      // A failed read ends the polling; each waiter's timer still reads the payment itself.
      if (!running) run().catch(() => undefined)
    })
  }

  return {
    async wait(payment, seconds, pause = (wait) => wait()) {
      if (!isUnderWay(payment) || seconds <= 0) return payment
      if ((waitingOf.get(payment.orgId) ?? 0) >= WAITING_MAX) return payment
      return pause(() => untilEnded(payment, seconds))
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
