/** Dollars that moved between two financial accounts of one organization. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { BookTransferId, FinancialAccountId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'

export interface BookTransferRow {
  readonly _id: BookTransferId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly from: FinancialAccountId
  readonly to: FinancialAccountId
  readonly amount: bigint
  readonly memo: string | null
  readonly createdAt: Date
}

const COLLECTION = 'bookTransfers'

export const bookTransferRef = (id: BookTransferId): Ref<BookTransferRow> => ({ collection: COLLECTION, id })

export function registerBookTransfers(database: Database): void {
  database.model(newSchema(), COLLECTION)
}

export async function findBookTransfers(
  database: Database,
  ids: readonly BookTransferId[],
): Promise<BookTransferRow[]> {
  if (ids.length === 0) return []
  return database
    .collection<BookTransferRow>(COLLECTION)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}
