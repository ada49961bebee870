/** Enrolment keys (domain A.3): what is asked for one, and whether one can still register an agent. Pure. */
import { DomainError, invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseOptionalText, type Unparsed } from '../../shared/fields.ts'
import type { Capability } from '../../shared/principal.ts'
import { parseCapabilities } from './registration.ts'

export interface EnrolmentTerms {
  readonly label: string | null
  /** All that the agents may declare; null: anything. */
  readonly capabilities: readonly Capability[] | null
  readonly usesMax: number
  readonly expiresInSeconds: number
}

const SECONDS = { least: 60, most: 30 * 86_400, byDefault: 86_400 } as const
const USES = { least: 1, most: 1_000, byDefault: 1 } as const

/** @throws DomainError invalid_request */
export function parseEnrolmentTerms(input: Unparsed<EnrolmentTerms & { maxUses: number }>): EnrolmentTerms {
  return parseAll({
    label: () => parseOptionalText(input.label, { path: 'label', lengthMax: LENGTH_MAX.name }),
    capabilities: () => (input.capabilities == null ? null : parseCapabilities(input.capabilities)),
    usesMax: () => parseWithin(input.maxUses, 'max_uses', USES),
    expiresInSeconds: () => parseWithin(input.expiresInSeconds, 'expires_in_seconds', SECONDS),
  })
}

function parseWithin(value: unknown, path: string, { least, most, byDefault }: typeof SECONDS | typeof USES): number {
  const number = value ?? byDefault
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) return number
  throw invalidField(path, 'out_of_range', `must be an integer from ${least} to ${most}.`)
}

interface EnrolmentState {
  readonly status: 'active' | 'revoked'
  readonly uses: number
  readonly usesMax: number
  readonly expiresAt: Date
}

/** Null while it can register one more agent. */
export function enrolmentRefusal({ status, uses, usesMax, expiresAt }: EnrolmentState, at: Date): DomainError | null {
  const refuse = (reason: string, why: string, details: object = {}) =>
    new DomainError('authentication_error', `This enrolment key ${why}. Ask the organization for a new one.`, {
      reason,
      ...details,
    })
  if (status === 'revoked') return refuse('enrolment_key_revoked', 'is revoked')
  if (at >= expiresAt) {
    const expired_at = expiresAt.toISOString()
    return refuse('enrolment_key_expired', `expired at ${expired_at}`, { expired_at })
  }
  return uses >= usesMax
    ? refuse('enrolment_key_used', `has registered all ${usesMax} of its agents`, { max_uses: usesMax })
    : null
}

export function makerSuspended(): DomainError {
  return new DomainError(
    'authentication_error',
    'The person who made this enrolment key is suspended. Ask the organization for a new one.',
    { reason: 'person_suspended' },
  )
}

/** What was made with a key that was revoked since may have been made by a thief. */
export function makerRemoved(): DomainError {
  return new DomainError(
    'authentication_error',
    'The key with which this enrolment key was made is revoked, or its person is no administrator any more. Ask the organization for a new one.',
    { reason: 'enrolment_maker_removed' },
  )
}

/** @throws DomainError capability_denied */
export function requireEnrolled(wanted: readonly Capability[], allowed: readonly Capability[] | null): void {
  const beyond = wanted.find((capability) => allowed !== null && !allowed.includes(capability))
  if (beyond === undefined) return
  throw new DomainError(
    'capability_denied',
    `This enrolment key registers no agents with the capability ${beyond}, only with: ${allowed?.join(', ')}. Ask the organization for another key, or declare less.`,
    {
      ...{ reason: 'enrolment_capabilities', capability: beyond, declared: allowed },
    },
  )
}
