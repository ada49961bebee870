/**
 * The authorization code flow of OpenID Connect with PKCE, state and nonce. What a flow has to remember is in a sealed cookie
 * of the browser that began it, so any process finishes it, and no other browser can.
 */
import * as oidc from 'openid-client'
import { DomainError, notFound } from '../../subgraphs/shared/errors.ts'
import { PROOF_SECONDS, type Role } from '../../subgraphs/shared/principal.ts'
import type { SecretBox } from '../../subgraphs/shared/secretBox.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { type OpenIdProvider, rolesOf } from './openIdProviders.ts'

/** Whom an issuer vouches for. */
interface Identity {
  readonly provider: OpenIdProvider
  readonly subject: string
  readonly name: string | null
  /** Verified; null where none is, or where it counts for nothing. */
  readonly email: string | null
  /** Null: the claims of the issuer give none here, or none any more. */
  readonly roles: readonly Role[] | null
  /** When they have last proven who they are; null: the issuer does not say. */
  readonly authenticatedAt: Date | null
}

interface Beginning {
  readonly returnTo: unknown
  /** The issuer has them prove who they are, even if it knows them already. */
  readonly isAnew: boolean
}

export interface OpenId {
  /** @throws DomainError not_found, service_unavailable (reason provider_unavailable) */
  begin(providerId: string, beginning: Beginning): Promise<{ readonly url: string; readonly flow: string }>
  /**
   * @param flow what `begin` gave the browser
   * @param query of the address to which the issuer has sent the browser, with `?`
   * @throws DomainError authentication_error (reason sign_in_failed), service_unavailable
   */
  finish(
    providerId: string,
    flow: string | null,
    query: string,
  ): Promise<Identity & { readonly returnTo: string | null }>
  /** Where the session with the issuer ends; null where it has no such address. */
  signOutUrl(issuer: string): Promise<string | null>
}

interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string | null
  readonly isAnew?: boolean
  readonly untilMs: number
}

export const FLOW_SECONDS = 600
const TIMEOUT_SECONDS = 5
/** A provider's addresses are read anew. */
const METADATA_MS = 3_600_000

export function createOpenId(deps: {
  readonly providers: readonly OpenIdProvider[]
  readonly baseUrl: string
  readonly box: SecretBox
  readonly log: Log
}): OpenId {
  const { providers, baseUrl, box, log } = deps
  const known = new Map<string, { readonly metadata: Promise<oidc.Configuration>; readonly untilMs: number }>()

  function find(id: string): OpenIdProvider {
    const provider = providers.find((one) => one.id === id)
    if (provider === undefined) throw notFound('provider')
    return provider
  }
  const callbackOf = ({ id }: OpenIdProvider) => `${baseUrl}/auth/openid/${id}/callback`

  async function metadataOf(provider: OpenIdProvider): Promise<oidc.Configuration> {
    const now = performance.now()
    const found = known.get(provider.id)
    const metadata = found !== undefined && now < found.untilMs ? found.metadata : discover(provider)
    if (metadata !== found?.metadata) known.set(provider.id, { metadata, untilMs: now + METADATA_MS })
    try {
      return await metadata
    } catch (error) {
      known.delete(provider.id)
      throw unavailable(provider, error)
    }
  }

  function unavailable({ id }: OpenIdProvider, err: unknown): DomainError {
    log.warn({ err, provider: id }, 'a sign-in provider does not answer')
    return new DomainError('service_unavailable', 'The sign-in provider does not answer. Try again, or use a key.', {
      ...{ reason: 'provider_unavailable', retry_after_ms: 5_000, retryable: true },
    })
  }

  return {
    async begin(providerId, { returnTo, isAnew }) {
      const provider = find(providerId)
      const metadata = await metadataOf(provider)
      const flow: Flow = {
        ...{ state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() },
        ...{ returnTo: ownPath(returnTo), isAnew, untilMs: Date.now() + FLOW_SECONDS * 1_000 },
      }
      const url = oidc.buildAuthorizationUrl(metadata, {
        ...{ redirect_uri: callbackOf(provider), scope: provider.scope, state: flow.state, nonce: flow.nonce },
        ...{ code_challenge_method: 'S256', code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier) },
        // With the age the issuer has to say when they did.
        ...(isAnew && { prompt: 'login', max_age: String(PROOF_SECONDS) }),
      })
      return { url: url.href, flow: box.seal(JSON.stringify(flow), providerId) }
    },
    async finish(providerId, sealed, query) {
      const provider = find(providerId)
      const flow = openFlow(box, providerId, sealed)
      const metadata = await metadataOf(provider)
      const claims = await oidc
        .authorizationCodeGrant(metadata, new URL(callbackOf(provider) + query), {
          ...{ pkceCodeVerifier: flow.verifier, expectedState: flow.state, expectedNonce: flow.nonce },
          ...(flow.isAnew && { maxAge: PROOF_SECONDS }),
          idTokenExpected: true,
        })
        .then((tokens) => tokens.claims())
        .catch((error: unknown) => {
          if (isFromProvider(error)) throw failed(error)
          throw unavailable(provider, error)
        })
      if (claims === undefined || claims.sub.length > SUBJECT_MAX) throw failed()
      const roles = rolesOf(provider, claims)
      const { sub: subject, name, email, auth_time: authTime } = claims
      const isVerified = typeof email === 'string' && claims.email_verified === true
      return {
        ...{ provider, subject, roles, returnTo: flow.returnTo },
        authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1_000) : null,
        name: typeof name === 'string' ? name : null,
        email: isVerified && provider.matchVerifiedEmail ? email : null,
      }
    },
    async signOutUrl(issuer) {
      const provider = providers.find((one) => one.issuer === issuer)
      const metadata = provider && (await metadataOf(provider).catch(() => undefined))
      if (metadata?.serverMetadata().end_session_endpoint === undefined) return null
      return oidc.buildEndSessionUrl(metadata, {}).href
    },
  }
}

/** By OpenID Connect Core, section 2. */
const SUBJECT_MAX = 255

function discover({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<oidc.Configuration> {
  // Plain HTTP is let through the configuration for this machine alone.
  const execute = [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])]
  const authentication = clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret)
  return oidc.discovery(new URL(issuer), clientId, {}, authentication, { execute, timeout: TIMEOUT_SECONDS })
}

function openFlow(box: SecretBox, providerId: string, sealed: string | null): Flow {
  try {
    const flow = JSON.parse(box.open(sealed ?? '', providerId)) as Flow
    if (Date.now() < flow.untilMs) return flow
  } catch {
    // Of another browser, another provider, or changed.
  }
  throw failed()
}

/** What the provider, the browser or the tokens are at fault for; anything else is a failure on the way. */
function isFromProvider(error: unknown): boolean {
  return (
    error instanceof oidc.AuthorizationResponseError ||
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.WWWAuthenticateChallengeError ||
    (error instanceof oidc.ClientError && error.code !== 'OAUTH_TIMEOUT')
  )
}

function failed(error?: unknown): DomainError {
  const code = error instanceof oidc.AuthorizationResponseError ? error.error : null
  const told = code !== null && /^[a-z_]{1,50}$/.test(code) ? { provider_error: code } : {}
  return new DomainError('authentication_error', 'The sign-in failed, or was begun elsewhere. Begin it again.', {
    ...{ reason: 'sign_in_failed', ...told },
  })
}

/** A path of this service, null for anything that leads elsewhere. */
function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(value) || value.includes('\\')) return null
  return value
}
