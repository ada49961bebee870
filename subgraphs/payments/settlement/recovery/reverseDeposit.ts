/**
 * A credited deposit whose block has left the chain: it may come again in another block, and if it does not, it is taken
 * back (domain 8.2). Its wallet is frozen then, and the mismatch is written down.
 */
import type { Receipt } from '../../chains/chainAdapter.ts'
import { findCursor } from '../../models/chainCursors.ts'
import { type DepositRow, findDeposit } from '../../models/deposits.ts'
import type { SettlementTaskRow } from '../../models/settlementTasks.ts'
import { findWallets } from '../../models/wallets.ts'
import { arrivalsOf } from '../blocks/findDeposits.ts'
import { reverseDepositIntent } from '../intents/correctLedger.ts'
import { otherDepositId } from '../intents/creditDeposit.ts'
import { isInChain } from '../network/isInChain.ts'
import { type Network, type SettlementDeps, submitUntilKnown, type TaskOutcome } from '../network/network.ts'

export async function reverseDeposit(
  deps: SettlementDeps,
  network: Network,
  task: SettlementTaskRow,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const deposit = await findDeposit(deps.database, task.subjectId)
  if (deposit === null || deposit.isGone) return 'done'
  if (await isInChain(network, deposit.block, deposit.blockHash)) return 'done'
  const age = deps.clock.now().getTime() - task.createdAt.getTime()
  if (age < network.options.overdueAfterMs) return 'later'
  const settled = await network.adapter.settledHead(network.confirmations + 1)
  const cursor = await findCursor(deps.database, network.id)
  // Up to there the cursor has seen it, had it come again.
  if (settled.number < deposit.block || cursor === null || cursor.number < settled.number) return 'later'
  const receipt = await network.adapter.settledReceipt(deposit.txHash, settled)
  if (receipt !== null && (await isIn(deps, network, receipt, deposit))) return 'later'
  const outcome = await submitUntilKnown(deps.commit, reverseDepositIntent(deposit), signal)
  if (outcome.kind === 'refused') throw outcome.error
  if (outcome.answer !== 'taken') return 'later'
  const { _id: depositId, walletId, orgId } = deposit
  deps.log.error({ depositId, walletId, orgId }, 'reconciliation mismatch: a credited deposit left the chain')
  return 'done'
}

/** The transaction may be there again and move something else: it is this very transfer that has to be in it. */
async function isIn(
  deps: SettlementDeps,
  network: Network,
  receipt: Receipt,
  { _id, walletId, amount }: DepositRow,
): Promise<boolean> {
  const [wallet] = await findWallets(deps.database, [walletId])
  return arrivalsOf(network, receipt, deps.log).some(
    (arrival) =>
      arrival.to === wallet?.address.toLowerCase() &&
      arrival.amount === amount &&
      [arrival._id, otherDepositId({ _id: arrival._id, walletId, amount })].includes(_id),
  )
}
