/**
 * Bearer token -> AgentPrincipal, for every request (specification 2.5, 5). Verified claims are cached for a minute by the
 * token's hash; the agent's standing is read each time, batched over concurrent requests.
 */
import { hash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { batchById } from '../../shared/batchById.ts'
import { DomainError } from '../../shared/errors.ts'
import { type AgentId, isId, type OrgId } from '../../shared/ids.ts'
import { type AgentPrincipal, SCOPES, type Scope } from '../../shared/principal.ts'
import type { SigningKeys } from '../keys/signingKeys.ts'
import { type AgentStandingRow, findAgentStandings } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { standingRefusal } from '../rules/standing.ts'

export const ACCESS_TOKEN_TYPE = 'at+jwt'
/** Beyond specification 2.5: the number of the API key for which the token was issued. */
export const KEY_VERSION_CLAIM = 'key_version'

const CACHE_MS = 60_000
const CACHE_MAX = 10_000
const TOKEN_LENGTH_MAX = 8_192

interface Verified {
  readonly agentId: AgentId
  readonly orgId: OrgId
  readonly scope: Scope
  readonly keyVersion: number
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

  return async (token) => {
    const nowMs = deps.clock.now().getTime()
    const claims = await claimsOf(token, nowMs)
    if (nowMs >= claims.expiresAtMs) throw tokenExpired()
    return requireStanding(claims, await standingOf(claims.agentId))
  }
}

async function verify(
  token: string,
  nowMs: number,
  config: AgentsDeps['config'],
  keys: SigningKeys,
): Promise<Verified> {
  if (token.length > TOKEN_LENGTH_MAX) throw invalidToken()
  // Of the header only `kid` is used, to select one of our own keys.
  const keyOf = async ({ kid }: { kid?: unknown }) => {
    const key = typeof kid === 'string' ? await keys.verifying(kid) : null
    if (key === null) throw invalidToken()
    return key
  }
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ['EdDSA'],
      typ: ACCESS_TOKEN_TYPE,
      issuer: config.issuer,
      audience: config.audience,
      currentDate: new Date(nowMs),
      requiredClaims: ['sub', 'iat', 'exp', 'org', 'scope'],
    })
    const { sub, exp, org, scope, [KEY_VERSION_CLAIM]: keyVersion } = payload
    if (!isId('agent', sub) || !isId('organization', org) || typeof keyVersion !== 'number' || !isScope(scope))
      throw invalidToken()
    return { agentId: sub, orgId: org, scope, keyVersion, expiresAtMs: (exp ?? 0) * 1000 }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw tokenExpired()
    // Other errors, such as of the database, are not the token's fault.
    throw error instanceof errors.JOSEError ? invalidToken() : error
  }
}

function requireStanding(claims: Verified, agent: AgentStandingRow | null): AgentPrincipal {
  if (agent === null || agent.orgId !== claims.orgId) throw invalidToken()
  const refusal = standingRefusal(agent.status)
  if (refusal !== null) throw refusal
  if (agent.keyVersion !== claims.keyVersion) throw invalidToken('The API key behind this token was replaced.')
  return {
    kind: 'agent',
    agentId: agent._id,
    orgId: agent.orgId,
    mode: agent.mode,
    walletId: agent.walletId,
    capabilities: agent.capabilities,
    scope: claims.scope,
  }
}

function isScope(value: unknown): value is Scope {
  return SCOPES.some((scope) => scope === value)
}

export function invalidToken(message = 'This token is not valid here.'): DomainError {
  return new DomainError('authentication_error', message, { reason: 'invalid_token' })
}

export function tokenExpired(): DomainError {
  return new DomainError('authentication_error', 'This token has expired. Get a new one.', { reason: 'token_expired' })
}
