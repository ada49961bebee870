/**
 * Which queued payments go to the chain next, and their authorizations: every organization in turn, and a payment that
 * cannot be authorized is put off alone. Nothing here holds a nonce that others would wait behind.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isNetwork } from '../../../shared/commit/failures.ts'
import type { Intent } from '../../../shared/commit/types.ts'
import type { OrgId } from '../../../shared/ids.ts'
import { sleep } from '../../../shared/subgraph.ts'
import { type BlockHead, ChainUnavailable } from '../../chains/chainAdapter.ts'
import { authorizationNonce } from '../../chains/eip3009.ts'
import type { ChainWork, PaymentRow } from '../../models/payments.ts'
import { findQueued, findQueuedOrganizations } from '../../models/settlingPayments.ts'
import { findWallets } from '../../models/wallets.ts'
import { type PostponeAnswer, postponeIntent } from '../intents/postponePayment.ts'
import { growingPause, type Network, type SettlementDeps, submitUntilKnown } from '../network/network.ts'
import { pickInTurn, type Turn } from '../network/pickInTurn.ts'
import { authorizePayment } from '../transactions/relayTransactions.ts'

/** A turn of the event loop after this many signatures, so that requests are answered meanwhile. */
const SIGNATURES_PER_TURN = 4
const UNAVAILABLE_PAUSE_MS = 5_000

export interface Authorized {
  readonly payment: PaymentRow
  readonly from: string
  readonly authorization: ChainWork['authorization']
}

/** What is not under way yet, at most a chunk. */
export async function claimQueued(deps: SettlementDeps, network: Network, turn: Turn): Promise<PaymentRow[]> {
  const organizations = await findQueuedOrganizations(deps.database, network)
  if (organizations.length === 0) return []
  const now = deps.clock.now()
  const { busy, postponing } = network
  const { chunkSize } = network.options
  return pickInTurn(turn, organizations, chunkSize, async (orgId, share) => {
    const own = countOf(postponing, orgId)
    // Its commits do not come through: it waits for them, and nobody else does.
    if (own >= chunkSize) return []
    const found = await findQueued(deps.database, network, { orgId, now, limit: share + countOf(busy, orgId) + own })
    return found.filter(({ _id }) => !busy.has(_id) && !postponing.has(_id)).slice(0, share)
  })
}

const countOf = (payments: ReadonlyMap<string, string>, orgId: OrgId): number =>
  payments.values().reduce((count, one) => count + (one === orgId ? 1 : 0), 0)

/** Those that their wallets could sign; the others wait longer each time, and fail in the end. */
export async function authorizeAll(
  deps: SettlementDeps,
  network: Network,
  payments: readonly PaymentRow[],
  head: BlockHead,
  signal: AbortSignal,
): Promise<Authorized[]> {
  const walletIds = payments.map(({ walletId }) => walletId)
  const addresses = new Map((await findWallets(deps.database, walletIds)).map(({ _id, address }) => [_id, address]))
  const authorized: Authorized[] = []
  for (const [index, payment] of payments.entries()) {
    if (index % SIGNATURES_PER_TURN === 0) await nextTurn()
    const from = addresses.get(payment.walletId) ?? ''
    try {
      const nonce = authorizationNonce(payment._id)
      const authorization = await authorizePayment(deps, network, payment, { from, nonce, head })
      authorized.push({ payment, from, authorization })
    } catch (error) {
      if (isNetwork(error)) throw error
      // Not waited for: its organization's commits may be slow, and others are in this chunk.
      void postpone(deps, network, payment, error, signal)
    }
  }
  return authorized
}

/** Longer after each try; after the last the payment fails. Never thrown, and best not waited for. */
export async function postpone(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  cause: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { authorizationTriesMax, pauseMs, pauseMaxMs } = network.options
  const counts = !(cause instanceof ChainUnavailable)
  const intent = postponeIntent(deps, payment, {
    attempt: counts ? { adapter: 'custody', error: 'the payment could not be authorized' } : null,
    triesOf: ({ attempts }) => attempts.filter(({ adapter }) => adapter === 'custody').length,
    triesMax: authorizationTriesMax,
    pauseMs: (tries) => (counts ? growingPause(tries, pauseMs, pauseMaxMs) : UNAVAILABLE_PAUSE_MS),
    failureOf: ({ authorizationTries: tries = 0 }) => ({
      type: 'all_adapters_exhausted',
      message: `The payment could not be authorized in ${tries} tries. The funds are available again.`,
      details: { reason: 'authorization_failed', attempts: tries },
    }),
  })
  await putOff(deps, network, payment, { intent, cause, message: 'a payment could not be authorized' }, signal)
}

/** Never thrown and best not waited for: the commits of one organization may be slow. */
export async function putOff(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  { intent, cause, message }: { intent: Intent<PostponeAnswer>; cause: unknown; message: string },
  signal: AbortSignal,
): Promise<void> {
  network.postponing.set(payment._id, payment.orgId)
  try {
    const outcome = await submitUntilKnown(deps.commit, intent, signal)
    const answer = outcome.kind === 'done' ? outcome.answer : outcome.error.type
    deps.log.warn({ err: cause, paymentId: payment._id, answer }, message)
  } catch (err) {
    deps.log.error({ err, cause, paymentId: payment._id }, 'a payment could not be put off')
    await sleep(UNAVAILABLE_PAUSE_MS, signal)
  } finally {
    network.postponing.delete(payment._id)
  }
}
