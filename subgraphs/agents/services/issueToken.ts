/**
 * The token endpoint (specification 2.4, 2.5, 4.1): an API key or a refresh token for a JWT. For 30 seconds after its first use,
 * and until its successor is used, a refresh token returns that same successor again, so that a lost response does not lock an
 * agent out (reliability 5.3).
 */

import { SignJWT } from 'jose'
import { timeOf } from '../../shared/clock.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { findSuspension } from '../../shared/organizationStanding.ts'
import { SCOPES, type Scope } from '../../shared/principal.ts'
import { hashSecret, matchesHash, parseApiKey } from '../keys/apiKey.ts'
import { createRefreshToken, parseRefreshToken, type RefreshToken, succeedRefreshToken } from '../keys/refreshToken.ts'
import type { SigningKeys } from '../keys/signingKeys.ts'
import { type AgentRow, findAgent, findMandatesInForce, hasEnded } from '../models/agents.ts'
import { findApiKeys } from '../models/apiKeys.ts'
import { findRefreshToken, insertRefreshToken, type RefreshTokenRow, useRefreshToken } from '../models/refreshTokens.ts'
import type { AgentsDeps } from '../ports.ts'
import { standingRefusal } from '../rules/standing.ts'
import { endTokenFamily } from './endTokenFamily.ts'
import {
  ACCESS_TOKEN_TYPE,
  ALGORITHM,
  FAMILY_CLAIM,
  invalidToken,
  KEY_VERSION_CLAIM,
  tokenExpired,
  tokensEnded,
} from './verifyAccessToken.ts'
import { invalidApiKey } from './verifyOrganizationKey.ts'

const DAY_MS = 24 * 3_600_000
const RETRY_GRACE_MS = 30_000

export interface TokenInput {
  readonly grantType?: unknown
  readonly agentId?: unknown
  readonly apiKey?: unknown
  readonly refreshToken?: unknown
  readonly scope?: unknown
}

export interface IssuedToken {
  readonly accessToken: string
  readonly expiresIn: number
  readonly tokenType: 'Bearer'
  readonly refreshToken: string
  readonly scope: Scope
}

/** Filled in once the secret of an agent was shown. */
export interface ShownCredential {
  agent: AgentRow | null
}

/**
 * Needs no authenticated caller: the secret in the input is the credential.
 * @throws DomainError invalid_request, authentication_error (invalid_api_key, invalid_token, token_expired,
 * refresh_token_reused, agent_id_mismatch, agent_suspended, agent_revoked, organization_suspended)
 */
export async function issueToken(
  deps: AgentsDeps,
  keys: SigningKeys,
  input: TokenInput,
  shown: ShownCredential,
): Promise<IssuedToken> {
  const agentId = parseText(input.agentId, { path: 'agent_id', lengthMax: LENGTH_MAX.id })
  const scope = parseScope(input.scope)
  switch (input.grantType ?? 'api_key') {
    case 'api_key': {
      if (input.grantType == null && input.apiKey == null && input.refreshToken != null)
        throw invalidField('grant_type', 'required', 'must be refresh_token with a refresh token.')
      const key = readCredential(input.apiKey, 'api_key')
      const agent = await exchangeApiKey(deps, { agentId, text: key }, shown)
      const token = createRefreshToken()
      const granted = { familyId: token.id, scope: scope ?? 'agent:execute' }
      return issuePair(deps, keys, { agent, token, ...granted, at: timeOf(deps.clock, agent) })
    }
    case 'refresh_token': {
      const text = readCredential(input.refreshToken, 'refresh_token')
      // RFC 6749, section 6: an API key beside it need not be there, but has to be right.
      if (input.apiKey != null) {
        const key = readCredential(input.apiKey, 'api_key')
        await exchangeApiKey(deps, { agentId, text: key }, shown)
      }
      const { row, grant } = await rotate(deps, { agentId, text, scope }, shown)
      const issued = await issuePair(deps, keys, grant)
      // A concurrent reuse may have ended the family before the successor was inserted.
      const agent = await findAgent(deps.database, row.agentId)
      if (agent === null || hasEnded(agent, row.familyId)) throw await endReused(deps, row)
      return issued
    }
    default:
      throw invalidField('grant_type', 'unsupported_grant_type', 'must be api_key or refresh_token.')
  }
}

/** Absence is invalid_request; any other value that is not a valid credential is authentication_error. */
function readCredential(value: unknown, path: string): string {
  if (value === undefined || value === null || value === '') throw invalidField(path, 'required', 'is required.')
  return typeof value === 'string' ? value.trim() : ''
}

function parseScope(value: unknown): Scope | null {
  if (value === undefined || value === null) return null
  const scope = SCOPES.find((name) => name === value)
  if (scope === undefined) throw invalidField('scope', 'unknown_scope', `must be one of ${SCOPES.join(', ')}.`)
  return scope
}

async function exchangeApiKey(
  deps: AgentsDeps,
  { agentId, text }: { readonly agentId: string; readonly text: string },
  shown: ShownCredential,
): Promise<AgentRow> {
  const key = parseApiKey(text)
  const row = key?.kind === 'agent' ? (await findApiKeys(deps.database, [key.keyId]))[0] : undefined
  if (row?.kind !== 'agent' || row.status !== 'active' || !matchesHash(deps.config.pepper, text, row.hash))
    throw invalidApiKey()
  const agent = await findAgent(deps.database, row.agentId)
  if (agent === null || agent.keyId !== row._id) throw invalidApiKey()
  shown.agent = agent
  if (row.agentId !== agentId) throw agentIdMismatch()
  return requireActive(deps, agent)
}

