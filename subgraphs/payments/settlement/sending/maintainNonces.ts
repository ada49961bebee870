/**
 * Keeps the nonces of one account moving: unmined transactions are resent in nonce order, unused nonces are filled, and
 * the first transaction gets a higher fee until it is mined. Resending stored bytes is always safe where `slotActionOf`
 * chooses them, so this is also the recovery after a crash and after a reorganization.
 */
import { sleep } from '../../../shared/subgraph.ts'
import type { BlockHead, SendResult } from '../../chains/chainAdapter.ts'
import { FencedOff, findSlotsFrom, type NonceSlotRow, type SignedBytes } from '../../models/nonceSlots.ts'
import { findSubjects, type PaymentRow } from '../../models/payments.ts'
import { slotActionOf } from '../../rules/slotStates.ts'
import { adoptSignedIntent } from '../intents/discardOrAdopt.ts'
import { markSubmittedIntent } from '../intents/markSubmitted.ts'
import { headOf, type Network, type RelayerAccount, Stopped, submitUntilKnown } from '../network/network.ts'
import { stopReason } from '../recovery/failures.ts'
import { findStopped, findStoppedAt } from '../transactions/preSendCheck.ts'
import { bumpFee, fillNonceGap, replaceWithCancel, type Target } from '../transactions/relayTransactions.ts'
import { maintainGaps } from './maintainGaps.ts'

const SLOTS_AT_ONCE = 500
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
    for (let waited = 0; waited < network.options.nonceCheckMs && !relayer.resendAll && !signal.aborted; waited += 100)
      await sleep(100, signal)
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
    await maintainGaps(network, relayer, { from, slots, signal: round.signal })
    await maintainPage(network, slots, page)
    waiting += slots.length
    const last = slots.at(-1)
    if (slots.length < SLOTS_AT_ONCE || last === undefined || round.signal.aborted) break
    from = last.nonce + 1
  }
  relayer.unmined = waiting + relayer.allocated.size
}

/** An account is stuck while its first transaction stays unmined although blocks go on. */
function updateStuck(network: Network, relayer: RelayerAccount, first: NonceSlotRow | undefined, page: Page): void {
  const bytes = first?.nonce === page.mined ? first.bytes[0] : undefined
  relayer.isStuck =
    bytes !== undefined &&
    page.now - bytes.at.getTime() > network.options.stuckAfterMs &&
    page.head.number > bytes.height + BLOCKS_WITHOUT
}

interface Sendable extends Target {
  readonly bytes: SignedBytes
}

async function maintainPage(network: Network, slots: readonly NonceSlotRow[], page: Page): Promise<void> {
  const due = slots.filter(({ at, bytes }) => bytes.length === 0 || page.now - at.getTime() >= page.olderThanMs)
  const unmined = await withPayments(network, due)
  const sendable: Sendable[] = []
  for (const one of unmined) {
    const task = slotActionOf(one.slot, one.payment)
    if (task.kind === 'send') sendable.push({ ...one, bytes: task.bytes })
    else await isolateFailure(network, one, () => signReplacement(network, one, task.kind, page))
  }
  await resend(network, sendable, page)
}

async function withPayments(network: Network, slots: readonly NonceSlotRow[]): Promise<Target[]> {
  const payments = await findSubjects(network.database, slots)
  return slots.map((slot) => ({ slot, payment: payments.get(slot.subjectId) ?? null }))
}

/** A failure at one nonce must not delay the other nonces of the account. */
async function isolateFailure(network: Network, { slot }: Target, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (err) {
    if (err instanceof FencedOff || err instanceof Stopped) throw err
    network.log.error(
      { err, account: slot.account, nonce: slot.nonce },
      'a nonce could not be maintained; it is tried again',
    )
  }
}

async function signReplacement(
  network: Network,
  { slot, payment }: Target,
  kind: 'cancel' | 'fill',
  { head, signal }: Page,
): Promise<void> {
  if (kind === 'cancel' && payment !== null) {
    try {
      await replaceWithCancel(network, { slot, payment }, { head, signal })
      return
    } catch (err) {
      if (err instanceof FencedOff || err instanceof Stopped) throw err
      // Its wallet cannot sign a cancellation: an empty transfer with the same nonce also keeps its bytes from being mined.
      network.log.error({ err, paymentId: payment._id }, 'a failed payment could not be canceled again')
    }
  }
  await fillNonceGap(network, { slot, payment }, { head, signal })
}

