/**
 * Takes queued payments to the chain (specification 2.10, the half after the answer), many at a time: authorize, take a
 * slot, sign, store in one commit with gate 15, send, and say that it was sent. Whatever dies in between, the next run
 * finds the same slot or the same stored bytes, so nothing is ever paid twice.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sleep } from '../../shared/subgraph.ts'
import type { BlockHead, SendResult } from '../chains/chainAdapter.ts'
import { FencedOff, type NonceSlotRow, takeSlots } from '../models/nonceSlot.ts'
import type { ChainWork, PaymentRow } from '../models/payment.ts'
import { discardIntent } from '../services/discardStored.ts'
import { acceptedIntent, notSentIntent } from '../services/settleAccepted.ts'
import { storeBytesIntent } from '../services/settleStored.ts'
import { type Authorized, authorizeAll, claimQueued } from './claimQueued.ts'
import { findStopped, findStoppedAt } from './lastCheck.ts'
import type { Turn } from './pickInTurn.ts'
import { fillGap, paymentCall, signRelay } from './relayAttempt.ts'
import { type Network, type SettlementDeps, submitUntilKnown, type Waker } from './settlementDeps.ts'

/** A turn of the event loop after this many signatures, so that requests are answered meanwhile. */
const SIGNATURES_PER_TURN = 4
const RETRY_AFTER_MS = 2_000
const DISCARD_MARGIN_MS = 500

export async function sendQueued(
  deps: SettlementDeps,
  network: Network,
  waker: Waker,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const { chunksInFlight, queuePollMs } = network.options
  const turn: Turn = { after: null }
  let failure: unknown = null
  while (!signal.aborted && failure === null) {
    const chunk = await claimQueued(deps, network, turn)
    if (chunk.length === 0) {
      await waker.wait(queuePollMs, signal)
      continue
    }
    for (const { _id } of chunk) network.busy.add(_id)
    const run = sendChunk(deps, network, chunk, signal)
      .catch((error: unknown) => {
        if (error instanceof FencedOff) failure = error
        deps.log.warn({ err: error, network: network.id, payments: chunk.length }, 'payments stay queued')
        // Still busy for a while, or an endpoint that is down is asked in a tight loop.
        return sleep(RETRY_AFTER_MS, signal)
      })
      .finally(() => {
        for (const { _id } of chunk) network.busy.delete(_id)
        running.delete(run)
        waker.wake()
      })
    running.add(run)
    if (running.size >= chunksInFlight) await Promise.race(running)
  }
  await Promise.all(running)
  if (failure !== null) throw failure
}

interface Prepared extends Authorized {
  readonly slot: NonceSlotRow
  readonly work: ChainWork
}

async function sendChunk(
  deps: SettlementDeps,
  network: Network,
  payments: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<void> {
  const subject = payments[0]?._id ?? ''
  const head = network.head ?? (await network.adapter.head())
  if (deps.clock.now() >= network.heldUntil) throw new FencedOff(network.relayer.account)
  // Before the slots: what cannot be authorized must not hold a nonce that others wait behind.
  const authorized = await authorizeAll(deps, network, payments, head, signal)
  if (authorized.length === 0) return
  await deps.onStep?.('authorized', subject)
  const slots = await takeSlots(deps.database, {
    account: network.relayer.account,
    fence: network.fence,
    firstNonce: await firstNonce(network),
    at: deps.clock.now(),
    uses: authorized.map(({ payment, authorization }) => ({
      purpose: 'pay',
      subjectId: payment._id,
      attempt: 1,
      authorizationNonce: authorization.nonce,
    })),
  })
  await deps.onStep?.('slotTaken', subject)
  const prepared = await prepareAll(deps, network, authorized, slots, head)
  await deps.onStep?.('signed', subject)
  if (signal.aborted) return
  const stored = await storeAll(deps, network, prepared, head, signal)
  await deps.onStep?.('stored', subject)
  const cleared = await dropStopped(deps, network, stored, head, signal)
  const results = await network.adapter.sendRaw(
    cleared.map(({ work }) => work.transactions[0]?.raw ?? ''),
    () => findStoppedAt(deps, cleared),
  )
  await deps.onStep?.('sent', subject)
  await Promise.all(cleared.map((one, index) => acceptOne(deps, one, results[index], signal)))
  await deps.onStep?.('accepted', subject)
}

const firstNonces = new WeakMap<Network, Promise<number>>()

/** Asked once for each lease: from then on the slots know better than the node. */
function firstNonce(network: Network): Promise<number> {
  const known = firstNonces.get(network)
  if (known !== undefined) return known
  const asked = network.adapter.minedNonce(network.relayer.address)
  firstNonces.set(network, asked)
  asked.catch(() => firstNonces.delete(network))
  return asked
}

async function prepareAll(
  deps: SettlementDeps,
  network: Network,
  authorized: readonly Authorized[],
  slots: readonly NonceSlotRow[],
  head: BlockHead,
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const [index, one] of authorized.entries()) {
    if (index % SIGNATURES_PER_TURN === 0) await nextTurn()
    const slot = slots[index] as NonceSlotRow
    const signed = signRelay(network, paymentCall(one.payment, one), slot.nonce, head)
    const work: ChainWork = {
      from: one.from,
      relayer: network.relayer.address,
      slot: slot.nonce,
      fence: network.fence,
      authorization: one.authorization,
      transactions: [{ ...signed, nonce: slot.nonce, at: deps.clock.now(), purpose: 'pay' }],
      minedBlock: null,
      minedBlockHash: null,
    }
    prepared.push({ ...one, slot, work })
  }
  return prepared
}

