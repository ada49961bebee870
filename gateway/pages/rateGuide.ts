/** The rate limits that hold unless an organization or the operator has set others. */
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../auth/callerLimits.ts'

const WHAT: Readonly<Record<keyof RateLimits, string>> = {
  organizationPerMinute: 'Requests of all keys of an organization together, and separately of all its agents together',
  keyPerMinute: 'Requests of one key',
  personPerMinute: 'Requests of all keys and sessions of one person together',
  agentPerMinute: 'Requests of one agent',
  paymentsPerAgentPerMinute: 'Payments of one agent',
  operatorPerMinute: 'Requests of one operator',
  anonymousPerMinute: 'Calls of an address without credentials, or with wrong ones',
  exchangesPerMinute: 'Token exchanges of one agent',
  exchangeReservePerMinute:
    'Token exchanges of an address that has used up its limit of calls without good credentials',
  stopsPerMinute: 'Emergency acts of one key, agent or operator beyond its ordinary limit',
}

export function describeRates(): string {
  const rows = (Object.keys(WHAT) as (keyof RateLimits)[]).map(
    (name) => `| ${WHAT[name]} | ${DEFAULT_RATE_LIMITS[name] ?? 'no limit of its own'} |`,
  )
  return ['| What is counted | A minute |', '|---|---|', ...rows].join('\n')
}
