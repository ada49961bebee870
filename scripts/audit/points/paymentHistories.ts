/** The histories of payments as their events tell them. Only payments under way are kept in memory. */
import type { Findings } from '../findings.ts'
import type { Limits } from '../limits.ts'
import { type Event, type MandateVersion, PAYMENT_FIELDS, type Payment } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Stops } from '../stops.ts'
import type { Wallets } from '../wallets.ts'
import { returnedBy } from './refunds.ts'

export interface PaymentEventCounts {
  readonly accepted: number
  readonly completed: number
  readonly failed: number
}

interface Deps {
  readonly source: Source
  readonly wallets: Wallets
  readonly stops: Stops
  readonly limits: Limits
  readonly findings: Findings
}

const AT_ONCE = 1_000

export function openPaymentHistories({ source, wallets, stops, limits, findings }: Deps) {
  const underWay = new Map<string, 'accepted' | 'pending'>()
  const counts = { accepted: 0, completed: 0, failed: 0 }

  function accept(event: Event, payment: Payment, version: MandateVersion | undefined): void {
    counts.accepted += 1
    if (underWay.has(payment._id)) findings.breach(10, `${event._id}: ${payment._id} was accepted before`)
    underWay.set(payment._id, 'accepted')
    if (payment.holdId === undefined) limits.reserve(payment, version)
    else limits.capture(payment.holdId, payment)
    findings.checked(14)
    const stop = stops.stopInLog(payment, wallets, event.createdAt)
    if (stop !== null) findings.breach(14, `${event._id}: ${payment._id} is accepted although ${stop}`)
  }

  function end({ _id, type }: Event, payment: Payment, status: 'completed' | 'failed'): void {
    counts[status] += 1
    const stage = underWay.get(payment._id)
    // A refusal for want of funds, and the end of a parked payment, fail what was never accepted.
    if (status === 'completed' && stage !== 'pending')
      findings.breach(
        10,
        `${_id}: ${payment._id} has ${type} without ${stage === undefined ? 'an open acceptance' : 'payment.pending'}`,
      )
    if (payment.status !== status)
      findings.breach(7, `${payment._id} was ${status} by ${_id}, and its row is ${payment.status}`)
    underWay.delete(payment._id)
    if (status === 'completed') limits.complete(payment)
    else limits.release(payment)
  }

  return {
    add(event: Event, payment: Payment | undefined, version: MandateVersion | undefined): void {
      const { _id, type, resourceId } = event
      if (type === 'approval.requested' && payment !== undefined && isNeverExecuted(payment))
        limits.reserve(payment, version)
      if (!type.startsWith('payment.')) return
      findings.checked(10)
      if (payment === undefined) {
        findings.breach(10, `${_id} is about ${resourceId}, which does not exist`)
        return
      }
      if (type === 'payment.accepted') accept(event, payment, version)
      if (type === 'payment.completed') end(event, payment, 'completed')
      if (type === 'payment.failed') end(event, payment, 'failed')
      if (type === 'payment.refunded' || type === 'payment.refund_reversed')
        limits.giveBack(payment, version, returnedBy(event, payment))
      if (type !== 'payment.pending') return
      if (underWay.get(payment._id) !== 'accepted')
        findings.breach(10, `${_id}: ${payment._id} has payment.pending a second time or without an acceptance`)
      else underWay.set(payment._id, 'pending')
    },
    async end(): Promise<PaymentEventCounts> {
      const ids = [...underWay.keys()]
      for (let start = 0; start < ids.length; start += AT_ONCE) {
        const part = ids.slice(start, start + AT_ONCE)
        const rows = await source.find<Payment>('payments', { _id: { $in: part } }, PAYMENT_FIELDS)
        for (const { _id, status } of rows)
          if (status !== 'pending') findings.breach(10, `${_id} is ${status} without an event of its end`)
      }
      return counts
    },
  }
}

/** It counts in the windows of its request; one that was executed counts in those of its execution. */
function isNeverExecuted({ createdAt, policyEvaluatedAt, stage }: Payment): boolean {
  const isParked = stage.startsWith('awaiting_') || stage === 'failed'
  return isParked && createdAt.getTime() === policyEvaluatedAt.getTime()
}
