/** Keys of an organization (domain A.1): whose they are, what they may do, and how long. Pure. */
import type { OrgPosition } from '../../shared/commit/positions.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { type Mode, ROLES, type Role } from '../../shared/principal.ts'

/** @throws DomainError invalid_request: a role that does not exist, or another one beside viewer */
export function parseRoles(values: readonly string[]): readonly Role[] {
  const isRole = (value: string): value is Role => ROLES.some((role) => role === value)
  const roles = [...new Set(values)].map((value) => {
    if (isRole(value)) return value
    throw invalidField(
      'roles',
      'unknown_role',
      `must be one of ${ROLES.join(', ')}; without one a key reads and spends.`,
    )
  })
  if (roles.length > 1 && roles.includes('viewer'))
    throw invalidField('roles', 'viewer_alone', 'must not name another role beside viewer, which only reads.')
  return roles
}

interface KeyState {
  readonly status: 'active' | 'revoked'
  readonly validUntil?: Date
  readonly suspended?: object
}

/** Whether it opens anything, or would if its person were not suspended. */
export function isInForce({ status, validUntil }: KeyState, at: Date): boolean {
  return status === 'active' && (validUntil === undefined || at < validUntil)
}

export function keyStatus(key: KeyState, at: Date): 'active' | 'suspended' | 'revoked' {
  if (!isInForce(key, at)) return 'revoked'
  return key.suspended === undefined ? 'active' : 'suspended'
}

/**
 * Whether it can administer for good; one that was replaced, or whose person is suspended, cannot, nor one that depends on an
 * issuer.
 */
export function isLastingAdmin(key: KeyState & { readonly roles: readonly Role[]; readonly signIn?: object }): boolean {
  const { status, validUntil, suspended, roles, signIn } = key
  const isLasting = validUntil === undefined && suspended === undefined && signIn === undefined
  return status === 'active' && isLasting && roles.includes('admin')
}

const OVERLAP = { most: 7 * 86_400, byDefault: 86_400 } as const

/** Seconds for which both keys work. @throws DomainError invalid_request */
export function parseOverlap(value: unknown): number {
  const seconds = value ?? OVERLAP.byDefault
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= OVERLAP.most)
    return seconds
  throw invalidField('overlap_seconds', 'out_of_range', `must be an integer from 0 to ${OVERLAP.most}.`)
}

export function lastAdmin(): DomainError {
  return new DomainError('conflict', 'This is the last key with the role admin. Make another one first.', {
    reason: 'last_admin',
  })
}

export function keyEnded(): DomainError {
  return new DomainError('conflict', 'This key is revoked or was replaced, and that is final. Make a new one.', {
    reason: 'key_ended',
  })
}

export function signsIn(): DomainError {
  return new DomainError(
    'conflict',
    'This person signs in: the issuer decides on the roles, and there is no secret to replace.',
    {
      reason: 'signs_in',
    },
  )
}

export function isSuspended(
  position: Pick<OrgPosition, 'suspendedPeople'> | null,
  { mode, personId }: { readonly mode: Mode; readonly personId: string },
): boolean {
  return position?.suspendedPeople?.[mode]?.includes(personId) === true
}

/** For keys that cannot be made or replaced now. */
export function personSuspended(): DomainError {
  return new DomainError('conflict', 'This person is suspended. Reactivate the person first.', {
    reason: 'person_suspended',
  })
}
