/**
 * Keeps the relayer's nonces moving: everything that is not mined is sent again in nonce order, a slot without bytes is
 * filled, the first that is stuck gets a higher fee. Sending stored bytes again is always safe, so this is also the whole of recovery after a crash and after a reorganized chain.
 */
import { computeAddress } from 'ethers'
import { sleep } from '../../shared/subgraph.ts'
import type { BlockHead, SendResult } from '../chains/chainAdapter.ts'
import { findSlotsFrom, type NonceSlotRow } from '../models/nonceSlot.ts'
import { findPaymentsById, type PaymentRow, type StoredTransaction } from '../models/payment.ts'
import { adoptIntent } from '../services/discardStored.ts'
import { minterAccount } from '../services/faucet.ts'
import { acceptedIntent } from '../services/settleAccepted.ts'
import { findStopped, findStoppedAt } from './lastCheck.ts'
import { lookAtOverdue } from './lookAtOverdue.ts'
import { cancelInstead, fillGap, reprice } from './relayAttempt.ts'
import { stopReason } from './retryReverted.ts'
import { type Network, type SettlementDeps, submitUntilKnown } from './settlementDeps.ts'

const SLOTS_AT_ONCE = 500
const MINT_RESEND_AFTER_MS = 3_000

export async function keepSlots(deps: SettlementDeps, network: Network, signal: AbortSignal): Promise<void> {
  // At the start nothing is known of what went out: all of it again.
  network.resendAll = true
  let lookedAt = 0
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
    if (performance.now() - lookedAt > network.options.overdueAfterMs / 3) {
      await lookAtOverdue(deps, network, head, signal)
      lookedAt = performance.now()
    }
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
  const held = await holdBack(deps, network, unmined, at)
  const sendable = unmined.flatMap((one) => {
    if (one.payment !== null && held.has(one.payment._id)) return []
    const raw = one.transaction?.raw ?? one.slot.own?.raw
    return raw === undefined ? [] : [{ ...one, raw }]
  })
  const results = await network.adapter.sendRaw(
    sendable.map(({ raw }) => raw),
    () =>
      findStoppedAt(
        deps,
        sendable.map((one) => ({ payment: isUnsent(one) ? one.payment : null })),
      ),
  )
  for (const [index, one] of sendable.entries()) await afterResend(deps, network, one, results[index], at)
  for (const { slot, payment, transaction } of unmined) {
    if (transaction !== null || slot.own !== null) continue
    // Still queued, or a retry that died before its bytes were stored: the same slot is taken again for it.
    const waits = payment?.status === 'pending'
    const isOld = deps.clock.now().getTime() - slot.at.getTime() > network.options.overdueAfterMs
    if (!waits || (payment.stage !== 'queued' && isOld)) await fillGap(deps, network, slot, at.head)
  }
}

/**
 * Bytes that nobody is known to have sent: their sender is gone. They are taken over first; what was stopped meanwhile is
 * canceled at its own nonce instead of sent. Both take time in which another stop can come, so whether something is
 * stopped is asked last, and again until nothing was.
 * @returns payments that are not sent in this round
 */
async function holdBack(
  deps: SettlementDeps,
  network: Network,
  unmined: readonly Unmined[],
  at: { head: BlockHead; signal: AbortSignal },
): Promise<Set<string>> {
  const unsent = unmined.filter(isUnsent)
  const held = await adoptAll(deps, network, unsent, at.signal)
  for (;;) {
    const open = unsent.filter(({ payment }) => !held.has(payment._id))
    const stopped = await findStopped(
      deps,
      open.map(({ payment }) => payment),
    )
    if (stopped.size === 0) return held
    for (const { payment, slot, transaction } of open) {
      const error = stopped.get(payment._id)
      if (error === undefined) continue
      held.add(payment._id)
      const reasons = [stopReason(deps, network, error)]
      await cancelInstead(deps, network, payment, { transaction, slot, reasons, ...at })
    }
  }
}

type Unsent = Unmined & { readonly payment: PaymentRow; readonly transaction: StoredTransaction }

const isUnsent = (one: Unmined): one is Unsent =>
  one.payment?.stage === 'broadcasting' && one.transaction?.purpose === 'pay'

/** @returns those that are not ours to send */
async function adoptAll(
  deps: SettlementDeps,
  network: Network,
  unsent: readonly { readonly payment: PaymentRow }[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const orphans = new Map(
    unsent
      .filter(({ payment }) => payment.chainWork !== null && payment.chainWork.fence < network.fence)
      .map(({ payment }) => [payment._id, payment]),
  )
  const held = new Set<string>()
  await Promise.all(
    [...orphans.values()].map(async (payment) => {
      const outcome = await submitUntilKnown(deps.commit, adoptIntent(payment, network.fence), signal)
      if (outcome.kind !== 'done' || !outcome.answer) held.add(payment._id)
    }),
  )
  return held
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
