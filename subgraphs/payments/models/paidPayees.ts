/** Whom wallets have paid, found by the index `paid` of completed payments. */
import type { Database } from '../../shared/database.ts'
import type { WalletId } from '../../shared/ids.ts'
import { type PaymentRow, paymentRows } from './payments.ts'

/** @param payment.to EIP-55 */
export async function hasPaid(
  database: Database,
  { walletId, to }: { readonly walletId: WalletId; readonly to: string },
): Promise<boolean> {
  const filter = { to, walletId, status: 'completed' } as const
  return (await paymentRows(database).findOne(filter, { projection: { _id: 1 } })) !== null
}

/** One of these addresses that the wallet has paid. @param addresses EIP-55 */
export async function findPaidAmong(
  database: Database,
  walletId: WalletId,
  addresses: readonly string[],
): Promise<string | null> {
  if (addresses.length === 0) return null
  const filter = { to: { $in: [...addresses] }, walletId, status: 'completed' } as const
  return (await paymentRows(database).findOne(filter, { projection: { to: 1 } }))?.to ?? null
}

/** A wallet, the agent that it had, and an address that it has paid. */
export interface PaidPayee extends Pick<PaymentRow, 'orgId' | 'mode' | 'walletId' | 'agentId' | 'to'> {}

/** Who has paid one of these addresses. @param addresses EIP-55 */
export function findPayersOf(database: Database, addresses: readonly string[]): AsyncIterable<PaidPayee> {
  const key = { orgId: '$orgId', mode: '$mode', walletId: '$walletId', agentId: '$agentId', to: '$to' }
  return paymentRows(database).aggregate<PaidPayee>([
    { $match: { to: { $in: [...addresses] }, status: 'completed' } },
    { $group: { _id: key } },
    { $replaceRoot: { newRoot: '$_id' } },
  ])
}
