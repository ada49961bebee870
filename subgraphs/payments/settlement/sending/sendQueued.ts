/**
 * Takes queued payments to the chain (specification 2.10, after the response), in chunks: authorize, sign with the next
 * nonces, store both in one commit with gate 15, send, and mark as submitted. Wherever a process dies, the next one finds
 * a payment that is still queued, or its stored bytes, so nothing is ever paid twice.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isNetwork } from '../../../shared/commit/failures.ts'
import type { PaymentId } from '../../../shared/ids.ts'
import { sleep } from '../../../shared/subgraph.ts'
import type { BlockHead, SendResult } from '../../chains/chainAdapter.ts'
import { isDirect } from '../../chains/directTransfer.ts'
import { FencedOff, findSlotsOf, type SignedBytes } from '../../models/nonceSlots.ts'
import { type ChainWork, findPayment, type PaymentRow } from '../../models/payments.ts'
import { slotActionOf } from '../../rules/slotStates.ts'
import { discardSignedIntent } from '../intents/discardOrAdopt.ts'
import { markSubmittedIntent, recordSendFailureIntent } from '../intents/markSubmitted.ts'
import { type StoreAnswer, storeSignedIntent } from '../intents/storeSigned.ts'
import { headOf, type Network, type RelayerAccount, Stopped, submitUntilKnown } from '../network/network.ts'
import type { Turn } from '../network/pickInTurn.ts'
import { allocateNonces, pickRelayer, releaseNonce, UnrecordedTransactions } from '../network/relayerAccounts.ts'
import { exceedsFeeCap, feesAt } from '../transactions/gasBump.ts'
import { findStopped, findStoppedAt } from '../transactions/preSendCheck.ts'
import { fillNonceGap, signRelay } from '../transactions/relayTransactions.ts'
import { authorizeAll, claimQueued, postponeUnauthorized } from './claimQueued.ts'
import { findSendingWallet, prepareDirect, reportUnrecorded } from './prepareDirect.ts'
import { type Relayable, simulateRelays } from './simulateRelays.ts'

/** Yields to the event loop after this many signatures, so that requests are answered meanwhile. */
const SIGNATURES_PER_TURN = 4
const RETRY_AFTER_MS = 2_000
const DISCARD_MARGIN_MS = 500

