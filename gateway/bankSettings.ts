/** The banks of the configuration, one for each mode. */
import type { Mode } from '../subgraphs/shared/principal.ts'
import type { Environment } from './networkSettings.ts'

export type BankSettings =
  | { readonly kind: 'simulated' }
  /** No money moves. */
  | { readonly kind: 'none' }
  | { readonly kind: 'lithic'; readonly apiKey: string; readonly baseUrl: string }

const LITHIC_URLS: Readonly<Record<Mode, string>> = {
  test: 'https://sandbox.lithic.com',
  live: 'https://api.lithic.com',
}

/** @param hasRealMoney in live mode: its dollars are never those of a simulated bank then */
export function parseBanks(
  environment: Environment,
  hasRealMoney: boolean,
  problems: string[],
): Readonly<Record<Mode, BankSettings>> {
  const bankOf = (mode: Mode): BankSettings => {
    const suffix = mode.toUpperCase()
    const apiKey = environment[`LITHIC_API_KEY_${suffix}`] ?? ''
    const baseUrl = environment[`LITHIC_URL_${suffix}`] || LITHIC_URLS[mode]
    if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
      problems.push(`LITHIC_URL_${suffix} must be an http(s) address`)
    if (mode === 'test' && apiKey !== '' && baseUrl === LITHIC_URLS.live)
      problems.push('LITHIC_URL_TEST is where real money moves: a test key can never spend it')
    if (apiKey !== '') return { kind: 'lithic', apiKey, baseUrl }
    return { kind: mode === 'live' && hasRealMoney ? 'none' : 'simulated' }
  }
  return { test: bankOf('test'), live: bankOf('live') }
}
