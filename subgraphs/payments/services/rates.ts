/**
 * Converts token amounts to US dollars (domain 6.7): dollar tokens one to one, others at the newest stored rate of their
 * currency. Without a rate from the last day the spend is refused. In the sandbox a fixed rate is used until an operator
 * loads one.
 */
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError } from '../../shared/errors.ts'
import { DOLLAR_RATE, fromUsdMicro, RATE_LIFETIME_MS, toUsdMicro } from '../../shared/fxRates.ts'
import type { Mode } from '../../shared/principal.ts'
import { CURRENCIES, type FxPair, pricingPairOf, TOKEN_FACTS, type Token } from '../../shared/tokens.ts'
import { type FxRate, findNewestRate } from '../models/fxRates.ts'
import type { Rates } from '../ports.ts'

interface RatesDeps {
  readonly database: Database
  readonly clock: Clock
  /** Modes in which tokens have no value and the fixed rate may be used. */
  readonly sandboxModes: ReadonlySet<Mode>
}

export function createRates(deps: RatesDeps): Rates {
  /** Null for a dollar token: the hot path reads nothing. */
  async function currentRate(token: Token, mode: Mode): Promise<Pick<FxRate, 'rate' | 'asOf'> | null> {
    const pair = pricingPairOf(token)
    if (pair === null) return null
    const now = deps.clock.now()
    const newest = await findNewestRate(deps.database, pair, now)
    if (newest !== null && now.getTime() - newest.asOf.getTime() <= RATE_LIFETIME_MS)
      return { rate: newest.rate, asOf: newest.asOf }
    const { sandboxRate } = CURRENCIES[TOKEN_FACTS[token].currency]
    if (sandboxRate !== null && deps.sandboxModes.has(mode)) return { rate: sandboxRate, asOf: now }
    throw unavailable(token, pair, newest)
  }
  return {
    async toUsdMicro(amount, mode) {
      const fx = await currentRate(amount.token, mode)
      return { usdMicro: toUsdMicro(amount, fx?.rate ?? DOLLAR_RATE), fx }
    },
    async fromUsdMicro(usdMicro, token, mode) {
      const fx = await currentRate(token, mode)
      return { amount: fromUsdMicro(usdMicro, token, fx?.rate ?? DOLLAR_RATE), fx }
    },
  }
}

function unavailable(token: Token, pair: FxPair, newest: FxRate | null): DomainError {
  const why = newest === null ? `No ${pair} rate is loaded` : `The ${pair} rate is older than 24 hours`
  return new DomainError(
    'fx_rate_unavailable',
    `${why}, so ${token} cannot be priced. Use a dollar token, or try later.`,
    {
      pair,
      as_of: newest?.asOf.toISOString() ?? null,
      retryable: true,
    },
  )
}
