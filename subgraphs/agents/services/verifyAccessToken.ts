/**
 * Bearer token -> AgentPrincipal, for every request (specification 2.5, 5; RFC 8725). A token has exactly the form in which
 * this service writes it. Verified claims are cached for a minute by the token's hash; time, signing key and the agent's
 * standing are checked each time, the standing batched over concurrent requests.
 */

import { hash } from 'node:crypto'
import { errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import { batchById } from '../../shared/batchById.ts'
import { timeOf } from '../../shared/clock.ts'
import { DomainError } from '../../shared/errors.ts'
import { type AgentId, isId, type OrgId } from '../../shared/ids.ts'
import { type AgentPrincipal, SCOPES, type Scope, type TokenFacts } from '../../shared/principal.ts'
import type { SigningKeys } from '../keys/signingKeys.ts'
import { type AgentStandingRow, findAgentStandings, hasEnded } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { standingRefusal } from '../rules/standing.ts'
import { CLOCK_SKEW_MS } from '../rules/tokenTimes.ts'

export const ALGORITHM = 'EdDSA'
export const ACCESS_TOKEN_TYPE = 'at+jwt'
/** Beyond specification 2.5: the number of the API key for which the token was issued. */
export const KEY_VERSION_CLAIM = 'key_version'
/** Beyond specification 2.5: the family of refresh tokens with which the access token ends. */
export const FAMILY_CLAIM = 'sid'

const CACHE_MS = 60_000
const CACHE_MAX = 10_000
const TOKEN_LENGTH_MAX = 8_192

interface Verified extends TokenFacts {
  readonly agentId: AgentId
  readonly orgId: OrgId
  readonly scope: Scope
  readonly kid: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

interface Known {
  /** A promise, so that concurrent requests with one new token verify it once. */
  readonly claims: Promise<Verified>
  readonly untilMs: number
}

/** @throws DomainError authentication_error: invalid_token, token_expired, agent_suspended, agent_revoked */
export function createAccessTokenVerifier(
  deps: Pick<AgentsDeps, 'database' | 'clock' | 'config'>,
  keys: SigningKeys,
): (token: string) => Promise<AgentPrincipal> {
  const known = new Map<string, Known>()
  const standingOf = batchById<AgentStandingRow>((ids) => findAgentStandings(deps.database, ids))

  function claimsOf(token: string, nowMs: number): Promise<Verified> {
    const key = hash('sha256', token, 'base64')
    const found = known.get(key)
    if (found !== undefined && nowMs < found.untilMs) return found.claims
    const claims = verify(token, nowMs, deps.config, keys)
    // Evicts the oldest entry; they live for a minute at most.
    const oldest = known.size >= CACHE_MAX ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, { claims, untilMs: nowMs + CACHE_MS })
    // Failures are not cached: a token must not stay refused after a database error.
    claims.catch(() => known.delete(key))
    return claims
  }

  /** On the clock of the agent's organization. A token from the future tells that another process has moved it meanwhile. */
  async function timeFor({ orgId, issuedAtMs }: Verified, agent: AgentStandingRow | null): Promise<number> {
    const owner = { orgId, mode: agent?.mode ?? 'live' } as const
    if (issuedAtMs - CLOCK_SKEW_MS > timeOf(deps.clock, owner).getTime()) await deps.clock.organizations?.refresh(owner)
    return timeOf(deps.clock, owner).getTime()
  }

  return async (token) => {
    const claims = await claimsOf(token, deps.clock.now().getTime())
    const agent = await standingOf(claims.agentId)
    requireInTime(claims, await timeFor(claims, agent), deps.config)
    if ((await keys.verifying(claims.kid)) === null) throw invalidToken('The key that signed this token was withdrawn.')
    return requireStanding(claims, agent)
  }
}

function requireInTime({ issuedAtMs, expiresAtMs }: Verified, nowMs: number, config: AgentsDeps['config']): void {
  if (issuedAtMs - CLOCK_SKEW_MS > nowMs) throw invalidToken()
  if (nowMs >= Math.min(expiresAtMs, issuedAtMs + config.tokenLifetimeSeconds * 1_000)) throw tokenExpired()
}

async function verify(
  token: string,
  nowMs: number,
  config: AgentsDeps['config'],
  keys: SigningKeys,
): Promise<Verified> {
  if (token.length > TOKEN_LENGTH_MAX || !isCanonical(token)) throw invalidToken()
  const keyOf = async (header: JWTHeaderParameters) => {
    // Whatever else a header may name (jwk, jku, x5u, crit, ...) is no choice of the caller's.
    const { alg, typ, kid, ...others } = header
    const isOurs = alg === ALGORITHM && typ === ACCESS_TOKEN_TYPE && Object.keys(others).length === 0
    const key = isOurs && typeof kid === 'string' ? await keys.verifying(kid) : null
    if (key === null) throw invalidToken()
    return key
  }
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
      algorithms: [ALGORITHM],
      typ: ACCESS_TOKEN_TYPE,
      issuer: config.issuer,
      audience: config.audience,
      currentDate: new Date(nowMs),
      requiredClaims: ['sub', 'iat', 'exp', 'org', 'scope'],
    })
    const { sub, aud, iat, exp, org, scope, [KEY_VERSION_CLAIM]: keyVersion, [FAMILY_CLAIM]: familyId = null } = payload
    if (!isId('agent', sub) || !isId('organization', org) || !isScope(scope) || aud !== config.audience)
      throw invalidToken()
    if (typeof keyVersion !== 'number' || (familyId !== null && typeof familyId !== 'string')) throw invalidToken()
    const times = { issuedAtMs: (iat ?? 0) * 1_000, expiresAtMs: (exp ?? 0) * 1_000 }
    return { agentId: sub, orgId: org, scope, keyVersion, familyId, kid: protectedHeader.kid ?? '', ...times }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw tokenExpired()
    // Other errors, such as of the database, are not the token's fault.
    throw error instanceof errors.JOSEError ? invalidToken() : error
  }
}

