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

/** The time zone in which the limits of a wallet are counted, and those of its cards. */
export async function findLimitTimezone(database: Database, walletId: WalletId): Promise<string> {
  const wallet = await database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id })
  return wallet?.mandate?.limitTimezone ?? 'UTC'
}
