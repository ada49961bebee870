/**
 * Signs what is to be sent, and stores it with gate 15: a payment by itself, or a batch. A batch that cannot be stored is
 * tried payment by payment, so that one of them cannot hold up the others.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PaymentId } from '../../../shared/ids.ts'
import type { BlockHead } from '../../chains/chainAdapter.ts'
import { FencedOff, findSlotsOf, type SignedBytes } from '../../models/nonceSlots.ts'
import { type ChainWork, findPayment } from '../../models/payments.ts'
import { slotActionOf } from '../../rules/slotStates.ts'
import { refuseQueuedIntent, storeBatchIntent } from '../intents/storeBatch.ts'
import { type StoreAnswer, storeSignedIntent } from '../intents/storeSigned.ts'
import { type Network, type RelayerAccount, Stopped } from '../network/network.ts'
import { allocateNonces, releaseNonce } from '../network/relayerAccounts.ts'
import { senderOf } from '../network/senders.ts'
import { Late, submitInTime } from '../network/submitInTime.ts'
import { findMadeBefore, madeBefore } from '../recovery/hotOutflows.ts'
import { feesAt } from '../transactions/gasBump.ts'
import { signRelay } from '../transactions/relayTransactions.ts'
import { fillNonceGap } from '../transactions/replacements.ts'
import { postponeUnauthorized } from './claimQueued.ts'
import { alone, type Relay, relayOf } from './formRelays.ts'
import type { Relayable } from './simulateRelays.ts'

/** Yields to the event loop after this many signatures, so that requests are answered meanwhile. */
const SIGNATURES_PER_TURN = 4

export interface Prepared extends Relay {
  readonly nonce: number
  readonly bytes: SignedBytes
}

/** What one chunk shares. */
export interface Sending {
  readonly relayer: RelayerAccount
  readonly head: BlockHead
  readonly signal: AbortSignal
}

export const subjectOf = (relays: readonly Relay[]): string => relays[0]?.items[0]?.payment._id ?? ''
export const withPayments = ({ items }: Relay) => ({ payments: items.map(({ payment }) => payment) })

/** @returns those whose bytes are stored in the database; only these are ever sent */
export async function signAndStore(network: Network, relays: readonly Relay[], sending: Sending): Promise<Prepared[]> {
  const { relayer, signal } = sending
  const nonces = await allocateNonces(network, relayer, relays.length)
  const settled = new Set<number>()
  const split: Relay[] = []
  const stored: Prepared[] = []
  try {
    if (await holdMadeBefore(network, relays, sending)) return []
    const prepared = await prepareAll(network, relays, nonces, sending)
    await network.onStep?.('signed', subjectOf(relays))
    if (signal.aborted) return []
    await Promise.all(
      prepared.map(async (one) => {
        const answer = await storeRelay(network, one, sending).catch((err: unknown) => {
          if (err instanceof FencedOff || err instanceof Stopped) throw err
          const [first] = one.items
          // Its payments stay queued, and the others go on.
          if (err instanceof Late) return 'failed' as const
          // One of a batch may be what cannot be stored: each is tried by itself.
          if (one.items.length > 1) split.push(...one.items.map(alone))
          else if (first !== undefined) void postponeUnauthorized(network, first.payment, err, signal)
          network.log.warn({ err, payments: one.items.length }, 'signed bytes could not be stored')
          return 'failed' as const
        })
        settled.add(one.nonce)
        const isStored = typeof answer === 'object' || answer === 'ended' || answer === 'notQueued'
        releaseNonce(relayer, one.nonce, isStored)
        // The other nonces of the chunk wait behind this gap: maintainNonces fills it at once.
        if (answer === 'failed') relayer.resendAll = true
        if (typeof answer === 'object') stored.push(answer)
      }),
    )
  } finally {
    for (const nonce of nonces) if (!settled.has(nonce)) releaseNonce(relayer, nonce, false)
  }
  const others = split.length === 0 ? [] : await signAndStore(network, split, sending)
  return [...stored, ...others].sort((a, b) => a.nonce - b.nonce)
}

