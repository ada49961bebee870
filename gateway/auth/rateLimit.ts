/**
 * Counts what callers do against their limits (gate 2): in windows that all processes share, or in buckets of this process.
 * Emergency acts have a reserve here, drawn on when the ordinary limit is used up or cannot be counted. Headers follow
 * draft-ietf-httpapi-ratelimit-headers.
 */
import type { Clock } from '../../subgraphs/shared/clock.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { ADVICE, createCallerLimits, type Draw, LOCAL, type RateLimits } from './callerLimits.ts'
import { createSharedWindows, heldBy, isDrained, type LeaseStore, leftOf, type Share } from './sharedWindows.ts'
import { createTokenBuckets } from './tokenBuckets.ts'

/** What a request does: emergency acts (and how many), a token exchange, or anything else. */
export type Act = { readonly stops: number } | 'exchange' | 'ordinary'

export type RateHeaders = Readonly<Record<string, string>>

/** At once where this process holds enough; else once it has leased more, or knows that there is no more. */
type Taken = RateHeaders | null | Promise<RateHeaders | null>

export interface RateLimiter {
  /**
   * Counts one request, or the further root fields of one document. `act` is evaluated only without enough of the ordinary
   * limit, because it may parse a document.
   * @returns headers with what is left, null when nothing is limited
   * @throws DomainError rate_limited (details limit, bucket, remaining, reset_at, retry_after_ms), service_unavailable
   */
  take(principal: Principal, address: string, act: Act | (() => Act), count?: number): Taken
  /** Counts payments to be created, all or none; each root field of a document counts as one. */
  takePayments(principal: Principal, count: number): Taken
  /** Counts a call without valid credentials. */
  takeAnonymous(address: string): RateHeaders | null
  /** @throws DomainError rate_limited. Only successful exchanges count for an agent, so that nobody else uses up its limit. */
  requireExchange(agentId: string): void
  recordExchange(agentId: string): RateHeaders | null
  /** Refuses as `take` would an ordinary act, and counts nothing. */
  requireRoom(principal: Principal, address: string): Promise<void>
}

/** For each kind, so that a flood of one evicts nothing of another. */
const BUCKETS_MAX = 20_000
const MINUTE_MS = 60_000
/** Of a request, however many leases it takes. */
const LEASES_MAX = 3

/** What has to be leased. */
interface Lack {
  readonly share: Share
  readonly cost: number
}
const NONE: readonly Lack[] = []

