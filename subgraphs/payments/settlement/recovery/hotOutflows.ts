/**
 * Gives transfers of the hot wallet that nothing explains to the deliveries that they were made for (reliability 3.3): a quote
 * that is executed again after an older backup was restored is not delivered a second time, and takes its dollars although
 * it was stopped before.
 */

import { getAddress } from 'ethers'
import { aheadMsNow } from '../../../shared/clock.ts'
import { hotWalletId } from '../../../shared/conversions.ts'
import type { MismatchId } from '../../../shared/ids.ts'
import { ChainUnavailable } from '../../chains/chainAdapter.ts'
import { hasTransfer, isDirect } from '../../chains/directTransfer.ts'
import { paymentNonce } from '../../chains/eip3009.ts'
import { findMismatches, findOpenOutflows, type MismatchRow } from '../../models/mismatches.ts'
import { findByAuthorization } from '../../models/nonceSlots.ts'
import { findSubjects, type PaymentRow } from '../../models/payments.ts'
import { addTasks } from '../../models/settlementTasks.ts'
import { canBeFor, findUnrecordedFor, type UnrecordedTransfer } from '../../models/settlingPayments.ts'
import { findUnsigned } from '../blocks/findUnsigned.ts'
import { authorizationKey } from '../blocks/readAuthorizations.ts'
import { completePaymentIntent } from '../intents/completePayment.ts'
import type { Outflow } from '../intents/correctLedger.ts'
import { adoptAmountIntent, isDelivery } from '../intents/endDelivery.ts'
import { madeReads } from '../intents/hotOutflows.ts'
import { type Network, submitUntilKnown } from '../network/network.ts'
import { findHotWallet } from '../network/senders.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { transferOf as meantBy } from '../transactions/transferOf.ts'
import type { Explanation } from './restoreRecord.ts'

const CLAIMED = 'what the hot wallet has sent before may be this delivery'

/**
 * The deliveries among these that a transfer may have made already: they are not signed, and each of the transfers is looked
 * at again. To be asked after nonces are allocated: everything that the wallet has sent is known then.
 */
export async function findMadeBefore(network: Network, payments: readonly PaymentRow[]): Promise<PaymentRow[]> {
  const deliveries = payments.filter(isDelivery)
  if (deliveries.length === 0) return []
  // Those of their authorizations also where they were written off: such a delivery is made all the same.
  const named = await findMismatches(
    network.database,
    deliveries.flatMap(madeReads).map(({ id }) => id as MismatchId),
  )
  const isFree = ({ paymentId, transfer }: MismatchRow) => paymentId === null && transfer?.isGone === false
  const rows = new Map([...(await openOutflows(network)), ...named.filter(isFree)].map((row) => [row._id, row]))
  const claimed = [...rows.values()].filter((row) => deliveries.some((one) => isFor(network, row, one)))
  await lookAgain(network, claimed)
  return deliveries.filter((one) => claimed.some((row) => isFor(network, row, one)))
}

export const madeBefore = () => new ChainUnavailable(CLAIMED)

/** Those of deliveries that have failed meanwhile, too: their dollars are taken after all. */
export async function claimOutflows(network: Network): Promise<void> {
  const open = await openOutflows(network)
  const claimed = await findAuthorized(network, open)
  for (const row of open.filter(isDirect)) {
    const transfer = readTransfer(network, row)
    if (transfer === null || transfer === 'unreadable') continue
    if ((await findUnrecordedFor(network.database, network, transfer)) !== null) claimed.push(row)
  }
  await lookAgain(network, claimed)
}

/** Those that the authorization of a delivery without stored bytes has moved. */
async function findAuthorized(network: Network, open: readonly MismatchRow[]): Promise<MismatchRow[]> {
  const hot = await findHotWallet(network.database, network.mode)
  const keyOf = ({ transfer, ...row }: MismatchRow) =>
    transfer?.authorization === undefined || hot === null
      ? []
      : [authorizationKey(tokenAddress(row), hot.address, transfer.authorization)]
  const found = await findUnsigned(network, open.flatMap(keyOf))
  return open.filter((row) => keyOf(row).some((key) => found.has(key)))
}

