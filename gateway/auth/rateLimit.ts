/**
 * Token buckets of this process. Every kind of caller has its own, so that none can empty another's: agents apart from their
 * organization's keys, anonymous callers by address apart from authenticated ones. Emergency acts have a reserve, drawn on
 * when the ordinary bucket is empty. Headers follow draft-ietf-httpapi-ratelimit-headers.
 */
import ipaddr from 'ipaddr.js'
import type { Clock } from '../../subgraphs/shared/clock.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { createLru } from '../lru.ts'

/** Per minute; null switches a limit off. */
export interface RateLimits {
  /** All keys of an organization together, and separately all its agents together. */
  readonly organizationPerMinute: number | null
  readonly agentPerMinute: number | null
  readonly paymentsPerAgentPerMinute: number | null
  readonly operatorPerMinute: number | null
  /** Anonymous calls, wrong credentials and failed token exchanges, by address. */
  readonly anonymousPerMinute: number | null
  /** Successful token exchanges of one agent. */
  readonly exchangesPerMinute: number | null
  /** Emergency acts of one key, agent or operator beyond its ordinary limit: the reserve. */
  readonly stopsPerMinute: number
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  organizationPerMinute: 600,
  agentPerMinute: 300,
  paymentsPerAgentPerMinute: 60,
  operatorPerMinute: 600,
  anonymousPerMinute: 600,
  exchangesPerMinute: 60,
  stopsPerMinute: 120,
}

/** What a request does: emergency acts (and how many), a token exchange, or anything else. */
export type Act = { readonly stops: number } | 'exchange' | 'ordinary'

export type RateHeaders = Readonly<Record<string, string>>

export interface RateLimiter {
  /**
   * Counts one request, or the further root fields of one document. `act` is evaluated only when the ordinary bucket is empty,
   * because it may parse a document.
   * @returns headers with what is left, null when nothing is limited
   * @throws DomainError rate_limited (details limit, bucket, reset_at, retry_after_ms)
   */
  take(principal: Principal, address: string, act: Act | (() => Act), count?: number): RateHeaders | null
  /** Counts payments to be created, all or none; each root field of a document counts as one. */
  takePayments(principal: Principal, count: number): RateHeaders | null
  /** Counts a call without valid credentials. */
  takeAnonymous(address: string): RateHeaders | null
  /** @throws DomainError rate_limited. Only successful exchanges count for an agent, so that nobody else uses up its limit. */
  requireExchange(agentId: string): void
  recordExchange(agentId: string): void
  /** Whether `take` would refuse an ordinary act now. */
  isEmpty(principal: Principal, address: string): boolean
}

/** Advice in the refusal of each bucket; the names stand in the headers. */
const ADVICE = {
  organization: 'The keys of this organization share this limit; emergency acts pass all the same.',
  agent: 'Each agent has this limit of its own; freezing its wallet and stopping itself pass all the same.',
  'organization-agents': 'The agents of this organization share this limit; its keys have their own.',
  'agent-payments': 'Each agent may create so many payments.',
  enrolment: 'Each enrolment key has this limit of its own.',
  'organization-enrolments': 'The enrolment keys of this organization share this limit.',
  operator: 'Each operator has this limit of its own; emergency acts pass all the same.',
  anonymous: 'Calls without good credentials share this limit by address; good credentials are not held up by it.',
  'token-exchange': 'Keep the access token until it expires instead of asking for another.',
  'organization-stops': 'This key has used up what is reserved for its emergency acts: stop a broader scope at once.',
  'agent-stops': 'This agent has used up what is reserved for stopping itself.',
  'operator-stops': 'This operator has used up what is reserved for emergency acts: stop a broader scope at once.',
} as const
type BucketName = keyof typeof ADVICE

interface Draw {
  readonly name: BucketName
  readonly key: string
  readonly perMinute: number | null
  readonly cost?: number
}

interface Bucket {
  tokens: number
  atMs: number
}

/** For each kind, so that a flood of one evicts nothing of another. An evicted bucket starts full again. */
const BUCKETS_MAX = 20_000
const MINUTE_MS = 60_000

