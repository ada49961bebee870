/**
 * Credentials of a request -> Principal (specification 5): an access token, an organization key or a session, never two of
 * them. An agent's raw key is accepted by the token endpoint only.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { DomainError, invalidField } from '../../subgraphs/shared/errors.ts'
import { LENGTH_MAX } from '../../subgraphs/shared/fields.ts'
import { missingCredentials, type Principal } from '../../subgraphs/shared/principal.ts'
import { findOperator, OPERATOR_KEY, type OperatorKey } from './operatorKeys.ts'
import type { OrganizationLimits } from './organizationLimits.ts'
import type { Authenticator } from './ports.ts'
import type { SessionCookie, Use } from './sessionCookie.ts'

const ORGANIZATION_KEY = /^sk_(test|live)_/
const ENROLMENT_KEY = /^sk_enrol_/
const MERCHANT_KEY = /^sk_merchant_/
const SESSION_TOKEN = /^sk_session_/
const AGENT_KEY = /^sk_agent_/
export const ANONYMOUS: Principal = { kind: 'anonymous' }

export type Headers = Readonly<Record<string, unknown>> | IncomingHttpHeaders

export interface Credentials {
  /** Anonymous without credentials; wrong ones are refused. */
  authenticate(headers: Headers, use: Use): Promise<Principal>
  /** As `authenticate`, but credentials are required. */
  requireCaller(headers: Headers, use: Use): Promise<Principal>
}

/** @param limits those of the organization that calls are known before its call is counted */
export function createCredentials(
  authenticator: Authenticator,
  cookie: SessionCookie,
  operators: readonly OperatorKey[] = [],
  limits?: Pick<OrganizationLimits, 'know'>,
): Credentials {
  async function authenticate(headers: Headers, use: Use): Promise<Principal> {
    const principal = await identify(headers, use)
    const reading = limits?.know(principal)
    if (reading !== undefined) await reading
    return principal
  }

  async function identify(headers: Headers, use: Use): Promise<Principal> {
    const key = headers['x-api-key']
    const isTwice = Array.isArray(key) || Array.isArray(headers.authorization)
    const secret = isTwice ? null : readBearer(headers)
    const ofBrowser = cookie.read(headers)
    if (isTwice || Number(key !== undefined) + Number(secret !== null) + Number(ofBrowser !== null) > 1)
      throw new DomainError('invalid_request', 'Send one of Authorization, X-API-Key and the cookie of a session.', {
        reason: 'ambiguous_credentials',
      })
    if (ofBrowser !== null) {
      cookie.requireOwnPage(headers, use)
      return authenticator.verifySession(ofBrowser, 'browser')
    }
    if (key === undefined) return secret === null ? ANONYMOUS : byBearer(secret)
    const operator = typeof key === 'string' && OPERATOR_KEY.test(key) ? findOperator(operators, key) : null
    if (operator !== null) return operator
    if (typeof key === 'string' && ENROLMENT_KEY.test(key)) return authenticator.verifyEnrolmentKey(key)
    if (typeof key === 'string' && MERCHANT_KEY.test(key)) return authenticator.verifyMerchantKey(key)
    if (typeof key === 'string' && SESSION_TOKEN.test(key)) return authenticator.verifySession(key, 'token')
    if (typeof key !== 'string' || !ORGANIZATION_KEY.test(key)) throw wrongKey(key)
    return authenticator.verifyOrganizationKey(key)
  }

  async function byBearer(secret: string): Promise<Principal> {
    if (!secret.startsWith('sk_')) return authenticator.verifyAccessToken(secret)
    if (ORGANIZATION_KEY.test(secret)) return authenticator.verifyOrganizationKey(secret)
    if (ENROLMENT_KEY.test(secret)) return authenticator.verifyEnrolmentKey(secret)
    if (MERCHANT_KEY.test(secret)) return authenticator.verifyMerchantKey(secret)
    if (SESSION_TOKEN.test(secret)) return authenticator.verifySession(secret, 'token')
    throw wrongKey(secret)
  }

  return {
    authenticate,
    async requireCaller(headers, use) {
      const principal = await authenticate(headers, use)
      if (principal.kind === 'anonymous') throw missingCredentials()
      return principal
    },
  }
}

/** The secret of `Authorization: Bearer`, null without the header. */
export function readBearer(headers: Headers): string | null {
  const header = headers.authorization
  if (header === undefined) return null
  const match = typeof header === 'string' ? /^Bearer +([\x21-\x7e]+)$/i.exec(header) : null
  if (match?.[1] === undefined)
    throw new DomainError('authentication_error', 'Authorization must be "Bearer" and a token.', {
      reason: 'invalid_token',
    })
  return match[1]
}

/**
 * X-Agent-Id names the caller's own agent; with an organization key it names the wallet's agent and is passed on.
 * @returns the agent to pass on, null when the access token names it already
 */
export function checkAgentHeader(principal: Principal, header: unknown, required: boolean): string | null {
  if (header === undefined) {
    if (required) throw invalidField('X-Agent-Id', 'required', 'is required on this request')
    return null
  }
  if (typeof header !== 'string' || header.length === 0 || header.length > LENGTH_MAX.id)
    throw invalidField('X-Agent-Id', 'invalid_value', 'must be one agent id')
  if (principal.kind !== 'agent') return header
  if (principal.agentId !== header)
    throw new DomainError('authentication_error', 'X-Agent-Id is not the agent of the access token.', {
      reason: 'agent_id_mismatch',
    })
  return null
}

function wrongKey(key: unknown): DomainError {
  const message =
    typeof key === 'string' && AGENT_KEY.test(key)
      ? 'An agent key is accepted at the token endpoint only: exchange it for an access token.'
      : 'The API key is not valid.'
  return new DomainError('authentication_error', message, { reason: 'invalid_api_key' })
}
