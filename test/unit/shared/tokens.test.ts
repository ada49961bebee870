// Specification 2.9 and domain 6.7 over every row of the registries: whatever token is added, it is parsed, shown, routed
// and priced by what its row says.
import { describe, expect, test } from 'vitest'
import table from '../../../subgraphs/shared/data/chains.json' with { type: 'json' }
import { DOLLAR_RATE, fromUsdMicro, isRate, toUsdMicro } from '../../../subgraphs/shared/fxRates.ts'
import { formatUnits, INT64_MAX, parseAmount, USD_MICRO } from '../../../subgraphs/shared/money.ts'
import {
  CHAIN_FACTS,
  CHAINS,
  CURRENCIES,
  DEFAULT_CHAIN,
  DEFAULT_TOKEN,
  FX_PAIRS,
  pricingPairOf,
  TOKEN_FACTS,
  TOKENS,
} from '../../../subgraphs/shared/tokens.ts'

const deployed: Record<string, { tokens: Record<string, { decimals: number }> }> = table.chains

describe.each(TOKENS)('%s', (token) => {
  const { currency, decimals, chains } = TOKEN_FACTS[token]
  const one = 10n ** BigInt(decimals)

  test('its amounts have the decimals of its contract on every chain', () => {
    expect(chains.length).toBeGreaterThan(0)
    for (const chain of chains) {
      expect(deployed[chain]?.tokens[token]?.decimals, chain).toBe(decimals)
      expect(CHAIN_FACTS[chain].tokens[token]?.address, chain).toMatch(/^0x[0-9a-fA-F]{40}$/)
    }
    for (const chain of CHAINS)
      if (!chains.includes(chain)) expect(CHAIN_FACTS[chain].tokens[token], chain).toBeUndefined()
  })

  test('its smallest and largest amount are read, shown and stored exactly', () => {
    const smallest = `0.${'1'.padStart(decimals, '0')}`
    const largest = `${'9'.repeat(12)}.${'9'.repeat(decimals)}`
    expect(parseAmount(smallest, token, 'amount')).toEqual({ units: 1n, token })
    expect(parseAmount('1', token, 'amount').units).toBe(one)
    expect(parseAmount(largest, token, 'amount').units).toBeLessThanOrEqual(INT64_MAX)
    for (const text of [smallest, largest, '1.00'])
      expect(formatUnits(parseAmount(text, token, 'amount').units, token)).toBe(text)
    expect(() => parseAmount(`0.${'1'.padStart(decimals + 1, '0')}`, token, 'amount')).toThrow(`${decimals} after`)
  })

  test('it is worth a dollar, or the rate of its currency', () => {
    const pair = pricingPairOf(token)
    const { sandboxRate } = CURRENCIES[currency]
    if (pair === null) expect([currency, sandboxRate]).toEqual(['USD', null])
    else expect([FX_PAIRS.includes(pair), isRate(sandboxRate ?? '')]).toEqual([true, true])
    const rate = sandboxRate ?? DOLLAR_RATE
    expect(toUsdMicro({ units: one, token }, rate)).toBe(BigInt(Math.round(Number(rate) * 1_000_000)))
    expect(fromUsdMicro(toUsdMicro({ units: 7n * one, token }, rate), token, rate)).toEqual({ units: 7n * one, token })
    expect(toUsdMicro({ units: 1n, token }, rate) * one).toBeGreaterThanOrEqual(USD_MICRO)
  })
})

test('what a request leaves out is a token that exists on the default chain', () => {
  expect(TOKEN_FACTS[DEFAULT_TOKEN].chains).toContain(DEFAULT_CHAIN)
})
