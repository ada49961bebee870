/**
 * What a merchant tells of an order (specification 6.2; domain A.14): its form, and what it does to the order, forward only. Pure.
 */
import { DomainError, invalidField } from '../../shared/errors.ts'
import type { EventType } from '../../shared/events.ts'
import { EVENT_ID_MAX, objectIn, optionalIn, parseJson, textIn } from './newsFields.ts'
import { nextOrderStatus, type Order } from './orders.ts'

const PAYLOAD_MAX = 16_384
/** Promises of one order. */
const REFUNDS_MAX = 50
const TYPES = ['order.fulfilled', 'order.refunded'] as const satisfies EventType[]

export interface OrderChange {
  readonly eventId: string
  readonly type: (typeof TYPES)[number]
  /** Of a refund. */
  readonly amountMinor: number
  readonly carrier: string | null
  readonly tracking: string | null
  /** Whether it says that it is on its way, whoever carries it. */
  readonly shipped?: boolean
}

export interface OrderNews extends OrderChange {
  readonly orderId: string
  /** Who says it, where it says so. */
  readonly merchantId: string | null
}

/** @throws DomainError invalid_request */
export function parseOrderNews(payload: string): OrderNews {
  const body = objectIn('body', parseJson(payload, PAYLOAD_MAX))
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

/** Whether it was told before. */
export const isTold = ({ fulfillment, refunds }: Order, { eventId }: OrderChange): boolean =>
  fulfillment?.eventId === eventId || refunds.some(({ refundId }) => refundId === eventId)

/** It was not told before. @throws DomainError conflict */
export function applyOrderChange<Row extends Order>(row: Row, news: OrderChange, at: Date): Row {
  return news.type === 'order.fulfilled' ? fulfilled(row, news, at) : refunded(row, news, at)
}

/**
 * What applies of it, each with the order as it is then: what may not be promised, such as more than was paid, keeps nothing else
 * from being told.
 * @throws DomainError conflict: nothing of it applies
 */
export function applyOrderChanges<Row extends Order>(row: Row, news: readonly OrderChange[], at: Date) {
  const applied: { readonly change: OrderChange; readonly next: Row }[] = []
  const refusals: DomainError[] = []
  for (const change of news) {
    try {
      applied.push({ change, next: applyOrderChange(applied.at(-1)?.next ?? row, change, at) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refusals.push(error)
    }
  }
  if (applied.length === 0 && refusals[0] !== undefined) throw refusals[0]
  return applied
}

function fulfilled<Row extends Order>(row: Row, change: OrderChange, at: Date): Row {
  const { eventId, carrier, tracking, shipped = false } = change
  const status = nextOrderStatus(row.status, 'fulfill')
  // Part of the money may be promised back before anything is sent, or afterwards: it is sent once all the same.
  if (row.fulfillment !== null) throw backward(row, 'fulfilled already')
  if (status === null) throw backward(row)
  const fulfillment = { eventId, carrier, tracking, ...(shipped && { shipped }), fulfilledAt: at }
  return { ...row, status, fulfillment, updatedAt: at }
}

function refunded<Row extends Order>(row: Row, { eventId: refundId, amountMinor }: OrderChange, at: Date): Row {
  const refundedMinor = row.refundedMinor + amountMinor
  const status = nextOrderStatus(row.status, refundedMinor < row.amountMinor ? 'refundPart' : 'refundAll')
  if (status === null) throw backward(row)
  if (row.unpaid) throw unpaid()
  if (refundedMinor > row.amountMinor) throw tooMuch(row)
  if (row.refunds.length >= REFUNDS_MAX) throw tooMany()
  const refunds = [...row.refunds, { refundId, amountMinor, createdAt: at }]
  return { ...row, status, refundedMinor, refunds, updatedAt: at }
}

function backward({ status }: Order, was: string = status): DomainError {
  return new DomainError('conflict', `The order is ${was}: an order moves forward only. Nothing was changed.`, {
    reason: 'backward_transition',
    status,
  })
}

function unpaid(): DomainError {
  const message = 'The payment of this order has failed: there is no money of it to give back. Nothing was changed.'
  return new DomainError('conflict', message, { reason: 'order_unpaid' })
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
