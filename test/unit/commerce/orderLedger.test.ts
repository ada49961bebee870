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
  ...{ refunds: [], createdAt: AT, updatedAt: AT },
}

function ended(order: Partial<OrderRow>, end: OrderPaymentEnd) {
  const state = { get: () => ({ ...ORDER, ...order }) } as unknown as State
  const { set = [], events = [] } = orderLedger(state, 'ord_1', end, AT)
  const [changed] = set.map(({ next }) => next as OrderRow)
  return [changed?.status, changed?.unpaid ?? false, events.map(({ type }) => type).join()]
}

describe('a payment that fails', () => {
  test('cancels an order that nobody has fulfilled', () => {
    expect(ended({}, 'failed')).toEqual(['canceled', false, 'order.canceled'])
  })
  test.each(['fulfilled', 'partially_refunded', 'refunded'] as const)(
    'leaves one that is %s unpaid, and says so',
    (status) => {
      expect(ended({ status }, 'failed')).toEqual([status, true, 'order.unpaid'])
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
  })
})
