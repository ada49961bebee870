/** Reads of wallets' positions outside a commit: a commit prepared on them checks them again. */
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { Database } from '../../shared/database.ts'
import type { WalletId } from '../../shared/ids.ts'

export async function findWalletPositions(
  database: Database,
  walletIds: readonly WalletId[],
): Promise<Map<string, WalletPosition>> {
  const found = await database
    .collection<WalletPosition>('positions')
    .find({ _id: { $in: walletIds.map((id) => walletRef(id).id) } })
    .toArray()
  return new Map(found.map((position) => [position.walletId, position]))
}

export function findWalletPosition(database: Database, walletId: WalletId): Promise<WalletPosition | null> {
  return database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id })
}
