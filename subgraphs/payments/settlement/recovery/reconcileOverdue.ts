/**
 * Reconciles sent payments without progress: their block was missed, their nonce was used by another transaction, or their
 * authorization has expired unused, which proves that the transfer can never happen. Each is reconciled by itself, and
 * again in the next round if no endpoint answers.
 */
import { timeOf } from '../../../shared/clock.ts'
import type { OrgId, PaymentId } from '../../../shared/ids.ts'
import { takeTurns } from '../../../shared/organizationTime.ts'
import { sleep } from '../../../shared/subgraph.ts'
import { type BlockHead, ChainUnavailable, type MinedLog, type Receipt } from '../../chains/chainAdapter.ts'
import { hasTransfer } from '../../chains/directTransfer.ts'
import { findCursor } from '../../models/chainCursors.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { addTasks } from '../../models/settlementTasks.ts'
import { findOverdue } from '../../models/settlingPayments.ts'
import { completePaymentIntent } from '../intents/completePayment.ts'
import { failPaymentIntent } from '../intents/failPayment.ts'
import { missingLogIntent } from '../intents/missingLog.ts'
import type { Network } from '../network/network.ts'
import { Late, submitInTime } from '../network/submitInTime.ts'
import { requireAuthorization, requireWork } from '../transactions/relayTransactions.ts'
import { findTransactions, type SentTransaction } from '../transactions/sentTransactions.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { transferOf } from '../transactions/transferOf.ts'
import { isDirectPayment, reconcileDirect } from './directPayments.ts'
import { failureOf } from './failures.ts'
import { findAuthorizationLogs } from './findAuthorizationLogs.ts'
import { cancelAgain, retryOrCancel } from './retryReverted.ts'

const PAGE = 200
const AT_ONCE = 16
const ONE_WITHIN_MS = 10_000
/** Organizations with a clock of their own that are looked at in one round; the next round goes on behind them. */
const MOVED_IN_ROUND_MAX = 32

interface Round {
  readonly head: BlockHead
  /** The newest confirmed block that was read: should it leave the chain, followBlocks notices. */
  readonly deep: BlockHead
  /** The next nonce of an account; read once in a round. */
  readonly minedNonce: (relayer: string) => Promise<number>
}

export async function reconcileOverdue(network: Network, head: BlockHead, signal: AbortSignal): Promise<void> {
  let opened: Promise<Round | null> | null = null
  const open = () => {
    opened ??= openRound(network, head)
    return opened
  }
  const beforeOf = (now: Date) => new Date(now.getTime() - network.options.overdueAfterMs)
  await reconcileBefore(network, { before: beforeOf(network.clock.now()) }, open, signal)
  // Their payments are dated ahead: those of before a move are looked at early, which changes nothing.
  const moved = takeTurns(network.clock.organizations?.moved(network.mode) ?? [], network.lastMoved, MOVED_IN_ROUND_MAX)
  network.lastMoved = moved.at(-1)?.orgId ?? ''
  for (const owner of moved)
    await reconcileBefore(network, { before: beforeOf(timeOf(network.clock, owner)), orgId: owner.orgId }, open, signal)
}

async function reconcileBefore(
  network: Network,
  which: { readonly before: Date; readonly orgId?: OrgId },
  open: () => Promise<Round | null>,
  signal: AbortSignal,
): Promise<void> {
  for (let after: PaymentId | null = null; !signal.aborted; ) {
    const overdue: PaymentRow[] = await findOverdue(network.database, network, { ...which, after, limit: PAGE })
    const round = overdue.length === 0 ? null : await open()
    if (round === null) return
    for (let start = 0; start < overdue.length; start += AT_ONCE)
      await reconcilePage(network, overdue.slice(start, start + AT_ONCE), round, signal)
    const last = overdue.at(-1)
    if (overdue.length < PAGE || last === undefined) return
    after = last._id
  }
}

async function openRound(network: Network, head: BlockHead): Promise<Round | null> {
  // Not beyond the cursor, where a reorganization would go unnoticed.
  const read = await findCursor(network.database, network.id)
  const number = Math.min(head.number - network.confirmations, read?.number ?? -1)
  const deep = number < 0 ? null : await network.adapter.headAt(number)
  if (deep === null) return null
  const asked = new Map<string, Promise<number>>()
  // Including retired accounts and those without a configured key.
  const minedNonce = (relayer: string): Promise<number> => {
    const found = asked.get(relayer) ?? network.adapter.minedNonce(relayer)
    asked.set(relayer, found)
    return found
  }
  return { head, deep, minedNonce }
}

async function reconcilePage(
  network: Network,
  payments: readonly PaymentRow[],
  round: Round,
  signal: AbortSignal,
): Promise<void> {
  const transactions = await findTransactions(network, payments)
  await Promise.all(
    payments.map(async (payment) => {
      if (network.busy.has(payment._id)) return
      const limited = AbortSignal.any([signal, AbortSignal.timeout(ONE_WITHIN_MS)])
      try {
        const looked = reconcilePayment(network, payment, transactions.get(payment._id) ?? [], round, limited)
        // A slow commit must not delay the other payments of the page.
        await Promise.race([looked, sleep(ONE_WITHIN_MS, signal)])
      } catch (err) {
        if (signal.aborted) return
        const isUnavailable = err instanceof ChainUnavailable || err instanceof Late || limited.aborted
        const report = { err, paymentId: payment._id, orgId: payment.orgId }
        if (isUnavailable) network.log.warn(report, 'an overdue payment is reconciled later')
        else network.log.error(report, 'an overdue payment could not be reconciled')
      }
    }),
  )
}

