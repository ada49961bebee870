/** Specification 2.14; domain 6.7, A.14: what has arrived of what a merchant has promised back. */
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '../../../subgraphs/commerce/models/orders.ts'
import {
  applyOrderChange,
  applyOrderChanges,
  isTold,
  type OrderChange,
  parseOrderNews,
} from '../../../subgraphs/commerce/rules/orderNews.ts'
import { isShipped, saidOfOrder } from '../../../subgraphs/commerce/rules/orders.ts'
import { newsOf, parseToldOrder } from '../../../subgraphs/commerce/rules/toldOrders.ts'
import { shapeRefunds } from '../../../subgraphs/commerce/shapes.ts'

const ADDRESS = { name: 'Ada', line_one: '1 Way', city: 'York', state: 'York', country: 'GB', postal_code: 'Y1' }
const NOON = new Date('2026-01-01T12:00:00.000Z')

/** Of an order of 10.00 USD, paid with 9.259259 EURC at 1.08. */
function arrived(promises: readonly number[], refunded: bigint): boolean[] {
  const refunds = promises.map((amountMinor, index) => ({ refundId: `r${index}`, amountMinor, createdAt: NOON }))
  const order = { amountMinor: 1_000, refunds } as unknown as OrderRow
  return shapeRefunds(order, { completed: true, amount: 9_259_259n, refunded }).map((refund) => refund.arrived)
}

describe('a refund in EURC', () => {
  it('has arrived when it is as much as its dollars are at the rate of the payment, rounded down as prices are', () => {
    expect(arrived([333], 3_083_333n)).toEqual([true])
    expect(arrived([333], 3_083_332n)).toEqual([false])
    expect(arrived([333, 333], 2n * 3_083_333n)).toEqual([true, true])
    expect(arrived([333, 667], 3_083_333n)).toEqual([true, false])
  })

  it('has arrived in full only with all that was paid', () => {
    expect(arrived([1_000], 9_259_259n)).toEqual([true])
    expect(arrived([1_000], 9_259_258n)).toEqual([false])
    expect(arrived([1], 0n)).toEqual([false])
  })
})