export function createRateLimiter(limits: RateLimits, clock: Clock): RateLimiter {
  const kinds = new Map((Object.keys(ADVICE) as BucketName[]).map((name) => [name, createLru<Bucket>(BUCKETS_MAX)]))

  function refill({ name, key }: Draw, perMinute: number, nowMs: number): Bucket {
    const bucket = kinds.get(name)?.get(key) ?? { tokens: perMinute, atMs: nowMs }
    bucket.tokens = Math.min(perMinute, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / MINUTE_MS) * perMinute)
    bucket.atMs = nowMs
    return bucket
  }

  /** Null with enough tokens, else the refusal; draws nothing. */
  function refusalOf(draw: Draw): DomainError | null {
    const { name, perMinute, cost = 1 } = draw
    if (perMinute === null) return null
    const nowMs = clock.now().getTime()
    const { tokens } = refill(draw, perMinute, nowMs)
    return tokens >= cost ? null : limited(name, perMinute, nowMs, ((cost - tokens) / perMinute) * MINUTE_MS)
  }

  /** Draws from all or from none. The headers are those of the first. */
  function drawAll(draws: readonly Draw[]): RateHeaders | null {
    for (const draw of draws) {
      const refusal = refusalOf(draw)
      if (refusal !== null) throw refusal
    }
    const [headers = null] = draws.map(drawOne)
    return headers
  }

  function drawOne(draw: Draw): RateHeaders | null {
    const { name, key, perMinute, cost = 1 } = draw
    if (perMinute === null) return null
    const bucket = refill(draw, perMinute, clock.now().getTime())
    bucket.tokens -= cost
    kinds.get(name)?.set(key, bucket)
    const fullIn = Math.ceil(((perMinute - bucket.tokens) / perMinute) * 60)
    return {
      'ratelimit-policy': `"${name}";q=${perMinute};w=60`,
      ratelimit: `"${name}";r=${Math.floor(bucket.tokens)};t=${fullIn}`,
    }
  }

  const byAddress = (address: string): Draw => ({
    ...{ name: 'anonymous', key: networkOf(address), perMinute: limits.anonymousPerMinute },
  })
  // Trimmed as by the token endpoint itself, so that spaces make no second bucket.
  const exchangesOf = (agentId: string): Draw => ({
    ...{ name: 'token-exchange', key: agentId.trim(), perMinute: limits.exchangesPerMinute },
  })

  function ordinary(principal: Principal, address: string, count = 1): Draw[] {
    // A whole bucket lets the largest document pass.
    return drawsOf(principal, address).map((draw) => ({ ...draw, cost: Math.min(count, draw.perMinute ?? count) }))
  }

  function drawsOf(principal: Principal, address: string): Draw[] {
    const { organizationPerMinute: perMinute } = limits
    switch (principal.kind) {
      case 'agent':
        return [
          { name: 'agent', key: principal.agentId, perMinute: limits.agentPerMinute },
          { name: 'organization-agents', key: `${principal.orgId}:${principal.mode}`, perMinute },
        ]
      case 'organization':
        return [{ name: 'organization', key: `${principal.orgId}:${principal.mode}`, perMinute }]
      case 'enrolment':
        return [
          { name: 'enrolment', key: principal.keyId, perMinute: limits.agentPerMinute },
          { name: 'organization-enrolments', key: `${principal.orgId}:${principal.mode}`, perMinute },
        ]
      case 'operator':
        return [{ name: 'operator', key: principal.operatorId, perMinute: limits.operatorPerMinute }]
      default:
        return [byAddress(address)]
    }
  }

  /** One for each key, so that a key that may only read cannot use up the administrators' reserve. */
  function reserved(principal: Principal): Draw | null {
    const perMinute = limits.stopsPerMinute
    if (principal.kind === 'agent') return { name: 'agent-stops', key: principal.agentId, perMinute }
    if (principal.kind === 'organization') return { name: 'organization-stops', key: principal.keyId, perMinute }
    return principal.kind === 'operator' ? { name: 'operator-stops', key: principal.operatorId, perMinute } : null
  }

  return {
    take(principal, address, act, count = 1) {
      // An exchange is counted by its outcome: failed ones of an address do not hold up a valid one.
      if (act === 'exchange') return null
      const draws = ordinary(principal, address, count)
      const refusal = draws.map(refusalOf).find((found) => found !== null) ?? null
      if (refusal === null) return drawAll(draws)
      const known = typeof act === 'function' ? act() : act
      if (known === 'exchange' && principal.kind === 'anonymous') return null
      const reserve = typeof known === 'object' ? reserved(principal) : null
      if (reserve === null || typeof known !== 'object') throw refusal
      return drawAll([{ ...reserve, cost: known.stops }])
    },
    takePayments(principal, count) {
      if (principal.kind !== 'agent' || count === 0) return null
      const { paymentsPerAgentPerMinute: perMinute } = limits
      return drawAll([{ name: 'agent-payments', key: principal.agentId, perMinute, cost: count }])
    },
    takeAnonymous: (address) => drawAll([byAddress(address)]),
    requireExchange(agentId) {
      const refusal = refusalOf(exchangesOf(agentId))
      if (refusal !== null) throw refusal
    },
    recordExchange: (agentId) => void drawOne(exchangesOf(agentId)),
    isEmpty: (principal, address) => ordinary(principal, address).some((draw) => refusalOf(draw) !== null),
  }
}

/** A client with one IPv6 address usually has its whole /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString()
}

function limited(name: BucketName, perMinute: number, nowMs: number, waitMs: number): DomainError {
  const retryAfterMs = Math.ceil(waitMs)
  const message = `More than ${perMinute} requests in a minute. ${ADVICE[name]} Wait and try again.`
  return new DomainError('rate_limited', message, {
    limit: perMinute,
    bucket: name,
    policy: name,
    reset_at: new Date(nowMs + retryAfterMs).toISOString(),
    retry_after_ms: retryAfterMs,
  })
}
