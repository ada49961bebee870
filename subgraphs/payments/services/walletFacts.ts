/** Facts of wallets that never change, remembered: organization, mode and address. Whose agent it is can change. */
import type { Database } from '../../shared/database.ts'
import type { OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { findWallets } from '../models/wallets.ts'

interface WalletFacts {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly address: string
}

export interface WalletFactsCache {
  find(walletId: WalletId): Promise<WalletFacts | null>
}

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
