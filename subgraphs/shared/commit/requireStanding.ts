/** Whether whoever acts still may, for rows that the commit does not write. */
import type { OrgId } from '../ids.ts'
import type { Mode } from '../principal.ts'
import { submitPrepared } from './submit.ts'
import type { Commit } from './types.ts'
import { done } from './verdicts.ts'

/**
 * Asked in the commit queue, immediately before such a row is written: since the request was checked, its key may have been
 * revoked or its organization suspended, as while the name of a receiver was resolved.
 * @throws DomainError authentication_error, capability_denied (reason organization_suspended), service_unavailable
 */
export async function requireStanding(
  commit: Commit,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
): Promise<void> {
  await submitPrepared(commit, () => ({
    ...({ priority: 'control', orgId, mode } as const),
    reads: () => ({ guard: [] }),
    decide: () => done(null),
  }))
}