/** The ones whose bytes stand in the database now; only these are ever sent. */
async function storeAll(
  deps: SettlementDeps,
  network: Network,
  prepared: readonly Prepared[],
  head: BlockHead,
  signal: AbortSignal,
): Promise<Prepared[]> {
  const stored: Prepared[] = []
  const until = network.heldUntil
  await Promise.all(
    prepared.map(async (one) => {
      const outcome = await submitUntilKnown(deps.commit, storeBytesIntent(deps, one.payment, one.work, until), signal)
      const hasEnded = outcome.kind === 'refused' || outcome.answer === 'ended'
      // Everybody's payments wait behind a nonce without bytes.
      if (hasEnded) {
        const error = outcome.kind === 'refused' ? outcome.error.type : 'ended'
        deps.log.info({ paymentId: one.payment._id, error }, 'refused at the final gates')
        await fillGap(deps, network, one.slot, head)
        return
      }
      if (outcome.answer === 'fenced') throw new FencedOff(network.relayer.account)
      if (outcome.answer === 'stored') stored.push(one)
    }),
  )
  return stored.sort((a, b) => a.slot.nonce - b.slot.nonce)
}

/**
 * What a stop has overtaken since it was stored is discarded, and its nonce goes to an empty transfer. That takes time in
 * which another stop can come, so the rest is asked again until nothing was stopped.
 */
async function dropStopped(
  deps: SettlementDeps,
  network: Network,
  stored: readonly Prepared[],
  head: BlockHead,
  signal: AbortSignal,
): Promise<readonly Prepared[]> {
  let rest = stored
  for (;;) {
    const stopped = await findStopped(
      deps,
      rest.map(({ payment }) => payment),
    )
    if (stopped.size === 0) return rest
    // The commit of a discard may take a while, and a successor must not have begun by then.
    const sender = { fence: network.fence, heldUntil: new Date(network.heldUntil.getTime() - DISCARD_MARGIN_MS) }
    await Promise.all(
      rest.map(async ({ payment, slot }) => {
        if (!stopped.has(payment._id)) return
        const outcome = await submitUntilKnown(deps.commit, discardIntent(deps, payment, sender), signal)
        deps.log.info({ paymentId: payment._id, error: stopped.get(payment._id)?.type }, 'stopped before it was sent')
        if (outcome.kind === 'done' && outcome.answer === 'discarded') await fillGap(deps, network, slot, head)
      }),
    )
    rest = rest.filter(({ payment }) => !stopped.has(payment._id))
  }
}

async function acceptOne(
  deps: SettlementDeps,
  { payment, work }: Prepared,
  result: SendResult | undefined,
  signal: AbortSignal,
): Promise<void> {
  // Anything else leaves the payment broadcasting: the slot keeper sends the same bytes again.
  if (result === undefined || (result.kind !== 'accepted' && result.kind !== 'known')) {
    deps.log.warn({ paymentId: payment._id, result: result?.kind, attempts: result?.attempts }, 'not sent yet')
    if (result !== undefined && result.attempts.length > 0)
      await submitUntilKnown(deps.commit, notSentIntent(payment, result.attempts), signal)
    return
  }
  const hash = work.transactions[0]?.hash ?? ''
  await submitUntilKnown(deps.commit, acceptedIntent(payment, { hash, attempts: result.attempts }), signal)
}
