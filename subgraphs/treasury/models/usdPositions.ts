/** Reads of the position that holds the dollars of an organization in one mode. */
import { type UsdPosition, usdRef } from '../../shared/commit/positions.ts'
import type { Database } from '../../shared/database.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'

/** Null before the first synchronization. */
export function findUsdPosition(database: Database, orgId: OrgId, mode: Mode): Promise<UsdPosition | null> {
  return database.collection<UsdPosition>('positions').findOne({ _id: usdRef(orgId, mode).id })
}
