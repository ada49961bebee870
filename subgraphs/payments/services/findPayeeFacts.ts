/**
 * What the rules against money laundering have to know of a payee (domain 4.4). Each look-up is one read by an index, and
 * is left out where no rule would ask for it: most payments need none.
 */
import type { WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { PayeeFacts } from '../../shared/spend.ts'
import { findBlockedList } from '../models/deposits.ts'
import { hasPaid } from '../models/paidPayees.ts'
import { findWalletsByAddress } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { NEW_COUNTERPARTY_MIN } from '../rules/aml.ts'

/** @param payment.to EIP-55; null: a hold for a merchant that names its address later, so nothing of it is known */
export async function findPayeeFacts(
  { database, findWalletMode }: Pick<PaymentsDeps, 'database' | 'findWalletMode'>,
  payment: { readonly walletId: WalletId; readonly mode: Mode; readonly to: string | null; readonly usdMicro: bigint },
): Promise<PayeeFacts> {
  const { to, usdMicro, mode, walletId: payer } = payment
  const isSmall = usdMicro < NEW_COUNTERPARTY_MIN
  if (to === null) return { isKnown: isSmall, wallet: null, exposedTo: null }
  const [isKnown, theirs] = await Promise.all([
    isSmall || hasPaid(database, { walletId: payer, to }),
    findWalletMode(to),
  ])
  const [row] = theirs !== mode ? [] : await findWalletsByAddress(database, [to])
  if (row === undefined) return { isKnown, wallet: null, exposedTo: null }
  const { _id: walletId, agentId } = row
  return { isKnown, wallet: { walletId, agentId }, exposedTo: await findBlockedList(database, walletId) }
}
