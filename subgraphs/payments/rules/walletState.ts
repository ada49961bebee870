/** Positions as a decision would leave them, for what is decided next in the same commit. Pure. */
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { Ref, State } from '../../shared/commit/types.ts'

/** The state with another position of the wallet: what is parked has given back its reservation before it is decided. */
export function withWallet(state: State, wallet: WalletPosition): State {
  const { id } = walletRef(wallet.walletId)
  return { get: <T>(ref: Ref<T>) => (ref.id === id ? (wallet as T & WalletPosition) : state.get(ref)) }
}
