/** What the failure of a payment on chain does to its order, in the same commit: nothing was paid, so nothing is owed. */
import type { OrderLedger } from '../../shared/acp.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { orderRef } from '../models/orders.ts'
import { nextOrderStatus, orderEvent } from '../rules/orders.ts'

export const orderLedger: OrderLedger = (state, orderId, at) => {
  const row = state.get(orderRef(orderId))
  const status = row === null ? null : nextOrderStatus(row.status, 'cancel')
  if (row === null || status === null) return {}
  const next = { ...row, status, updatedAt: at }
  return { set: [setRow(orderRef(orderId), next)], events: [orderEvent('order.canceled', next)] }
}
