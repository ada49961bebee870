/**
 * Keeps the nonces of one account moving: unmined transactions are resent in nonce order, unused nonces are filled, and
 * the first transaction gets a higher fee until it is mined. Resending stored bytes is always safe where `slotActionOf`
 * chooses them, so this is also the recovery after a crash and after a reorganization.
 */
import { sleep } from '../../../shared/subgraph.ts'
import type { BlockHead, SendResult } from '../../chains/chainAdapter.ts'
import { saysNothing } from '../../chains/sendErrors.ts'
import { FencedOff, findSlotsFrom, type NonceSlotRow, type SignedBytes, subjectsOf } from '../../models/nonceSlots.ts'
import { findSubjects, type PaymentRow } from '../../models/payments.ts'
import { batchActionOf } from '../../rules/batches.ts'
import { slotActionOf } from '../../rules/slotStates.ts'
import { markSubmittedIntent } from '../intents/markSubmitted.ts'
import { headOf, type Network, type RelayerAccount, Stopped } from '../network/network.ts'
import { Late, submitInTime } from '../network/submitInTime.ts'
import { endLostTopUps } from '../recovery/endLostTopUps.ts'
import { findStoppedAt } from '../transactions/preSendCheck.ts'
import { bumpFee, fillNonceGap, replaceWithCancel, shrinkBatch, type Target } from '../transactions/replacements.ts'
import { maintainGaps } from './maintainGaps.ts'
import { isolateFailure, type Sendable, unsentOf, withholdRefused, withholdStopped } from './withholdStopped.ts'

const SLOTS_AT_ONCE = 500
const LOOK_AGAIN_MS = 100
const NO_GAS = 'an account that sends transactions cannot pay their gas; send native coins to it'
/** Transactions replaced in one round because the base fee has risen above what they offer. */
const RAISED_AT_ONCE = 64
/** After this many blocks without the first transaction its fee is too low, rather than the chain halted. */
const BLOCKS_WITHOUT = 2

export async function maintainNonces(network: Network, relayer: RelayerAccount, signal: AbortSignal): Promise<void> {
  // At the start it is unknown what was sent, so everything is resent.
  relayer.resendAll = true
  let isIdle = false
  while (!signal.aborted) {
    if (network.reading !== 'following') {
      await sleep(LOOK_AGAIN_MS, signal)
      continue
    }
    const all = relayer.resendAll
    relayer.resendAll = false
    const head = await headOf(network)
    try {
      await maintainAccount(network, relayer, {
        head,
        olderThanMs: all ? 0 : network.options.resendAfterMs,
        signal,
      })
    } catch (error) {
      relayer.resendAll = all
      throw error
    }
    if (relayer.unmined === 0 && !isIdle && relayer.use === 'retired')
      network.log.info(
        { account: relayer.account },
        'a retired account has no unmined transactions; its key can be removed',
      )
    isIdle = relayer.unmined === 0
    for (
      let waited = 0;
      waited < network.options.nonceCheckMs && !relayer.resendAll && !signal.aborted;
      waited += LOOK_AGAIN_MS
    )
      await sleep(LOOK_AGAIN_MS, signal)
  }
}

interface Round {
  readonly head: BlockHead
  readonly olderThanMs: number
  readonly signal: AbortSignal
}

interface Page extends Round {
  /** The next nonce that the chain will take. */
  readonly mined: number
  readonly now: number
}

export async function maintainAccount(network: Network, relayer: RelayerAccount, round: Round): Promise<void> {
  const mined = await network.adapter.minedNonce(relayer.address)
  const page: Page = { ...round, mined, now: network.clock.now().getTime() }
  let from = mined
  let waiting = 0
  for (;;) {
    const slots = await findSlotsFrom(network.database, relayer.account, from, SLOTS_AT_ONCE)
    if (from === mined) updateStuck(network, relayer, slots[0], page)
    await fillGaps(network, relayer, { from, slots, signal: round.signal })
    await maintainPage(network, slots, page)
    waiting += slots.length
    const last = slots.at(-1)
    if (slots.length < SLOTS_AT_ONCE || last === undefined || round.signal.aborted) break
    from = last.nonce + 1
  }
  relayer.unmined = waiting + relayer.allocated.size
  if (relayer.use !== 'wallet') await endLostTopUps(network, relayer, mined, round.signal)
}

/** Nonces that are known need not wait for the commits that fill others, which are tried again in the next round. */
async function fillGaps(network: Network, relayer: RelayerAccount, page: Parameters<typeof maintainGaps>[2]) {
  try {
    await maintainGaps(network, relayer, page)
  } catch (err) {
    if (!(err instanceof Late)) throw err
    network.log.warn({ err, account: relayer.account }, 'missing nonces are filled later')
  }
}

/** An account is stuck while its first transaction stays unmined although blocks go on. */
function updateStuck(network: Network, relayer: RelayerAccount, first: NonceSlotRow | undefined, page: Page): void {
  const bytes = first?.nonce === page.mined ? first.bytes[0] : undefined
  relayer.isStuck =
    bytes !== undefined &&
    page.now - bytes.at.getTime() > network.options.stuckAfterMs &&
    page.head.number > bytes.height + BLOCKS_WITHOUT
}

async function maintainPage(network: Network, slots: readonly NonceSlotRow[], page: Page): Promise<void> {
  const due = slots.filter((slot) => isDue(network, slot, page))
  const unmined = await withPayments(network, due)
  const sendable: Sendable[] = []
  for (const one of unmined) {
    const task = actionOf(one)
    if (task.kind === 'send') sendable.push({ ...one, bytes: task.bytes })
    else await isolateFailure(network, one, () => signReplacement(network, one, task, page))
  }
  await resend(network, sendable, page)
}