/** Of one token there is one spelling: no repeated members, no padding, no spare bits in the last character. */
function isCanonical(token: string): boolean {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return false
  return (
    isCanonicalJson(header) && isCanonicalJson(payload) && encode(Buffer.from(signature, 'base64url')) === signature
  )
}

function isCanonicalJson(segment: string): boolean {
  try {
    return encode(Buffer.from(JSON.stringify(JSON.parse(Buffer.from(segment, 'base64url').toString())))) === segment
  } catch {
    return false
  }
}

const encode = (bytes: Buffer): string => bytes.toString('base64url')

function requireStanding(claims: Verified, agent: AgentStandingRow | null): AgentPrincipal {
  if (agent === null || agent.orgId !== claims.orgId) throw invalidToken()
  const refusal = standingRefusal(agent.status)
  if (refusal !== null) throw refusal
  if (agent.keyVersion !== claims.keyVersion) throw tokensEnded()
  if (claims.familyId !== null && hasEnded(agent, claims.familyId)) throw tokensEnded()
  return {
    kind: 'agent',
    agentId: agent._id,
    orgId: agent.orgId,
    mode: agent.mode,
    walletId: agent.walletId,
    capabilities: agent.capabilities,
    scope: claims.scope,
    token: { keyVersion: claims.keyVersion, familyId: claims.familyId },
  }
}

function isScope(value: unknown): value is Scope {
  return SCOPES.some((scope) => scope === value)
}

export function invalidToken(message = 'This token is not valid here.'): DomainError {
  return new DomainError('authentication_error', message, { reason: 'invalid_token' })
}

export function tokensEnded(): DomainError {
  return invalidToken('This token was ended. Exchange the API key of the agent again.')
}

export function tokenExpired(): DomainError {
  return new DomainError('authentication_error', 'This token has expired. Get a new one.', { reason: 'token_expired' })
}
