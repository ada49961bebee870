/** Reads of a wallet's position outside of a commit: what is prepared on it is compared again inside. */
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { Database } from '../../shared/database.ts'
import type { WalletId } from '../../shared/ids.ts'

export function findWalletPosition(database: Database, walletId: WalletId): Promise<WalletPosition | null> {
  return database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id })
}
