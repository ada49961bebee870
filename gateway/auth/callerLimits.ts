/**
 * Which limits count what a caller does. Each kind of caller has its own, so that none can empty another's: agents apart from
 * their organization's keys, anonymous callers by address apart from authenticated ones.
 */
import ipaddr from 'ipaddr.js'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { limitsInForce, type OwnRateLimits } from '../../subgraphs/shared/rateLimits.ts'

/** Per minute; null switches a limit off. */
export interface RateLimits {
  /** All keys of an organization together, and separately all its agents together. */
  readonly organizationPerMinute: number | null
  /** Null, or not below the organization's: none of its own. */
  readonly keyPerMinute: number | null
  readonly personPerMinute: number | null
  readonly agentPerMinute: number | null
  readonly paymentsPerAgentPerMinute: number | null
  readonly operatorPerMinute: number | null
  /** Anonymous calls, wrong credentials and failed token exchanges, by address. */
  readonly anonymousPerMinute: number | null
  /** Successful token exchanges of one agent. */
  readonly exchangesPerMinute: number | null
  /** Token exchanges of an address that are looked at all the same once it has used up its limit of calls without good credentials. */
  readonly exchangeReservePerMinute: number
  /** Emergency acts of one key, agent or operator beyond its ordinary limit: the reserve. */
  readonly stopsPerMinute: number
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  organizationPerMinute: 600,
  keyPerMinute: null,
  personPerMinute: null,
  agentPerMinute: 300,
  paymentsPerAgentPerMinute: 60,
  operatorPerMinute: 600,
  anonymousPerMinute: 600,
  exchangesPerMinute: 60,
  exchangeReservePerMinute: 60,
  stopsPerMinute: 120,
}

/** Advice in the refusal of each bucket; the names stand in the headers. */
export const ADVICE = {
  organization: 'The keys of this organization share this limit; emergency acts pass all the same.',
  key: 'Each key has this limit of its own; emergency acts pass all the same.',
  person: 'The keys and sessions of one person share this limit; emergency acts pass all the same.',
  agent: 'Each agent has this limit of its own; freezing its wallet and stopping itself pass all the same.',
  'organization-agents': 'The agents of this organization share this limit; its keys have their own.',
  'agent-payments': 'Each agent may create so many payments.',
  enrolment: 'Each enrolment key has this limit of its own.',
  'organization-enrolments': 'The enrolment keys of this organization share this limit.',
  merchant: 'All keys of one merchant share this limit; other merchants have their own.',
  'organization-merchants': "The keys of this organization's merchants share this limit; its own keys have their own.",
  operator: 'Each operator has this limit of its own; emergency acts pass all the same.',
  anonymous: 'Calls without good credentials share this limit by address; good credentials are not held up by it.',
  'token-exchange': 'Keep the access token until it expires instead of asking for another.',
  'exchange-reserve': 'Too many token exchanges from this address have failed.',
  'organization-stops': 'This key has used up what is reserved for its emergency acts: stop a broader scope at once.',
  'agent-stops': 'This agent has used up what is reserved for stopping itself.',
  'operator-stops': 'This operator has used up what is reserved for emergency acts: stop a broader scope at once.',
} as const
export type BucketName = keyof typeof ADVICE

/** Counted in each process. */
export const LOCAL: ReadonlySet<BucketName> = new Set([
  'anonymous',
  'token-exchange',
  'exchange-reserve',
  'organization-stops',
  'agent-stops',
  'operator-stops',
])

export interface Draw {
  readonly name: BucketName
  readonly key: string
  readonly perMinute: number
  /** Of the limits of the organization, 0 where it has none of its own. */
  readonly version: number
  readonly cost: number
  /** As so many requests what is asked for counts in all. */
  readonly counts: number
}

/** What is drawn now, beside what the same request has drawn already. */
export interface Count {
  readonly cost: number
  readonly drawn: number
}

export interface CallerLimits {
  /** The narrowest first. */
  requestsOf(principal: Principal, address: string, count: Count): readonly Draw[]
  paymentsOf(principal: Principal, count: number): readonly Draw[]
  exchangesOf(agentId: string): readonly Draw[]
  exchangeReserveOf(address: string): readonly Draw[]
  byAddress(address: string): readonly Draw[]
  /** For emergency acts beyond the ordinary limit. */
  reserveOf(principal: Principal, stops: number): Draw | null
}

