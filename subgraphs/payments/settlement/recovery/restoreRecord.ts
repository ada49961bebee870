/**
 * A transfer that a wallet has sent itself and no record tells of. After an older backup was restored it is one of the
 * wallet's queued payments: its bytes, which the chain still has, are stored again. From then on it is a payment like any
 * other, and the wallet's next one gets a free nonce. What no queued payment explains is an outflow.
 */
import { getAddress } from 'ethers'
import { hasTransfer, readDirectCalldata } from '../../chains/directTransfer.ts'
import { findSlotsByHash } from '../../models/nonceSlots.ts'
import { findSubjects, type PaymentRow } from '../../models/payments.ts'
import { findQueuedFor } from '../../models/settlingPayments.ts'
import { completePaymentIntent } from '../intents/completePayment.ts'
import type { Outflow } from '../intents/correctLedger.ts'
import { restoreRecordIntent } from '../intents/restoreRecord.ts'
import { type Network, submitUntilKnown } from '../network/network.ts'
import { accountOf } from '../network/relayerAccounts.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { transferOf } from '../transactions/transferOf.ts'
import { isDirectPayment } from './directPayments.ts'

/** completed: a payment explains it. unexplained: none does. later: to be looked at again. */
export type Explanation = 'completed' | 'unexplained' | 'later'

export async function restoreRecord(network: Network, outflow: Outflow, signal: AbortSignal): Promise<Explanation> {
  const { walletId, token, amount, transfer } = outflow
  const { txHash: hash, blockHash } = transfer
  const block = Number(transfer.block)
  const meant = { walletId, token, to: getAddress(transfer.to), amount }
  // Read in this order: a payment that is not queued any more has its record, since both are one commit.
  const queued = await findQueuedFor(network.database, network, meant)
  const slots = await findSlotsByHash(network.database, [hash])
  if (slots.length === 0) return queued === null ? 'unexplained' : store(network, queued, outflow, signal)
  const [payment] = (await findSubjects(network.database, slots)).values()
  const [receipt = null] = await network.adapter.receipts([hash])
  if (payment === undefined || receipt?.blockHash !== blockHash) return 'later'
  if (!isDirectPayment(payment) || !hasTransfer(receipt, transferOf(payment))) return 'unexplained'
  const completion = completePaymentIntent(network, payment, { hash, block, blockHash })
  const outcome = await submitUntilKnown(network, completion, signal)
  if (outcome.kind === 'refused') throw outcome.error
  return outcome.answer === 'changed' ? 'later' : 'completed'
}

async function store(
  network: Network,
  payment: PaymentRow,
  outflow: Outflow,
  signal: AbortSignal,
): Promise<Explanation> {
  const { txHash, blockHash } = outflow.transfer
  const block = Number(outflow.transfer.block)
  const [signed, mined] = await Promise.all([network.adapter.signedTransaction(txHash), network.adapter.headAt(block)])
  if (signed === null || mined?.hash !== blockHash) return 'later'
  const { from, nonce, hash, raw, maxPriorityFee: tip, maxFee } = signed
  const call = readDirectCalldata(signed.data)
  const isMeant = call?.to === payment.to.toLowerCase() && call.units === payment.amount
  if (!isMeant || signed.to.toLowerCase() !== tokenAddress(payment).toLowerCase()) return 'unexplained'
  const at = new Date(mined.timestamp * 1_000)
  const bytes = { ...{ hash, raw, tip, maxFee, at }, purpose: 'pay', height: block } as const
  const { fence } = network
  const address = getAddress(from)
  const work = { ...{ from: address, relayer: address, slot: nonce, fence, authorization: null }, ...UNMINED }
  const record = { account: accountOf(network, address), nonce, fence, bytes }
  const outcome = await submitUntilKnown(network, restoreRecordIntent(payment, outflow, record, work), signal)
  if (outcome.kind === 'refused') throw outcome.error
  if (outcome.answer === 'booked') return 'unexplained'
  if (outcome.answer === 'gone') return 'later'
  network.log.warn({ paymentId: payment._id, hash }, 'a payment that had lost its record was found on the chain')
  return restoreRecord(network, outflow, signal)
}

const UNMINED = { minedBlock: null, minedBlockHash: null }
