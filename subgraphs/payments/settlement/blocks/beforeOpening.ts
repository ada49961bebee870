/**
 * Transfers that an external wallet's opening balance contains already: blocks of before it may be read again, and the wallet
 * is known then. What was booked from them all the same stays booked.
 */
import type { MismatchId } from '../../../shared/ids.ts'
import { findDepositsById } from '../../models/deposits.ts'
import { findMismatches } from '../../models/mismatches.ts'
import { otherDepositId } from '../intents/creditDeposit.ts'
import { mismatchRefFor } from '../intents/mismatches.ts'
import type { Network } from '../network/network.ts'
import { outflowIdOf, type Transfers } from './findTransfers.ts'

export async function leaveOutOpened({ database }: Network, transfers: Transfers): Promise<Transfers> {
  const { deposits, outgoing, opened } = transfers
  if (opened.size === 0) return transfers
  const depositIds = (one: Transfers['deposits'][number]) => [one._id, otherDepositId(one)]
  const mismatchId = ({ transfer }: Transfers['outgoing'][number]) =>
    mismatchRefFor('unexpected_outflow', { paymentId: null, depositId: null, transfer: { id: outflowIdOf(transfer) } })
      .id as MismatchId
  const [booked, left] = await Promise.all([
    findDepositsById(database, deposits.filter(({ walletId }) => opened.has(walletId)).flatMap(depositIds)),
    findMismatches(database, outgoing.filter(({ wallet }) => opened.has(wallet._id)).map(mismatchId)),
  ])
  const known = new Set<string>([...booked, ...left].map(({ _id }) => _id))
  return {
    opened,
    deposits: deposits.filter((one) => !opened.has(one.walletId) || depositIds(one).some((id) => known.has(id))),
    outgoing: outgoing.filter((one) => !opened.has(one.wallet._id) || known.has(mismatchId(one))),
  }
}
