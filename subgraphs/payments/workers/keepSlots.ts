/**
 * Keeps the relayer's nonces moving: everything that is not mined is sent again in nonce order, a slot without bytes is
 * filled, the first that is stuck gets a higher fee. It also looks at payments in which nothing happens. Sending stored
 * bytes again is always safe, so this is also the whole of recovery after a crash and after a reorganized chain.
 */
import { computeAddress, zeroPadValue } from 'ethers'
import { sleep } from '../../shared/subgraph.ts'
import type { BlockHead, SendResult } from '../chains/chainAdapter.ts'
import { TOPICS } from '../chains/eip3009.ts'
import { findSlotsFrom, type NonceSlotRow } from '../models/nonceSlot.ts'
import { findPaymentsById, type PaymentRow, type StoredTransaction } from '../models/payment.ts'
import { findOverdue } from '../models/settlingPayment.ts'
import { failPaymentIntent } from '../services/failPayment.ts'
import { minterAccount } from '../services/faucet.ts'
import { acceptedIntent } from '../services/settleAccepted.ts'
import { completedIntent } from '../services/settleCompleted.ts'
import { fillGap, reprice, requireWork, tokenAddress } from './relayAttempt.ts'
import { failureOf, tryAgain } from './retryReverted.ts'
import { type Network, type SettlementDeps, submitUntilKnown } from './settlementDeps.ts'

const SLOTS_AT_ONCE = 500
const OVERDUE_AT_ONCE = 100
const MINT_RESEND_AFTER_MS = 3_000
/** Endpoints refuse wider questions. */
const LOG_RANGE_BLOCKS = 9_000

export async function keepSlots(deps: SettlementDeps, network: Network, signal: AbortSignal): Promise<void> {
  // At the start nothing is known of what went out: all of it again.
  network.resendAll = true
  while (!signal.aborted) {
    const all = network.resendAll
    network.resendAll = false
    const head = network.head ?? (await network.adapter.head())
    try {
      await resendUnmined(deps, network, head, all ? 0 : network.options.resendAfterMs, signal)
    } catch (error) {
      network.resendAll = all
      throw error
    }
    await resendMints(deps, network)
    const before = new Date(deps.clock.now().getTime() - network.options.overdueAfterMs)
    for (const payment of await findOverdue(deps.database, network, before, OVERDUE_AT_ONCE))
      await lookAt(deps, network, payment, head, signal)
    for (let waited = 0; waited < network.options.slotCheckMs && !network.resendAll && !signal.aborted; waited += 100)
      await sleep(100, signal)
  }
}

/** The faucet's bytes stand in its slots; like all stored bytes they may be sent any number of times. */
async function resendMints(deps: SettlementDeps, network: Network): Promise<void> {
  const { faucetKey } = network
  if (faucetKey === undefined || faucetKey === null) return
  const mined = await network.adapter.minedNonce(computeAddress(faucetKey))
  const slots = await findSlotsFrom(deps.database, minterAccount(network.chain, faucetKey), mined, SLOTS_AT_ONCE)
  const old = slots.filter(({ at }) => deps.clock.now().getTime() - at.getTime() > MINT_RESEND_AFTER_MS)
  await network.adapter.sendRaw(old.flatMap(({ own }) => (own === null ? [] : [own.raw])))
}

interface Unmined {
  readonly slot: NonceSlotRow
  readonly payment: PaymentRow | null
  readonly transaction: StoredTransaction | null
}

async function resendUnmined(
  deps: SettlementDeps,
  network: Network,
  head: BlockHead,
  olderThanMs: number,
  signal: AbortSignal,
): Promise<void> {
  const mined = await network.adapter.minedNonce(network.relayer.address)
  const now = deps.clock.now().getTime()
  let from = mined
  for (;;) {
    const slots = await findSlotsFrom(deps.database, network.relayer.account, from, SLOTS_AT_ONCE)
    const old = slots.filter(({ at }) => now - at.getTime() >= olderThanMs)
    const unmined = await findBytes(deps, network, old)
    await resend(deps, network, unmined, { mined, head, signal })
    const last = slots.at(-1)
    if (slots.length < SLOTS_AT_ONCE || last === undefined || signal.aborted) return
    from = last.nonce + 1
  }
}

async function findBytes(deps: SettlementDeps, network: Network, slots: readonly NonceSlotRow[]): Promise<Unmined[]> {
  const ids = [...new Set(slots.map(({ subjectId }) => subjectId))].filter((id) => !network.busy.has(id))
  const payments = new Map((await findPaymentsById(deps.database, ids)).map((row) => [row._id, row]))
  return slots
    .filter(({ subjectId }) => !network.busy.has(subjectId))
    .map((slot) => {
      const payment = payments.get(slot.subjectId) ?? null
      const transaction = payment?.chainWork?.transactions.findLast(({ nonce }) => nonce === slot.nonce) ?? null
      return { slot, payment, transaction }
    })
}

