/** The arithmetic behind every printed figure, and the closed loop: a wrong quantile would be believed for years. */
import { describe, expect, test } from 'vitest'
import { type Measured, medianOf, RoundEnded, runClosedLoop } from '../../scripts/bench/measure.ts'
import { formatTable, ratioOf } from '../../scripts/bench/report.ts'
import { quantile } from '../../scripts/statistics.ts'

describe('quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)

  test('is the nearest rank', () => {
    expect(quantile(hundred, 0.5)).toBe(50)
    expect(quantile(hundred, 0.99)).toBe(99)
    expect(quantile([7], 0.99)).toBe(7)
  })

  test('is 0 without values', () => {
    expect(quantile([], 0.5)).toBe(0)
  })
})

describe('runClosedLoop', () => {
  test('numbers every payment and spreads them over all wallets', async () => {
    const sequences = new Set<number>()
    const wallets = new Set<number>()
    const seen = await runClosedLoop(
      {
        name: 'counted',
        async accept({ sequence, wallet }) {
          expect(sequences.has(sequence)).toBe(false)
          sequences.add(sequence)
          wallets.add(wallet)
          await new Promise((resolve) => setImmediate(resolve))
        },
      },
      { wallets: 10, callers: 4 },
      0.05,
    )
    expect(seen.payments).toBe(sequences.size)
    expect(wallets.size).toBe(10)
  })

  test('counts a payment given up at the end of a round as refused', async () => {
    const seen = await runClosedLoop(
      {
        name: 'half',
        async accept({ sequence }) {
          await new Promise((resolve) => setImmediate(resolve))
          if (sequence % 2 === 0) throw new RoundEnded('the time is over')
        },
      },
      { wallets: 1, callers: 1 },
      0.02,
    )
    expect(seen.refused).toBeGreaterThan(0)
    expect(Math.abs(seen.payments - seen.refused)).toBeLessThanOrEqual(1)
  })
})

test('one disturbed round does not change the median', () => {
  const round = (rate: number, databaseCpuMs: number | null): Measured => ({
    ...{ payments: 10, refused: 0, seconds: 1, p50Ms: 1, p99Ms: 2 },
    ...{ rate, processCpuMs: 0.1, databaseCpuMs },
  })
  expect(medianOf([round(4_000, 0.1), round(100, 9), round(4_200, 0.2)])).toMatchObject({
    rate: 4_000,
    databaseCpuMs: 0.2,
    payments: 30,
  })
  expect(medianOf([round(1, null), round(2, 0.1), round(3, 0.1)]).databaseCpuMs).toBeNull()
})

describe('ratioOf', () => {
  test('compares round by round, so that a slow phase of the machine cancels out', () => {
    const ratio = ratioOf('a / b', { over: [300, 30, 310], under: [600, 60, 590], target: 0.5 })
    expect(ratio).toEqual({ name: 'a / b', value: 0.5, target: 0.5, met: true })
  })

  test('compares every round with a single one', () => {
    expect(ratioOf('a / b', { over: [10, 30, 20], under: [2], target: 30 })).toMatchObject({ value: 10, met: false })
  })

  test('is 0 when the divisor is 0', () => {
    expect(ratioOf('a / nothing', { over: [3], under: [0], target: 0.5 })).toMatchObject({ value: 0, met: false })
    expect(ratioOf('nothing', { over: [], under: [], target: 0.5 }).met).toBe(false)
  })
})

test('columns of a table line up', () => {
  expect(
    formatTable([
      ['name', 'rate'],
      ['a', '10'],
    ]),
  ).toBe('name  rate\na       10')
})
