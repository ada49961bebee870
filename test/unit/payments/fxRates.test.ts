// Tokens against dollars: exact, up for what limits count, down for what dollars buy.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromUsdMicro, isRate, toUsdMicro } from '../../../subgraphs/shared/fxRates.ts'

test.each([
  [100_000_000n, '1.0850', 92_165_898n],
  [1_085_000n, '1.0850', 1_000_000n],
  [1n, '1.0850', 0n],
  [10_000_000n, '1', 10_000_000n],
])('%s micro dollars at %s buy %s micro euros', (usdMicro, rate, eurcMicro) => {
  expect(fromUsdMicro(usdMicro, 'EURC', rate).units).toBe(eurcMicro)
})

test('the tokens for a dollar amount never cost more than it, and one unit more would', () => {
  const rates = fc.integer({ min: 1, max: 5_000_000 }).map((millionths) => (millionths / 1_000_000).toFixed(6))
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), rates, (usdMicro, rate) => {
      const bought = fromUsdMicro(usdMicro, 'EURC', rate)
      expect(toUsdMicro(bought, rate) <= usdMicro).toBe(true)
      expect(toUsdMicro({ ...bought, units: bought.units + 1n }, rate) > usdMicro).toBe(true)
    }),
  )
})

test.each(['0', '0.000', '-1', '1e3', '1,08', '', '01.2', '1.0000000000001', 'x'])('"%s" is no rate', (text) => {
  expect(isRate(text)).toBe(false)
  expect(() => fromUsdMicro(1n, 'EURC', text)).toThrow(RangeError)
})