interface Grant {
  readonly agent: AgentRow
  readonly token: RefreshToken
  readonly familyId: string
  readonly scope: Scope
  readonly at: Date
}

async function rotate(
  deps: AgentsDeps,
  { agentId, text, scope }: { readonly agentId: string; readonly text: string; readonly scope: Scope | null },
  shown: ShownCredential,
): Promise<{ readonly row: RefreshTokenRow; readonly grant: Grant }> {
  const token = parseRefreshToken(text)
  const row = token === null ? null : await findRefreshToken(deps.database, token.id)
  if (token === null || row === null || !matchesHash(deps.config.pepper, text, row.hash)) throw invalidToken()
  const agent = await findAgent(deps.database, row.agentId)
  shown.agent = agent
  if (row.agentId !== agentId) throw agentIdMismatch()
  if (agent === null) throw invalidToken()
  const now = timeOf(deps.clock, agent)
  if (now >= row.expiresAt) throw tokenExpired()
  await requireActive(deps, agent)
  if (agent.keyVersion !== row.keyVersion) throw tokensEnded()
  if (hasEnded(agent, row.familyId)) throw await endReused(deps, row)
  if (scope !== null && scope !== row.scope)
    throw invalidField('scope', 'scope_fixed', `is fixed to ${row.scope} by the refresh token.`)
  const successor = succeedRefreshToken(deps.config.pepper, token)
  const at = await consumeOrRetry(deps, { row, successor, now })
  return { row, grant: { agent, token: successor, familyId: row.familyId, scope: row.scope, at } }
}

/** The time of the first use, from which the successor is dated, also in a retry. */
async function consumeOrRetry(
  deps: AgentsDeps,
  use: { readonly row: RefreshTokenRow; readonly successor: RefreshToken; readonly now: Date },
): Promise<Date> {
  const { row, successor, now } = use
  if (row.usedAt === null && (await useRefreshToken(deps.database, row._id, now))) return now
  const usedAt = row.usedAt ?? (await findRefreshToken(deps.database, row._id))?.usedAt ?? null
  const next = await findRefreshToken(deps.database, successor.id)
  const isRetry =
    usedAt !== null && now.getTime() - usedAt.getTime() <= RETRY_GRACE_MS && (next?.usedAt ?? null) === null
  if (isRetry && !row.revokedAt && !next?.revokedAt) return usedAt
  throw await endReused(deps, row)
}

/** Reuse means that the token was stolen, by either user of it: the whole family ends (domain A.3). */
async function endReused(deps: AgentsDeps, row: RefreshTokenRow): Promise<DomainError> {
  await endTokenFamily(deps, row)
  deps.log.warn({ agentId: row.agentId }, 'a refresh token was used twice: all tokens of its family have ended')
  return new DomainError('authentication_error', 'This refresh token was used before. Exchange the API key again.', {
    reason: 'refresh_token_reused',
  })
}

async function issuePair(deps: AgentsDeps, keys: SigningKeys, grant: Grant): Promise<IssuedToken> {
  const { agent, token, familyId, scope, at } = grant
  const { pepper, tokenLifetimeSeconds, refreshLifetimeDays } = deps.config
  await insertRefreshToken(deps.database, {
    _id: token.id,
    hash: hashSecret(pepper, token.text),
    ...{ familyId, agentId: agent._id, keyVersion: agent.keyVersion, scope },
    createdAt: at,
    expiresAt: new Date(at.getTime() + refreshLifetimeDays * DAY_MS),
    usedAt: null,
    revokedAt: null,
  })
  const accessToken = await signAccessToken(deps, keys, { agent, scope, familyId })
  return { accessToken, expiresIn: tokenLifetimeSeconds, tokenType: 'Bearer', refreshToken: token.text, scope }
}

/** The claims of specification 2.5, and what the token ends with: its API key and its family. */
async function signAccessToken(
  deps: AgentsDeps,
  keys: SigningKeys,
  { agent, scope, familyId }: Pick<Grant, 'agent' | 'scope' | 'familyId'>,
): Promise<string> {
  const { kid, key } = await keys.signing()
  const mandates = await findMandatesInForce(deps.database, [agent.walletId])
  const issuedAt = Math.floor(timeOf(deps.clock, agent).getTime() / 1000)
  return new SignJWT({
    org: agent.orgId,
    capabilities: [...agent.capabilities],
    wallet_id: agent.walletId,
    mandate_id: mandates.get(agent.walletId) ?? agent.mandateId,
    did: agent.did,
    scope,
    [KEY_VERSION_CLAIM]: agent.keyVersion,
    [FAMILY_CLAIM]: familyId,
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid })
    .setSubject(agent._id)
    .setIssuer(deps.config.issuer)
    .setAudience(deps.config.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + deps.config.tokenLifetimeSeconds)
    .sign(key)
}

/** Checks the organization too: while it is suspended no tokens are issued, but existing ones may read and stop. */
async function requireActive(deps: AgentsDeps, agent: AgentRow): Promise<AgentRow> {
  const refusal = standingRefusal(agent.status)
  if (refusal !== null) throw refusal
  const suspended = await findSuspension(deps.database, agent.orgId)
  if (suspended !== null)
    throw new DomainError('authentication_error', suspended.message, { reason: 'organization_suspended' })
  return agent
}

function agentIdMismatch(): DomainError {
  return new DomainError('authentication_error', 'This credential belongs to another agent.', {
    reason: 'agent_id_mismatch',
  })
}
