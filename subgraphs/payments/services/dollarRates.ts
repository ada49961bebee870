/**
 * What a token amount is worth in USD micro units. The dollar tokens are worth one each; EURC needs a stored rate, and
 * without one the spend is refused rather than guessed.
 */
import { DomainError } from '../../shared/errors.ts'
import type { Rates } from '../ports.ts'

export const dollarRates: Rates = {
  toUsdMicro(amount) {
    if (amount.token !== 'EURC') return { usdMicro: amount.units, fx: null }
    throw new DomainError(
      'fx_rate_unavailable',
      'No EUR/USD rate is loaded, so EURC cannot be priced. Use a dollar token.',
    )
  },
}
