/** Reads of the position that holds the dollars of an organization in one mode. */
import { type UsdPosition, usdRef, type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { Database } from '../../shared/database.ts'
import type { OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'

/** Null before the first synchronization. */
export function findUsdPosition(database: Database, orgId: OrgId, mode: Mode): Promise<UsdPosition | null> {
  return database.collection<UsdPosition>('positions').findOne({ _id: usdRef(orgId, mode).id })
}

/** How many cards the wallet has had. */
export async function findCardsIssued(database: Database, walletId: WalletId): Promise<number> {
  const wallet = await database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id })
  return Number(wallet?.cardsIssued ?? 0)
}

/** The time zone in which the limits of each wallet are counted, and those of its cards; in the order of the ids. */
export async function findLimitTimezones(database: Database, walletIds: readonly WalletId[]): Promise<string[]> {
  const ids = walletIds.map((walletId) => walletRef(walletId).id)
  const rows = await database
    .collection<WalletPosition>('positions')
    .find({ _id: { $in: ids } })
    .project<{ readonly _id: string; readonly mandate?: { readonly limitTimezone?: string } | null }>({
      'mandate.limitTimezone': 1,
    })
    .toArray()
  const zones = new Map(rows.map(({ _id, mandate }) => [_id, mandate?.limitTimezone]))
  return ids.map((id) => zones.get(id) ?? 'UTC')
}
