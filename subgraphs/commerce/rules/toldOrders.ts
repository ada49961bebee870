/**
 * What a merchant tells of an order in the form of the Agentic Commerce Protocol, 2026-04-17: the whole order as it is now, without
 * an id of the event. What of it is new is what the order does not have yet: that it was sent, and each refund by the id of its
 * adjustment. Older tellings that come late hold nothing new. Pure.
 */
import { CHECKOUT_CURRENCY } from '../../shared/acp.ts'
import { invalidField } from '../../shared/errors.ts'
import { EVENT_ID_MAX, type Fields, listIn, objectIn, optionalIn, parseJson, textIn } from './newsFields.ts'
import type { OrderChange } from './orderNews.ts'
import type { Order } from './orders.ts'
import { MINOR_MAX } from './products.ts'

/** Of an order with as many lines as a session may have. */
const TOLD_ORDER_MAX = 65_536
/** Of an order that is on its way, or has arrived. Others are taken, and change nothing. */
const SENT: ReadonlySet<unknown> = new Set(['shipped', 'completed'])

export interface ToldOrder {
  /** By which the order is found: merchants may have an id of their own for it. */
  readonly sessionId: string
  readonly orderId: string | null
  readonly changes: readonly OrderChange[]
}

/** @throws DomainError invalid_request */
export function parseToldOrder(payload: string): ToldOrder {
  const body = objectIn('body', parseJson(payload, TOLD_ORDER_MAX))
  // Types that are not known are taken: the order is the same.
  textIn('type', body.type)
  const data = objectIn('data', body.data)
  const status = textIn('data.status', data.status)
  const adjustments = listIn('data.adjustments', data.adjustments)
  return {
    sessionId: textIn('data.checkout_session_id', data.checkout_session_id),
    orderId: optionalIn('data.id', data.id),
    changes: [
      ...(SENT.has(status) ? [sentAs(data)] : []),
      ...adjustments.flatMap((one, index) => refundOf(`data.adjustments[${index}]`, one)),
    ],
  }
}

function sentAs(data: Fields): OrderChange {
  const at = 'data.fulfillments'
  const all = listIn(at, data.fulfillments).map((one, index) => objectIn(`${at}[${index}]`, one))
  const index = Math.max(
    0,
    all.findIndex(({ carrier, tracking_number: tracking }) => carrier != null || tracking != null),
  )
  const { id, carrier, tracking_number: tracking } = all[index] ?? {}
  return {
    ...{ type: 'order.fulfilled', amountMinor: 0 },
    eventId: id == null ? 'order_update' : textIn(`${at}[${index}].id`, id, EVENT_ID_MAX),
    carrier: optionalIn(`${at}[${index}].carrier`, carrier),
    tracking: optionalIn(`${at}[${index}].tracking_number`, tracking),
  }
}

/** Other adjustments give no money back, and one that has failed never will. */
function refundOf(path: string, value: unknown): OrderChange[] {
  const { id, type, status, amount, currency } = objectIn(path, value)
  if (type !== 'refund' || status === 'failed') return []
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 && amount <= MINOR_MAX
  if (!isAmount) throw invalidField(`${path}.amount`, 'out_of_range', 'must be a whole number of cents above zero.')
  const ours = CHECKOUT_CURRENCY.toLowerCase()
  if (currency != null && currency !== ours)
    throw invalidField(`${path}.currency`, 'invalid_value', `must be ${ours}, that of the order.`)
  const eventId = textIn(`${path}.id`, id, EVENT_ID_MAX)
  return [{ eventId, type: 'order.refunded', amountMinor: amount, carrier: null, tracking: null }]
}

/** What of it the order does not have. */
export function newsOf(
  changes: readonly OrderChange[],
  { fulfillment, refunds }: Pick<Order, 'fulfillment' | 'refunds'>,
): readonly OrderChange[] {
  const known = new Set(refunds.map(({ refundId }) => refundId))
  return changes.filter(({ type, eventId }) => {
    if (type === 'order.fulfilled') return fulfillment === null
    const isNew = !known.has(eventId)
    known.add(eventId)
    return isNew
  })
}
