/** Caches whose each wallet is, which never changes. */
import type { Database } from '../../shared/database.ts'
import { findWallets } from '../models/wallets.ts'
import type { PaymentsDeps, WalletOwner } from '../ports.ts'

const WALLETS_MAX = 50_000

export function cacheWalletOwners(database: Database): PaymentsDeps['findWalletOwner'] {
  const known = new Map<string, WalletOwner>()
  return async (walletId) => {
    const seen = known.get(walletId)
    if (seen !== undefined) return seen
    const [row] = await findWallets(database, [walletId])
    if (row === undefined) return null
    const owner = { orgId: row.orgId, mode: row.mode, custody: row.custody }
    if (known.size >= WALLETS_MAX) known.delete(known.keys().next().value as string)
    known.set(walletId, owner)
    return owner
  }
}
