// What the end of a payment on chain does to its order (domain A.14).
import { describe, expect, test } from 'vitest'
import type { OrderRow } from '../../../subgraphs/commerce/models/orders.ts'
import { orderLedger } from '../../../subgraphs/commerce/services/orderLedger.ts'
import type { OrderPaymentEnd } from '../../../subgraphs/shared/acp.ts'
import type { State } from '../../../subgraphs/shared/commit/types.ts'

const AT = new Date('2026-03-02T06:00:00Z')
const ORDER: OrderRow = {
  ...{ _id: 'ord_1', v: 1, orgId: 'org_1', mode: 'test', agentId: 'agt_1', sessionId: 'cks_1', merchantId: 'mrc_1' },
  ...{ paymentId: 'pay_1', status: 'confirmed', items: [], amountMinor: 100, refundedMinor: 0, fulfillment: null },
  ...{ refunds: [], unpaid: false, createdAt: AT, updatedAt: AT },
}

const SENT = { eventId: 'f1', carrier: null, tracking: null, fulfilledAt: AT }

const PAID = { orderId: 'ord_1', completed: true, amount: 1_000_000n, refunded: 0n } as const

function ended(order: Partial<OrderRow>, end: OrderPaymentEnd) {
  const state = { get: () => ({ ...ORDER, ...order }) } as unknown as State
  const { set = [], events = [] } = orderLedger.ended(state, PAID, end, AT)
  const [changed] = set.map(({ next }) => next as OrderRow)
  return [changed?.status, changed?.unpaid ?? false, events.map(({ type }) => type).join()]
}

describe('a payment that fails', () => {
  test('cancels an order that nobody has fulfilled', () => {
    expect(ended({}, 'failed')).toEqual(['canceled', false, 'order.canceled'])
  })
  test.each(['fulfilled', 'partially_refunded', 'refunded'] as const)(
    'leaves one that is %s and was sent unpaid, and says so',
    (status) => {
      expect(ended({ status, fulfillment: SENT }, 'failed')).toEqual([status, true, 'order.unpaid'])
    },
  )
  test.each(['partially_refunded', 'refunded'] as const)(
    'cancels one that is %s and was never sent: nobody has given anything for it',
    (status) => {
      expect(ended({ status, refundedMinor: 30 }, 'failed')).toEqual(['canceled', false, 'order.canceled'])
    },
  )
  test('says so once', () => {
    expect(ended({ status: 'fulfilled', unpaid: true }, 'failed')).toEqual([undefined, false, ''])
    expect(ended({ status: 'canceled' }, 'failed')).toEqual([undefined, false, ''])
  })
})

describe('a payment that had failed and is mined nevertheless', () => {
  test('is that of an order which is owed, or paid, again', () => {
    expect(ended({ status: 'canceled' }, 'paidLate')).toEqual(['confirmed', false, 'checkout.completed'])
    expect(ended({ status: 'fulfilled', unpaid: true }, 'paidLate')).toEqual(['fulfilled', false, 'checkout.completed'])
    expect(ended({ status: 'fulfilled' }, 'paidLate')).toEqual([undefined, false, ''])
    const canceled = (refundedMinor: number) => ended({ status: 'canceled', refundedMinor }, 'paidLate')[0]
    expect([canceled(30), canceled(100)]).toEqual(['partially_refunded', 'refunded'])
  })
})

describe('money that comes back', () => {
  const refunds = [30, 70].map((amountMinor, index) => ({ refundId: `r${index}`, amountMinor, createdAt: AT }))

  function returned(before: bigint, refunded: bigint, order: Partial<OrderRow> = { refunds }) {
    const state = { get: () => ({ ...ORDER, ...order }) } as unknown as State
    const { set = [], events = [] } = orderLedger.returned(state, { ...PAID, refunded }, before, AT)
    expect(set).toHaveLength(events.length)
    return events.map(({ type, data }) => {
      const told = data.order as { refunds: { arrived: boolean }[] }
      return [type, data.amount_minor, told.refunds.map(({ arrived }) => arrived)]
    })
  }

  test('is told when it keeps a promise, with all that it keeps', () => {
    expect(returned(0n, 299_998n)).toEqual([])
    expect(returned(0n, 300_000n)).toEqual([['order.refund_arrived', 30, [true, false]]])
    expect(returned(300_000n, 1_000_000n)).toEqual([['order.refund_arrived', 70, [true, true]]])
    expect(returned(0n, 1_000_000n)).toEqual([['order.refund_arrived', 100, [true, true]]])
  })

  test('is told again when it leaves', () => {
    expect(returned(1_000_000n, 300_000n)).toEqual([['order.refund_reversed', 70, [true, false]]])
    expect(returned(1_000_000n, 0n)).toEqual([['order.refund_reversed', 100, [false, false]]])
  })

  test('is told of nothing that nobody has promised', () => {
    expect(returned(0n, 1_000_000n, {})).toEqual([])
  })
})
