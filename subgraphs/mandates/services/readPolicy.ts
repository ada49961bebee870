/** The caller's text -> a policy, or a refusal that names the position in the text (specification 2.6). */

import { DomainError, invalidField } from '../../shared/errors.ts'
import { isTimeZone } from '../../shared/limitWindows.ts'
import type { Principal } from '../../shared/principal.ts'
import type { MandatesDeps } from '../ports.ts'
import { type ParsedPolicy, parsePolicy } from '../rules/parsePolicy.ts'

export type ReadPolicy = Extract<ParsedPolicy, { ok: true }> & { readonly policyText: string }

/**
 * @param limitTimezone the zone of time windows without one, when there is one
 * @throws DomainError invalid_request with `problems`: code, span, text, message and suggestion, all at once
 */
export function readPolicy(policyText: unknown, limitTimezone: string | null): ReadPolicy {
  if (typeof policyText !== 'string') throw invalidField('policy', 'not_text', 'must be the rules as text.')
  const parsed = parsePolicy(policyText, { limitTimezone })
  if (parsed.ok) return { ...parsed, policyText }
  const { problems } = parsed
  const [first] = problems
  throw new DomainError('invalid_request', `policy: ${first?.message ?? 'cannot be understood.'}`, {
    fields: problems.map(({ code, message, span, suggestion }) => ({
      path: 'policy',
      code,
      message,
      span,
      suggestions: [suggestion],
    })),
    problems: problems.map((problem) => ({ ...problem, ...problem.span })),
  })
}

/**
 * The time zone of days and hours without one: the caller's, or else the organization's. UTC, the default of
 * organizations, does not count, since it may never have been chosen.
 */
export async function zoneOfWindows(
  { organizations }: Pick<MandatesDeps, 'organizations'>,
  principal: Principal,
  named: string | null,
): Promise<string | null> {
  if (named !== null || !('orgId' in principal)) return named
  const zone = (await organizations.find(principal.orgId))?.limitTimezone ?? 'UTC'
  return zone === 'UTC' ? null : zone
}

/** Absent is null. */
export function parseLimitTimezone(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || !isTimeZone(value))
    throw invalidField('limit_timezone', 'unknown_timezone', 'must be an IANA time zone name, like Europe/Berlin.')
  return value
}
