/**
 * Finds the transactions of wallets in a block: transfers that complete payments, and nonces that were used without one.
 */
import { idsOf } from '../../../shared/ids.ts'
import type { Block } from '../../chains/chainAdapter.ts'
import { hasTransfer } from '../../chains/directTransfer.ts'
import { carries, findSlotsByHash, signedFor } from '../../models/nonceSlots.ts'
import { findPaymentsById, type PaymentRow } from '../../models/payments.ts'
import type { Mined } from '../intents/completePayment.ts'
import type { Network } from '../network/network.ts'
import { isDirectPayment } from '../recovery/directPayments.ts'
import { transferOf } from '../transactions/transferOf.ts'
import type { Transfers } from './findTransfers.ts'

export interface DirectOutcomes {
  readonly paid: readonly { readonly payment: PaymentRow; readonly mined: Mined }[]
  /** Their nonce is used up by this transaction, which is no transfer. */
  readonly unpaid: readonly { readonly payment: PaymentRow; readonly hash: string }[]
}

/**
 * A wallet is closed once its transactions are mined, and their block may be read again: by the next process, or after a
 * reorganization. So every wallet that money leaves is looked at, too.
 */
export async function readDirect(
  network: Network,
  block: Block,
  { outgoing }: Pick<Transfers, 'outgoing'>,
): Promise<DirectOutcomes> {
  const open = [...network.wallets.values()].map(({ address }) => address.toLowerCase())
  const wallets = new Set([...open, ...outgoing.map(({ transfer }) => transfer.from)])
  const receipts = new Map(block.receipts.filter(({ from }) => wallets.has(from)).map((one) => [one.hash, one]))
  const slots = await findSlotsByHash(network.database, [...receipts.keys()])
  const found = await findPaymentsById(network.database, idsOf('payment', slots.flatMap(signedFor)))
  const payments = new Map<string, PaymentRow>(found.map((payment) => [payment._id, payment]))
  const ended = slots.flatMap((slot) => {
    const used = slot.bytes.find(({ hash }) => receipts.has(hash))
    const receipt = receipts.get(used?.hash ?? '')
    if (used === undefined || receipt === undefined) return []
    return signedFor(slot).flatMap((id) => {
      const payment = payments.get(id)
      const isOurs = payment !== undefined && isDirectPayment(payment) && payment.mode === network.mode
      return isOurs ? [{ payment, receipt, isCarried: carries(used, id) }] : []
    })
  })
  const isPaid = ({ payment, receipt, isCarried }: (typeof ended)[number]) =>
    isCarried && hasTransfer(receipt, transferOf(payment))
  return {
    paid: ended.filter(isPaid).map(({ payment, receipt: { hash } }) => ({
      payment,
      mined: { hash, block: block.number, blockHash: block.hash },
    })),
    unpaid: ended.filter((one) => !isPaid(one)).map(({ payment, receipt: { hash } }) => ({ payment, hash })),
  }
}