/** @param findOwn the limits that an organization has of its own */
export function createCallerLimits(
  limits: RateLimits,
  findOwn: (orgId: OrgId) => OwnRateLimits | null = () => null,
): CallerLimits {
  const platform = {
    requestsPerMinute: limits.organizationPerMinute,
    paymentsPerAgentPerMinute: limits.paymentsPerAgentPerMinute,
  }
  function limitsOf(orgId: OrgId) {
    const own = findOwn(orgId)
    const { requestsPerMinute: ofAll, paymentsPerAgentPerMinute: payments } = limitsInForce(platform, own)
    const { agentPerMinute } = limits
    // An agent that may create more payments may call as often.
    const raised = own?.paymentsPerAgentPerMinute ?? 0
    const ofAgent = agentPerMinute === null ? null : Math.max(agentPerMinute, raised)
    return { ofAll, ofAgent, payments, version: own?.version ?? 0 }
  }
  const byAddress = (address: string) => drawOf('anonymous', networkOf(address), limits.anonymousPerMinute)

  return {
    byAddress,
    // Trimmed as by the token endpoint itself, so that spaces make no second bucket.
    exchangesOf: (agentId) => drawOf('token-exchange', agentId.trim(), limits.exchangesPerMinute),
    exchangeReserveOf: (address) => drawOf('exchange-reserve', networkOf(address), limits.exchangeReservePerMinute),
    paymentsOf(principal, count) {
      if (principal.kind !== 'agent' || count === 0) return []
      const { payments: perMinute, version } = limitsOf(principal.orgId)
      if (perMinute === null) return []
      return [{ name: 'agent-payments', key: principal.agentId, perMinute, version, cost: count, counts: count }]
    },
    requestsOf(principal, address, count) {
      switch (principal.kind) {
        case 'agent': {
          const { ofAgent, ofAll, version } = limitsOf(principal.orgId)
          return [
            ...drawOf('agent', principal.agentId, ofAgent, { ...count, version }),
            ...drawOf('organization-agents', `${principal.orgId}:${principal.mode}`, ofAll, { ...count, version }),
          ]
        }
        case 'organization': {
          const { ofAll, version } = limitsOf(principal.orgId)
          /** A limit that is not below the organization's never refuses first. */
          const narrower = (name: BucketName, key: string, perMinute: number | null): Draw[] =>
            ofAll !== null && perMinute !== null && perMinute >= ofAll ? [] : drawOf(name, key, perMinute, count)
          return [
            ...narrower('key', principal.keyId, limits.keyPerMinute),
            ...narrower('person', `${principal.personId}:${principal.mode}`, limits.personPerMinute),
            ...drawOf('organization', `${principal.orgId}:${principal.mode}`, ofAll, { ...count, version }),
          ]
        }
        case 'enrolment': {
          const { ofAll, version } = limitsOf(principal.orgId)
          return [
            ...drawOf('enrolment', principal.keyId, limits.agentPerMinute, count),
            ...drawOf('organization-enrolments', `${principal.orgId}:${principal.mode}`, ofAll, { ...count, version }),
          ]
        }
        case 'merchant': {
          const { ofAll, version } = limitsOf(principal.orgId)
          return [
            ...drawOf('merchant', principal.merchantId, shareOf(ofAll, limits.agentPerMinute), { ...count, version }),
            ...drawOf('organization-merchants', `${principal.orgId}:${principal.mode}`, ofAll, { ...count, version }),
          ]
        }
        case 'operator':
          return drawOf('operator', principal.operatorId, limits.operatorPerMinute, count)
        default:
          return byAddress(address)
      }
    },
    /** One for each key, so that a key that may only read cannot use up the administrators' reserve. */
    reserveOf(principal, stops) {
      const draw = (name: BucketName, key: string) => ({
        ...{ name, key, perMinute: limits.stopsPerMinute, version: 0, cost: stops, counts: stops },
      })
      if (principal.kind === 'agent') return draw('agent-stops', principal.agentId)
      if (principal.kind === 'organization') return draw('organization-stops', principal.keyId)
      return principal.kind === 'operator' ? draw('operator-stops', principal.operatorId) : null
    },
  }
}

/** Of one merchant, however many keys it has: a quarter of what the merchants of its organization share, so that none takes it all. */
function shareOf(ofAll: number | null, perMinute: number | null): number | null {
  if (ofAll === null) return perMinute
  return Math.min(Math.ceil(ofAll / 4), perMinute ?? ofAll)
}

function drawOf(
  name: BucketName,
  key: string,
  perMinute: number | null,
  { cost = 1, drawn = 0, version = 0 }: Partial<Count> & { readonly version?: number } = {},
): Draw[] {
  if (perMinute === null) return []
  // A whole limit lets the largest document pass, of which it has counted a part before.
  return [{ name, key, perMinute, version, cost: Math.min(cost, perMinute - drawn), counts: cost + drawn }]
}

/** A client with one IPv6 address usually has its whole /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString()
}