/** @returns whether there are any: the others of the chunk are tried again at once */
async function holdMadeBefore(
  network: Network,
  relays: readonly Relay[],
  { relayer, signal }: Sending,
): Promise<boolean> {
  if (relayer.use !== 'wallet') return false
  const held = await findMadeBefore(
    network,
    relays.flatMap(({ items }) => items.map(({ payment }) => payment)),
  )
  for (const payment of held) void postponeUnauthorized(network, payment, madeBefore(), signal)
  return held.length > 0
}

async function prepareAll(
  network: Network,
  relays: readonly Relay[],
  nonces: readonly number[],
  sending: Sending,
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const [index, one] of relays.entries()) {
    if (index % SIGNATURES_PER_TURN === 0) await nextTurn()
    prepared.push(await prepare(network, one, nonces[index] as number, sending))
  }
  return prepared
}

async function prepare(network: Network, relay: Relay, nonce: number, { relayer, head }: Sending): Promise<Prepared> {
  const { items, call, gasLimit } = relay
  const payment = items[0]?.payment ?? null
  const fees = feesAt(network, head)
  const carried = items.length === 1 ? {} : { items: items.map((item) => item.payment._id) }
  const unsigned = { call, nonce, purpose: 'pay', fees, gasLimit, head, payment, ...carried } as const
  return { ...relay, nonce, bytes: await signRelay(network, relayer, unsigned) }
}

/** @returns what was stored: of a batch, without the payments that gate 15 refused */
async function storeRelay(
  network: Network,
  prepared: Prepared,
  sending: Sending,
): Promise<Prepared | Exclude<StoreAnswer, 'stored' | 'fenced'> | 'failed'> {
  const { items, nonce, bytes } = prepared
  const [first] = items
  if (first === undefined) return 'failed'
  if (bytes.items === undefined) {
    const answer = await storeOne(network, first, prepared, sending)
    return answer === 'stored' ? prepared : answer
  }
  const { relayer, signal } = sending
  const { fence } = network
  const batched = items.map((item) => ({ payment: item.payment, work: workOf(network, item, nonce, relayer) }))
  const batch = { account: relayer.account, nonce, fence, bytes: { ...bytes, items: bytes.items } }
  const outcome = await submitInTime(network, storeBatchIntent(network, batched, batch), signal)
  const answer = outcome.kind === 'done' ? outcome.answer : 'failed'
  if (answer === 'fenced') throw new FencedOff(relayer.account)
  if (answer === 'stored') return prepared
  if (typeof answer === 'string') return answer
  const refused = new Set(answer.refused)
  const out = items.filter(({ payment }) => refused.has(payment._id))
  await Promise.all(out.map(({ payment }) => submitInTime(network, refuseQueuedIntent(network, payment), signal)))
  const rest = items.filter(({ payment }) => !refused.has(payment._id))
  if (rest.length === 0) return 'failed'
  return storeRelay(network, await prepare(network, relayOf(rest, prepared.call.to), nonce, sending), sending)
}

function workOf(
  { fence }: Network,
  { from, authorization }: Relayable,
  nonce: number,
  { address }: RelayerAccount,
): ChainWork {
  return { from, relayer: address, slot: nonce, fence, authorization, minedBlock: null, minedBlockHash: null }
}

async function storeOne(
  network: Network,
  item: Relayable,
  { nonce, bytes }: Prepared,
  sending: Sending,
): Promise<Exclude<StoreAnswer, 'fenced'>> {
  const { payment } = item
  const { relayer, signal } = sending
  const { fence } = network
  const wallet = relayer.use === 'wallet' ? { walletId: senderOf(payment) } : {}
  const slot = { account: relayer.account, nonce, fence, bytes, ...wallet }
  const intent = storeSignedIntent(network, payment, workOf(network, item, nonce, relayer), slot)
  const outcome = await submitInTime(network, intent, signal)
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
export async function fillNow(network: Network, paymentId: PaymentId, { head, signal }: Sending): Promise<void> {
  const payment = await findPayment(network.database, paymentId)
  const slots = (await findSlotsOf(network.database, [paymentId])).get(paymentId) ?? []
  const payments = payment === null ? [] : [payment]
  for (const slot of slots)
    if (slot.paymentIds === undefined && slotActionOf(slot, payment).kind === 'fill')
      await fillNonceGap(network, { slot, payments }, { head, signal })
}
