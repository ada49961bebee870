/** What is against paying a hold to an address that was found only now: the wallet itself, or one of the other mode. */
import type { DomainError } from '../../../shared/errors.ts'
import type { HoldRow } from '../../models/holds.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { findPayeeFacts } from '../findPayeeFacts.ts'
import { otherModeRefusal } from '../otherMode.ts'
import { ownWalletRefusal } from '../prepareSpend.ts'

export async function payeeRefusal(
  deps: Pick<PaymentsDeps, 'database' | 'findWalletMode' | 'screener'>,
  hold: HoldRow,
  to: string,
): Promise<DomainError | null> {
  const { mode, chain, token, walletId } = hold
  // Nothing but whose wallet it is.
  const payee = await findPayeeFacts(deps, { walletId, mode, to, usdMicro: 0n })
  return ownWalletRefusal({ walletId, token, chain }, payee) ?? otherModeRefusal(deps, { mode, to, chain, token })
}
