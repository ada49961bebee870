/** Whom wallets have paid, found by the index `paid` of completed payments. */
import type { Database } from '../../shared/database.ts'
import type { WalletId } from '../../shared/ids.ts'
import { paymentRows } from './payments.ts'

/** @param payment.to EIP-55 */
export async function hasPaid(
  database: Database,
  { walletId, to }: { readonly walletId: WalletId; readonly to: string },
): Promise<boolean> {
  const filter = { to, walletId, status: 'completed' } as const
  return (await paymentRows(database).findOne(filter, { projection: { _id: 1 } })) !== null
}