async function resend(network: Network, sendable: readonly Sendable[], page: Page): Promise<void> {
  const held = await withholdStopped(network, sendable, page)
  const open = sendable.filter(({ payment }) => payment === null || !held.has(payment._id))
  const results = await network.adapter.sendRaw(
    open.map(({ bytes }) => bytes.raw),
    () =>
      findStoppedAt(
        network,
        open.map((one) => ({ payment: isUnsent(one) ? one.payment : null })),
      ),
  )
  reportUnfunded(
    network,
    open.filter((_, index) => results[index]?.kind === 'unfunded'),
  )
  network.adapter.broadcastToAll(open.flatMap(({ bytes }, index) => (isTaken(results[index]) ? [bytes.raw] : [])))
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

/**
 * Bytes of unknown fate: their sender died, or has not sent them yet. They are adopted first; a payment that was stopped
 * meanwhile is canceled with the same nonce instead of sent. Both take time in which another stop can arrive, so stops
 * are checked last, and again until there is none.
 * @returns ids of the payments that are not sent in this round
 */
async function withholdStopped(network: Network, sendable: readonly Sendable[], at: Page): Promise<Set<string>> {
  const unsent = sendable.filter(isUnsent)
  const held = await adoptAll(network, unsent, at.signal)
  for (;;) {
    const open = unsent.filter(({ payment }) => !held.has(payment._id))
    const stopped = await findStopped(network, open)
    if (stopped.size === 0) return held
    for (const one of open) {
      const error = stopped.get(one.payment._id)
      if (error === undefined) continue
      held.add(one.payment._id)
      const reasons = [stopReason(network, error)]
      await isolateFailure(network, one, () => replaceWithCancel(network, one, { reasons, ...at }))
    }
  }
}

type Unsent = Sendable & { readonly payment: PaymentRow }

const isUnsent = (one: Sendable): one is Unsent => one.payment?.stage === 'broadcasting' && one.bytes.purpose === 'pay'

/** @returns ids of the payments that this process may not send */
async function adoptAll(network: Network, unsent: readonly Unsent[], signal: AbortSignal): Promise<Set<string>> {
  const held = new Set<string>()
  const orphans = unsent.filter(({ slot, payment }) => slot.state === 'signed' || isOlder(payment, network.fence))
  await Promise.all(
    orphans.map(async ({ slot, payment }) => {
      const outcome = await submitUntilKnown(network, adoptSignedIntent(payment, slot, network.fence), signal)
      if (outcome.kind !== 'done' || !outcome.answer) held.add(payment._id)
    }),
  )
  return held
}

const isOlder = ({ chainWork }: PaymentRow, fence: number): boolean => chainWork !== null && chainWork.fence < fence

const isTaken = (result: SendResult | undefined): boolean => result?.kind === 'accepted' || result?.kind === 'known'

async function afterResend(
  network: Network,
  { slot, payment, bytes }: Sendable,
  result: SendResult | undefined,
  page: Page,
  left: { raises: number },
): Promise<void> {
  if (result === undefined) return
  const { head, signal } = page
  if (isTaken(result) && payment?.stage === 'broadcasting' && bytes.purpose === 'pay') {
    const { account, nonce } = slot
    const accepted = markSubmittedIntent(payment, { account, nonce, hash: bytes.hash, attempts: result.attempts })
    await submitUntilKnown(network, accepted, signal)
  }
  if (!needsHigherFee(network, slot, bytes, result, page) || left.raises === 0) return
  left.raises--
  const answer = await bumpFee(network, { slot, payment }, bytes, { head, signal })
  // Gate 15 refuses a replacement: without a cancellation the whole account would wait behind a fee that cannot be raised.
  if (answer === 'stopped' && payment !== null) {
    const error = (await findStopped(network, [{ payment }])).get(payment._id)
    const reasons = error === undefined ? [] : [stopReason(network, error)]
    await replaceWithCancel(network, { slot, payment }, { reasons, head, signal })
  }
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
