/** A booked outflow whose block has left the chain: if it is not mined again in another block, the ledger has it back. */
import { isHotWallet } from '../../../shared/conversions.ts'
import type { MismatchId } from '../../../shared/ids.ts'
import { findCursor } from '../../models/chainCursors.ts'
import { findMismatches } from '../../models/mismatches.ts'
import type { SettlementTaskRow } from '../../models/settlementTasks.ts'
import { type Arrival, arrivalsOf, outflowIdOf } from '../blocks/findTransfers.ts'
import { otherOutflowId, reverseOutflowIntent } from '../intents/correctLedger.ts'
import { goneHotOutflowIntent } from '../intents/hotOutflows.ts'
import { isInChain } from '../network/isInChain.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'

export async function reverseOutflow(
  network: Network,
  task: SettlementTaskRow,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const [mismatch] = await findMismatches(network.database, [task.subjectId as MismatchId])
  const transfer = mismatch?.transfer
  if (mismatch === undefined || transfer === undefined || transfer.isGone) return 'done'
  // The transfer of a payment, which looks for it by itself.
  if (mismatch.paymentId !== null) return 'done'
  if (await isInChain(network, transfer.block, transfer.blockHash)) return 'done'
  const settled = await network.adapter.settledHead(network.confirmations + 1)
  const cursor = await findCursor(network.database, network.id)
  // Until the cursor has passed the settled block, it may have been mined again unnoticed.
  if (settled.number < transfer.block || cursor === null || cursor.number < settled.number) return 'later'
  const receipt = await network.adapter.settledReceipt(transfer.txHash, settled)
  const amount = BigInt(mismatch.found)
  const isIt = (arrival: Arrival) =>
    arrival.amount === amount &&
    [outflowIdOf(arrival), otherOutflowId(outflowIdOf(arrival), amount)].includes(transfer.id)
  const isThere = receipt !== null && arrivalsOf(network, receipt).some(isIt)
  if (isThere) return 'later'
  const reverse = isHotWallet(mismatch.walletId) ? goneHotOutflowIntent : reverseOutflowIntent
  const outcome = await submitUntilKnown(network, reverse(mismatch), signal)
  if (outcome.kind === 'refused') throw outcome.error
  return outcome.answer === 'reversed' ? 'done' : 'later'
}
