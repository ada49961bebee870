// Domain 8.2: what arrived before a payment cannot be its refund. The chain tells which came first, not when each was booked.
import { expect, test } from 'vitest'
import { orderRefusal } from '../../../subgraphs/payments/rules/refunds.ts'

type Facts = Parameters<typeof orderRefusal>

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))

function refusalOf(paid: { block: number | null; minute: number }, arrived: { block: number; minute: number }) {
  const payment = { createdAt: at(paid.minute), chainWork: paid.block === null ? null : { minedBlock: paid.block } }
  const deposit = { createdAt: at(arrived.minute), block: arrived.block }
  return orderRefusal(payment as Facts[0], deposit as Facts[1])
}

test('a deposit of an earlier block that was booked late is no refund', () => {
  expect(refusalOf({ block: 10, minute: 1 }, { block: 9, minute: 5 })).toMatchObject({
    type: 'conflict',
    details: { reason: 'earlier_than_payment' },
  })
})

test('a deposit of a later block, or of the same one, is', () => {
  expect(refusalOf({ block: 10, minute: 1 }, { block: 11, minute: 5 })).toBeNull()
  expect(refusalOf({ block: 10, minute: 1 }, { block: 10, minute: 5 })).toBeNull()
})

test('where the payment has no block, as after a restored backup, the times decide', () => {
  expect(refusalOf({ block: null, minute: 4 }, { block: 3, minute: 3 })).not.toBeNull()
  expect(refusalOf({ block: null, minute: 4 }, { block: 3, minute: 5 })).toBeNull()
})
