/**
 * What the end of a payment on chain does to its order, in the same commit: of one that failed nothing was paid, so nothing is
 * owed, or, where the merchant has fulfilled it already, it is unpaid; one that was mined nevertheless is owed, and paid, again.
 */
import type { OrderLedger } from '../../shared/acp.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { type OrderRow, orderRef } from '../models/orders.ts'
import { nextOrderStatus, orderEvent } from '../rules/orders.ts'

export const orderLedger: OrderLedger = (state, orderId, end, at) => {
  const row = state.get(orderRef(orderId))
  const changed = row === null ? null : end === 'failed' ? afterFailure(row) : afterLatePayment(row)
  if (row === null || changed === null) return {}
  const next = { ...row, ...changed.fields, updatedAt: at }
  return { set: [setRow(orderRef(orderId), next)], events: [orderEvent(changed.event, next)] }
}

/** Null: nothing changes. */
function afterFailure({ status: from, unpaid = false }: OrderRow) {
  if (from === 'canceled' || unpaid) return null
  const status = nextOrderStatus(from, 'cancel')
  if (status !== null) return { fields: { status }, event: 'order.canceled' } as const
  return { fields: { unpaid: true }, event: 'order.unpaid' } as const
}

/** Null: nothing changes. */
function afterLatePayment({ status: from, unpaid = false }: OrderRow) {
  const status = nextOrderStatus(from, 'restore')
  if (status !== null) return { fields: { status }, event: 'checkout.completed' } as const
  return unpaid ? ({ fields: { unpaid: false }, event: 'checkout.completed' } as const) : null
}
