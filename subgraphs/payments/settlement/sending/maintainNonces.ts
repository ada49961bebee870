/**
 * Keeps the nonces of one account moving: everything that is not mined is sent again in nonce order, a nonce without use
 * is filled, and what stands first, whatever it is, is replaced for a higher fee until it is mined. Sending stored bytes
 * again is safe as long as the slot's rule says which, so this is also the whole of recovery after a crash and after a
 * reorganized chain.
 */
import { sleep } from '../../../shared/subgraph.ts'
import type { BlockHead, SendResult } from '../../chains/chainAdapter.ts'
import { FencedOff, findSlotsFrom, type NonceSlotRow, type SignedBytes } from '../../models/nonceSlots.ts'
import { findPaymentsById, type PaymentRow } from '../../models/payments.ts'
import { taskOf } from '../../rules/slotStates.ts'
import { adoptSignedIntent } from '../intents/discardOrAdopt.ts'
import { markSubmittedIntent } from '../intents/markSubmitted.ts'
import {
  type Network,
  type RelayerAccount,
  type SettlementDeps,
  Stopped,
  submitUntilKnown,
} from '../network/network.ts'
import { stopReason } from '../recovery/retryReverted.ts'
import { findStopped, findStoppedAt } from '../transactions/preSendCheck.ts'
import { bumpFee, fillNonceGap, replaceWithCancel } from '../transactions/relayTransactions.ts'
import { maintainGaps } from './maintainGaps.ts'

const SLOTS_AT_ONCE = 500
const NO_GAS = 'an account that sends transactions cannot pay their gas; send native coins to it'
/** Transactions replaced in one round because the base fee has risen above what they offer. */
const RAISED_AT_ONCE = 64
/** So many blocks without the first transaction say that it is its fee, and not the chain, that stands. */
const BLOCKS_WITHOUT = 2

