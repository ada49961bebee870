/** Loaders of one request: each row is read once, with the caller's rights. */
import DataLoader from 'dataloader'
import type { WalletId } from '../../shared/ids.ts'
import { loadersOf, type RequestContext } from '../../shared/principal.ts'
import type { TreasuryDeps } from '../ports.ts'
import { limitTimezones, visibleCards, visibleCardTransactions } from '../services/cards/readCards.ts'
import { visibleQuotes } from '../services/conversions/readQuotes.ts'
import { readBalances, visible } from '../services/readTreasury.ts'

export function treasuryLoaders(deps: Pick<TreasuryDeps, 'database'>, context: RequestContext) {
  const { principal } = context
  return loadersOf(context, 'treasury', () => {
    return {
      holders: new DataLoader((ids: readonly string[]) => visible.holders(deps, principal, ids)),
      accounts: new DataLoader((ids: readonly string[]) => visible.accounts(deps, principal, ids)),
      bankAccounts: new DataLoader((ids: readonly string[]) => visible.bankAccounts(deps, principal, ids)),
      payments: new DataLoader((ids: readonly string[]) => visible.payments(deps, principal, ids)),
      mismatches: new DataLoader((ids: readonly string[]) => visible.mismatches(deps, principal, ids)),
      bookTransfers: new DataLoader((ids: readonly string[]) => visible.bookTransfers(deps, principal, ids)),
      quotes: new DataLoader((ids: readonly string[]) => visibleQuotes(deps, principal, ids)),
      cards: new DataLoader((ids: readonly string[]) => visibleCards(deps, principal, ids)),
      cardTransactions: new DataLoader((ids: readonly string[]) => visibleCardTransactions(deps, principal, ids)),
      /** Of a wallet that the caller may see: that in which its cards are counted. */
      limitTimezones: new DataLoader((ids: readonly WalletId[]) => limitTimezones(deps, ids)),
      balances: new DataLoader(async (ids: readonly string[]) => {
        const { balances } = await readBalances(deps, principal, {})
        return ids.map((id) => balances.find(({ account }) => account._id === id) ?? null)
      }),
    }
  })
}
