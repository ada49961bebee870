/**
 * A transfer that a wallet has sent itself and no record tells of. After an older backup was restored it is one of the
 * wallet's queued payments, or one that was stopped since: its bytes, which the chain still has, are stored again. From then on it is a payment like any
 * other, and the wallet's next one gets a free nonce. What no such payment explains is an outflow.
 */

import { getAddress } from 'ethers'
import { aheadMsNow } from '../../../shared/clock.ts'
import type { Intent } from '../../../shared/commit/types.ts'
import type { MinedTransaction } from '../../chains/chainAdapter.ts'
import { hasTransfer, readDirectCalldata } from '../../chains/directTransfer.ts'
import { findSlotAt, findSlotsByHash, type NonceSlotRow } from '../../models/nonceSlots.ts'
import { findSubjects, type PaymentRow } from '../../models/payments.ts'
import { findUnrecordedFor } from '../../models/settlingPayments.ts'
import { completePaymentIntent } from '../intents/completePayment.ts'
import type { Outflow } from '../intents/correctLedger.ts'
import { adoptMinedIntent, type RestoreAnswer, restoreRecordIntent } from '../intents/restoreRecord.ts'
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
  const head = await network.adapter.headAt(block)
  if (head?.hash !== blockHash) return 'later'
  const minedAt = new Date(head.timestamp * 1_000)
  const meant = {
    walletId,
    token,
    to: getAddress(transfer.to),
    amount,
    minedAt,
    aheadMsOf: (payment: Pick<PaymentRow, 'orgId' | 'mode'>) => aheadMsNow(network.clock, payment),
  }
  // Read in this order: a payment that has its record by now is found by it, since both are one commit.
  const unrecorded = await findUnrecordedFor(network.database, network, meant)
  const [slot] = await findSlotsByHash(network.database, [hash])
  if (slot === undefined) return store(network, unrecorded, outflow, minedAt, signal)
  const payment = await findCarried(network, slot, hash)
  const [receipt = null] = await network.adapter.receipts([hash])
  if (receipt?.blockHash !== blockHash) return 'later'
  if (payment === null || !isDirectPayment(payment)) return 'unexplained'
  if (!hasTransfer(receipt, transferOf(payment))) return 'unexplained'
  await network.adapter.requireAgreed([receipt])
  const completion = completePaymentIntent(network, payment, { hash, block, blockHash })
  const outcome = await submitUntilKnown(network, completion, signal)
  if (outcome.kind === 'refused') throw outcome.error
  return outcome.answer === 'changed' ? 'later' : 'completed'
}

/** The payment that these bytes were signed for; null: none. */
async function findCarried({ database }: Network, slot: NonceSlotRow, hash: string): Promise<PaymentRow | null> {
  const [subjectId = slot.subjectId] = slot.bytes.find((one) => one.hash === hash)?.items ?? []
  return (await findSubjects(database, [{ subjectId }])).get(subjectId) ?? null
}

async function store(
  network: Network,
  unrecorded: PaymentRow | null,
  outflow: Outflow,
  at: Date,
  signal: AbortSignal,
): Promise<Explanation> {
  const { txHash, block } = outflow.transfer
  const signed = await network.adapter.signedTransaction(txHash)
  if (signed === 'foreign') return 'unexplained'
  if (signed === null) return 'later'
  const address = getAddress(signed.from)
  const account = accountOf(network, address)
  const { nonce, hash, raw, maxPriorityFee: tip, maxFee } = signed
  const bytes = { hash, raw, tip, maxFee, at, purpose: 'pay', height: Number(block) } as const
  const { fence } = network
  const slot = await findSlotAt(network.database, account, nonce)
  const holder = slot === null ? undefined : (await findSubjects(network.database, [slot])).get(slot.subjectId)
  const isOfHolder = holder !== undefined && isTransferOf(holder, signed)
  if (!isOfHolder && unrecorded !== null && isTransferOf(unrecorded, signed, outflow.amount)) {
    const work = { ...{ from: address, relayer: address, slot: nonce, fence, authorization: null }, ...UNMINED }
    const intent = restoreRecordIntent(network, unrecorded, outflow, { account, nonce, fence, bytes }, work)
    return submitRestored(network, outflow, intent, signal)
  }
  if (slot === null) return 'unexplained'
  // Otherwise it is used up by a transfer of something else.
  const purpose = isOfHolder ? 'pay' : 'fill'
  const intent = adoptMinedIntent(slot, outflow, { fence, bytes: { ...bytes, purpose } })
  return submitRestored(network, outflow, intent, signal)
}

/** @param units of a delivery that was made in another amount */
function isTransferOf(
  payment: PaymentRow,
  { to, data }: Pick<MinedTransaction, 'to' | 'data'>,
  units = payment.amount,
): boolean {
  const call = readDirectCalldata(data)
  const isMeant = call?.to === payment.to.toLowerCase() && call.units === units
  return isMeant && to.toLowerCase() === tokenAddress(payment).toLowerCase()
}

async function submitRestored(
  network: Network,
  outflow: Outflow,
  intent: Intent<RestoreAnswer>,
  signal: AbortSignal,
): Promise<Explanation> {
  const outcome = await submitUntilKnown(network, intent, signal)
  if (outcome.kind === 'refused') throw outcome.error
  if (outcome.answer === 'booked') return 'unexplained'
  if (outcome.answer === 'gone') return 'later'
  const { walletId, transfer } = outflow
  network.log.warn({ walletId, hash: transfer.txHash }, 'a transaction that had lost its record was found on the chain')
  return restoreRecord(network, outflow, signal)
}

const UNMINED = { minedBlock: null, minedBlockHash: null }
