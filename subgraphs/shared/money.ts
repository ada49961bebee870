/**
 * Money: bigint in the smallest unit of the token, together with the token. Decimal text exists at the edges only. Every
 * amount fits a signed 64-bit integer, because the database stores it as one and does not report an overflow.
 */
import { DomainError, invalidField } from './errors.ts'
import { TOKEN_FACTS, type Token } from './tokens.ts'

export interface Amount {
  readonly units: bigint
  readonly token: Token
}

/** US dollars that are no token, in cents. */
export interface Dollars {
  readonly units: bigint
  readonly token: 'USD'
}

/** Limits count in millionths of a US dollar, whatever token pays. */
const USD_DECIMALS = 6
export const USD_MICRO = 10n ** BigInt(USD_DECIMALS)
const WHOLE_DIGITS_MAX = 12
export const INT64_MAX = 2n ** 63n - 1n

/**
 * Decimal text -> amount > 0. Up to 12 digits before the point and as many after as the token has; no sign, exponent,
 * blank or leading zero.
 * @param path wire name of the field, named by the refusal
 * @throws DomainError invalid_request
 */
export function parseAmount(text: unknown, token: Token, path: string): Amount {
  return { units: parseDecimal(text, TOKEN_FACTS[token].decimals, path), token }
}

/** A cent in millionths of a dollar. */
export const CENT_MICRO = USD_MICRO / 100n

/** The same for US dollars, in millionths. @throws DomainError invalid_request */
export function parseUsd(text: unknown, path: string): bigint {
  return parseDecimal(text, USD_DECIMALS, path)
}

/** US dollars with two places -> cents. @throws DomainError invalid_request */
export function parseCents(text: unknown, path: string): bigint {
  return parseDecimal(text, 2, path)
}

function parseDecimal(text: unknown, decimals: number, path: string): bigint {
  if (typeof text !== 'string')
    throw invalidField(path, 'not_a_decimal_string', 'must be a decimal string like "12.50"')
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text)
  const [, whole = '', fraction = ''] = match ?? []
  if (match === null || whole.length > WHOLE_DIGITS_MAX || fraction.length > decimals)
    throw invalidField(
      path,
      'not_a_decimal',
      `must be digits without leading zeros, with at most ${WHOLE_DIGITS_MAX} before and ${decimals} after the point, like "12.50"`,
    )
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (units <= 0n) throw invalidField(path, 'not_positive', 'must be greater than 0')
  return units
}

/** Units of a token -> decimal text: at least two places, no zeros beyond them ("10.00", "10.123456"). */
export function formatUnits(units: bigint, token: Token): string {
  return formatDecimal(units, TOKEN_FACTS[token].decimals)
}

/** An amount of a token, or of dollars. */
export const formatAmount = ({ units, token }: Amount | Dollars): string =>
  token === 'USD' ? formatUsd(units * CENT_MICRO) : formatUnits(units, token)

const COIN_DECIMALS = 18

/** The native coin of any chain, in wei: decimal text -> amount > 0. @throws DomainError invalid_request */
export function parseCoin(text: unknown, path: string): bigint {
  return parseDecimal(text, COIN_DECIMALS, path)
}

/** Wei in the same form. */
export function formatCoin(wei: bigint): string {
  return formatDecimal(wei, COIN_DECIMALS)
}

/** Millionths of a US dollar, in the same form. */
export function formatUsd(usdMicro: bigint): string {
  return formatDecimal(usdMicro, USD_DECIMALS)
}

function formatDecimal(units: bigint, decimals: number): string {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '').padEnd(2, '0')
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${fraction}`
}

/** @throws DomainError invalid_request for what a signed 64-bit integer cannot hold */
export function requireInt64(units: bigint, what: string): bigint {
  if (units > INT64_MAX || units < -INT64_MAX)
    throw new DomainError('invalid_request', `${what} does not fit the ledger's range.`, {
      reason: 'amount_out_of_range',
    })
  return units
}
