/**
 * The price of a conversion (domain 1.9). Pure. Dollar tokens cost a dollar, others the stored rate; every rounding favours
 * the service, so that what goes out is never worth more than what comes in.
 */
import { invalidField } from '../../../shared/errors.ts'
import { DOLLAR_RATE, fromUsdMicro, toUsdMicro } from '../../../shared/fxRates.ts'
import { CENT_MICRO } from '../../../shared/money.ts'
import type { Token } from '../../../shared/tokens.ts'

export const FEE_BPS = 10n
const FEE_MIN = 1n
const BPS = 10_000n
/** As of a payment over ACH: what ten digits of cents hold. */
const CENTS_MAX = 9_999_999_999n

/** The side that the caller has fixed, in cents or in units of the token. */
export type Fixed = { readonly side: 'from'; readonly cents: bigint } | { readonly side: 'to'; readonly units: bigint }

export interface Price {
  /** In cents, with the fee. */
  readonly fromCents: bigint
  readonly feeCents: bigint
  readonly toUnits: bigint
}

/**
 * @param rate US dollars for one of the token's currency; null: a dollar
 * @throws DomainError invalid_request: too little to be converted, or too much
 */
export function priceOf(fixed: Fixed, token: Token, rate: string | null): Price {
  return fixed.side === 'from' ? priceFrom(fixed.cents, token, rate) : priceTo(fixed.units, token, rate)
}

function priceFrom(fromCents: bigint, token: Token, rate: string | null): Price {
  const feeCents = feeOf(fromCents)
  const toUnits = fromUsdMicro((fromCents - feeCents) * CENT_MICRO, token, rate ?? DOLLAR_RATE).units
  if (toUnits <= 0n)
    throw invalidField('from_amount_minor', 'too_small', 'must be more than the fee, at least 2 cents.')
  return { fromCents, feeCents, toUnits }
}

function priceTo(toUnits: bigint, token: Token, rate: string | null): Price {
  const net = ceil(toUsdMicro({ units: toUnits, token }, rate ?? DOLLAR_RATE), CENT_MICRO)
  const fromCents = grossOf(net)
  if (fromCents > CENTS_MAX) throw invalidField('to_amount', 'out_of_range', `must cost at most ${CENTS_MAX} cents.`)
  return { fromCents, feeCents: fromCents - net, toUnits }
}

/** Ten basis points, at least a cent, rounded up. */
export function feeOf(cents: bigint): bigint {
  const fee = ceil(cents * FEE_BPS, BPS)
  return fee < FEE_MIN ? FEE_MIN : fee
}

/** The least amount of which this much is left after the fee. */
function grossOf(net: bigint): bigint {
  const least = net + FEE_MIN
  const exact = ceil(net * BPS, BPS - FEE_BPS)
  return exact > least ? exact : least
}

const ceil = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