export async function sendQueued(network: Network, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  const { chunksInFlight, queuePollMs } = network.options
  const turn: Turn = { after: null }
  let failure: unknown = null
  while (!signal.aborted && failure === null) {
    network.head ??= await network.adapter.head()
    const chunk = exceedsFeeCap(network, network.head) ? [] : await claimQueued(network, turn)
    if (chunk.length === 0) {
      await network.waker.wait(queuePollMs, signal)
      continue
    }
    for (const { _id, orgId } of chunk) network.busy.set(_id, orgId)
    const run = sendChunk(network, chunk, signal)
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

interface Prepared extends Relayable {
  readonly nonce: number
  readonly bytes: SignedBytes
}

/** What one chunk shares. */
interface Sending {
  readonly relayer: RelayerAccount
  readonly head: BlockHead
  readonly signal: AbortSignal
}

async function sendChunk(network: Network, payments: readonly PaymentRow[], signal: AbortSignal): Promise<void> {
  const head = await headOf(network)
  if (network.clock.now() >= network.heldUntil) throw new FencedOff(network.id)
  const byWallet = Map.groupBy(payments.filter(isDirect), ({ walletId }) => walletId)
  const relayed = payments.filter((payment) => !isDirect(payment))
  // Each wallet sends for itself: what fails there must not hold up the others.
  const ended = await Promise.allSettled([
    sendRelayed(network, relayed, head, signal),
    ...[...byWallet.values()].map((own) => sendDirect(network, own, head, signal)),
  ])
  const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (failures.length > 0) throw failures.find((error) => error instanceof FencedOff) ?? failures[0]
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
    await signAndSend(network, transfers, { relayer: wallet, head, signal })
  } catch (error) {
    if (error instanceof FencedOff || error instanceof Stopped || isNetwork(error)) throw error
    if (error instanceof UnrecordedTransactions) await reportUnrecorded(network, payments, signal)
    // What is stored is not postponed: maintainWallets sends it.
    for (const payment of payments) void postponeUnauthorized(network, payment, error, signal)
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
  const relayable = await simulateRelays(network, sending.relayer.address, authorized, signal)
  await network.onStep?.('simulated', subject)
  await signAndSend(network, relayable, sending)
}

async function signAndSend(network: Network, relayable: readonly Relayable[], sending: Sending): Promise<void> {
  const subject = relayable[0]?.payment._id
  if (subject === undefined) return
  const stored = await signAndStore(network, relayable, sending)
  await network.onStep?.('stored', subject)
  const cleared = await discardStopped(network, stored, sending)
  const results = await network.adapter.sendRaw(
    cleared.map(({ bytes }) => bytes.raw),
    () => findStoppedAt(network, cleared),
  )
  await network.onStep?.('sent', subject)
  const accepted = await Promise.allSettled(
    cleared.map((one, index) => recordSent(network, one, results[index], sending)),
  )
  // Its bytes are sent: whatever the row says, followBlocks completes it.
  for (const one of accepted)
    if (one.status === 'rejected' && !(one.reason instanceof Stopped))
      network.log.error({ err: one.reason }, 'a payment was sent and could not be marked as submitted')
  await network.onStep?.('accepted', subject)
}

/** @returns those whose bytes are stored in the database; only these are ever sent */
async function signAndStore(network: Network, relayable: readonly Relayable[], sending: Sending): Promise<Prepared[]> {
  const { relayer, signal } = sending
  const nonces = await allocateNonces(network, relayer, relayable.length)
  const settled = new Set<number>()
  try {
    const prepared = await prepareAll(network, relayable, nonces, sending)
    await network.onStep?.('signed', relayable[0]?.payment._id ?? '')
    if (signal.aborted) return []
    const stored = await Promise.all(
      prepared.map(async (one) => {
        const answer = await storeOne(network, one, sending).catch((err: unknown) => {
          if (err instanceof FencedOff || err instanceof Stopped) throw err
          void postponeUnauthorized(network, one.payment, err, signal)
          return 'failed' as const
        })
        settled.add(one.nonce)
        releaseNonce(relayer, one.nonce, answer !== 'nonceTaken' && answer !== 'failed')
        // The other nonces of the chunk wait behind this gap: maintainNonces fills it at once.
        if (answer === 'failed') relayer.resendAll = true
        return answer === 'stored' ? [one] : []
      }),
    )
    return stored.flat()
  } finally {
    for (const nonce of nonces) if (!settled.has(nonce)) releaseNonce(relayer, nonce, false)
  }
}

async function prepareAll(
  network: Network,
  relayable: readonly Relayable[],
  nonces: readonly number[],
  { relayer, head }: Sending,
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  const fees = feesAt(network, head)
  for (const [index, one] of relayable.entries()) {
    if (index % SIGNATURES_PER_TURN === 0) await nextTurn()
    const nonce = nonces[index] as number
    const { call, gasLimit } = one
    const { payment } = one
    const bytes = await signRelay(network, relayer, { call, nonce, purpose: 'pay', fees, gasLimit, head, payment })
    prepared.push({ ...one, nonce, bytes })
  }
  return prepared
}

async function storeOne(
  network: Network,
  { payment, from, authorization, nonce, bytes }: Prepared,
  sending: Sending,
): Promise<StoreAnswer> {
  const { relayer, signal } = sending
  const { fence, heldUntil } = network
  const unmined = { minedBlock: null, minedBlockHash: null }
  const work: ChainWork = { from, relayer: relayer.address, slot: nonce, fence, authorization, ...unmined }
  const wallet = relayer.use === 'wallet' ? { walletId: payment.walletId } : {}
  const slot = { account: relayer.account, nonce, fence, bytes, ...wallet }
  const intent = storeSignedIntent(network, payment, work, slot, heldUntil)
  const outcome = await submitUntilKnown(network, intent, signal)
  const answer = outcome.kind === 'refused' ? 'ended' : outcome.answer
  if (answer === 'fenced') throw new FencedOff(relayer.account)
  if (answer === 'ended') {
    const reason = outcome.kind === 'refused' ? outcome.error.type : 'ended'
    network.log.info({ paymentId: payment._id, reason }, 'refused by gate 15')
    // All later transactions of the account wait behind a nonce without bytes.
    await fillNow(network, payment._id, sending)
  }
  return answer
}

/** At once: maintainNonces would do it only in its next round. */
async function fillNow(network: Network, paymentId: PaymentId, { head, signal }: Sending): Promise<void> {
  const payment = await findPayment(network.database, paymentId)
  const slots = (await findSlotsOf(network.database, [paymentId])).get(paymentId) ?? []
  for (const slot of slots)
    if (slotActionOf(slot, payment).kind === 'fill') await fillNonceGap(network, { slot, payment }, { head, signal })
}

/**
 * Payments that were stopped after their bytes were stored are discarded, and an empty transfer uses their nonces. That
 * takes time in which another stop can arrive, so the rest is checked again until nothing is stopped.
 */
async function discardStopped(
  network: Network,
  stored: readonly Prepared[],
  sending: Sending,
): Promise<readonly Prepared[]> {
  const { relayer, signal } = sending
  let rest = stored
  for (;;) {
    const stopped = await findStopped(network, rest)
    if (stopped.size === 0) return rest
    // The commit of a discard may take a while, and a successor must not have begun by then.
    const heldUntil = new Date(network.heldUntil.getTime() - DISCARD_MARGIN_MS)
    await Promise.all(
      rest.map(async ({ payment, nonce }) => {
        if (!stopped.has(payment._id)) return
        const sender = { account: relayer.account, nonce, fence: network.fence, heldUntil }
        try {
          const outcome = await submitUntilKnown(network, discardSignedIntent(network, payment, sender), signal)
          network.log.info(
            { paymentId: payment._id, reason: stopped.get(payment._id)?.type },
            'stopped before it was sent',
          )
          if (outcome.kind === 'done' && outcome.answer === 'discarded') await fillNow(network, payment._id, sending)
        } catch (err) {
          if (err instanceof FencedOff || err instanceof Stopped) throw err
          // It is not sent: maintainNonces cancels it at once, because others wait behind its nonce.
          relayer.resendAll = true
          network.log.error({ err, paymentId: payment._id }, 'a stopped payment could not be discarded')
        }
      }),
    )
    rest = rest.filter(({ payment }) => !stopped.has(payment._id))
  }
}

async function recordSent(
  network: Network,
  { payment, nonce, bytes }: Prepared,
  result: SendResult | undefined,
  { relayer, signal }: Sending,
): Promise<void> {
  // Otherwise the payment stays broadcasting: maintainNonces sends the same bytes again.
  if (result === undefined || (result.kind !== 'accepted' && result.kind !== 'known')) {
    network.log.warn({ paymentId: payment._id, result: result?.kind, attempts: result?.attempts }, 'not sent yet')
    if (result !== undefined && result.attempts.length > 0)
      await submitUntilKnown(network, recordSendFailureIntent(payment, result.attempts), signal)
    return
  }
  const sent = { account: relayer.account, nonce, hash: bytes.hash, attempts: result.attempts }
  await submitUntilKnown(network, markSubmittedIntent(payment, sent), signal)
}