describe('what a merchant tells of an order', () => {
  it('holds no control characters in what is shown of it', () => {
    const told = (more: object, fulfillment: object = {}) =>
      parseOrderNews(
        JSON.stringify({ event_id: 'e1', type: 'order.fulfilled', ...more, data: { order_id: 'o', fulfillment } }),
      )
    expect(told({}, { carrier: 'Post', tracking: 'T1' })).toMatchObject({ carrier: 'Post', tracking: 'T1' })
    expect(() => told({ event_id: 'e\n1' })).toThrow('event_id')
    expect(() => told({}, { carrier: 'Po\u001bst' })).toThrow('data.fulfillment.carrier')
    expect(() => told({}, { tracking: 'T\u00001' })).toThrow('data.fulfillment.tracking')
  })

  const order = { _id: 'ord_1', status: 'confirmed', amountMinor: 1_000, refundedMinor: 0, refunds: [] }
  const news = (eventId: string, type: OrderChange['type'], amountMinor = 0): OrderChange => ({
    ...{ eventId, type, amountMinor, carrier: null, tracking: null },
  })
  const tell = (...all: readonly OrderChange[]) =>
    all.reduce((row, one) => applyOrderChange(row, one, NOON), { ...order, fulfillment: null } as unknown as OrderRow)

  it('may be sent once part of the money is promised back, and is sent once', () => {
    const sent = [news('r1', 'order.refunded', 300), news('f1', 'order.fulfilled')]
    expect(tell(...sent)).toMatchObject({ status: 'partially_refunded', fulfillment: { eventId: 'f1' } })
    for (const one of sent) expect(isTold(tell(...sent), one)).toBe(true)
    expect(() => tell(...sent, news('f2', 'order.fulfilled'))).toThrow('is fulfilled already: an order moves')
    expect(() => tell(news('r1', 'order.refunded', 1_000), news('f1', 'order.fulfilled'))).toThrow('is refunded: an')
  })

  it('promises nothing back of an order whose payment has failed', () => {
    const unpaid = { ...tell(news('f1', 'order.fulfilled')), unpaid: true }
    expect(() => applyOrderChange(unpaid, news('r1', 'order.refunded', 300), NOON)).toThrow(
      'no money of it to give back',
    )
  })

  it('has at most fifty refunds, and never more than was paid', () => {
    const promises = Array.from({ length: 50 }, (_, index) => news(`r${index}`, 'order.refunded', 1))
    const details = (act: () => unknown) => {
      try {
        return act()
      } catch (error) {
        return (error as { details: unknown }).details
      }
    }
    const row = tell(...promises)
    expect(details(() => applyOrderChange(row, news('r50', 'order.refunded', 1), NOON))).toEqual({
      ...{ reason: 'too_many_refunds', limit: 50 },
    })
    expect(details(() => applyOrderChange(row, news('r50', 'order.refunded', 951), NOON))).toMatchObject({
      ...{ reason: 'refund_exceeds_charge', left_minor: 950 },
    })
  })

  const toldAs = (data: object, type = 'order_update') =>
    parseToldOrder(JSON.stringify({ type, data: { checkout_session_id: 'cks_1', status: 'confirmed', ...data } }))
  const adjustment = (id: string, amount: unknown, more: object = {}) => ({
    ...{ id, type: 'refund', occurred_at: '2026-01-01T12:00:00Z', status: 'pending', amount, currency: 'usd', ...more },
  })

  it('in the form of the protocol is the whole order, of which only what is new counts', () => {
    const fulfillments = [{ id: 'f1', type: 'shipping', status: 'shipped', carrier: 'Post', tracking_number: 'T1' }]
    const first = toldAs({ status: 'shipped', fulfillments })
    const second = toldAs({ status: 'shipped', fulfillments, adjustments: [adjustment('a1', 300)] })
    const third = toldAs({
      ...{ id: 'theirs', status: 'completed', fulfillments },
      adjustments: [adjustment('a1', 300, { status: 'completed' }), adjustment('a2', 200), adjustment('a2', 200)],
    })
    let row = tell()
    const take = ({ changes }: typeof first) => {
      const all = newsOf(changes, row)
      for (const one of all) row = applyOrderChange(row, one, NOON)
      return all.map(({ eventId }) => eventId)
    }
    expect([first, second, third, second, first, third].map(take)).toEqual([['f1'], ['a1'], ['a2'], [], [], []])
    expect(row).toMatchObject({
      ...{ status: 'partially_refunded', refundedMinor: 500 },
      fulfillment: { eventId: 'f1', carrier: 'Post', tracking: 'T1' },
    })
    row = tell()
    expect(take(third)).toEqual(['f1', 'a1', 'a2'])
  })

  // Every later telling holds it too.
  it('in the form of the protocol is taken without a refund that may not be promised', () => {
    const adjustments = [adjustment('a1', 1_001), adjustment('a2', 400)]
    const { changes } = toldAs({ status: 'shipped', adjustments })
    const [row] = applyOrderChanges(tell(), newsOf(changes, tell()), NOON).slice(-1)
    expect(row?.next).toMatchObject({
      ...{ status: 'partially_refunded', refundedMinor: 400, fulfillment: { eventId: 'order_update' } },
      refunds: [{ refundId: 'a2' }],
    })
    const again = () => applyOrderChanges(row?.next ?? tell(), newsOf(changes, row?.next ?? tell()), NOON)
    expect(again).toThrow('600 cents are left')
  })

  it('in the form of the protocol changes nothing by what is not known, or has failed', () => {
    const others = [adjustment('d1', 300, { type: 'dispute' }), adjustment('a1', 300, { status: 'failed' })]
    for (const status of ['confirmed', 'processing', 'canceled', 'a_new_one'])
      expect(toldAs({ status, adjustments: others, new_field: 1 }, 'order_new').changes).toEqual([])
    expect(toldAs({ status: 'completed' }).changes).toMatchObject([{ type: 'order.fulfilled', carrier: null }])
  })

  it('in the form of the protocol without a status is sent once each of its lines is, not with its first parcel', () => {
    const parcel = { id: 'f1', type: 'shipping', status: 'out_for_delivery', carrier: 'Post' }
    const told = (statuses: readonly string[], fulfillments: readonly object[] = [parcel]) =>
      toldAs({ status: undefined, line_items: statuses.map((status) => ({ id: 'li', status })), fulfillments }).changes
    expect(told([])).toEqual([])
    expect(told(['fulfilled', 'partial'])).toEqual([])
    expect(told(['removed'])).toEqual([])
    expect(told(['fulfilled', 'removed'])).toMatchObject([{ type: 'order.fulfilled', carrier: 'Post' }])
    expect(told(['fulfilled'], [])).toMatchObject([{ eventId: 'order_update', carrier: null }])
  })

  it('in the form of the protocol is on its way without a carrier, too, unless it is complete', () => {
    const said = (data: object) => {
      const [row = tell()] = applyOrderChanges(tell(), newsOf(toldAs(data).changes, tell()), NOON).map(
        ({ next }) => next,
      )
      return isShipped(row)
    }
    expect(said({ status: 'shipped' })).toBe(true)
    expect(said({ status: undefined, line_items: [{ id: 'li', status: 'fulfilled' }] })).toBe(true)
    expect(said({ status: 'completed' })).toBe(false)
    const sent = tell(news('f1', 'order.fulfilled'))
    expect(isShipped(sent)).toBe(false)
    expect(isShipped({ ...sent, ...saidOfOrder({ fulfillment_details: { address: ADDRESS } }) })).toBe(true)
  })

  it('in the form of the protocol is sent by the parcel that is on its way, never by one that was called back', () => {
    const sent = (...fulfillments: readonly object[]) => toldAs({ status: 'shipped', fulfillments }).changes[0]
    const canceled = { id: 'f1', status: 'canceled', carrier: 'Lost', tracking_number: 'T0' }
    for (const status of ['in_transit', 'out_for_delivery', 'shipped', 'delivered'])
      expect(
        sent(canceled, { id: 'f2', status: 'pending', carrier: 'Later' }, { id: 'f3', status, carrier: 'Post' }),
      ).toMatchObject({ eventId: 'f3', carrier: 'Post' })
    expect(sent(canceled, { id: 'f2' })).toMatchObject({ eventId: 'f2', carrier: null, tracking: null })
    expect(sent(canceled)).toMatchObject({ eventId: 'order_update', carrier: null, tracking: null })
  })

  it('in the form of the protocol passes over refunds in another currency, unless nothing else is new', () => {
    const foreign = adjustment('a1', 5, { currency: 'eur' })
    const { changes } = toldAs({ adjustments: [foreign, adjustment('a2', 200)] })
    expect(newsOf(changes, tell()).map(({ eventId }) => eventId)).toEqual(['a2'])
    const row = tell(news('a2', 'order.refunded', 200))
    expect(() => newsOf(changes, row)).toThrow('data.adjustments[0].currency')
    expect(() => newsOf(toldAs({ adjustments: [foreign] }).changes, tell())).toThrow('data.adjustments[0].currency')
  })

  it('in the form of the protocol is bounded, and says which field is wrong', () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ adjustments: [adjustment('a1', 0)] }, 'data.adjustments[0].amount'],
      [{ adjustments: [adjustment('a1', undefined)] }, 'data.adjustments[0].amount'],
      [{ adjustments: [adjustment('', 5)] }, 'data.adjustments[0].id'],
      [{ adjustments: {} }, 'data.adjustments'],
      [{ adjustments: Array.from({ length: 101 }, () => adjustment('a1', 5)) }, 'data.adjustments'],
      [{ status: 'shipped', fulfillments: [{ id: 'f1', carrier: 'Po\u001bst' }] }, 'data.fulfillments[0].carrier'],
      [{ status: 5 }, 'data.status'],
      [{ checkout_session_id: null }, 'data.checkout_session_id'],
      [{ note: 'x'.repeat(65_536) }, 'body'],
    ]
    for (const [data, field] of wrong) expect(() => toldAs(data), field).toThrow(field)
  })
})

describe('what a buyer has said of an order', () => {
  it('is whereto it goes, only with a whole address, and with its fields alone', () => {
    const said = (address: unknown) => saidOfOrder({ fulfillment_details: { email: 'a@example.com', address } })
    expect(said({ ...ADDRESS, company: 'Mill', note: 'x' })).toEqual({ destination: { ...ADDRESS, company: 'Mill' } })
    const { city: _, ...partly } = ADDRESS
    for (const address of [undefined, null, 'York', partly, { ...ADDRESS, city: 5 }, { ...ADDRESS, city: 'a\u001bb' }])
      expect(said(address)).toEqual({})
  })

  it('is told where it has the form of the protocol', () => {
    expect(saidOfOrder({ order_notes: 'One\nTwo', purchase_order_number: 'PO-1', locale: 'de-DE' })).toEqual({
      ...{ orderNotes: 'One\nTwo', purchaseOrderNumber: 'PO-1' },
    })
    const long = { order_notes: 'x'.repeat(5_001), purchase_order_number: 'x'.repeat(81) }
    for (const details of [null, undefined, 'text', 5, long, { order_notes: 'a\u001bb', purchase_order_number: 5 }])
      expect(saidOfOrder(details)).toEqual({})
  })
})
