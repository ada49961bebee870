/**
 * Whether the business of an organization is accepted (KYB, domain 4.1): an operator's command, and in test mode an operation
 * that simulates the review. It stands in the position that every spend guards: a rejection counts from the next spend on.
 */
import { orgRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { notFound } from '../../shared/errors.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { KybStatus } from '../../shared/kya.ts'
import { type Mode, type Principal, requireOrganization } from '../../shared/principal.ts'
import { findOrganization, type OrganizationRow, organizationRef } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'

type Deps = Pick<AgentsDeps, 'commit' | 'database'>

export interface KybReview {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly status: KybStatus
  /** Refused in live mode, once the role of the caller is known. */
  readonly testOnly?: boolean
}

/** @throws DomainError not_found */
export async function reviewOrganization(
  deps: Deps,
  { orgId, mode, status, testOnly = false }: KybReview,
  key: RequestKey | null = null,
): Promise<{ readonly organization: OrganizationRow; readonly replayed: boolean }> {
  const [head, ref] = [orgRef(orgId), organizationRef(orgId)]
  const settled = await submitPrepared(
    deps.commit,
    () => ({
      ...({ priority: 'control', orgId, mode, resource: { type: 'organization', id: orgId } } as const),
      reads: () => ({ guard: [head, ref] }),
      decide(state, at) {
        if (testOnly && mode !== 'test') return refused(notFound('resource'))
        const [position, row] = [state.get(head), state.get(ref)]
        if (position === null || row === null) return refused(notFound('organization'))
        const kyb = { ...position.kyb, [mode]: { status, at } }
        const next: typeof row = { ...row, kyb }
        return done(next, { set: [setRow(head, { ...position, kyb }), setRow(ref, next)] })
      },
    }),
    key,
  )
  if ('answer' in settled) return { organization: settled.answer, replayed: false }
  const organization = await findOrganization(deps.database, orgId)
  if (organization === null) throw notFound('organization')
  return { organization, replayed: true }
}

/** In test mode only. @throws DomainError not_found (live mode), and those of access and key */
export async function simulateReview(
  deps: Deps,
  principal: Principal,
  status: KybStatus,
  key: RequestKey | null = null,
): Promise<{ readonly organization: OrganizationRow; readonly replayed: boolean }> {
  const { orgId, mode } = requireOrganization(principal)
  return reviewOrganization(deps, { orgId, mode, status, testOnly: true }, key)
}
