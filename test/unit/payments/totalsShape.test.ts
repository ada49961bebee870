// Domain A.5: totals have one row for each type, status, direction, token and chain.
import { expect, it } from 'vitest'
import type { Rates } from '../../../subgraphs/payments/ports.ts'
import { shapeTotals, totalUsdOf } from '../../../subgraphs/payments/resolvers/totalsShape.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { toUsdMicro } from '../../../subgraphs/shared/fxRates.ts'

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

it('what a wallet has in dollars counts euros at their current rate, and leaves them out without one', async () => {
  const holding = (available: bigint) => ({ available, held: 1n, inFlight: 0n, blocked: 0n, onChain: available + 1n })
  const balances = {
    ...{ 'base:USDC': holding(3_000_000n), 'polygon:USDT': holding(2_000_000n) },
    'base:EURC': holding(10_000_000n),
  }
  const rates = (rate: string | null) =>
    ({
      async toUsdMicro(amount) {
        if (amount.token === 'EURC' && rate === null) throw new DomainError('fx_rate_unavailable', 'None.')
        return { usdMicro: toUsdMicro(amount, amount.token === 'EURC' ? (rate ?? '1') : '1'), fx: null }
      },
    }) as Partial<Rates> as Rates
  const holdings = { mode: 'test', balances } as const
  expect(await totalUsdOf({ rates: rates('1.0850') }, holdings)).toBe('15.85')
  expect(await totalUsdOf({ rates: rates(null) }, holdings)).toBe('5.00')
})
