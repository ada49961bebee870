/**
 * What the gateway needs of the agents subgraph, which owns credentials: a credential in, a caller out (specification 5).
 * Every call checks the current standing too: a suspended agent's valid token is refused.
 */
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import type {
  AgentPrincipal,
  EnrolmentPrincipal,
  MerchantPrincipal,
  Mode,
  OrganizationPrincipal,
  Role,
} from '../../subgraphs/shared/principal.ts'

/** RFC 7517. */
type PublicJwk = Readonly<Record<string, unknown>>

export interface Authenticator {
  /**
   * Signature, claims and standing of an access token.
   * @throws DomainError authentication_error (reason invalid_token, token_expired, agent_suspended, agent_revoked)
   */
  verifyAccessToken(token: string): Promise<AgentPrincipal>
  /** @throws DomainError authentication_error (reason invalid_api_key) */
  verifyOrganizationKey(key: string): Promise<OrganizationPrincipal>
  /**
   * Of a key that was used up or has expired too: the registration decides, because a repeated one gets its first response.
   * @throws DomainError authentication_error (reason invalid_api_key)
   */
  verifyEnrolmentKey(key: string): Promise<EnrolmentPrincipal>
  /** @throws DomainError authentication_error (reason invalid_api_key) */
  verifyMerchantKey(key: string): Promise<MerchantPrincipal>
  /**
   * The token of a session, or the secret in the cookie of one.
   * @throws DomainError authentication_error (reason invalid_session, session_expired, session_ended)
   */
  verifySession(secret: string, kind: 'token' | 'browser'): Promise<OrganizationPrincipal>
  /** The public keys that verify access tokens. */
  jwks(): Promise<{ readonly keys: readonly PublicJwk[] }>
}

/** For the audit log. */
interface CallOrigin {
  readonly requestId: string
  readonly address: string
}

interface OpenedSession {
  /** For the cookie. */
  readonly secret: string
  /** How long the cookie lives. */
  readonly lifetimeSeconds: number
  /** What the browser is told, as on the wire. */
  readonly record: object
}

/** Sessions that browsers open. */
export interface BrowserSessions {
  /** @throws DomainError authentication_error (reason invalid_code, code_used, code_expired) */
  open(code: string, from: CallOrigin): Promise<OpenedSession>
  /**
   * Of somebody for whom a trusted issuer vouches.
   * @throws DomainError authentication_error (reason person_suspended, access_revoked), not_found (organization)
   */
  signIn(
    person: {
      readonly orgId: OrgId
      readonly mode: Mode
      readonly issuer: string
      readonly subject: string
      readonly name: string | null
      /** Verified, and configured as the name of the person; else null. */
      readonly email: string | null
      readonly roles: readonly Role[]
    },
    from: CallOrigin,
  ): Promise<OpenedSession>
  /** Of somebody to whom a trusted issuer gives no role here: what they had by an earlier sign-in ends. */
  endAccess(
    person: {
      readonly orgId: OrgId
      readonly mode: Mode
      readonly issuer: string
      readonly subject: string
    },
    from: CallOrigin,
  ): Promise<void>
  /** @returns the issuer with which the person has signed in, if there is one */
  end(principal: OrganizationPrincipal, from: CallOrigin): Promise<string | null>
}