/** @param store null where no other process serves */
export function createRateLimiter(
  limits: RateLimits,
  clock: Clock,
  store: LeaseStore | null = null,
  onFailure: (error: unknown) => void = () => undefined,
): RateLimiter {
  const counted = createCallerLimits(limits)
  const windows = createSharedWindows(store, onFailure)
  const buckets = new Map([...LOCAL].map((name) => [name, createTokenBuckets(BUCKETS_MAX)]))

  /** Null with enough, what has to be leased, or the refusal; draws nothing. */
  function lackOf(draw: Draw, nowMs: number): Lack | DomainError | null {
    const { name, key, perMinute, cost } = draw
    const local = buckets.get(name)
    if (local !== undefined) {
      const left = local.left(key, perMinute, nowMs)
      return left >= cost ? null : limited(draw, left, nowMs, ((cost - left) / perMinute) * MINUTE_MS)
    }
    const share = windows.shareOf(draw, nowMs)
    const held = heldBy(share)
    if (held >= cost) return null
    if (isDrained(share)) return limited(draw, held, nowMs, share.endsAtMs - nowMs)
    return windows.isLeasable(share) ? { share, cost } : uncounted()
  }

  /** @throws DomainError the first refusal */
  function lacksOf(draws: readonly Draw[], nowMs: number): readonly Lack[] {
    let lacks = NONE
    for (const draw of draws) {
      const lack = lackOf(draw, nowMs)
      if (lack instanceof DomainError) throw lack
      if (lack !== null) lacks = [...lacks, lack]
    }
    return lacks
  }

  /** Draws from all. The headers are those of the limit of which least is left. */
  function drawAll(draws: readonly Draw[], nowMs: number): RateHeaders | null {
    let least = Number.POSITIVE_INFINITY
    let headers: RateHeaders | null = null
    for (const draw of draws) {
      const { left, waitMs } = drawOne(draw, nowMs)
      if (left >= least) continue
      least = left
      headers = rateHeaders(draw.name, draw.perMinute, left, waitMs)
    }
    return headers
  }

  /** @returns what is left, and after which time the limit is whole again */
  function drawOne({ name, key, perMinute, cost }: Draw, nowMs: number): { left: number; waitMs: number } {
    const local = buckets.get(name)
    if (local !== undefined) {
      const left = local.draw(key, perMinute, nowMs, cost)
      return { left, waitMs: ((perMinute - left) / perMinute) * MINUTE_MS }
    }
    const limited = { name, key, perMinute }
    const share = windows.shareOf(limited, nowMs)
    windows.draw(share, limited, cost, nowMs)
    return { left: leftOf(share), waitMs: share.endsAtMs - nowMs }
  }

  /** From all or from none. */
  function takeAll(draws: readonly Draw[]): Taken {
    const nowMs = clock.now().getTime()
    const lacks = lacksOf(draws, nowMs)
    return lacks.length === 0 ? drawAll(draws, nowMs) : leaseAndTake(draws, lacks)
  }

  async function leaseAndTake(draws: readonly Draw[], first: readonly Lack[]): Promise<RateHeaders | null> {
    let lacks = first
    for (let round = 0; round < LEASES_MAX; round++) {
      await Promise.all(lacks.map(({ share, cost }) => windows.lease(share, cost)))
      const nowMs = clock.now().getTime()
      lacks = lacksOf(draws, nowMs)
      if (lacks.length === 0) return drawAll(draws, nowMs)
    }
    throw uncounted()
  }

  return {
    take(principal, address, act, count = 1) {
      // An exchange is counted by its outcome: failed ones of an address do not hold up a valid one.
      if (act === 'exchange') return null
      const draws = counted.requestsOf(principal, address, count)
      const nowMs = clock.now().getTime()
      const isEnough = draws.every((draw) => lackOf(draw, nowMs) === null)
      if (isEnough) return drawAll(draws, nowMs)
      const known = typeof act === 'function' ? act() : act
      if (known === 'exchange' && principal.kind === 'anonymous') return null
      const reserve = typeof known === 'object' ? counted.reserveOf(principal, known.stops) : null
      if (reserve === null) return takeAll(draws)
      // It waits for nothing, not even for a lease: that is for the next.
      for (const lack of draws.map((draw) => lackOf(draw, nowMs)))
        if (lack !== null && 'share' in lack) void windows.lease(lack.share, lack.cost)
      return takeAll([reserve])
    },
    takePayments: (principal, count) => takeAll(counted.paymentsOf(principal, count)),
    takeAnonymous: (address) => takeLocal(counted.byAddress(address)),
    requireExchange: (agentId) => void lacksOf(counted.exchangesOf(agentId), clock.now().getTime()),
    recordExchange: (agentId) => drawAll(counted.exchangesOf(agentId), clock.now().getTime()),
    async requireRoom(principal, address) {
      const draws = counted.requestsOf(principal, address, 1)
      const lacks = lacksOf(draws, clock.now().getTime())
      await Promise.all(lacks.map(({ share, cost }) => windows.lease(share, cost)))
      if (lacks.length > 0 && lacksOf(draws, clock.now().getTime()).length > 0) throw uncounted()
    },
  }

  function takeLocal(draws: readonly Draw[]): RateHeaders | null {
    const nowMs = clock.now().getTime()
    lacksOf(draws, nowMs)
    return drawAll(draws, nowMs)
  }
}

/** Of the draft: quota and window of the limit, what is left of it, and the seconds until it is whole again. */
export function rateHeaders(name: string, perMinute: number, left: number, waitMs: number): RateHeaders {
  return {
    'ratelimit-policy': `"${name}";q=${perMinute};w=60`,
    ratelimit: `"${name}";r=${Math.max(0, Math.floor(left))};t=${Math.ceil(waitMs / 1000)}`,
  }
}

function limited({ name, perMinute }: Draw, left: number, nowMs: number, waitMs: number): DomainError {
  const retryAfterMs = Math.ceil(waitMs)
  const message = `More than ${perMinute} requests in a minute. ${ADVICE[name]} Wait and try again.`
  return new DomainError('rate_limited', message, {
    limit: perMinute,
    bucket: name,
    policy: name,
    remaining: Math.max(0, Math.floor(left)),
    reset_at: new Date(nowMs + retryAfterMs).toISOString(),
    retry_after_ms: retryAfterMs,
  })
}

/** Refused rather than let in beyond the limit. */
function uncounted(): DomainError {
  const message = 'The rate limit cannot be counted, because the database does not respond in time. Try again.'
  const details = { reason: 'rate_limit_unavailable', retry_after_ms: 1_000, retryable: true }
  return new DomainError('service_unavailable', message, details)
}
