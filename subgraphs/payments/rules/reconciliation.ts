/**
 * Ledger against chain at one block (domain 9.4), pure. The ledger is ahead of the cursor where a block is just being booked,
 * so what it has from later blocks is taken off; what is known to be missing is no news.
 */
import { EMPTY_BALANCES } from '../../shared/ledger/accounts.ts'
import { assetKey, type WalletBalances } from '../../shared/ledger/journal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

interface Movement {
  readonly walletId: string
  readonly token: Token
  readonly amount: bigint
}

/** What the ledger has booked from blocks beyond the one that is compared, and what it has too much. */
export interface Bookings {
  readonly arrived: readonly Movement[]
  readonly left: readonly Movement[]
  readonly missing: readonly Movement[]
}

/** What the ledger expects on the chain at the block. */
export function expectedOnChain(
  { walletId, balances }: { readonly walletId: string; readonly balances: WalletBalances },
  { chain, token }: { readonly chain: Chain; readonly token: Token },
  { arrived, left, missing }: Bookings,
): bigint {
  const of = (all: readonly Movement[]) =>
    all.reduce((sum, one) => sum + (one.walletId === walletId && one.token === token ? one.amount : 0n), 0n)
  const { onChain } = balances[assetKey(chain, token)] ?? EMPTY_BALANCES
  return onChain - of(arrived) + of(left) - of(missing)
}
