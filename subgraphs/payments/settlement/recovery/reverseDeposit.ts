/**
 * A credited deposit whose block has left the chain: if it is not mined again in another block, it is reversed (domain 8.2),
 * its wallet is frozen, and a mismatch is opened. What an external wallet had before its registration has no transaction: once
 * the blocks above have been read again, it is taken anew (openWallets).
 */
import type { Receipt } from '../../chains/chainAdapter.ts'
import { findCursor } from '../../models/chainCursors.ts'
import { type DepositRow, findDeposit } from '../../models/deposits.ts'
import { findRefunded } from '../../models/payments.ts'
import type { SettlementTaskRow } from '../../models/settlementTasks.ts'
import { findWallets } from '../../models/wallets.ts'
import { arrivalsOf, depositIdsOf } from '../blocks/findTransfers.ts'
import { reverseDepositIntent } from '../intents/correctLedger.ts'
import { otherDepositId } from '../intents/creditDeposit.ts'
import { isInChain } from '../network/isInChain.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'

export async function reverseDeposit(
  network: Network,
  task: SettlementTaskRow,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const deposit = await findDeposit(network.database, task.subjectId)
  if (deposit === null || deposit.isGone) return 'done'
  if (await isInChain(network, deposit.block, deposit.blockHash)) return 'done'
  const age = network.clock.now().getTime() - task.createdAt.getTime()
  if (age < network.options.overdueAfterMs) return 'later'
  const settled = await network.adapter.settledHead(network.confirmations + 1)
  const cursor = await findCursor(network.database, network.id)
  // Until the cursor has passed the settled block, it may have been mined again unnoticed.
  if (settled.number < deposit.block || cursor === null || cursor.number < settled.number) return 'later'
  const { txHash } = deposit
  const receipt = txHash === null ? null : await network.adapter.settledReceipt(txHash, settled)
  if (receipt !== null && (await isIn(network, receipt, deposit))) return 'later'
  const refunded = await findRefunded(network.database, [deposit])
  const outcome = await submitUntilKnown(network, reverseDepositIntent(deposit, refunded, network), signal)
  if (outcome.kind === 'refused') throw outcome.error
  if (outcome.answer !== 'taken') return 'later'
  const { _id: depositId, walletId, orgId } = deposit
  network.log.error({ depositId, walletId, orgId }, 'reconciliation mismatch: a credited deposit left the chain')
  return 'done'
}

/** Whether the transaction still contains exactly this transfer. */
async function isIn(network: Network, receipt: Receipt, { _id, walletId, amount }: DepositRow): Promise<boolean> {
  const [wallet] = await findWallets(network.database, [walletId])
  const arrivals = arrivalsOf(network, receipt)
  const ids = await depositIdsOf(network, arrivals)
  return arrivals.some((arrival) => {
    const id = ids.get(arrival) ?? arrival._id
    return (
      arrival.to === wallet?.address.toLowerCase() &&
      arrival.amount === amount &&
      [id, otherDepositId({ _id: id, walletId, amount })].includes(_id)
    )
  })
}
