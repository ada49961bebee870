/**
 * Attestations of an agent by a third party (domain 4.1): JWTs of the type kya+JWT. An issuer and its keys are part of the
 * configuration; nothing that an attestation names is ever fetched.
 */
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { type DomainError, invalidField } from '../../shared/errors.ts'

export interface AttestationIssuer {
  readonly issuer: string
  readonly jwks: JSONWebKeySet
}

export interface Attestation {
  readonly issuer: string
  /** Claim jti. */
  readonly id: string
  readonly expiresAt: Date
}

export type AttestationVerifier = (
  text: unknown,
  expected: { readonly did: string; readonly now: Date },
) => Promise<Attestation>

const PATH = 'attestation'
const TYPE = 'kya+JWT'
const ALGORITHMS = ['EdDSA', 'ES256', 'RS256']
const LENGTH_MAX = 16_384
const ID_LENGTH_MAX = 200
const LIFE_DAYS_MAX = 90
const DAY_MS = 24 * 3_600_000
/** Of the issuer's clock. */
const SKEW_SECONDS = 30

/**
 * @param audience the base address of the service
 * @throws DomainError invalid_request: signature, issuer, audience, expiry, subject
 */
export function createAttestationVerifier(
  issuers: readonly AttestationIssuer[],
  audience: string,
): AttestationVerifier {
  const trusted = new Map(issuers.map(({ issuer, jwks }) => [issuer, createLocalJWKSet(jwks)]))
  return async (text, { did, now }) => {
    if (typeof text !== 'string') throw refuse('required', `must be a JWT of the type ${TYPE}.`)
    if (text.length > LENGTH_MAX) throw refuse('too_long', `must have at most ${LENGTH_MAX} characters.`)
    const issuer = issuerOf(text)
    const keys = trusted.get(issuer)
    if (keys === undefined) throw refuse('untrusted_issuer', 'is of an issuer that this service does not trust.')
    const { exp = 0, iat = 0, jti = '' } = await verify(text, keys, { issuer, audience, did, now })
    if (jti === '' || jti.length > ID_LENGTH_MAX) throw refuse('invalid_claim', 'must have an id, claim jti.')
    const expiresAt = new Date(exp * 1_000)
    if (exp - iat > (LIFE_DAYS_MAX * DAY_MS) / 1_000)
      throw refuse('too_long_valid', `must end within ${LIFE_DAYS_MAX} days of its issue.`)
    // The tolerance is for the beginning: at its end evidence is over.
    if (now >= expiresAt) throw expired()
    return { issuer, id: jti, expiresAt }
  }
}

type Keys = ReturnType<typeof createLocalJWKSet>
interface Expected {
  readonly issuer: string
  readonly audience: string
  readonly did: string
  readonly now: Date
}

async function verify(text: string, keys: Keys, { issuer, audience, did, now }: Expected): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(text, keys, {
      ...{ algorithms: ALGORITHMS, typ: TYPE, issuer, audience, subject: did, currentDate: now },
      ...{ clockTolerance: SKEW_SECONDS, maxTokenAge: `${LIFE_DAYS_MAX} days` },
      requiredClaims: ['iss', 'sub', 'aud', 'jti', 'iat', 'exp'],
    })
    return payload
  } catch (error) {
    throw error instanceof errors.JOSEError ? refusalOf(error) : error
  }
}

/** Only chooses whose keys have to verify it. */
function issuerOf(text: string): string {
  try {
    return String(decodeJwt(text).iss ?? '')
  } catch {
    throw refuse('malformed', `must be a JWT of the type ${TYPE}.`)
  }
}

const WRONG_CLAIMS: Readonly<Record<string, readonly [code: string, message: string]>> = {
  aud: ['wrong_audience', 'is for another audience than the base address of this service.'],
  sub: ['wrong_subject', 'is about another DID than that of the agent.'],
  typ: ['wrong_type', `must have the type ${TYPE}.`],
}

function refusalOf(error: errors.JOSEError): DomainError {
  if (error instanceof errors.JWTExpired) return expired()
  if (error instanceof errors.JWTClaimValidationFailed) {
    const [code, message] = WRONG_CLAIMS[error.claim] ?? ['invalid_claim', `has no valid claim ${error.claim}.`]
    return refuse(code, message)
  }
  return refuse('signature_invalid', 'is not signed by a key of its issuer, in an algorithm that is taken here.')
}

const expired = (): DomainError => refuse('expired', 'has expired.')
const refuse = (code: string, message: string): DomainError => invalidField(PATH, code, message)
