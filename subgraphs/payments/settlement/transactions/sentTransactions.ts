/** The transactions signed for payments, those with the newest nonce last. */
import { carries, findSlotsOf, type NonceSlotRow, type SignedBytes } from '../../models/nonceSlots.ts'
import type { PaymentRow } from '../../models/payments.ts'
import type { Network } from '../network/network.ts'
import { accountOf } from '../network/relayerAccounts.ts'

export interface SentTransaction extends Pick<SignedBytes, 'hash' | 'purpose'> {
  readonly account: string
  readonly nonce: number
}

export async function findTransactions(
  network: Network,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, readonly SentTransaction[]>> {
  const slots = await findSlotsOf(
    network.database,
    payments.map(({ _id }) => _id),
  )
  return new Map(payments.map((payment) => [payment._id, transactionsOf(payment, slots.get(payment._id) ?? [])]))
}

function transactionsOf(payment: PaymentRow, slots: readonly NonceSlotRow[]): SentTransaction[] {
  const work = payment.chainWork
  const newest = work === null ? '' : accountOf(payment, work.relayer)
  const isNewest = ({ account, nonce }: NonceSlotRow): boolean => account === newest && nonce === work?.slot
  const ordered = [...slots.filter((slot) => !isNewest(slot)), ...slots.filter(isNewest)]
  return ordered.flatMap(({ account, nonce, bytes }) =>
    bytes.filter((one) => carries(one, payment._id)).map(({ hash, purpose }) => ({ account, nonce, hash, purpose })),
  )
}