async function resend(
  deps: SettlementDeps,
  network: Network,
  unmined: readonly Unmined[],
  at: { mined: number; head: BlockHead; signal: AbortSignal },
): Promise<void> {
  const sendable = unmined.flatMap((one) => {
    const raw = one.transaction?.raw ?? one.slot.own?.raw
    return raw === undefined ? [] : [{ ...one, raw }]
  })
  const results = await network.adapter.sendRaw(sendable.map(({ raw }) => raw))
  for (const [index, one] of sendable.entries()) await afterResend(deps, network, one, results[index], at)
  for (const { slot, payment, transaction } of unmined) {
    if (transaction !== null || slot.own !== null) continue
    // Still queued, or a retry that died before its bytes were stored: the same slot is taken again for it.
    const waits = payment?.status === 'pending'
    const isOld = deps.clock.now().getTime() - slot.at.getTime() > network.options.overdueAfterMs
    if (!waits || (payment.stage !== 'queued' && isOld)) await fillGap(deps, network, slot, at.head)
  }
}

async function afterResend(
  deps: SettlementDeps,
  network: Network,
  { slot, payment, transaction }: Unmined,
  result: SendResult | undefined,
  at: { mined: number; head: BlockHead; signal: AbortSignal },
): Promise<void> {
  if (payment === null || transaction === null || result === undefined) return
  const taken = result.kind === 'accepted' || result.kind === 'known'
  if (taken && payment.stage === 'broadcasting' && transaction.purpose === 'pay') {
    const { hash } = transaction
    await submitUntilKnown(deps.commit, acceptedIntent(payment, { hash, attempts: result.attempts }), at.signal)
  }
  const age = deps.clock.now().getTime() - transaction.at.getTime()
  const stuck = taken ? age > network.options.repriceAfterMs : result.kind === 'underpriced'
  // Only the first: what waits behind it is not stuck by its fee.
  if (stuck && slot.nonce === at.mined && payment.status === 'pending')
    await reprice(deps, network, payment, { transaction, slot, head: at.head, signal: at.signal })
}

/**
 * A payment in which nothing happens: its nonce went to another transaction, its block was missed, or its authorization
 * has expired unused in a block with enough others on top, which is proof that it can never happen.
 */
async function lookAt(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  head: BlockHead,
  signal: AbortSignal,
): Promise<void> {
  if (network.busy.has(payment._id)) return
  const work = requireWork(payment)
  const settled = await network.adapter.headAt(Math.max(0, head.number - network.confirmations))
  if (settled === null) return
  const receipts = (await network.adapter.receipts(work.transactions.map(({ hash }) => hash))).filter(
    (one) => one !== null,
  )
  const paid = receipts.find(({ succeeded, hash }) => succeeded && isPay(work.transactions, hash))
  if (paid !== undefined) {
    if (paid.blockNumber > settled.number) return
    const mined = { hash: paid.hash, block: paid.blockNumber, blockHash: paid.blockHash }
    await submitUntilKnown(deps.commit, completedIntent(deps, payment, mined), signal)
    return
  }
  const last = work.transactions.at(-1)
  const consumed = last !== undefined && (await network.adapter.minedNonce(network.relayer.address)) > last.nonce
  const expired = settled.timestamp > work.authorization.validBefore
  if (!consumed && !expired) return
  const nonceGone = await network.adapter.authorizationState(tokenAddress(payment), work.from, work.authorization.nonce)
  if (nonceGone) return endByLog(deps, network, payment, settled, signal)
  if (expired) await submitUntilKnown(deps.commit, failPaymentIntent(deps, payment, failureOf(payment)), signal)
  // Reverted, or mined nowhere because another transaction took its nonce.
  else if (last?.purpose === 'pay') await tryAgain(deps, network, payment, { head, signal })
}

/** The authorization is used or canceled in a transaction that is none of ours: its log has the answer. */
async function endByLog(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  settled: BlockHead,
  signal: AbortSignal,
): Promise<void> {
  const { from, authorization } = requireWork(payment)
  const found = await network.adapter.logs({
    address: tokenAddress(payment),
    topics: [null, zeroPadValue(from, 32), authorization.nonce],
    from: Math.max(0, settled.number - LOG_RANGE_BLOCKS),
    to: settled.number,
  })
  const used = found.find(({ topics }) => topics[0] === TOPICS.authorizationUsed)
  if (used !== undefined) await submitUntilKnown(deps.commit, completedIntent(deps, payment, used), signal)
  else if (found.some(({ topics }) => topics[0] === TOPICS.authorizationCanceled))
    await submitUntilKnown(deps.commit, failPaymentIntent(deps, payment, failureOf(payment)), signal)
  else deps.log.error({ paymentId: payment._id }, 'break: the authorization is used up and no log of it is found')
}

const isPay = (transactions: readonly StoredTransaction[], hash: string): boolean =>
  transactions.some((one) => one.hash === hash && one.purpose === 'pay')
