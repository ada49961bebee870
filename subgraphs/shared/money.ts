/**
 * Money: bigint in the token's smallest unit, together with its token. Text exists only at the edges. Every amount fits
 * a signed 64-bit integer, because the database stores it as one and does not report an overflow.
 */
import { DomainError, invalidField } from './errors.ts'
import { TOKEN_DECIMALS, type Token } from './tokens.ts'

export interface Amount {
  readonly units: bigint
  readonly token: Token
}

const UNITS_PER_TOKEN = 10n ** BigInt(TOKEN_DECIMALS)
export const INT64_MAX = 2n ** 63n - 1n
const DECIMAL = /^(0|[1-9][0-9]{0,11})(?:\.([0-9]{1,6}))?$/

/**
 * Decimal text -> amount > 0. Up to 12 digits before the point and 6 after; no sign, exponent, blank or leading zero.
 * @param path wire name of the field, named by the refusal
 * @throws DomainError invalid_request
 */
export function parseAmount(text: unknown, token: Token, path: string): Amount {
  if (typeof text !== 'string')
    throw invalidField(path, 'not_a_decimal_string', 'must be a decimal string like "12.50"')
  const match = DECIMAL.exec(text)
  if (match === null)
    throw invalidField(
      path,
      'not_a_decimal',
      'must be digits with at most 12 before and 6 after the point, like "12.50"',
    )
  const units = BigInt(match[1] as string) * UNITS_PER_TOKEN + BigInt((match[2] ?? '').padEnd(TOKEN_DECIMALS, '0'))
  if (units <= 0n) throw invalidField(path, 'not_positive', 'must be greater than 0')
  return { units, token }
}

/** Units -> decimal text: at least two places, no zeros beyond them ("10.00", "10.123456"). */
export function formatUnits(units: bigint): string {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(TOKEN_DECIMALS + 1, '0')
  const whole = digits.slice(0, -TOKEN_DECIMALS)
  const fraction = digits.slice(-TOKEN_DECIMALS).replace(/0{1,4}$/, '')
  return `${negative ? '-' : ''}${whole}.${fraction}`
}

/** Refuses what a signed 64-bit integer cannot hold, or what is below zero where money may not be. */
export function requireInt64(units: bigint, what: string): bigint {
  if (units > INT64_MAX || units < -INT64_MAX)
    throw new DomainError('invalid_request', `${what} does not fit the ledger's range.`, {
      reason: 'amount_out_of_range',
    })
  return units
}
