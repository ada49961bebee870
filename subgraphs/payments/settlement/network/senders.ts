/** Who sends the transfer of a payment: its wallet, or the hot wallet of the treasury, which delivers conversions. */
import { hotWalletId } from '../../../shared/conversions.ts'
import type { Database } from '../../../shared/database.ts'
import type { WalletId } from '../../../shared/ids.ts'
import type { Mode } from '../../../shared/principal.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { findWalletKeys } from '../../models/walletKeys.ts'
import { findWallets } from '../../models/wallets.ts'

export const senderOf = ({ walletId, mode, quoteId }: Pick<PaymentRow, 'walletId' | 'mode' | 'quoteId'>): WalletId =>
  quoteId === undefined ? walletId : hotWalletId(mode)

/** The hot wallet is in no organization: only its key is stored. Null: it was never stocked. */
export async function findHotWallet(
  database: Database,
  mode: Mode,
): Promise<{ readonly walletId: WalletId; readonly address: string } | null> {
  const [key] = await findWalletKeys(database, [hotWalletId(mode)])
  return key === undefined ? null : { walletId: key._id, address: key.address }
}

/** The addresses that send these payments, by wallet. */
export async function findSenders(
  database: Database,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<WalletId, string>> {
  const delivery = payments.find(({ quoteId }) => quoteId !== undefined)
  const own = payments.filter(({ quoteId }) => quoteId === undefined).map(({ walletId }) => walletId)
  const [rows, hot] = await Promise.all([
    own.length === 0 ? [] : findWallets(database, own),
    delivery === undefined ? null : findHotWallet(database, delivery.mode),
  ])
  const addresses = new Map(rows.map(({ _id, address }) => [_id, address]))
  return hot === null ? addresses : addresses.set(hot.walletId, hot.address)
}
