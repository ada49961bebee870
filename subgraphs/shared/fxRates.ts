/**
 * Exact conversion between tokens and US dollars (domain 6.7). Dollars that count in limits are rounded up and tokens paid
 * for dollars are rounded down, so no rounding undercuts a limit.
 */
import { type Amount, USD_MICRO } from './money.ts'
import { TOKEN_FACTS, type Token } from './tokens.ts'

export const RATE_LIFETIME_MS = 24 * 3_600_000
const RATE = /^(0|[1-9][0-9]{0,5})(?:\.([0-9]{1,12}))?$/

/** The rate of a dollar token. */
export const DOLLAR_RATE = '1'

/** Whether the text is a positive decimal: dollars for one unit of the currency, for example "1.0850". */
export function isRate(text: string): boolean {
  return readRate(text) !== null
}

/**
 * ceil(amount x rate), in millionths of a dollar
 * @throws RangeError for a rate that is no positive decimal
 */
export function toUsdMicro({ units, token }: Amount, rate: string): bigint {
  const { scaled, scale } = requireRate(rate)
  const divisor = scale * unitsPer(token)
  return (units * scaled * USD_MICRO + divisor - 1n) / divisor
}

/**
 * floor(usd / rate), to the last place of the token
 * @throws RangeError for a rate that is no positive decimal
 */
export function fromUsdMicro(usdMicro: bigint, token: Token, rate: string): Amount {
  const { scaled, scale } = requireRate(rate)
  return { units: (usdMicro * scale * unitsPer(token)) / (scaled * USD_MICRO), token }
}

const INVERSE_PLACES = 10

/** Units of the currency for one dollar, rounded down to ten places: "0.9216589861" for "1.0850". */
export function inverseRate(rate: string): string {
  const { scaled, scale } = requireRate(rate)
  const digits = ((10n ** BigInt(INVERSE_PLACES) * scale) / scaled).toString().padStart(INVERSE_PLACES + 1, '0')
  const [whole, fraction] = [digits.slice(0, -INVERSE_PLACES), digits.slice(-INVERSE_PLACES).replace(/0+$/, '')]
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function unitsPer(token: Token): bigint {
  return 10n ** BigInt(TOKEN_FACTS[token].decimals)
}

interface ScaledRate {
  readonly scaled: bigint
  readonly scale: bigint
}

function requireRate(text: string): ScaledRate {
  const rate = readRate(text)
  if (rate === null) throw new RangeError(`"${text}" is not a positive exchange rate`)
  return rate
}

function readRate(text: string): ScaledRate | null {
  const match = RATE.exec(text)
  if (match === null) return null
  const fraction = match[2] ?? ''
  const scaled = BigInt(`${match[1]}${fraction}`)
  return scaled > 0n ? { scaled, scale: 10n ** BigInt(fraction.length) } : null
}
