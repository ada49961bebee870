// Domain A.5: totals have one row for each type, status, direction, token and chain.
import { expect, it } from 'vitest'
import { shapeTotals } from '../../../subgraphs/payments/resolvers/totalsShape.ts'

it('money that came as a deposit, and again from a refund that was unlinked, is one row', () => {
  const of = (type: 'deposit' | 'deposit_unlinked' | 'deposit_linked', count: number, units: bigint) =>
    ({ type, token: 'USDC', chain: 'base', count, units }) as const
  const sums = [
    of('deposit', 3, 510_000_000n),
    of('deposit_linked', 1, 3_000_000n),
    of('deposit_unlinked', 1, 3_000_000n),
  ]
  const asset = { type: 'deposit', token: 'USDC', chain: 'base' }
  expect(shapeTotals({ sums, isExact: true }).totals).toEqual([
    { ...asset, status: 'completed', direction: 'credit', count: 4, amount: '513.00' },
    { ...asset, status: 'reversed', direction: 'debit', count: 1, amount: '3.00' },
  ])
})
