/**
 * What the end of a payment on chain does to its order, in the same commit: of one that failed nothing was paid, so nothing is
 * owed; one that was mined nevertheless is owed again.
 */
import type { OrderLedger } from '../../shared/acp.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { orderRef } from '../models/orders.ts'
import { nextOrderStatus, orderEvent } from '../rules/orders.ts'

const ENDS = {
  failed: { step: 'cancel', event: 'order.canceled' },
  paidLate: { step: 'restore', event: 'checkout.completed' },
} as const

export const orderLedger: OrderLedger = (state, orderId, end, at) => {
  const { step, event } = ENDS[end]
  const row = state.get(orderRef(orderId))
  const status = row === null ? null : nextOrderStatus(row.status, step)
  if (row === null || status === null) return {}
  const next = { ...row, status, updatedAt: at }
  return { set: [setRow(orderRef(orderId), next)], events: [orderEvent(event, next)] }
}
