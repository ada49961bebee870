// EURC amounts in USD micro units at a stored rate (domain 6.7), rounded up so that no rounding undercuts a limit.

const RATE = /^(0|[1-9][0-9]{0,5})(?:\.([0-9]{1,12}))?$/

/**
 * ceil(eurc x rate), exact.
 * @param rate dollars per euro as decimal text, for example "1.0850"
 * @throws RangeError for a rate that is no positive decimal
 */
export function eurcToUsdMicro(eurcMicro: bigint, rate: string): bigint {
  const match = RATE.exec(rate)
  const fraction = match?.[2] ?? ''
  const scaled = match === null ? 0n : BigInt(`${match[1]}${fraction}`)
  if (scaled <= 0n) throw new RangeError(`"${rate}" is not a positive exchange rate`)
  const scale = 10n ** BigInt(fraction.length)
  return (eurcMicro * scaled + scale - 1n) / scale
}
