/** Caches the facts of wallets that never change: organization, mode and address, but not the agent. */
import type { Database } from '../../shared/database.ts'
import { findWallets } from '../models/wallets.ts'
import type { WalletFacts, WalletFactsCache } from '../ports.ts'

const WALLETS_MAX = 50_000

export function createWalletFactsCache(database: Database): WalletFactsCache {
  const known = new Map<string, WalletFacts>()
  return {
    async find(walletId) {
      const seen = known.get(walletId)
      if (seen !== undefined) return seen
      const [row] = await findWallets(database, [walletId])
      if (row === undefined) return null
      const facts = { orgId: row.orgId, mode: row.mode, address: row.address }
      if (known.size >= WALLETS_MAX) known.delete(known.keys().next().value as string)
      known.set(walletId, facts)
      return facts
    },
  }
}
