/**
 * EURC against US dollars at a stored rate (domain 6.7), exact. What the limits count is rounded up and what is paid for
 * dollars is rounded down, so no rounding undercuts a limit.
 */

export const RATE_LIFETIME_MS = 24 * 3_600_000
const RATE = /^(0|[1-9][0-9]{0,5})(?:\.([0-9]{1,12}))?$/

/** Dollars per euro as decimal text, for example "1.0850". */
export function isRate(text: string): boolean {
  return readRate(text) !== null
}

/**
 * ceil(eurc x rate)
 * @throws RangeError for a rate that is no positive decimal
 */
export function eurcToUsdMicro(eurcMicro: bigint, rate: string): bigint {
  const { scaled, scale } = requireRate(rate)
  return (eurcMicro * scaled + scale - 1n) / scale
}

/**
 * floor(usd / rate), to the six places of the token
 * @throws RangeError for a rate that is no positive decimal
 */
export function usdMicroToEurc(usdMicro: bigint, rate: string): bigint {
  const { scaled, scale } = requireRate(rate)
  return (usdMicro * scale) / scaled
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
