/**
 * Suspends and reinstates an organization: an operator's command, without an endpoint. The status is in the position that every
 * commit of the organization guards, so that afterwards no process accepts anything but reads and stops.
 */

import { orgRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { isId } from '../../shared/ids.ts'
import { timeAt } from '../../shared/organizationTime.ts'
import type { OrganizationRow } from '../models/organizations.ts'
import { organizationRef } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'

export interface OrganizationStatusInput {
  readonly orgId: string
  readonly status: OrganizationRow['status']
  readonly reason: string
}

/** Repeating changes nothing. @throws DomainError not_found, invalid_request (reason) */
export async function setOrganizationStatus(
  deps: AgentsDeps,
  input: OrganizationStatusInput,
): Promise<{ readonly changed: boolean }> {
  const { orgId, status } = input
  const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
  if (!isId('organization', orgId)) throw notFound('organization')
  const [head, organization] = [orgRef(orgId), organizationRef(orgId)]
  const settled = await submitPrepared(deps.commit, () => ({
    ...({ priority: 'control', orgId, mode: 'live', whileSuspended: true } as const),
    reads: () => ({ guard: [head, organization] }),
    decide(state: State, at: Date): Verdict<boolean> {
      const position = state.get(head)
      const row = state.get(organization)
      if (position === null || row === null) return refused(notFound('organization'))
      if (position.status === status && row.status === status) return done(false)
      const set = [
        setRow(head, { ...position, status }),
        setRow(organization, { ...row, status, statusChange: { reason, at, testAt: timeAt(position, 'test', at) } }),
      ]
      const type = status === 'suspended' ? 'organization.suspended' : 'organization.reactivated'
      const data = { org_id: orgId, status, reason, at: at.toISOString() }
      return done(true, { set, events: [{ type, resourceId: orgId, data }] })
    },
  }))
  const changed = 'answer' in settled && settled.answer
  if (changed) deps.log.warn({ orgId, status, reason }, 'the status of an organization was changed')
  return { changed }
}