export async function maintainNonces(
  deps: SettlementDeps,
  network: Network,
  line: RelayerAccount,
  signal: AbortSignal,
): Promise<void> {
  // At the start nothing is known of what went out: all of it again.
  line.resendAll = true
  let isIdle = false
  while (!signal.aborted) {
    const all = line.resendAll
    line.resendAll = false
    const head = network.head ?? (await network.adapter.head())
    try {
      await keepAll(deps, network, line, { head, olderThanMs: all ? 0 : network.options.resendAfterMs, signal })
    } catch (error) {
      line.resendAll = all
      throw error
    }
    if (line.waiting === 0 && !isIdle && line.use === 'retired')
      deps.log.info({ account: line.account }, 'a retired account has nothing left to do; its key may go')
    isIdle = line.waiting === 0
    for (let waited = 0; waited < network.options.nonceCheckMs && !line.resendAll && !signal.aborted; waited += 100)
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

async function keepAll(deps: SettlementDeps, network: Network, line: RelayerAccount, round: Round): Promise<void> {
  const mined = await network.adapter.minedNonce(line.address)
  const page: Page = { ...round, mined, now: deps.clock.now().getTime() }
  let from = mined
  let waiting = 0
  for (;;) {
    const slots = await findSlotsFrom(deps.database, line.account, from, SLOTS_AT_ONCE)
    if (from === mined) noteProgress(network, line, slots[0], page)
    await maintainGaps(deps, network, line, { from, slots, signal: round.signal })
    await keepPage(deps, network, slots, page)
    waiting += slots.length
    const last = slots.at(-1)
    if (slots.length < SLOTS_AT_ONCE || last === undefined || round.signal.aborted) break
    from = last.nonce + 1
  }
  line.waiting = waiting + line.given.size
}

/** A line is stuck while its first transaction waits and blocks go on without it. */
function noteProgress(network: Network, line: RelayerAccount, first: NonceSlotRow | undefined, page: Page): void {
  const bytes = first?.nonce === page.mined ? first.bytes[0] : undefined
  line.isStuck =
    bytes !== undefined &&
    page.now - bytes.at.getTime() > network.options.stuckAfterMs &&
    page.head.number > bytes.height + BLOCKS_WITHOUT
}

interface Unmined {
  readonly slot: NonceSlotRow
  readonly payment: PaymentRow | null
}

interface Sendable extends Unmined {
  readonly bytes: SignedBytes
}

async function keepPage(
  deps: SettlementDeps,
  network: Network,
  slots: readonly NonceSlotRow[],
  page: Page,
): Promise<void> {
  const due = slots.filter(({ at, bytes }) => bytes.length === 0 || page.now - at.getTime() >= page.olderThanMs)
  const unmined = await withPayments(deps, due)
  const sendable: Sendable[] = []
  for (const one of unmined) {
    const task = taskOf(one.slot, one.payment)
    if (task.kind === 'send') sendable.push({ ...one, bytes: task.bytes })
    else await alone(deps, one, () => signOther(deps, network, one, task.kind, page))
  }
  await resend(deps, network, sendable, page)
}

async function withPayments(deps: SettlementDeps, slots: readonly NonceSlotRow[]): Promise<Unmined[]> {
  const ids = [...new Set(slots.map(({ subjectId }) => subjectId))]
  const payments = new Map<string, PaymentRow>(
    (await findPaymentsById(deps.database, ids)).map((row) => [row._id, row]),
  )
  return slots.map((slot) => ({ slot, payment: payments.get(slot.subjectId) ?? null }))
}

/** What cannot be done for one nonce does not keep the others of the line waiting. */
async function alone(deps: SettlementDeps, { slot }: Unmined, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (err) {
    if (err instanceof FencedOff || err instanceof Stopped) throw err
    deps.log.error({ err, account: slot.account, nonce: slot.nonce }, 'a nonce could not be kept; it is tried again')
  }
}

async function signOther(
  deps: SettlementDeps,
  network: Network,
  { slot, payment }: Unmined,
  kind: 'cancel' | 'fill',
  { head, signal }: Page,
): Promise<void> {
  if (kind === 'cancel' && payment !== null) {
    try {
      await replaceWithCancel(deps, network, { slot, payment }, { reasons: [], head, signal })
      return
    } catch (err) {
      if (err instanceof FencedOff || err instanceof Stopped) throw err
      // Its wallet cannot sign: an empty transfer keeps its bytes from being mined as well.
      deps.log.error({ err, paymentId: payment._id }, 'a failed payment could not be canceled again')
    }
  }
  await fillNonceGap(deps, network, { slot, payment }, { head, signal })
}

async function resend(
  deps: SettlementDeps,
  network: Network,
  sendable: readonly Sendable[],
  page: Page,
): Promise<void> {
  const held = await withholdStopped(deps, network, sendable, page)
  const open = sendable.filter(({ payment }) => payment === null || !held.has(payment._id))
  const results = await network.adapter.sendRaw(
    open.map(({ bytes }) => bytes.raw),
    () =>
      findStoppedAt(
        deps,
        open.map((one) => ({ payment: isUnsent(one) ? one.payment : null })),
      ),
  )
  if (results.some(({ kind }) => kind === 'unfunded'))
    deps.log.error({ accounts: [...new Set(open.map(({ slot }) => slot.account))] }, NO_GAS)
  network.adapter.passOn(open.flatMap(({ bytes }, index) => (isTaken(results[index]) ? [bytes.raw] : [])))
  const left = { raises: RAISED_AT_ONCE }
  for (const [index, one] of open.entries())
    await alone(deps, one, () => afterResend(deps, network, one, results[index], page, left))
}

/**
 * Bytes that nobody is known to have sent: their sender is gone, or has not come to it yet. They are taken over first;
 * what was stopped meanwhile is canceled at its own nonce instead of sent. Both take time in which another stop can come,
 * so whether something is stopped is asked last, and again until nothing was.
 * @returns payments that are not sent in this round
 */
async function withholdStopped(
  deps: SettlementDeps,
  network: Network,
  sendable: readonly Sendable[],
  at: Page,
): Promise<Set<string>> {
  const unsent = sendable.filter(isUnsent)
  const held = await adoptAll(deps, network, unsent, at.signal)
  for (;;) {
    const open = unsent.filter(({ payment }) => !held.has(payment._id))
    const stopped = await findStopped(
      deps,
      open.map(({ payment }) => payment),
    )
    if (stopped.size === 0) return held
    for (const one of open) {
      const error = stopped.get(one.payment._id)
      if (error === undefined) continue
      held.add(one.payment._id)
      const reasons = [stopReason(deps, network, error)]
      await alone(deps, one, () => replaceWithCancel(deps, network, one, { reasons, ...at }))
    }
  }
}

type Unsent = Sendable & { readonly payment: PaymentRow }

const isUnsent = (one: Sendable): one is Unsent => one.payment?.stage === 'broadcasting' && one.bytes.purpose === 'pay'

/** @returns those that are not ours to send */
async function adoptAll(
  deps: SettlementDeps,
  network: Network,
  unsent: readonly Unsent[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const held = new Set<string>()
  const orphans = unsent.filter(({ slot, payment }) => slot.state === 'signed' || isOlder(payment, network.fence))
  await Promise.all(
    orphans.map(async ({ slot, payment }) => {
      const outcome = await submitUntilKnown(deps.commit, adoptSignedIntent(payment, slot, network.fence), signal)
      if (outcome.kind !== 'done' || !outcome.answer) held.add(payment._id)
    }),
  )
  return held
}

const isOlder = ({ chainWork }: PaymentRow, fence: number): boolean => chainWork !== null && chainWork.fence < fence

const isTaken = (result: SendResult | undefined): boolean => result?.kind === 'accepted' || result?.kind === 'known'

async function afterResend(
  deps: SettlementDeps,
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
    await submitUntilKnown(deps.commit, accepted, signal)
  }
  if (!needsMore(network, slot, bytes, result, page) || left.raises === 0) return
  left.raises--
  const answer = await bumpFee(deps, network, { slot, payment }, bytes, { head, signal })
  // Gate 15 signs nothing more for it: without this the whole line would wait behind a fee that nobody may raise.
  if (answer === 'stopped' && payment !== null) {
    const error = (await findStopped(deps, [payment])).get(payment._id)
    const reasons = error === undefined ? [] : [stopReason(deps, network, error)]
    await replaceWithCancel(deps, network, { slot, payment }, { reasons, head, signal })
  }
}

/**
 * Below the base fee nothing is ever mined. The first also asks for more when blocks go on without it, or when a node
 * has other bytes that pay more; what waits behind it is not stuck by its fee.
 */
export function needsMore(
  network: Pick<Network, 'options'>,
  slot: Pick<NonceSlotRow, 'nonce'>,
  bytes: Pick<SignedBytes, 'maxFee' | 'at' | 'height'>,
  { kind }: Pick<SendResult, 'kind'>,
  { mined, head, now }: Pick<Page, 'mined' | 'head' | 'now'>,
): boolean {
  // More for each unit of gas is what an empty account can pay least of all.
  if (kind === 'nonceTooLow' || kind === 'unreachable' || kind === 'unfunded') return false
  if (bytes.maxFee < head.baseFee) return true
  if (slot.nonce !== mined) return false
  if (kind === 'underpriced') return true
  const waited = now - bytes.at.getTime()
  return waited > network.options.bumpFeeAfterMs && head.number > bytes.height + BLOCKS_WITHOUT
}
