/** Specification 2.14; domain 6.7, A.14: what has arrived of what a merchant has promised back. */
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '../../../subgraphs/commerce/models/orders.ts'
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
