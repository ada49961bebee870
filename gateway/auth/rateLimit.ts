/**
 * Token buckets of this process: requests of an organization, payment creations of an agent, and strangers by address.
 * Headers follow draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` and `RateLimit`.
 */
import type { Clock } from '../../subgraphs/shared/clock.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { createLru } from '../lru.ts'

/** Per minute; null switches a limit off. */
export interface RateLimits {
  readonly organizationPerMinute: number | null
  readonly paymentsPerAgentPerMinute: number | null
  readonly anonymousPerMinute: number | null
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  organizationPerMinute: 600,
  paymentsPerAgentPerMinute: 60,
  anonymousPerMinute: 600,
}

export interface RateLimiter {
  /**
   * Counts one request.
   * @returns the headers that tell what is left, null where nothing is limited
   * @throws DomainError rate_limited (details limit, reset_at, retry_after_ms)
   */
  take(principal: Principal, address: string, createsPayment: boolean): Readonly<Record<string, string>> | null
  /** Counts what one document creates: each of its root fields is a payment of its own. */
  takePayments(principal: Principal, count: number): void
}

interface Bucket {
  tokens: number
  atMs: number
}

const BUCKETS_MAX = 50_000
const MINUTE_MS = 60_000

export function createRateLimiter(limits: RateLimits, clock: Clock): RateLimiter {
  const buckets = createLru<Bucket>(BUCKETS_MAX)

  function draw(name: string, key: string, perMinute: number): Record<string, string> {
    const nowMs = clock.now().getTime()
    const bucket = buckets.get(key) ?? { tokens: perMinute, atMs: nowMs }
    const grown = bucket.tokens + ((nowMs - bucket.atMs) / MINUTE_MS) * perMinute
    bucket.tokens = Math.min(perMinute, grown)
    bucket.atMs = nowMs
    buckets.set(key, bucket)
    if (bucket.tokens < 1) throw limited(name, perMinute, nowMs, ((1 - bucket.tokens) / perMinute) * MINUTE_MS)
    bucket.tokens -= 1
    const fullIn = Math.ceil(((perMinute - bucket.tokens) / perMinute) * 60)
    return {
      'ratelimit-policy': `"${name}";q=${perMinute};w=60`,
      ratelimit: `"${name}";r=${Math.floor(bucket.tokens)};t=${fullIn}`,
    }
  }

  function drawPayment(principal: Principal): Record<string, string> | null {
    const { paymentsPerAgentPerMinute: perMinute } = limits
    return principal.kind !== 'agent' || perMinute === null
      ? null
      : draw('agent-payments', principal.agentId, perMinute)
  }

  return {
    take(principal, address, createsPayment) {
      const { organizationPerMinute, anonymousPerMinute } = limits
      if (principal.kind !== 'agent' && principal.kind !== 'organization')
        return anonymousPerMinute === null ? null : draw('anonymous', `ip:${address}`, anonymousPerMinute)
      const headers =
        organizationPerMinute === null
          ? null
          : draw('organization', `${principal.orgId}:${principal.mode}`, organizationPerMinute)
      return (createsPayment ? drawPayment(principal) : null) ?? headers
    },
    takePayments(principal, count) {
      for (let n = 0; n < count; n++) drawPayment(principal)
    },
  }
}

function limited(name: string, perMinute: number, nowMs: number, waitMs: number): DomainError {
  const retryAfterMs = Math.ceil(waitMs)
  return new DomainError('rate_limited', `More than ${perMinute} requests in a minute. Wait and try again.`, {
    limit: perMinute,
    policy: name,
    reset_at: new Date(nowMs + retryAfterMs).toISOString(),
    retry_after_ms: retryAfterMs,
  })
}
