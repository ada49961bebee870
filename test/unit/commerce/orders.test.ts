/** Specification 2.14; domain 6.7, A.14: what has arrived of what a merchant has promised back. */
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '../../../subgraphs/commerce/models/orders.ts'
import { applyOrderNews, type OrderNews } from '../../../subgraphs/commerce/rules/orderNews.ts'
import { shapeRefunds } from '../../../subgraphs/commerce/shapes.ts'

const NOON = new Date('2026-01-01T12:00:00.000Z')

/** Of an order of 10.00 USD, paid with 9.259259 EURC at 1.08. */
function arrived(promises: readonly number[], refunded: bigint): boolean[] {
  const refunds = promises.map((amountMinor, index) => ({ refundId: `r${index}`, amountMinor, createdAt: NOON }))
  const order = { amountMinor: 1_000, refunds } as unknown as OrderRow
  return shapeRefunds(order, { amount: 9_259_259n, refunded }).map((refund) => refund.arrived)
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
  const order = { _id: 'ord_1', status: 'confirmed', amountMinor: 1_000, refundedMinor: 0, refunds: [] }
  const news = (eventId: string, type: OrderNews['type'], amountMinor = 0): OrderNews => ({
    ...{ eventId, type, orderId: 'ord_1', merchantId: null, amountMinor, carrier: null, tracking: null },
  })
  const tell = (...all: readonly OrderNews[]) =>
    all.reduce((row, one) => applyOrderNews(row, one, NOON) ?? row, {
      ...order,
      fulfillment: null,
    } as unknown as OrderRow)

  it('may be sent once part of the money is promised back, and is sent once', () => {
    const sent = [news('r1', 'order.refunded', 300), news('f1', 'order.fulfilled')]
    expect(tell(...sent)).toMatchObject({ status: 'partially_refunded', fulfillment: { eventId: 'f1' } })
    expect(applyOrderNews(tell(...sent), news('f1', 'order.fulfilled'), NOON)).toBeNull()
    expect(() => tell(...sent, news('f2', 'order.fulfilled'))).toThrow('forward only')
    expect(() => tell(news('r1', 'order.refunded', 1_000), news('f1', 'order.fulfilled'))).toThrow('forward only')
  })
})
