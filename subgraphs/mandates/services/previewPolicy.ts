/** The policy that a text would become (domain A.4), read exactly as by create and update, with nothing stored. */

import type { Principal } from '../../shared/principal.ts'
import type { MandatesDeps } from '../ports.ts'
import { diffPolicies, type PolicyDifference } from '../rules/diffPolicies.ts'
import { type PolicyNote, policyNotes } from '../rules/policyNotes.ts'
import { getMandate, type ReadDeps } from './readMandates.ts'
import { parseLimitTimezone, type ReadPolicy, readPolicy, zoneOfWindows } from './readPolicy.ts'

export interface PreviewInput {
  readonly policy?: unknown
  readonly limitTimezone?: unknown
  readonly mandateId?: string | null
}

export interface PolicyPreview extends Pick<ReadPolicy, 'policy' | 'spans' | 'canonicalText'> {
  readonly notes: readonly PolicyNote[]
  /** Compared with the current version of the given mandate. */
  readonly changes: readonly PolicyDifference[]
}

/** @throws DomainError invalid_request (with `problems`), not_found (the mandate to compare with), and those of access */
export async function previewPolicy(
  deps: ReadDeps & Pick<MandatesDeps, 'organizations'>,
  principal: Principal,
  input: PreviewInput,
): Promise<PolicyPreview> {
  const read = readPolicy(input.policy, await zoneOfWindows(deps, principal, parseLimitTimezone(input.limitTimezone)))
  const { policy, spans, canonicalText, notes } = read
  if (input.mandateId == null) return { policy, spans, canonicalText, notes, changes: [] }
  const { version } = await getMandate(deps, principal, { id: input.mandateId, version: null })
  const compared = policyNotes(policy, version.policy).slice(policyNotes(policy).length)
  const changes = diffPolicies(version.policy, policy)
  return { policy, spans, canonicalText, notes: [...notes, ...compared], changes }
}
