/** What a merchant may clear, and what that is in US dollars (domain 2.3, 6.7). Pure. */
import { DomainError, invariant } from '../../../shared/errors.ts'

/** Where the amount is known only afterwards: tips, minibars, damages, the first litre. */
const TOLERANT: readonly string[] = ['restaurants', 'lodging', 'car_rental', 'fuel']

/** The most that may be cleared of an authorization. */
export const clearableOf = (authorized: bigint, category: string): bigint =>
  TOLERANT.includes(category) ? authorized + authorized / 5n : authorized

/** In cents. Numbers of JSON are exact up to 2^53: sums of balances up to this one are, too. */
const SIMULATED_MAX = 10n ** 14n

/** Merchants of the sandbox give and take what nobody has: not so much that a balance could no longer be told exactly. */
export function simulatedRefusal(balance: bigint, cents: bigint): DomainError | null {
  if (balance + cents <= SIMULATED_MAX) return null
  const message = `No balance of the sandbox is above ${SIMULATED_MAX} cents. Take a smaller amount.`
  return new DomainError('invalid_request', message, { reason: 'amount_out_of_range' })
}

export type CardCurrency = 'USD' | 'EUR'

/** Added to amounts in other currencies that are spent. */
const MARKUP_PERCENT = 1n

/**
 * An amount that a merchant takes, in US cents: rounded up.
 * @param rate how many US dollars one unit costs; null: they are dollars
 */
export function billingOf(amountMinor: bigint, rate: string | null): bigint {
  if (rate === null) return amountMinor
  const { exact, scale } = atRate(amountMinor, rate, 100n + MARKUP_PERCENT)
  return (exact + scale - 1n) / scale
}

/** An amount that a merchant gives without a purchase: nothing is added, and it is rounded down. @param rate as of `billingOf` */
export function givenOf(amountMinor: bigint, rate: string | null): bigint {
  if (rate === null) return amountMinor
  const { exact, scale } = atRate(amountMinor, rate, 100n)
  return exact / scale
}

function atRate(
  amountMinor: bigint,
  rate: string,
  percent: bigint,
): { readonly exact: bigint; readonly scale: bigint } {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(rate) ?? []
  invariant(whole !== '', `${rate} is no rate`)
  return { exact: amountMinor * BigInt(whole + fraction) * percent, scale: 10n ** BigInt(fraction.length) * 100n }
}
