/**
 * Takes queued payments to the chain (specification 2.10, after the response), in chunks: authorize, sign with the next
 * nonces, store both in one commit with gate 15, send, and mark as submitted. Wherever a process dies, the next one finds
 * a payment that is still queued, or its stored bytes, so nothing is ever paid twice.
 */
import { isNetwork } from '../../../shared/commit/failures.ts'
import { sleep } from '../../../shared/subgraph.ts'
import { type BlockHead, ChainUnavailable, type SendResult } from '../../chains/chainAdapter.ts'
import { isDirect } from '../../chains/directTransfer.ts'
import { FencedOff } from '../../models/nonceSlots.ts'
import { findPaymentsById, type PaymentRow } from '../../models/payments.ts'
import { findUnbookedWallets } from '../../models/settlementTasks.ts'
import { markSubmittedIntent, recordSendFailureIntent } from '../intents/markSubmitted.ts'
import { refuseQueuedIntent } from '../intents/storeBatch.ts'
import { openBatchRelayer } from '../network/batchRelayer.ts'
import { headOf, type Network, Stopped } from '../network/network.ts'
import type { Turn } from '../network/pickInTurn.ts'
import { pickRelayer } from '../network/relayerAccounts.ts'
import { senderOf } from '../network/senders.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { UnrecordedTransactions } from '../network/unrecordedTransactions.ts'
import { findMadeBefore, madeBefore } from '../recovery/hotOutflows.ts'
import { failPaidBefore } from '../recovery/paidBefore.ts'
import { exceedsFeeCap } from '../transactions/gasBump.ts'
import { findStoppedAt } from '../transactions/preSendCheck.ts'
import { catchUp } from './catchUp.ts'
import { authorizeAll, claimQueued, postponeUnauthorized } from './claimQueued.ts'
import { discardStopped } from './discardStopped.ts'
import { alone, formRelays, type Relay } from './formRelays.ts'
import { awaitUnrecorded, findSendingWallet, prepareDirect } from './prepareDirect.ts'
import { postponeReverting, type Relayable, simulateRelays } from './simulateRelays.ts'
import { type Prepared, type Sending, signAndStore, subjectOf, withPayments } from './storeRelays.ts'

const RETRY_AFTER_MS = 2_000

export async function sendQueued(network: Network, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  const { chunksInFlight, queuePollMs } = network.options
  const turn: Turn = { after: null }
  await catchUp(network, signal)
  let failure: unknown = null
  while (!signal.aborted && failure === null) {
    network.head ??= await network.adapter.head()
    const queue = isHeld(network, network.head) ? 'stopped' : 'all'
    const chunk = network.reading === 'following' ? await claimQueued(network, turn, queue) : []
    if (chunk.length === 0) {
      await network.waker.wait(queuePollMs, signal)
      continue
    }
    for (const { _id, orgId } of chunk) network.busy.set(_id, orgId)
    const run = sendChunk(network, chunk, signal)
      .catch((error: unknown) => sendEach(network, chunk, error, signal))
      .catch((error: unknown) => {
        if (error instanceof FencedOff) failure = error
        network.log.warn({ err: error, network: network.id, payments: chunk.length }, 'payments stay queued')
        // Stay busy for a while, or an endpoint that is down would be called in a tight loop.
        return sleep(RETRY_AFTER_MS, signal)
      })
      .finally(() => {
        for (const { _id } of chunk) network.busy.delete(_id)
        running.delete(run)
        network.waker.wake()
      })
    running.add(run)
    if (running.size >= chunksInFlight) await Promise.race(running)
  }
  await Promise.all(running)
  if (failure !== null) throw failure
}

/** Nothing is sent; what was stopped gets its money back all the same. */
const isHeld = (network: Network, head: BlockHead): boolean => exceedsFeeCap(network, head) || isUnscreened(network)

/** Without current lists nothing is signed (domain 4.3); what was signed goes on. */
const isUnscreened = ({ screener, mode }: Network): boolean => screener.isUnavailable(mode)

async function sendChunk(network: Network, payments: readonly PaymentRow[], signal: AbortSignal): Promise<void> {
  const head = await headOf(network)
  if (network.clock.now() >= network.heldUntil) throw new FencedOff(network.id)
  const explained = await withoutUnbooked(network, payments, signal)
  const going = explained.filter(({ stopped }) => stopped === undefined)
  const accepted = await failPaidBefore(network, going, signal)
  const byWallet = Map.groupBy(accepted.filter(isDirect), senderOf)
  const relayed = accepted.filter((payment) => !isDirect(payment))
  // Each wallet sends for itself: what fails there must not hold up the others.
  const ended = await Promise.allSettled([
    sendRelayed(network, relayed, head, signal),
    ...[...byWallet.values()].map((own) => sendDirect(network, own, head, signal)),
    ...explained.filter((one) => !going.includes(one)).map((one) => endStopped(network, one, signal)),
  ])
  const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (failures.length > 0) throw failures.find((error) => error instanceof FencedOff) ?? failures[0]
}

/** What fails for all of a chunk may be one payment's: each is tried alone, and one that fails alone is postponed. */
async function sendEach(
  network: Network,
  chunk: readonly PaymentRow[],
  cause: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (isOfAll(cause) || chunk.length === 1) throw cause
  network.log.error({ err: cause, payments: chunk.length }, 'payments are sent one by one')
  const ids = chunk.map(({ _id }) => _id)
  for (const payment of await findPaymentsById(network.database, ids)) {
    if (payment.stage !== 'queued' || signal.aborted) continue
    try {
      await sendChunk(network, [payment], signal)
    } catch (error) {
      if (isOfAll(error)) throw error
      void postponeUnauthorized(network, payment, error, signal)
    }
  }
}

