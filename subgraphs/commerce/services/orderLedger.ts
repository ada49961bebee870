/**
 * What its payment does to an order, in the same commit. Of one that fails on chain nothing was paid, so nothing is owed, or,
 * where the merchant has fulfilled it already, it is unpaid; one that was mined nevertheless is owed, and paid, again. Money that
 * comes back keeps what the merchant has promised, and money that leaves again breaks it.
 */
import type { OrderLedger } from '../../shared/acp.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { type OrderRow, orderRef } from '../models/orders.ts'
import { arrivals, nextOrderStatus, orderEvent } from '../rules/orders.ts'

export const orderLedger: OrderLedger = {
  ended(state, { orderId, ...paid }, end, at) {
    const row = state.get(orderRef(orderId))
    const changed = row === null ? null : end === 'failed' ? afterFailure(row) : afterLatePayment(row)
    if (row === null || changed === null) return {}
    const next = { ...row, ...changed.fields, updatedAt: at }
    return { set: [setRow(orderRef(orderId), next)], events: [orderEvent(changed.event, next, paid)] }
  },
  returned(state, { orderId, ...paid }, before, at) {
    const row = state.get(orderRef(orderId))
    if (row === null) return {}
    const [was, is] = [arrivals(row, { ...paid, refunded: before }), arrivals(row, paid)]
    const changed = row.refunds.filter((_, index) => was[index] !== is[index])
    if (changed.length === 0) return {}
    const next = { ...row, updatedAt: at }
    const amountMinor = changed.reduce((sum, refund) => sum + refund.amountMinor, 0)
    const type = paid.refunded > before ? 'order.refund_arrived' : 'order.refund_reversed'
    return { set: [setRow(orderRef(orderId), next)], events: [orderEvent(type, next, paid, amountMinor)] }
  },
}

/** Null: nothing changes. */
function afterFailure({ status: from, unpaid, fulfillment }: OrderRow) {
  if (from === 'canceled' || unpaid) return null
  // Money may have been promised back before anything was sent: then nothing was given for it either.
  const status = fulfillment === null ? nextOrderStatus(from, 'cancel') : null
  if (status !== null) return { fields: { status }, event: 'order.canceled' } as const
  return { fields: { unpaid: true }, event: 'order.unpaid' } as const
}

/** Null: nothing changes. */
function afterLatePayment({ status: from, unpaid, amountMinor, refundedMinor }: OrderRow) {
  const isPart = refundedMinor < amountMinor ? 'restorePartlyRefunded' : 'restoreRefunded'
  const status = nextOrderStatus(from, refundedMinor === 0 ? 'restore' : isPart)
  if (status !== null) return { fields: { status }, event: 'checkout.completed' } as const
  return unpaid ? ({ fields: { unpaid: false }, event: 'checkout.completed' } as const) : null
}
