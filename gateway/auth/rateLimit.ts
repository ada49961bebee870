/**
 * Counts what callers do against their limits (gate 2): in windows that all processes share, or in buckets of this process.
 * Emergency acts have a reserve here, drawn on when the ordinary limit is used up or cannot be counted. Headers follow
 * draft-ietf-httpapi-ratelimit-headers.
 */
import type { Clock } from '../../subgraphs/shared/clock.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import type { OwnRateLimits } from '../../subgraphs/shared/rateLimits.ts'
import { ADVICE, type Count, createCallerLimits, type Draw, LOCAL, type RateLimits } from './callerLimits.ts'
import { createSharedWindows, heldBy, isDrained, type LeaseStore, leftOf, type Share } from './sharedWindows.ts'
import { createTokenBuckets } from './tokenBuckets.ts'

/** What a request does: emergency acts (and how many), a token exchange, or anything else. */
export type Act = { readonly stops: number } | 'exchange' | 'ordinary'

export type RateHeaders = Readonly<Record<string, string>>

/** At once where this process holds enough; else once it has leased more, or knows that there is no more. */
type Taken = RateHeaders | null | Promise<RateHeaders | null>

export interface RateLimiter {
  /**
   * Counts one request, or the further root fields of one document, of which one is drawn already. `act` is evaluated only
   * without enough of the ordinary limit, because it may parse a document.
   * @returns headers with what is left, null when nothing is limited
   * @throws DomainError rate_limited (details limit, bucket, remaining, reset_at, retry_after_ms), service_unavailable
   */
  take(principal: Principal, address: string, act: Act | (() => Act), count?: Partial<Count>): Taken
  /** While `take` waits, where payments are counted after it: what they lack is leased with the same command. */
  expectPayments(principal: Principal): void
  /** Counts payments to be created, all or none; each root field of a document counts as one. */
  takePayments(principal: Principal, count: number): Taken
  /** Takes back those whose input was refused, counted `elapsedMs` ago at most. What an earlier window counted stays counted. */
  returnPayments(principal: Principal, count: number, elapsedMs: number): void
  /** Counts a call without valid credentials. */
  takeAnonymous(address: string): RateHeaders | null
  /**
   * Before anything of a token exchange is looked up: an address whose calls without good credentials have used up their limit
   * has a reserve, so that they hold up none that succeed, and cost no more than that.
   * @throws DomainError rate_limited. Only successful exchanges count for an agent, so that nobody else uses up its limit.
   */
  admitExchange(agentId: string, address: string): AdmittedExchange
  /** Of a document that an exchange let in and that has none which can be done: where its address is over its limit, of the reserve. */
  failedDocument(address: string): void
  /** Leases nothing ahead any more. */
  close(): void
  /** Refuses as `take` would an ordinary act, and counts nothing. */
  requireRoom(principal: Principal, address: string): Promise<void>
}

