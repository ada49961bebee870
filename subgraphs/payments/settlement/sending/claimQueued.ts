/**
 * Which queued payments go to the chain next, and their authorizations: organizations take turns, and a payment that
 * cannot be authorized is postponed by itself. No nonce is allocated here, so nothing waits behind a failure.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isNetwork } from '../../../shared/commit/failures.ts'
import type { OrgId, WalletId } from '../../../shared/ids.ts'
import { sleep } from '../../../shared/subgraph.ts'
import { type BlockHead, ChainUnavailable } from '../../chains/chainAdapter.ts'
import { paymentNonce } from '../../chains/eip3009.ts'
import type { ChainWork, PaymentRow } from '../../models/payments.ts'
import { findQueued, findQueuedOrganizations, type Queue } from '../../models/settlingPayments.ts'
import { type Postponement, postponeIntent } from '../intents/postponePayment.ts'
import { growingPause, type Network, Stopped, submitUntilKnown } from '../network/network.ts'
import { pickInTurn, type Turn } from '../network/pickInTurn.ts'
import { findSenders, senderOf } from '../network/senders.ts'
import { isLate, Late } from '../network/submitInTime.ts'
import { attemptsOf } from '../recovery/failures.ts'
import { authorizePayment } from '../transactions/relayTransactions.ts'

/** Yields to the event loop after this many signatures, so that requests are answered meanwhile. */
const SIGNATURES_PER_TURN = 4
const UNAVAILABLE_PAUSE_MS = 5_000

export interface Authorized {
  readonly payment: PaymentRow
  readonly from: string
  /** Null: a transfer of the wallet itself. */
  readonly authorization: ChainWork['authorization']
}

/** Queued payments that no chunk in flight contains, at most one chunk of them. */
export async function claimQueued(network: Network, turn: Turn, queue: Queue): Promise<PaymentRow[]> {
  const organizations = await findQueuedOrganizations(network.database, network, queue)
  if (organizations.length === 0) return []
  const now = network.clock.now()
  const { busy, postponing } = network
  const { chunkSize } = network.options
  return pickInTurn(turn, organizations, chunkSize, async (orgId, share) => {
    const own = countOf(postponing, orgId)
    // This organization's commits do not come through: it waits for them, and no other does.
    if (own >= chunkSize || isLate(network, orgId)) return []
    const query = { orgId, now, limit: share + countOf(busy, orgId) + own }
    const found = await findQueued(network.database, network, query, queue)
    const except = found.length < query.limit ? [] : crowdingWallets(found)
    // More wait than were read, and most of those are of one wallet: behind it there may be others.
    const others = except.length === 0 ? [] : await findQueued(network.database, network, { ...query, except }, queue)
    const free = [...found, ...others].filter(({ _id }) => !busy.has(_id) && !postponing.has(_id))
    return inTurnOfWallets(new Map(free.map((one) => [one._id, one])).values()).slice(0, share)
  })
}

/** With more than half of the payments: at most one. */
function crowdingWallets(payments: readonly PaymentRow[]): WalletId[] {
  const byWallet = Map.groupBy(payments, ({ walletId }) => walletId)
  return [...byWallet].flatMap(([walletId, own]) => (own.length > payments.length / 2 ? [walletId] : []))
}

/** The first payment of each wallet, then the second of each: one with many delays no other. */
function inTurnOfWallets<Row extends Pick<PaymentRow, 'walletId'>>(payments: Iterable<Row>): Row[] {
  const byWallet = [...Map.groupBy(payments, ({ walletId }) => walletId).values()]
  const rounds = Math.max(0, ...byWallet.map((own) => own.length))
  return Array.from({ length: rounds }, (_, round) => byWallet.flatMap((own) => own[round] ?? [])).flat()
}

const countOf = (payments: ReadonlyMap<string, string>, orgId: OrgId): number =>
  payments.values().reduce((count, one) => count + (one === orgId ? 1 : 0), 0)

/** Those that could be signed; the others are retried with exponential backoff and fail after the last try. */
export async function authorizeAll(
  network: Network,
  payments: readonly PaymentRow[],
  head: BlockHead,
  signal: AbortSignal,
): Promise<Authorized[]> {
  const addresses = await findSenders(network.database, payments)
  const authorized: Authorized[] = []
  for (const [index, payment] of payments.entries()) {
    if (index % SIGNATURES_PER_TURN === 0) await nextTurn()
    const from = addresses.get(senderOf(payment)) ?? ''
    try {
      const nonce = paymentNonce(payment)
      const authorization = await authorizePayment(network, payment, { from, nonce, head })
      authorized.push({ payment, from, authorization })
    } catch (error) {
      if (isNetwork(error)) throw error
      // Not awaited: this organization's commits may be slow, and the chunk holds payments of others.
      void postponeUnauthorized(network, payment, error, signal)
    }
  }
  return authorized
}

/** Exponential backoff; after the last try the payment fails. Never throws; not to be awaited. */
export async function postponeUnauthorized(
  network: Network,
  payment: PaymentRow,
  cause: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { authorizationTriesMax, pauseMs, pauseMaxMs } = network.options
  const counts = !(cause instanceof ChainUnavailable || cause instanceof Late)
  const postponement: Postponement = {
    attempt: counts ? { adapter: 'custody', error: 'the payment could not be authorized' } : null,
    triesOf: ({ attempts }) => attempts.filter(({ adapter }) => adapter === 'custody').length,
    triesMax: authorizationTriesMax,
    pauseMs: (tries) => (counts ? growingPause(tries, pauseMs, pauseMaxMs) : UNAVAILABLE_PAUSE_MS),
    failureOf: (row) => ({
      type: 'all_adapters_exhausted',
      message: `The payment could not be authorized in ${row.authorizationTries} tries. The funds are available again: try later with a new Idempotency-Key.`,
      details: { reason: 'authorization_failed', attempts: attemptsOf(row) },
    }),
  }
  await postpone(network, payment, postponement, cause, signal)
}

/** Once at a time. Never throws; not to be awaited, since one organization's commits may be slow. */
export async function postpone(
  network: Network,
  payment: PaymentRow,
  postponement: Postponement,
  cause: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (network.postponing.has(payment._id)) return
  network.postponing.set(payment._id, payment.orgId)
  try {
    const outcome = await submitUntilKnown(network, postponeIntent(network, payment, postponement), signal)
    const answer = outcome.kind === 'done' ? outcome.answer : outcome.error.type
    network.log.warn({ err: cause, paymentId: payment._id, answer }, 'a queued payment cannot be sent')
  } catch (err) {
    if (!(err instanceof Stopped))
      network.log.error({ err, cause, paymentId: payment._id }, 'a payment could not be postponed')
    await sleep(UNAVAILABLE_PAUSE_MS, signal)
  } finally {
    network.postponing.delete(payment._id)
  }
}
