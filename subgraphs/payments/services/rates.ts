/**
 * What token amounts are worth in US dollars (domain 6.7): dollar tokens one each, EURC by the newest stored rate. A
 * rate older than a day prices nothing: the spend is refused rather than guessed. In the sandbox a fixed feed stands in
 * while no operator has loaded a rate.
 */
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError } from '../../shared/errors.ts'
import type { Mode } from '../../shared/principal.ts'
import { type FxRate, findNewestRate } from '../models/fxRates.ts'
import type { Rates } from '../ports.ts'
import { eurcToUsdMicro, RATE_LIFETIME_MS, usdMicroToEurc } from '../rules/eurcRate.ts'

interface RatesDeps {
  readonly database: Database
  readonly clock: Clock
  /** Modes in which money has no worth and the fixed rate may be used. */
  readonly sandboxModes: ReadonlySet<Mode>
}

const PAIR = 'EUR/USD'
const SANDBOX_RATE = '1.0850'

export function createRates(deps: RatesDeps): Rates {
  // Dollar tokens never come here, so a read for each EURC spend costs the hot path nothing.
  async function currentRate(mode: Mode): Promise<FxRate> {
    const now = deps.clock.now()
    const newest = await findNewestRate(deps.database, PAIR, now)
    if (newest !== null && now.getTime() - newest.asOf.getTime() <= RATE_LIFETIME_MS) return newest
    if (deps.sandboxModes.has(mode)) return { pair: PAIR, rate: SANDBOX_RATE, asOf: now, source: 'sandbox' }
    throw unavailable(newest)
  }
  return {
    async toUsdMicro({ units, token }, mode) {
      if (token !== 'EURC') return { usdMicro: units, fx: null }
      const { rate, asOf } = await currentRate(mode)
      return { usdMicro: eurcToUsdMicro(units, rate), fx: { rate, asOf } }
    },
    async fromUsdMicro(usdMicro, token, mode) {
      if (token !== 'EURC') return { amount: { units: usdMicro, token }, fx: null }
      const { rate, asOf } = await currentRate(mode)
      return { amount: { units: usdMicroToEurc(usdMicro, rate), token }, fx: { rate, asOf } }
    },
  }
}

function unavailable(newest: FxRate | null): DomainError {
  const why = newest === null ? 'No EUR/USD rate is loaded' : 'The EUR/USD rate is older than 24 hours'
  return new DomainError('fx_rate_unavailable', `${why}, so EURC cannot be priced. Use a dollar token, or try later.`, {
    pair: PAIR,
    as_of: newest?.asOf.toISOString() ?? null,
    retryable: true,
  })
}
