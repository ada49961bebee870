/** Sessions of people: what they may do, how long, and what ends them. Pure. */
import { DomainError, invalidField } from '../../shared/errors.ts'
import { hasRole, type Mode, PROOF_SECONDS, type Role } from '../../shared/principal.ts'
import { isInForce, parseRoles } from './organizationKeys.ts'

export interface SessionFacts {
  /** Of a browser it lives in a cookie, and a token is sent like a key: neither is accepted in place of the other. */
  readonly kind: 'browser' | 'token'
  /** Pending until the one-time code is used. */
  readonly status: 'pending' | 'active' | 'revoked'
  readonly mode?: Mode
  readonly roles: readonly Role[]
  readonly lifetimeSeconds: number
  readonly createdAt: Date
  /** Of a pending one when its code expires. */
  readonly expiresAt: Date
  /** When the person has last shown a key or signed in. Absent: the issuer did not say, or in rows of earlier releases. */
  readonly provenAt?: Date
}

/** Whether it may do now what gives lasting authority. */
export function isProven({ provenAt }: Pick<SessionFacts, 'provenAt'>, at: Date): boolean {
  return provenAt !== undefined && at.getTime() - provenAt.getTime() <= PROOF_SECONDS * 1_000
}

export type SessionStatus = SessionFacts['status'] | 'expired'

export function sessionStatus({ status, expiresAt }: SessionFacts, at: Date): SessionStatus {
  return status !== 'revoked' && expiresAt <= at ? 'expired' : status
}

/** Seconds. */
export const LIFETIME = { least: 60, most: 43_200, byDefault: { browser: 43_200, token: 3_600 } } as const
/** Time to get from whoever asked for the code to the browser. */
export const CODE_SECONDS = 120

/** Seconds that a session lasts. @throws DomainError invalid_request */
export function parseLifetime(value: unknown, kind: SessionFacts['kind']): number {
  const seconds = value ?? LIFETIME.byDefault[kind]
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= LIFETIME.least && seconds <= LIFETIME.most)
    return seconds
  throw invalidField(
    'expires_in_seconds',
    'out_of_range',
    `must be an integer from ${LIFETIME.least} to ${LIFETIME.most}.`,
  )
}

/**
 * The roles of a new session: those of the key if none are named, and never more. Reading alone is less than any key may do.
 * @throws DomainError invalid_request, insufficient_scope
 */
export function parseSessionRoles(
  values: readonly string[] | null | undefined,
  key: { readonly roles: readonly Role[] },
): readonly Role[] {
  const roles = values == null ? key.roles : parseRoles(values)
  const held = rolesNow(roles, key.roles)
  const missing = roles.find((role) => !held.includes(role))
  if (missing === undefined && held.length === roles.length) return roles
  throw new DomainError('insufficient_scope', 'A session has at most the roles of its key.', {
    ...{ required: missing ?? null, roles: key.roles },
  })
}

/** What is left of a session's roles with those that its key has now. */
export function rolesNow(session: readonly Role[], key: readonly Role[]): readonly Role[] {
  if (session.includes('viewer') || key.includes('viewer')) return ['viewer']
  return session.filter((role) => hasRole({ roles: key }, role))
}

export interface Owners {
  /** The key from which it was made. */
  readonly key: {
    readonly status: 'active' | 'revoked'
    readonly validUntil?: Date
    readonly suspended?: object
    /** Sessions from before have ended. */
    readonly sessionsEndedAt?: Date
  } | null
  readonly organization: {
    readonly status: 'active' | 'suspended'
    readonly statusChange?: { readonly at: Date; readonly testAt?: Date }
  } | null
}

/**
 * Whether its key, its person and its organization let it go on. What ended it stays in force for it: a person who is
 * reactivated, and an organization too, opens new sessions.
 */
export function hasStanding(
  { createdAt, mode }: Pick<SessionFacts, 'createdAt' | 'mode'>,
  { key, organization }: Owners,
  at: Date,
): boolean {
  if (key === null || organization === null) return false
  if (!isInForce(key, at) || key.suspended !== undefined) return false
  if (key.sessionsEndedAt !== undefined && createdAt <= key.sessionsEndedAt) return false
  const { status, statusChange } = organization
  if (statusChange === undefined || status !== 'active') return status === 'active'
  return createdAt > (mode === 'test' ? (statusChange.testAt ?? statusChange.at) : statusChange.at)
}

/** Null for one that opens what its roles allow. */
export function sessionRefusal(session: SessionFacts, owners: Owners, at: Date): DomainError | null {
  const status = sessionStatus(session, at)
  if (status === 'expired') return refuse('session_expired', 'This session has expired. Sign in again.')
  if (status !== 'active' || !hasStanding(session, owners, at))
    return refuse('session_ended', 'This session has ended. Sign in again.')
  return null
}

export function invalidSession(): DomainError {
  return refuse('invalid_session', 'This session is not known. Sign in again.')
}

/** For a code that opens nothing: unknown, used, expired, or its key has ended. */
export function invalidCode(reason: 'invalid_code' | 'code_used' | 'code_expired' = 'invalid_code'): DomainError {
  return refuse(reason, 'This code opens nothing: it works once, and for two minutes. Ask for another one.')
}

function refuse(reason: string, message: string): DomainError {
  return new DomainError('authentication_error', message, { reason })
}
