/** Loads exchange rates, for operators only and by no endpoint (domain 6.7): all of them, or none. */
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseInstant, parseText } from '../../shared/fields.ts'
import { isRate } from '../../shared/fxRates.ts'
import { FX_PAIRS } from '../../shared/tokens.ts'
import { type FxRate, storeRates } from '../models/fxRates.ts'

/** As it stands in a file: `{pair, rate, as_of, source}`. */
export interface RateInput {
  readonly pair?: unknown
  readonly rate?: unknown
  readonly as_of?: unknown
  readonly source?: unknown
}

/** Allows for the clock of another machine that is slightly ahead. */
const FUTURE_MS_MAX = 60_000

/** @throws DomainError invalid_request that names the first wrong field */
export async function loadRates(
  deps: { readonly database: Database; readonly clock: Clock },
  inputs: readonly RateInput[],
): Promise<readonly FxRate[]> {
  const now = deps.clock.now()
  const rates = inputs.map((input) => parseRate(input, now))
  if (rates.length > 0) await storeRates(deps.database, rates, now)
  return rates
}

function parseRate(input: RateInput, now: Date): FxRate {
  const pair = FX_PAIRS.find((one) => one === (input.pair ?? FX_PAIRS[0]))
  if (pair === undefined) throw invalidField('pair', 'unknown_pair', `must be one of ${FX_PAIRS.join(', ')}.`)
  const { rate } = input
  // A JSON number would have lost digits already.
  if (typeof rate !== 'string' || !isRate(rate))
    throw invalidField('rate', 'not_a_rate', 'must be a positive decimal as text, like "1.0850".')
  return {
    pair,
    rate,
    asOf: parseAsOf(input.as_of, now),
    source: parseText(input.source, { path: 'source', lengthMax: LENGTH_MAX.name }),
  }
}

function parseAsOf(value: unknown, now: Date): Date {
  const asOf = parseInstant(value, 'as_of', 'utc') ?? now
  if (asOf.getTime() > now.getTime() + FUTURE_MS_MAX) throw invalidField('as_of', 'in_the_future', 'is later than now.')
  return asOf
}
