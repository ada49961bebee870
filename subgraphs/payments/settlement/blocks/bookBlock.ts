/**
 * Books a block: used authorizations complete payments, transfers to wallets of the service are deposits, and transfers from
 * them that no payment explains are booked as such. The token's logs decide, not the status of the relayer's transactions,
 * since anyone may submit an authorization. Nothing about a single payment, wallet or organization delays the block: what
 * fails, is slow, or needs more than this block becomes a task.
 */
import { isHotWallet } from '../../../shared/conversions.ts'
import type { OrgId } from '../../../shared/ids.ts'
import { sleep } from '../../../shared/subgraph.ts'
import type { Block, Receipt } from '../../chains/chainAdapter.ts'
import { hasTransfer } from '../../chains/directTransfer.ts'
import { carries, findByAuthorization, findSlotsByHash, subjectsOf } from '../../models/nonceSlots.ts'
import { findSubjects, type PaymentRow } from '../../models/payments.ts'
import { addTasks, type NewTask } from '../../models/settlementTasks.ts'
import { completePaymentIntent, type Mined } from '../intents/completePayment.ts'
import { bookOutflowIntent, type Outflow } from '../intents/correctLedger.ts'
import { type ArrivedDeposit, creditDepositIntent } from '../intents/creditDeposit.ts'
import { type Network, Stopped, submitUntilKnown } from '../network/network.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { transferOf } from '../transactions/transferOf.ts'
import { leaveOutOpened } from './beforeOpening.ts'
import { readDirect } from './bookDirect.ts'
import { type Booking, gasOf } from './bookGas.ts'
import { findOutflows, UNEXPECTED } from './findOutflows.ts'
import { findTransfers } from './findTransfers.ts'
import { findUnsigned } from './findUnsigned.ts'
import { findWaiting } from './lostDeposits.ts'
import { authorizationKey, authorizerOf, readAuthorizations } from './readAuthorizations.ts'

/** A slower commit becomes a task, and so do all of its organization's for a while. */
const BOOK_WITHIN_MS = 2_000
const SLOW_FOR_MS = 30_000

export async function bookBlock(network: Network, block: Block, signal: AbortSignal): Promise<void> {
  if (block.receipts.length === 0) return
  const seen = readAuthorizations(network, block)
  const signing = await findByAuthorization(network.database, [...seen.nonces])
  const payments = [...(await findSubjects(network.database, signing)).values()]
  const ours = payments.filter(({ mode, chain }) => mode === network.mode && chain === network.chain)
  const signed = new Map(ours.flatMap((payment) => keyOf(payment).map((key) => [key, payment] as const)))
  const unsigned = await findUnsigned(
    network,
    [...seen.used.keys()].filter((key) => !signed.has(key)),
  )
  const transfers = await leaveOutOpened(network, await findTransfers(network, block))
  const waiting = await findWaiting(network, transfers.deposits)
  const direct = await readDirect(network, block, transfers)
  const uses = [...signed, ...unsigned].flatMap(([key, payment]) => useOf(key, payment, seen.used.get(key)))
  const paid = uses.filter(({ isMeant }) => isMeant)
  const known = new Set(paid.map(({ key }) => key))
  const outflows = findOutflows(network, transfers, { known, direct: direct.paid })
  const moved = new Set([
    ...[...paid, ...direct.paid].map(({ mined }) => mined.hash),
    ...transfers.deposits.map(({ txHash }) => txHash),
    ...outflows.map(({ transfer }) => transfer.txHash),
  ])
  await network.adapter.requireAgreed(block.receipts.filter(({ hash }) => moved.has(hash)))
  const bookings = [
    ...paid.flatMap(({ payment, mined }) => completionOf(network, payment, mined)),
    ...direct.paid.flatMap(({ payment, mined }) => completionOf(network, payment, mined)),
    ...transfers.deposits.map((deposit) => depositOf(network, deposit, waiting.has(deposit._id))),
    ...outflows.map((outflow) => outflowOf(network, outflow)),
    ...(await gasOf(network, block)),
  ]
  const late = await Promise.all(bookings.map((booking) => book(network, booking, signal)))
  const tasks = [
    ...late.flatMap((task) => task ?? []),
    ...[...signed].flatMap(([key, payment]) => cancellationOf(network, payment, seen.canceled.get(key))),
    ...uses.flatMap(({ payment, mined, isMeant }) => (isMeant ? [] : misuseOf(network, payment, mined))),
    ...[...signed].flatMap(([key, payment]) => refusalOf(network, payment, seen.refused.get(key), block)),
    ...(await revertedIn(network, block)),
    ...direct.unpaid.map(({ payment, hash }) => revertOf(network, payment, hash, block)),
  ]
  await addTasks(network.database, tasks, network.clock.now())
}

function keyOf(payment: PaymentRow): string[] {
  const { chainWork } = payment
  const authorization = chainWork?.authorization
  return authorization == null
    ? []
    : [authorizationKey(tokenAddress(payment), chainWork?.from ?? '', authorization.nonce)]
}

interface Use {
  readonly key: string
  readonly payment: PaymentRow
  readonly mined: Mined
  /** Otherwise whoever has the key of the wallet moved something else with it. */
  readonly isMeant: boolean
}

function useOf(key: string, payment: PaymentRow, receipt: Receipt | undefined): Use[] {
  if (receipt === undefined) return []
  const { hash, blockNumber: block, blockHash } = receipt
  const from = authorizerOf(key)
  const isMeant = hasTransfer(receipt, transferOf(payment, from))
  return [{ key, payment, mined: { hash, block, blockHash, from }, isMeant }]
}