/** What this process is sending for the first time is left to its sender, which discards what is stopped before that. */
function isDue({ busy, fence, options }: Network, slot: NonceSlotRow, { now, olderThanMs }: Page): boolean {
  if (slot.bytes.length === 0) return true
  const isBeingSent = slot.state === 'signed' && slot.fence === fence && subjectsOf(slot).some((id) => busy.has(id))
  return now - slot.at.getTime() >= (isBeingSent ? options.resendAfterMs : olderThanMs)
}

async function withPayments(network: Network, slots: readonly NonceSlotRow[]): Promise<Target[]> {
  const payments = await findSubjects(network.database, slots)
  return slots.map((slot) => ({ slot, payments: subjectsOf(slot).flatMap((id) => payments.get(id) ?? []) }))
}

const byId = (payments: readonly PaymentRow[]) => new Map<string, PaymentRow>(payments.map((one) => [one._id, one]))

function actionOf({ slot, payments }: Target) {
  const isBatch = slot.paymentIds !== undefined
  return isBatch ? batchActionOf(slot, byId(payments)) : slotActionOf(slot, payments[0] ?? null)
}

async function signReplacement(
  network: Network,
  target: Target,
  task: Exclude<ReturnType<typeof actionOf>, { kind: 'send' }>,
  { head, signal }: Page,
): Promise<void> {
  if (task.kind === 'shrink') {
    const payments = target.payments.filter(({ _id }) => task.items.includes(_id))
    const answer = await shrinkBatch(network, target, payments, { head, signal })
    const bytes = target.slot.bytes.at(-1)
    if (answer === 'stopped' && bytes !== undefined)
      await withholdRefused(network, { slot: target.slot, payments, bytes }, { head, signal })
    return
  }
  const [payment] = target.payments
  if (task.kind === 'cancel' && payment !== undefined) {
    try {
      await replaceWithCancel(network, target, payment, { head, signal })
      return
    } catch (err) {
      if (err instanceof FencedOff || err instanceof Stopped) throw err
      // Its wallet cannot sign a cancellation: an empty transfer with the same nonce also keeps its bytes from being mined.
      network.log.error({ err, paymentId: payment._id }, 'a failed payment could not be canceled again')
    }
  }
  await fillNonceGap(network, target, { head, signal })
}

async function resend(network: Network, sendable: readonly Sendable[], page: Page): Promise<void> {
  const { held, askedAt } = await withholdStopped(network, sendable, page)
  const open = sendable.filter(({ slot }) => !held.has(slot._id))
  const results = await network.adapter.sendRaw(
    open.map(({ bytes }) => bytes.raw),
    () =>
      findStoppedAt(
        network,
        open.map((one) => ({ payments: unsentOf(one) })),
      ),
    askedAt,
  )
  reportUnfunded(
    network,
    open.filter((_, index) => results[index]?.kind === 'unfunded'),
  )
  network.adapter.broadcastToAll(open.flatMap(({ bytes }, index) => (isAnswered(results[index]) ? [bytes.raw] : [])))
  const left = { raises: RAISED_AT_ONCE }
  for (const [index, one] of open.entries())
    await isolateFailure(network, one, () => afterResend(network, one, results[index], page, left))
}

/** A relayer's account needs somebody to fund it; maintainWallets gives a wallet more. */
function reportUnfunded(network: Network, unfunded: readonly Sendable[]): void {
  const accounts = [...new Set(unfunded.map(({ slot }) => slot.account))]
  for (const account of accounts) {
    const wallet = network.wallets.get(account)
    if (wallet === undefined) network.log.error({ account }, NO_GAS)
    else wallet.isUnfunded = true
  }
}

const isTaken = (result: SendResult | undefined): boolean => result?.kind === 'accepted' || result?.kind === 'known'

/** By an endpoint that need not be right: it is not mined, so the others get it too. What was stopped was asked of none. */
const isAnswered = (result: SendResult | undefined): boolean => result !== undefined && !saysNothing(result.kind)

async function afterResend(
  network: Network,
  one: Sendable,
  result: SendResult | undefined,
  page: Page,
  left: { raises: number },
): Promise<void> {
  if (result === undefined) return
  const { head, signal } = page
  const { slot, bytes } = one
  if (isTaken(result)) {
    const { account, nonce } = slot
    const sent = { account, nonce, hash: bytes.hash, attempts: result.attempts }
    await Promise.all(unsentOf(one).map((payment) => submitInTime(network, markSubmittedIntent(payment, sent), signal)))
  }
  if (!needsHigherFee(network, slot, bytes, result, page) || left.raises === 0) return
  left.raises--
  const answer = await bumpFee(network, one, bytes, { head, signal })
  if (answer === 'stopped') await withholdRefused(network, one, { head, signal })
}

/**
 * A transaction below the base fee is never mined. The account's first one also needs a higher fee when blocks go on
 * without it, or when a node reports it as underpriced; later ones wait for the first, not for their fee.
 */
export function needsHigherFee(
  network: Pick<Network, 'options'>,
  slot: Pick<NonceSlotRow, 'nonce'>,
  bytes: Pick<SignedBytes, 'maxFee' | 'at' | 'height'>,
  { kind }: Pick<SendResult, 'kind'>,
  { mined, head, now }: Pick<Page, 'mined' | 'head' | 'now'>,
): boolean {
  // An account without funds cannot pay a higher fee.
  if (kind === 'nonceTooLow' || kind === 'unreachable' || kind === 'unfunded') return false
  if (bytes.maxFee < head.baseFee) return true
  if (slot.nonce !== mined) return false
  if (kind === 'underpriced') return true
  const waited = now - bytes.at.getTime()
  return waited > network.options.bumpFeeAfterMs && head.number > bytes.height + BLOCKS_WITHOUT
}
