/**
 * Transfers out of wallets that no payment explains (domain 9.4): neither its authorization nor its own transaction. The
 * bytes of every payment are stored before they are sent, so what is unknown here was not sent by the service, or its
 * record was lost with an older backup.
 */
import { isHotWallet } from '../../../shared/conversions.ts'
import { isDirect } from '../../chains/directTransfer.ts'
import type { SettlementTaskRow } from '../../models/settlementTasks.ts'
import { bookOutflowIntent, type Outflow } from '../intents/correctLedger.ts'
import { noteHotOutflowIntent } from '../intents/hotOutflows.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'
import { standingOf } from '../network/standingOf.ts'
import { lookAgain } from '../recovery/findReorganized.ts'
import { completeAuthorized } from '../recovery/hotOutflows.ts'
import { type Explanation, restoreRecord } from '../recovery/restoreRecord.ts'
import { transferOf } from '../transactions/transferOf.ts'
import type { DirectOutcomes } from './bookDirect.ts'
import { type Arrival, outflowIdOf, type Transfers } from './findTransfers.ts'
import { authorizationKey } from './readAuthorizations.ts'

export const UNEXPECTED = 'reconciliation mismatch: an unexpected outflow'

/** @param known authorizations that paid what they were for, by token, authorizer and nonce */
export function findOutflows(
  network: Network,
  { outgoing }: Transfers,
  { known, direct }: { readonly known: ReadonlySet<string>; readonly direct: DirectOutcomes['paid'] },
): Outflow[] {
  const meant = direct.map(({ payment, mined }) => ({ ...transferOf(payment), hash: mined.hash }))
  const isPaid = ({ from, to, amount, authorizationNonce, receipt, contract }: Arrival): boolean => {
    if (authorizationNonce !== null) return known.has(authorizationKey(contract, from, authorizationNonce))
    const at = meant.findIndex(
      (one) =>
        one.hash === receipt.hash &&
        one.value === amount &&
        [one.token, one.from, one.to].map((text) => text.toLowerCase()).join() === [contract, from, to].join(),
    )
    // A second transfer beside that of the payment is none of it.
    if (at >= 0) meant.splice(at, 1)
    return at >= 0
  }
  return outgoing.flatMap(({ wallet, transfer }) => {
    if (isPaid(transfer)) return []
    const { token, amount, to, receipt, authorizationNonce } = transfer
    const { hash: txHash, blockNumber: block, blockHash } = receipt
    const { orgId, mode, _id: walletId } = wallet
    const isOwnTransaction = isDirect({ chain: network.chain, token }) && receipt.from === transfer.from
    return [
      {
        ...{ orgId, mode, walletId, token, chain: network.chain, amount },
        isByOwner: wallet.custody !== 'local',
        isOwnTransaction,
        transfer: {
          ...{ id: outflowIdOf(transfer), to, txHash, block, blockHash, isGone: false },
          ...(isHotWallet(walletId) && authorizationNonce !== null ? { authorization: authorizationNonce } : {}),
        },
      },
    ]
  })
}

export async function retryOutflow(
  network: Network,
  { work }: SettlementTaskRow,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  if (work.kind !== 'outflow') return 'done'
  const stored = work.outflow as Omit<Outflow, 'amount'> & { amount: string }
  const standing = await standingOf(network, stored.transfer)
  if (standing === 'gone') await lookAgain(network, stored.transfer)
  if (standing !== 'read') return standing === 'gone' ? 'done' : 'later'
  const outflow: Outflow = { ...stored, amount: BigInt(stored.amount) }
  const explanation = await explain(network, outflow, signal)
  if (explanation !== 'unexplained') return explanation === 'completed' ? 'done' : 'later'
  const { walletId, orgId, transfer } = outflow
  if (isHotWallet(walletId)) return noteHotOutflow(network, outflow, signal)
  const outcome = await submitUntilKnown(network, bookOutflowIntent(outflow), signal)
  if (outcome.kind === 'refused') throw outcome.error
  if (outcome.answer === 'booked') network.log.error({ walletId, orgId, txHash: transfer.txHash }, UNEXPECTED)
  return 'done'
}

function explain(network: Network, outflow: Outflow, signal: AbortSignal): Promise<Explanation> {
  if (outflow.isOwnTransaction === true) return restoreRecord(network, outflow, signal)
  const { authorization } = outflow.transfer
  return authorization === undefined
    ? Promise.resolve('unexplained')
    : completeAuthorized(network, outflow, authorization, signal)
}

/** No organization has lost anything. Whoever executes the quote again that it was for gets no second delivery. */
async function noteHotOutflow(network: Network, outflow: Outflow, signal: AbortSignal): Promise<TaskOutcome> {
  const { walletId, transfer } = outflow
  const head = await network.adapter.headAt(Number(transfer.block))
  if (head?.hash !== transfer.blockHash) return 'later'
  const minedAt = new Date(head.timestamp * 1_000)
  const noted = noteHotOutflowIntent({ ...outflow, transfer: { ...transfer, minedAt } })
  const outcome = await submitUntilKnown(network, noted, signal)
  if (outcome.kind === 'refused') throw outcome.error
  if (outcome.answer === 'noted') network.log.error({ walletId, txHash: transfer.txHash }, UNEXPECTED)
  return 'done'
}
