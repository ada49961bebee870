/** Unfreezes a wallet (specification 6.1 wallet.unfrozen): for administrators, never for agents. */

import type { WalletPosition } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import type { Intent } from '../../shared/commit/types.ts'
import type { WalletId } from '../../shared/ids.ts'
import type { Caller, Principal } from '../../shared/principal.ts'
import type { PaymentsDeps } from '../ports.ts'
import { freezeEvent } from '../rules/walletEvents.ts'
import { actorOf, type Changed, changeWallet, type FreezeInput, walletIntent } from './freezeWallet.ts'

/** @throws DomainError not_found (foreign wallet), invalid_request, and those of access */
export function unfreezeWallet(
  deps: Pick<PaymentsDeps, 'database' | 'commit'>,
  principal: Principal,
  input: FreezeInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  return changeWallet(deps, principal, { input, key }, unfreezeIntent)
}

/** Also resets the policy violations that count towards the next freeze. */
function unfreezeIntent(caller: Caller, walletId: WalletId, reason: string): Intent<WalletPosition> {
  return walletIntent(caller, walletId, (wallet, at) => {
    if (wallet.frozen === null) return null
    const event = freezeEvent('wallet.unfrozen', wallet, { reason, actor: actorOf(caller), at })
    return { next: { ...wallet, frozen: null, violations: [] }, event }
  })
}
