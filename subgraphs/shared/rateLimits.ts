/** How many calls an organization may make (domain A.1): as many as the platform lets everybody, or as its operator set for it. */

/** Per minute, in each mode of its own; null: no limit. */
export interface RateLimitsInForce {
  /** Of all its keys together, and separately of all its agents, of all its enrolment keys and of all keys of its merchants. */
  readonly requestsPerMinute: number | null
  readonly paymentsPerAgentPerMinute: number | null
}

/** Set for one organization; null: as the platform. */
export interface OwnRateLimits extends RateLimitsInForce {
  /** Of two that processes know, the later one holds. */
  readonly version: number
}

export const RATE_LIMIT_RANGE = { min: 1, max: 100_000_000 } as const

export function limitsInForce(platform: RateLimitsInForce, own: OwnRateLimits | null = null): RateLimitsInForce {
  return {
    requestsPerMinute: own?.requestsPerMinute ?? platform.requestsPerMinute,
    paymentsPerAgentPerMinute: own?.paymentsPerAgentPerMinute ?? platform.paymentsPerAgentPerMinute,
  }
}
