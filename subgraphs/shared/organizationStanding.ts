/**
 * A suspended organization can read and stop, nothing else. The group commit refuses every other intent of it, on the
 * position that each of them guards; writes that do not go through the group commit check it here first.
 */
import { type OrgPosition, orgRef } from './commit/positions.ts'
import type { Database } from './database.ts'
import { DomainError } from './errors.ts'
import type { OrgId } from './ids.ts'

/** Null when the organization may act; a new one has no position yet. */
export function suspensionRefusal(org: Pick<OrgPosition, 'status'> | null): DomainError | null {
  if (org === null || org.status === 'active') return null
  return new DomainError(
    'capability_denied',
    'The organization is suspended: it can read and stop, and do nothing else. Ask the operator of the service.',
    { reason: 'organization_suspended' },
  )
}

/** @throws DomainError capability_denied (reason organization_suspended) */
export async function requireActiveOrganization(database: Database, orgId: OrgId): Promise<void> {
  const refusal = await findSuspension(database, orgId)
  if (refusal !== null) throw refusal
}

export async function findSuspension(database: Database, orgId: OrgId): Promise<DomainError | null> {
  const position = await database
    .collection<OrgPosition>('positions')
    .findOne({ _id: orgRef(orgId).id }, { projection: { status: 1 } })
  return suspensionRefusal(position)
}
