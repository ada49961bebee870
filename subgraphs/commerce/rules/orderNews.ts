/**
 * What a merchant tells of an order (specification 6.2; domain A.14): its form, and what it does to the order, forward only. Pure.
 */
import { DomainError, invalidField } from '../../shared/errors.ts'
import type { EventType } from '../../shared/events.ts'
import { nextOrderStatus, type Order } from './orders.ts'

const PAYLOAD_MAX = 16_384
const TEXT_MAX = 200
const EVENT_ID_MAX = 255
/** Promises of one order. */
const REFUNDS_MAX = 50
const TYPES = ['order.fulfilled', 'order.refunded'] as const satisfies EventType[]

export interface OrderNews {
  readonly eventId: string
  readonly type: (typeof TYPES)[number]
  readonly orderId: string
  /** Who says it, where it says so. */
  readonly merchantId: string | null
  /** Of a refund. */
  readonly amountMinor: number
  readonly carrier: string | null
  readonly tracking: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** @throws DomainError invalid_request */
export function parseOrderNews(payload: string): OrderNews {
  const body = objectIn('body', parseJson(payload))
  const data = objectIn('data', body.data)
  const type = TYPES.find((one) => one === body.type)
  if (type === undefined) throw invalidField('type', 'invalid_value', `must be ${TYPES.join(' or ')}.`)
  const { amount_minor: amount } = data
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0
  if (type === 'order.refunded' && !isAmount)
    throw invalidField('data.amount_minor', 'out_of_range', 'must be a whole number of cents above zero.')
  const fulfillment = data.fulfillment == null ? {} : objectIn('data.fulfillment', data.fulfillment)
  return {
    eventId: textIn('event_id', body.event_id, EVENT_ID_MAX),
    type,
    orderId: textIn('data.order_id', data.order_id),
    merchantId: optionalIn('merchant_id', body.merchant_id),
    amountMinor: isAmount ? amount : 0,
    carrier: optionalIn('data.fulfillment.carrier', fulfillment.carrier),
    tracking: optionalIn('data.fulfillment.tracking', fulfillment.tracking),
  }
}

function parseJson(payload: string): unknown {
  if (payload.length > PAYLOAD_MAX)
    throw invalidField('body', 'too_long', `must have at most ${PAYLOAD_MAX} characters.`)
  try {
    return JSON.parse(payload)
  } catch {
    throw new DomainError('invalid_request', 'The body is not JSON.', { reason: 'malformed_json' })
  }
}

function objectIn(path: string, value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw invalidField(path, 'invalid_type', 'must be an object.')
}

function textIn(path: string, value: unknown, lengthMax = TEXT_MAX): string {
  if (typeof value === 'string' && value !== '' && value.length <= lengthMax && value.isWellFormed()) return value
  throw invalidField(path, 'invalid_value', `must be text of 1 to ${lengthMax} characters.`)
}

const optionalIn = (path: string, value: unknown): string | null => (value == null ? null : textIn(path, value))

/** Whether it was told before. */
export const isTold = ({ fulfillment, refunds }: Order, { eventId }: OrderNews): boolean =>
  fulfillment?.eventId === eventId || refunds.some(({ refundId }) => refundId === eventId)

/** Null: it was told before. @throws DomainError conflict */
export function applyOrderNews<Row extends Order>(row: Row, news: OrderNews, at: Date): Row | null {
  if (isTold(row, news)) return null
  return news.type === 'order.fulfilled' ? fulfilled(row, news, at) : refunded(row, news, at)
}

function fulfilled<Row extends Order>(row: Row, { eventId, carrier, tracking }: OrderNews, at: Date): Row {
  const status = nextOrderStatus(row.status, 'fulfill')
  // Part of the money may be promised back before anything is sent: it is sent once all the same.
  if (status === null || row.fulfillment !== null) throw backward(row)
  return { ...row, status, fulfillment: { eventId, carrier, tracking, fulfilledAt: at }, updatedAt: at }
}

function refunded<Row extends Order>(row: Row, { eventId: refundId, amountMinor }: OrderNews, at: Date): Row {
  const refundedMinor = row.refundedMinor + amountMinor
  const status = nextOrderStatus(row.status, refundedMinor < row.amountMinor ? 'refundPart' : 'refundAll')
  if (status === null) throw backward(row)
  if (refundedMinor > row.amountMinor) throw tooMuch(row)
  if (row.refunds.length >= REFUNDS_MAX) throw tooMany()
  const refunds = [...row.refunds, { refundId, amountMinor, createdAt: at }]
  return { ...row, status, refundedMinor, refunds, updatedAt: at }
}

function backward({ status }: Order): DomainError {
  return new DomainError('conflict', `The order is ${status}: an order moves forward only. Nothing was changed.`, {
    reason: 'backward_transition',
    status,
  })
}

function tooMuch({ amountMinor, refundedMinor }: Order): DomainError {
  const left = amountMinor - refundedMinor
  return new DomainError('conflict', `Of this order ${left} cents are left to refund. Refund at most that.`, {
    ...{ reason: 'refund_exceeds_charge', amount_minor: amountMinor, refunded_amount_minor: refundedMinor },
    left_minor: left,
  })
}

function tooMany(): DomainError {
  return new DomainError('conflict', `An order has at most ${REFUNDS_MAX} refunds. Refund the rest as one.`, {
    reason: 'too_many_refunds',
    limit: REFUNDS_MAX,
  })
}
