/** The clock in the position of an organization, read outside a commit. */
import { type OrgPosition, orgRef } from '../../shared/commit/positions.ts'
import type { Database } from '../../shared/database.ts'
import type { ClockOwner, MovedClock } from '../../shared/organizationTime.ts'

/** Null: it was never moved. */
export async function findOrgClock(database: Database, { orgId, mode }: ClockOwner): Promise<MovedClock | null> {
  const found = await database
    .collection<OrgPosition>('positions')
    .findOne<Pick<OrgPosition, 'clocks'>>({ _id: orgRef(orgId).id }, { projection: { clocks: 1 } })
  return found?.clocks?.[mode] ?? null
}