const taskOf = (network: Network, { _id, orgId }: { readonly _id: string; readonly orgId: OrgId }) => ({
  network: network.id,
  orgId,
  subjectId: _id,
})

function completionOf(network: Network, payment: PaymentRow, mined: Mined): Booking[] {
  const work = { kind: 'completed', mined } as const
  const delayMs = network.adapter.confirmationDelay?.({ to: payment.to, units: payment.amount }) ?? 0
  const task = { ...taskOf(network, payment), occurrence: mined.blockHash, work, delayMs }
  return [{ intent: completePaymentIntent(network, payment, mined), task, isLate: delayMs > 0 }]
}

function depositOf(network: Network, deposit: ArrivedDeposit, isLate: boolean): Booking {
  const work = { kind: 'deposit', deposit: { ...deposit, amount: String(deposit.amount) } } as const
  return {
    intent: creditDepositIntent(deposit),
    task: { ...taskOf(network, deposit), occurrence: deposit.blockHash, work },
    isLate,
  }
}

function outflowOf(network: Network, outflow: Outflow): Booking {
  const { orgId, walletId, transfer, amount, isOwnTransaction = false } = outflow
  // It may have been a payment, or a delivery of the treasury: the task looks for it.
  const isLate = isOwnTransaction || isHotWallet(walletId)
  if (!isLate) network.log.error({ walletId, orgId, txHash: transfer.txHash }, UNEXPECTED)
  const work = { kind: 'outflow', outflow: { ...outflow, amount: String(amount) } } as const
  return {
    intent: bookOutflowIntent(outflow),
    task: { ...taskOf(network, { _id: transfer.id, orgId }), occurrence: transfer.blockHash, work },
    isLate,
  }
}

function cancellationOf(network: Network, payment: PaymentRow, hash: string | undefined): NewTask[] {
  if (hash === undefined || payment.status !== 'pending') return []
  return [{ ...taskOf(network, payment), occurrence: hash, work: { kind: 'canceled', hash } }]
}

/** A payment that is only queued gets to know it once it is signed. */
function misuseOf(network: Network, payment: PaymentRow, { hash, blockHash }: Mined): NewTask[] {
  network.log.error({ paymentId: payment._id, hash }, 'reconciliation mismatch: an authorization moved something else')
  if (payment.status !== 'pending' || payment.chainWork === null) return []
  return [{ ...taskOf(network, payment), occurrence: `${hash}:${blockHash}`, work: { kind: 'canceled', hash } }]
}

/** The batch was mined and the token refused this item. */
function refusalOf(
  network: Network,
  payment: PaymentRow,
  refused: { readonly hash: string; readonly reason: string } | undefined,
  block: Block,
): NewTask[] {
  if (refused === undefined) return []
  const { work, ...task } = revertOf(network, payment, refused.hash, block)
  return [{ ...task, work: { ...work, reason: refused.reason } }]
}

async function revertedIn(network: Network, block: Block): Promise<NewTask[]> {
  const relayers = new Set(network.relayers.map(({ address }) => address.toLowerCase()))
  const reverted = block.receipts.filter(({ succeeded, from }) => !succeeded && relayers.has(from))
  const hashes = new Set(reverted.map(({ hash }) => hash))
  const slots = await findSlotsByHash(network.database, [...hashes])
  const payments = await findSubjects(network.database, slots)
  return [...payments.values()].flatMap((payment) => {
    const own = slots
      .filter((slot) => subjectsOf(slot).some((id) => id === payment._id))
      .flatMap(({ bytes }) => bytes)
      .findLast((one) => hashes.has(one.hash) && carries(one, payment._id))
    if (own === undefined || payment.mode !== network.mode) return []
    return [revertOf(network, payment, own.hash, block)]
  })
}

function revertOf(network: Network, payment: PaymentRow, hash: string, block: Block) {
  const work = { kind: 'reverted', hash } as const
  return { ...taskOf(network, payment), occurrence: `${hash}:${block.hash}`, work }
}

/** @returns null once committed, otherwise the task to retry it */
async function book(network: Network, booking: Booking, signal: AbortSignal): Promise<NewTask | null> {
  const { intent, task, isLate } = booking
  const now = performance.now()
  if (isLate || (network.slow.get(task.orgId) ?? 0) > now) return task
  const over = new AbortController()
  const limited = AbortSignal.any([signal, over.signal])
  const booked = submitUntilKnown(network, intent, limited).then(
    (outcome) => {
      if (outcome.kind === 'done' && outcome.answer === 'minedLate')
        network.log.error({ paymentId: task.subjectId }, 'reconciliation mismatch: a failed payment was mined')
      const answer = outcome.kind === 'done' ? outcome.answer : null
      // 'changed': the payment ended after it was read here, so the task reads it again.
      return answer === null || answer === 'changed' || answer === 'parked' ? 'failed' : 'booked'
    },
    (err: unknown) => {
      if (!limited.aborted)
        network.log.error({ err, task: task.work.kind, subject: task.subjectId }, 'could not be booked')
      return 'failed' as const
    },
  )
  const result = await Promise.race([booked, sleep(BOOK_WITHIN_MS, limited).then(() => 'late' as const)])
  over.abort()
  if (signal.aborted) throw new Stopped('stopped while a block was booked')
  if (result === 'late') network.slow.set(task.orgId, now + SLOW_FOR_MS)
  return result === 'booked' ? null : task
}