/** One of these is called once. */
export interface AdmittedExchange {
  /** It counts for the agent, and not for the address. */
  succeeded(): RateHeaders | null
  /** It counts for the address. @throws DomainError rate_limited: it had used up its limit before */
  failed(): RateHeaders | null
  /** Neither: it says nothing about who has sent it. */
  dropped(): void
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
/** What has to be leased, the refusal, or null with enough. */
type Looked = Lack | DomainError | null

interface Drawn {
  readonly draw: Draw
  /** Of the whole limit. */
  readonly left: number
  /** After which time it is whole again. */
  readonly waitMs: number
  /** Null: counted by this process alone. */
  readonly share: Share | null
}

/**
 * @param store null where no other process serves
 * @param findOwn the limits that an organization has of its own
 */
export function createRateLimiter(
  limits: RateLimits,
  clock: Clock,
  store: LeaseStore | null = null,
  onFailure: (error: unknown) => void = () => undefined,
  findOwn?: (orgId: OrgId) => OwnRateLimits | null,
): RateLimiter {
  const counted = createCallerLimits(limits, findOwn)
  const windows = createSharedWindows(store, onFailure)
  const buckets = new Map([...LOCAL].map((name) => [name, createTokenBuckets(BUCKETS_MAX)]))

  /** Draws nothing. */
  function lackOf(draw: Draw, nowMs: number): Looked {
    const { name, key, perMinute, cost } = draw
    const local = buckets.get(name)
    if (local !== undefined) {
      const left = local.left(key, perMinute, nowMs)
      return left >= cost ? null : limited(draw, left, nowMs, ((cost - left) / perMinute) * MINUTE_MS)
    }
    const share = windows.shareOf(draw, nowMs)
    const held = heldBy(share)
    if (held >= cost) return null
    if (isDrained(share)) return limited(within(draw, share), held, nowMs, share.endsAtMs - nowMs)
    return windows.isLeasable(share) ? { share, cost } : uncounted()
  }

  /** Draws from all, where this process holds enough of each. */
  const drawAll = (draws: readonly Draw[], nowMs: number) => headersOf(draws.map((draw) => drawOne(draw, nowMs)))

  function drawOne(draw: Draw, nowMs: number): Drawn {
    const { name, key, perMinute, cost } = draw
    const local = buckets.get(name)
    if (local !== undefined) {
      const left = local.draw(key, perMinute, nowMs, cost)
      return { draw, left, waitMs: ((perMinute - left) / perMinute) * MINUTE_MS, share: null }
    }
    const share = windows.shareOf(draw, nowMs)
    windows.draw(share, draw, cost, nowMs)
    return { draw: within(draw, share), left: leftOf(share), waitMs: share.endsAtMs - nowMs, share }
  }

  /** From all or from none. */
  function takeAll(draws: readonly Draw[]): Taken {
    const nowMs = clock.now().getTime()
    return settle(
      draws,
      draws.map((draw) => lackOf(draw, nowMs)),
      nowMs,
    )
  }

  /** @throws DomainError the first refusal */
  function settle(draws: readonly Draw[], looked: readonly Looked[], nowMs: number): Taken {
    for (const one of looked) if (one instanceof DomainError) throw one
    return looked.every((one) => one === null) ? drawAll(draws, nowMs) : leaseAll(draws).then(headersOf)
  }

  /**
   * One after the other, the narrowest first, and each drawn before the next is leased: so a process leases no more of a
   * broad limit than the narrow ones let it use, and none has what only another one could use.
   */
  async function leaseAll(draws: readonly Draw[]): Promise<readonly Drawn[]> {
    const drawn: Drawn[] = []
    try {
      for (const draw of draws) drawn.push(await leaseOne(draw))
    } catch (error) {
      drawn.forEach(giveBack)
      throw error
    }
    return drawn
  }

  async function leaseOne(draw: Draw): Promise<Drawn> {
    for (let leases = 0; ; leases++) {
      const nowMs = clock.now().getTime()
      const lack = lackOf(draw, nowMs)
      if (lack === null) return drawOne(draw, nowMs)
      if (lack instanceof DomainError) throw lack
      if (leases === LEASES_MAX) throw uncounted()
      await windows.lease(lack.share, lack.cost)
    }
  }

  return {
    take(principal, address, act, { cost = 1, drawn = 0 } = {}) {
      // An exchange is counted by its outcome: failed ones of an address do not hold up a valid one.
      if (act === 'exchange') return null
      const draws = counted.requestsOf(principal, address, { cost, drawn })
      const nowMs = clock.now().getTime()
      const looked = draws.map((draw) => lackOf(draw, nowMs))
      if (looked.every((one) => one === null)) return drawAll(draws, nowMs)
      const known = typeof act === 'function' ? act() : act
      if (known === 'exchange' && principal.kind === 'anonymous') {
        requireLocal(counted.exchangeReserveOf(address), nowMs)
        return null
      }
      const reserve = typeof known === 'object' ? counted.reserveOf(principal, known.stops) : null
      if (reserve === null) return settle(draws, looked, nowMs)
      // It waits for nothing, not even for a lease: that is for the next.
      for (const one of looked)
        if (one !== null && !(one instanceof DomainError)) void windows.lease(one.share, one.cost)
      return takeAll([reserve])
    },
    expectPayments(principal) {
      const nowMs = clock.now().getTime()
      for (const draw of counted.paymentsOf(principal, 1)) {
        const lack = lackOf(draw, nowMs)
        if (lack !== null && !(lack instanceof DomainError)) windows.expect(lack.share, lack.cost)
      }
    },
    takePayments: (principal, count) => takeAll(counted.paymentsOf(principal, count)),
    returnPayments(principal, count, elapsedMs) {
      const nowMs = clock.now().getTime()
      for (const draw of counted.paymentsOf(principal, count))
        windows.giveBack(windows.shareOf(draw, nowMs), draw.cost, nowMs - elapsedMs)
    },
    takeAnonymous: (address) => takeLocal(counted.byAddress(address)),
    admitExchange(agentId, address) {
      const nowMs = clock.now().getTime()
      const ofAgent = counted.exchangesOf(agentId)
      requireLocal(ofAgent, nowMs)
      const ofAddress = counted.byAddress(address)
      const isWithin = ofAddress.every((draw) => lackOf(draw, nowMs) === null)
      const drawn = isWithin ? ofAddress : counted.exchangeReserveOf(address)
      requireLocal(drawn, nowMs)
      const headers = drawAll(drawn, nowMs)
      const dropped = () => {
        for (const { name, key, perMinute, cost } of drawn) buckets.get(name)?.draw(key, perMinute, nowMs, -cost)
      }
      return {
        succeeded() {
          dropped()
          return drawAll(ofAgent, clock.now().getTime())
        },
        failed: () => (isWithin ? headers : takeLocal(ofAddress)),
        dropped,
      }
    },
    failedDocument(address) {
      const nowMs = clock.now().getTime()
      const isWithin = counted.byAddress(address).every((draw) => lackOf(draw, nowMs) === null)
      const reserve = counted.exchangeReserveOf(address)
      // Not below zero, however many came at once.
      if (!isWithin && reserve.every((draw) => lackOf(draw, nowMs) === null)) drawAll(reserve, nowMs)
    },
    close: () => windows.close(),
    async requireRoom(principal, address) {
      for (const one of await leaseAll(counted.requestsOf(principal, address, { cost: 1, drawn: 0 }))) giveBack(one)
    },
  }

  function takeLocal(draws: readonly Draw[]): RateHeaders | null {
    const nowMs = clock.now().getTime()
    requireLocal(draws, nowMs)
    return drawAll(draws, nowMs)
  }

  function requireLocal(draws: readonly Draw[], nowMs: number): void {
    for (const draw of draws) {
      const lack = lackOf(draw, nowMs)
      if (lack instanceof DomainError) throw lack
    }
  }
}

/** The window may know of a later limit than the caller's request. */
const within = (draw: Draw, { limit: perMinute }: Share): Draw => ({ ...draw, perMinute })

function giveBack({ draw, share }: Drawn): void {
  if (share !== null) share.used -= draw.cost
}

/** Of the limit of which least is left; null when nothing is limited. */
function headersOf(drawn: readonly Drawn[]): RateHeaders | null {
  const [first, ...others] = drawn
  if (first === undefined) return null
  const { draw, left, waitMs } = others.reduce((least, one) => (one.left < least.left ? one : least), first)
  return rateHeaders(draw.name, draw.perMinute, left, waitMs)
}

/** Of the draft: quota and window of the limit, what is left of it, and the seconds until it is whole again. */
export function rateHeaders(name: string, perMinute: number, left: number, waitMs: number): RateHeaders {
  return {
    'ratelimit-policy': `"${name}";q=${perMinute};w=60`,
    ratelimit: `"${name}";r=${Math.max(0, Math.floor(left))};t=${Math.ceil(waitMs / 1000)}`,
  }
}

function limited({ name, perMinute, counts }: Draw, left: number, nowMs: number, waitMs: number): DomainError {
  const retryAfterMs = Math.ceil(waitMs)
  const seconds = Math.ceil(waitMs / 1_000)
  const weight = counts === 1 ? '' : ` This one counts as ${counts}.`
  const message = `More than ${perMinute} requests in a minute.${weight} ${ADVICE[name]} Wait ${seconds} s and try again.`
  return new DomainError('rate_limited', message, {
    limit: perMinute,
    cost: counts,
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
