/** Reads of an organization's position outside a commit. */
import { type OrgPosition, orgRef } from '../../shared/commit/positions.ts'
import type { Database } from '../../shared/database.ts'
import type { OrgId } from '../../shared/ids.ts'

const positions = (database: Database) => database.collection<OrgPosition>('positions')

export function findOrgPosition(database: Database, orgId: OrgId): Promise<OrgPosition | null> {
  return positions(database).findOne({ _id: orgRef(orgId).id })
}

/** Those of these organizations that have chosen something for their holds. */
export async function findWithHoldSettings(
  database: Database,
  orgIds: readonly OrgId[],
): Promise<Map<OrgId, Pick<OrgPosition, 'honorOpenHolds'>>> {
  const found = await positions(database)
    .find({ _id: { $in: [...new Set(orgIds)].map((id) => orgRef(id).id) }, honorOpenHolds: { $exists: true } })
    .project<Pick<OrgPosition, 'orgId' | 'honorOpenHolds'>>({ orgId: 1, honorOpenHolds: 1 })
    .toArray()
  return new Map(found.map(({ orgId, ...settings }) => [orgId, settings]))
}