/**
 * Completes the delivery whose authorization has moved it, in the amount that it has moved; one that has failed since takes
 * its dollars after all.
 */
export async function completeAuthorized(
  network: Network,
  { amount, transfer, ...asset }: Outflow,
  authorization: string,
  signal: AbortSignal,
): Promise<Explanation> {
  const { txHash: hash, blockHash } = transfer
  const [[receipt = null], hot] = await Promise.all([
    network.adapter.receipts([hash]),
    findHotWallet(network.database, network.mode),
  ])
  if (receipt?.blockHash !== blockHash || hot === null) return 'later'
  const key = authorizationKey(tokenAddress(asset), hot.address, authorization)
  const delivery = (await findSigned(network, authorization)) ?? (await findUnsigned(network, [key])).get(key)
  const isMade = delivery !== undefined && isDelivery(delivery) && delivery.token === asset.token
  if (!isMade || !hasTransfer(receipt, { ...meantBy(delivery, hot.address), value: amount })) return 'unexplained'
  await network.adapter.requireAgreed([receipt])
  if (delivery.amount !== amount) {
    const adopted = await submitUntilKnown(network, adoptAmountIntent(network, delivery, amount), signal)
    if (adopted.kind === 'refused') throw adopted.error
    // Another transfer is booked as this delivery.
    if (!adopted.answer) return 'unexplained'
  }
  const mined = { hash, block: Number(transfer.block), blockHash }
  const completed = await submitUntilKnown(network, completePaymentIntent(network, delivery, mined), signal)
  if (completed.kind === 'refused') throw completed.error
  return completed.answer === 'changed' ? 'later' : 'completed'
}

async function findSigned({ database, mode, chain }: Network, authorization: string): Promise<PaymentRow | undefined> {
  const carried = await findSubjects(database, await findByAuthorization(database, [authorization]))
  return [...carried.values()].find(
    (one) => paymentNonce(one) === authorization && one.mode === mode && one.chain === chain,
  )
}

async function openOutflows(network: Network): Promise<MismatchRow[]> {
  const found = await findOpenOutflows(network.database, hotWalletId(network.mode))
  return found.filter(({ chain }) => chain === network.chain)
}

function isFor(network: Network, row: MismatchRow, delivery: PaymentRow): boolean {
  const transfer = readTransfer(network, row)
  // It may be any of them, and no token refuses a second one.
  if (transfer === 'unreadable') return isDirect(delivery) && delivery.token === row.token
  if (transfer === null || delivery.token !== transfer.token || delivery.to !== transfer.to) return false
  if (!isDirect(delivery)) return row.transfer?.authorization === paymentNonce(delivery)
  return canBeFor(delivery, transfer)
}

/** One row that cannot be read must not keep the deliveries of other tokens from being sent. */
function readTransfer(network: Network, row: MismatchRow): UnrecordedTransfer | 'unreadable' | null {
  try {
    return transferOf(network, row)
  } catch (err) {
    network.log.error({ err, mismatchId: row._id }, 'what the hot wallet has sent cannot be read')
    return 'unreadable'
  }
}

function transferOf(network: Network, { walletId, token, found, transfer }: MismatchRow): UnrecordedTransfer | null {
  if (transfer?.minedAt === undefined) return null
  const aheadMsOf = (payment: Pick<PaymentRow, 'orgId' | 'mode'>) => aheadMsNow(network.clock, payment)
  return { walletId, token, to: getAddress(transfer.to), amount: BigInt(found), minedAt: transfer.minedAt, aheadMsOf }
}

/** By the task that has found nothing before. */
function lookAgain(network: Network, rows: readonly MismatchRow[]): Promise<void> {
  const tasks = rows.flatMap(({ orgId, mode, walletId, token, chain, found, transfer }) => {
    if (transfer === undefined) return []
    const outflow = {
      orgId,
      mode,
      walletId,
      token,
      chain,
      amount: found,
      transfer,
      isByOwner: false,
      isOwnTransaction: transfer.authorization === undefined,
    }
    const of = { network: network.id, orgId, subjectId: transfer.id, occurrence: transfer.blockHash }
    return [{ ...of, work: { kind: 'outflow', outflow } as const }]
  })
  return addTasks(network.database, tasks, network.clock.now())
}
