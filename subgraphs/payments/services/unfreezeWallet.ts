/** Lets a frozen wallet spend again (specification 6.1 wallet.unfrozen): an administrator's act, never an agent's. */

import type { WalletPosition } from '../../shared/commit/positions.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Intent } from '../../shared/commit/types.ts'
import { parseText } from '../../shared/fields.ts'
import { type Caller, type Principal, requireAccess } from '../../shared/principal.ts'
import type { PaymentsDeps } from '../deps.ts'
import { actorOf, type FreezeInput, freezeEvent, walletIntent } from './freezeWallet.ts'
import { findOwnWallet, type WalletView } from './readPayments.ts'

const REASON_LENGTH_MAX = 500

/** @throws DomainError not_found (foreign wallet), invalid_request, and those of access */
export async function unfreezeWallet(
  deps: Pick<PaymentsDeps, 'database' | 'commit'>,
  principal: Principal,
  input: FreezeInput,
): Promise<WalletView> {
  const caller = requireAccess(principal, { organization: { role: 'admin' } })
  const reason = parseText(input.reason, { path: 'reason', lengthMax: REASON_LENGTH_MAX })
  const view = await findOwnWallet(deps, caller, input.walletId)
  const settled = await submitPrepared(deps.commit, () => unfreezeIntent(caller, view.row._id, reason))
  return { ...view, position: 'answer' in settled ? settled.answer : view.position }
}

/** What counted towards a freeze by policy starts anew with it. */
export function unfreezeIntent(caller: Caller, walletId: string, reason: string): Intent<WalletPosition> {
  return walletIntent(caller, walletId, (wallet, at) => {
    if (wallet.frozen === null) return null
    const event = freezeEvent('wallet.unfrozen', wallet, { reason, actor: actorOf(caller), at })
    return { next: { ...wallet, frozen: null, violations: [] }, event }
  })
}