/** No payment is the cause. */
const isOfAll = (error: unknown): boolean =>
  error instanceof FencedOff || error instanceof Stopped || error instanceof ChainUnavailable || isNetwork(error)

/** Stopped before it was known whether the chain has paid it: it has not. */
async function endStopped(network: Network, payment: PaymentRow, signal: AbortSignal): Promise<void> {
  try {
    await submitInTime(network, refuseQueuedIntent(network, payment), signal)
  } catch (error) {
    if (error instanceof FencedOff || error instanceof Stopped || isNetwork(error)) throw error
    void postponeUnauthorized(network, payment, error, signal)
  }
}

async function sendDirect(
  network: Network,
  payments: readonly PaymentRow[],
  head: BlockHead,
  signal: AbortSignal,
): Promise<void> {
  try {
    const wallet = await findSendingWallet(network, payments)
    const subject = payments[0]?._id ?? ''
    await network.onStep?.('authorized', subject)
    const transfers = await prepareDirect(network, wallet, payments, signal)
    await network.onStep?.('simulated', subject)
    await signAndSend(network, transfers.map(alone), { relayer: wallet, head, signal })
  } catch (error) {
    if (error instanceof FencedOff || error instanceof Stopped || isNetwork(error)) throw error
    // What is stored is not postponed: maintainWallets sends it.
    for (const payment of payments) void postponeUnauthorized(network, payment, error, signal)
    if (error instanceof UnrecordedTransactions) await awaitUnrecorded(network, payments, error, signal)
  }
}

async function sendRelayed(
  network: Network,
  payments: readonly PaymentRow[],
  head: BlockHead,
  signal: AbortSignal,
): Promise<void> {
  const subject = payments[0]?._id ?? ''
  // Before nonces are allocated: a payment that cannot be authorized must not hold one that others wait behind.
  const authorized = await authorizeAll(network, payments, head, signal)
  if (authorized.length === 0) return
  await network.onStep?.('authorized', subject)
  const sending: Sending = { relayer: pickRelayer(network), head, signal }
  const { passed, reverting } = await simulateRelays(network, sending.relayer.address, authorized)
  for (const one of reverting) void postponeReverting(network, one, signal)
  await network.onStep?.('simulated', subject)
  if (passed.length === 0) return
  const batchRelayer = await openBatchRelayer(network)
  await signAndSend(network, formRelays(network, passed, batchRelayer), sending)
}

/**
 * Those of wallets from which all transfers that were read are booked. A transfer that is booked late may be this payment, of
 * which a restored backup does not know: it would revert for want of the money that it has moved, and fail. Nor a delivery that
 * was made before it was executed again: what has made it completes it.
 */
async function withoutUnbooked(
  network: Network,
  payments: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<PaymentRow[]> {
  const walletIds = [...new Set(payments.map(senderOf))]
  const unbooked = await findUnbookedWallets(network.database, network.id, walletIds)
  const made = new Set(await findMadeBefore(network, payments))
  const cause = new ChainUnavailable('a transfer from its wallet is not booked yet')
  return payments.filter((payment) => {
    if (!made.has(payment) && !unbooked.has(senderOf(payment))) return true
    void postponeUnauthorized(network, payment, made.has(payment) ? madeBefore() : cause, signal)
    return false
  })
}

async function signAndSend(network: Network, relays: readonly Relay[], sending: Sending): Promise<void> {
  const subject = subjectOf(relays)
  if (subject === '') return
  const stored = await signAndStore(network, relays, sending)
  await network.onStep?.('stored', subject)
  const { cleared, askedAt } = await discardStopped(network, stored, sending)
  const results = await network.adapter.sendRaw(
    cleared.map(({ bytes }) => bytes.raw),
    () => findStoppedAt(network, cleared.map(withPayments)),
    askedAt,
  )
  await network.onStep?.('sent', subject)
  const accepted = await Promise.allSettled(
    cleared.flatMap((one, index) => one.items.map((item) => recordSent(network, item, one, results[index], sending))),
  )
  // Its bytes are sent: whatever the row says, followBlocks completes it.
  for (const one of accepted)
    if (one.status === 'rejected' && !(one.reason instanceof Stopped))
      network.log.error({ err: one.reason }, 'a payment was sent and could not be marked as submitted')
  await network.onStep?.('accepted', subject)
}

async function recordSent(
  network: Network,
  { payment }: Relayable,
  { nonce, bytes }: Prepared,
  result: SendResult | undefined,
  { relayer, signal }: Sending,
): Promise<void> {
  // Otherwise the payment stays broadcasting: maintainNonces sends the same bytes again.
  if (result === undefined || (result.kind !== 'accepted' && result.kind !== 'known')) {
    network.log.warn({ paymentId: payment._id, result: result?.kind, attempts: result?.attempts }, 'not sent yet')
    if (result !== undefined && result.attempts.length > 0)
      await submitInTime(network, recordSendFailureIntent(payment, result.attempts), signal)
    return
  }
  const sent = { account: relayer.account, nonce, hash: bytes.hash, attempts: result.attempts }
  await submitInTime(network, markSubmittedIntent(payment, sent), signal)
}