async function reconcilePayment(
  network: Network,
  payment: PaymentRow,
  transactions: readonly SentTransaction[],
  { head, deep, minedNonce }: Round,
  signal: AbortSignal,
): Promise<void> {
  const { from, relayer, slot } = requireWork(payment)
  if (isDirectPayment(payment))
    return reconcileDirect(network, payment, { deep, minedNonce: await minedNonce(relayer), signal })
  const authorization = requireAuthorization(payment)
  const paid = await findPaid(network, payment, transactions)
  if (paid !== undefined) {
    if (paid.blockNumber > deep.number) return
    await network.adapter.requireAgreed([paid])
    const mined = { hash: paid.hash, block: paid.blockNumber, blockHash: paid.blockHash }
    await submitInTime(network, completePaymentIntent(network, payment, mined), signal)
    return
  }
  const last = transactions.at(-1)
  const consumed = (await minedNonce(relayer)) > slot
  const expired = deep.timestamp > authorization.validBefore
  if (!consumed && !expired) return
  if (await network.adapter.authorizationState(tokenAddress(payment), from, authorization.nonce))
    return endByLog(network, payment, deep, signal)
  if (expired) await failExpired(network, payment, signal)
  // Reverted, or mined nowhere because another transaction took its nonce, as an empty one does in the place of a batch.
  else if (last?.purpose === 'pay' || last?.purpose === 'fill') await retryOrCancel(network, payment, { head, signal })
  else if (last !== undefined) await cancelAgain(network, payment, transactions, { head, signal })
}

/** By the token's logs: a batch succeeds whatever becomes of one item. */
async function findPaid(
  network: Network,
  payment: PaymentRow,
  transactions: readonly SentTransaction[],
): Promise<Receipt | undefined> {
  const hashes = transactions.filter(({ purpose }) => purpose === 'pay').map(({ hash }) => hash)
  const meant = transferOf(payment)
  const receipts = await network.adapter.receipts(hashes)
  return receipts.find((receipt) => receipt !== null && hasTransfer(receipt, meant)) ?? undefined
}

/** Once a settled block is later than the authorization's expiry and shows it unused, the transfer can never happen. */
async function failExpired(network: Network, payment: PaymentRow, signal: AbortSignal): Promise<void> {
  const { from } = requireWork(payment)
  const authorization = requireAuthorization(payment)
  const settled = await network.adapter.settledHead(network.confirmations)
  if (settled.timestamp <= authorization.validBefore) return
  if (await network.adapter.settledAuthorization(tokenAddress(payment), from, authorization.nonce, settled)) return
  await submitInTime(network, failPaymentIntent(network, payment, failureOf(payment)), signal)
}

/** The authorization was used or canceled in an unknown transaction, which its log identifies. */
async function endByLog(network: Network, payment: PaymentRow, deep: BlockHead, signal: AbortSignal): Promise<void> {
  const { used, canceled } = await findAuthorizationLogs(network, payment, deep.number)
  const [receipt = null] = used === undefined ? [] : await network.adapter.receipts([used.hash])
  if (used !== undefined && receipt?.blockHash !== used.blockHash) return
  if (used !== undefined && receipt !== null && hasTransfer(receipt, transferOf(payment))) {
    await network.adapter.requireAgreed([receipt])
    await submitInTime(network, completePaymentIntent(network, payment, used), signal)
  } else if (used !== undefined || canceled !== undefined) {
    // Used for something else it can never pay, as if it were canceled.
    const { hash } = (used ?? canceled) as MinedLog
    const task = { network: network.id, orgId: payment.orgId, subjectId: payment._id, occurrence: hash }
    await addTasks(network.database, [{ ...task, work: { kind: 'canceled', hash } }], network.clock.now())
  } else await reportMissingLog(network, payment, deep, signal)
}

/** The authorization is used, but no log is found up to `deep`: a mismatch only if it was used in a settled block. */
async function reportMissingLog(
  network: Network,
  payment: PaymentRow,
  deep: BlockHead,
  signal: AbortSignal,
): Promise<void> {
  const { from } = requireWork(payment)
  const authorization = requireAuthorization(payment)
  const settled = await network.adapter.settledHead(network.confirmations)
  if (settled.number > deep.number) return
  if (!(await network.adapter.settledAuthorization(tokenAddress(payment), from, authorization.nonce, settled))) return
  network.log.error({ paymentId: payment._id }, 'reconciliation mismatch: an authorization is used up without a log')
  const reason = 'The authorization is used up on chain, and no log of it is found.'
  await submitInTime(network, missingLogIntent(payment, reason), signal)
}
