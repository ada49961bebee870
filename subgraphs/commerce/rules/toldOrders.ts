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
/** The same of one of its fulfillments. */
const UNDER_WAY: ReadonlySet<unknown> = new Set(['shipped', 'in_transit', 'out_for_delivery', 'delivered'])
/** Of these nothing is on its way any more. */
const GIVEN_UP: ReadonlySet<unknown> = new Set(['canceled', 'failed'])

const OURS = CHECKOUT_CURRENCY.toLowerCase()

interface ToldChange extends OrderChange {
  /** Where it says that it is in another currency than the order. */
  readonly otherCurrencyAt?: string
}

export interface ToldOrder {
  /** By which the order is found: merchants may have an id of their own for it. */
  readonly sessionId: string
  readonly orderId: string | null
  readonly changes: readonly ToldChange[]
}

/** @throws DomainError invalid_request */
export function parseToldOrder(payload: string): ToldOrder {
  const body = objectIn('body', parseJson(payload, TOLD_ORDER_MAX))
  // Types that are not known are taken: the order is the same.
  textIn('type', body.type)
  const data = objectIn('data', body.data)
  const status = optionalIn('data.status', data.status)
  const objectsIn = (path: string, value: unknown) =>
    listIn(path, value).map((one, index) => objectIn(`${path}[${index}]`, one))
  const fulfillments = objectsIn('data.fulfillments', data.fulfillments)
  const adjustments = listIn('data.adjustments', data.adjustments)
  return {
    sessionId: textIn('data.checkout_session_id', data.checkout_session_id),
    orderId: optionalIn('data.id', data.id),
    changes: [
      // What is completed may have been handed over at once; anything else that is sent is on its way.
      ...(isSent(status, objectsIn('data.line_items', data.line_items))
        ? [{ ...sentAs(fulfillments), shipped: status !== 'completed' }]
        : []),
      ...adjustments.flatMap((one, index) => refundOf(`data.adjustments[${index}]`, one)),
    ],
  }
}

/**
 * Without a status of its own an order is sent once each of its lines is: a parcel that is on its way need not hold all of it.
 */
function isSent(status: string | null, lines: readonly Fields[]): boolean {
  if (status !== null) return SENT.has(status)
  const kept = lines.filter((line) => line.status !== 'removed')
  return kept.length > 0 && kept.every((line) => line.status === 'fulfilled')
}

/** By what carries it: first by what is on its way, and never by a parcel that was called back, whose number leads nowhere. */
function sentAs(all: readonly Fields[]): OrderChange {
  const isCarried = (one: Fields) => (one.carrier ?? one.tracking_number) != null
  const found = [
    all.findIndex((one) => UNDER_WAY.has(one.status) && isCarried(one)),
    all.findIndex((one) => !GIVEN_UP.has(one.status) && isCarried(one)),
    all.findIndex((one) => !GIVEN_UP.has(one.status)),
  ].find((index) => index >= 0)
  const { id, carrier, tracking_number: tracking } = (found === undefined ? undefined : all[found]) ?? {}
  const at = `data.fulfillments[${found}]`
  return {
    ...{ type: 'order.fulfilled', amountMinor: 0 },
    eventId: id == null ? 'order_update' : textIn(`${at}.id`, id, EVENT_ID_MAX),
    carrier: optionalIn(`${at}.carrier`, carrier),
    tracking: optionalIn(`${at}.tracking_number`, tracking),
  }
}

/** Other adjustments give no money back, and one that has failed never will. */
function refundOf(path: string, value: unknown): ToldChange[] {
  const { id, type, status, amount, currency } = objectIn(path, value)
  if (type !== 'refund' || status === 'failed') return []
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 && amount <= MINOR_MAX
  if (!isAmount) throw invalidField(`${path}.amount`, 'out_of_range', 'must be a whole number of cents above zero.')
  const eventId = textIn(`${path}.id`, id, EVENT_ID_MAX)
  const isOurs = currency == null || currency === OURS
  const change = { eventId, type: 'order.refunded', amountMinor: amount, carrier: null, tracking: null } as const
  return [isOurs ? change : { ...change, otherCurrencyAt: `${path}.currency` }]
}

/**
 * What of it the order does not have. What another currency gives back is no part of this order's money: it is passed over, as every
 * later telling holds it too, and refused only where it is all that is new.
 * @throws DomainError invalid_request
 */
export function newsOf(
  changes: readonly ToldChange[],
  { fulfillment, refunds }: Pick<Order, 'fulfillment' | 'refunds'>,
): readonly OrderChange[] {
  const known = new Set(refunds.map(({ refundId }) => refundId))
  const all = changes.filter(({ type, eventId }) => {
    if (type === 'order.fulfilled') return fulfillment === null
    const isNew = !known.has(eventId)
    known.add(eventId)
    return isNew
  })
  const news = all.filter(({ otherCurrencyAt }) => otherCurrencyAt === undefined)
  const at = all.find(({ otherCurrencyAt }) => otherCurrencyAt !== undefined)?.otherCurrencyAt
  if (news.length === 0 && at !== undefined)
    throw invalidField(at, 'invalid_value', `must be ${OURS}, that of the order.`)
  return news
}
