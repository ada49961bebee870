/** The order of a checkout session that is paid, as part of the commit that charges its token. */
import { requireRow } from '../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { parseMetadata } from '../../shared/fields.ts'
import type { OrderId, PaymentId } from '../../shared/ids.ts'
import { type CheckoutRow, checkoutRef } from '../models/checkouts.ts'
import { type OrderRow, orderRef } from '../models/orders.ts'
import { orderEvent, saidOfOrder } from '../rules/orders.ts'

interface Ids {
  readonly orderId: OrderId
  readonly paymentId: PaymentId
}

/** @param details what the payer says beside the token; kept with those of the session */
export function orderPart(checkout: CheckoutRow, ids: Ids, details: unknown = null): IntentPart<OrderRow> {
  const ref = checkoutRef(checkout._id)
  return {
    reads: () => ({ guard: [ref], newIds: [orderRef(ids.orderId)] }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const said = withDetails(row, details)
      const made = newOrder(said, ids, at)
      const completed = {
        ...said,
        ...ids,
        status: 'completed',
        chargeId: null,
        updatedAt: at,
      } as const
      return done(
        { ...made, v: 1 },
        {
          set: [setRow(ref, completed)],
          insert: [insertRow(orderRef(ids.orderId), made)],
          events: [orderEvent('checkout.completed', made, null)],
        },
      )
    },
  }
}

/** @throws DomainError invalid_request: too many of them */
export const withDetails = (row: CheckoutRow, details: unknown): CheckoutRow =>
  details == null ? row : { ...row, details: parseMetadata({ ...row.details, ...details }, 'details') }

function newOrder(row: CheckoutRow, { orderId, paymentId }: Ids, at: Date): Omit<OrderRow, 'v'> {
  const { orgId, mode, agentId, merchantId, items, totalMinor, details } = row
  return {
    _id: orderId,
    ...{ orgId, mode, agentId, sessionId: row._id, merchantId, paymentId, status: 'confirmed', items },
    ...{ amountMinor: totalMinor, refundedMinor: 0, fulfillment: null, refunds: [], unpaid: false },
    ...saidOfOrder(details),
    ...{ createdAt: at, updatedAt: at },
  }
}
