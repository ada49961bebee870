/**
 * Gate 15 once more before bytes are sent (domain 5): what was stopped after they were stored is not sent. It reads from
 * the primary, so a stop acknowledged to any process is seen.
 */
import { randomInt } from 'node:crypto'
import { orgRef, PLATFORM, SHARD_COUNT, shardRef, walletRef } from '../../../shared/commit/positions.ts'
import { refKey } from '../../../shared/commit/refKey.ts'
import type { Ref, Row, State } from '../../../shared/commit/types.ts'
import { DomainError } from '../../../shared/errors.ts'
import { timeAt } from '../../../shared/organizationTime.ts'
import { carries, type SignedBytes } from '../../models/nonceSlots.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { readFromPrimary } from '../../models/primaryReads.ts'
import type { Network, RelayerAccount } from '../network/network.ts'

/** Those that were stopped, by payment id. */
export async function findStopped(
  network: Network,
  payments: readonly PaymentRow[],
): Promise<Map<string, DomainError>> {
  const stopped = new Map<string, DomainError>()
  if (payments.length === 0) return stopped
  const gate = shardRef(randomInt(SHARD_COUNT))
  const refs = payments.flatMap((one) => [orgRef(one.orgId), walletRef(one.walletId), ...network.preSignReads(one)])
  const rows = await readFromPrimary(network.database, [gate, ...refs])
  const state: State = {
    get: <T>(ref: Ref<T>) => (rows.get(refKey(ref === PLATFORM ? gate : ref)) ?? null) as (T & Row) | null,
  }
  const now = network.clock.now()
  for (const payment of payments) {
    const at = timeAt(state.get(orgRef(payment.orgId)), payment.mode, now)
    const error = check(network, state, payment, at)
    if (error !== null) stopped.set(payment._id, error)
  }
  return stopped
}

/** A payment that cannot be decided is not sent, without affecting the others. */
function check(network: Network, state: State, payment: PaymentRow, at: Date): DomainError | null {
  try {
    return network.preSignCheck(state, payment, at)
  } catch (err) {
    network.log.error({ err, paymentId: payment._id, orgId: payment.orgId }, 'gate 15 cannot decide')
    return new DomainError('internal_error', 'The final checks of this payment failed.')
  }
}

/** Indexes of transactions in the list with a payment that was stopped. */
export async function findStoppedAt(
  network: Network,
  sent: readonly { readonly payments: readonly PaymentRow[] }[],
): Promise<Set<number>> {
  const all = sent.flatMap(({ payments }) => payments)
  const stopped = await findStopped(network, all)
  const isStopped = ({ payments }: (typeof sent)[number]) => payments.some(({ _id }) => stopped.has(_id))
  return new Set(sent.flatMap((one, index) => (isStopped(one) ? [index] : [])))
}

/**
 * Sends what its commit has let pass. Endpoints can be so slow that a stop arrives before the bytes are handed to any: they
 * are not sent then, and maintainNonces cancels them.
 * @param askedAt of `performance.now()`, before the commit was decided
 */
export async function sendStored(
  network: Network,
  relayer: RelayerAccount,
  stored: { readonly bytes: SignedBytes; readonly payments: readonly PaymentRow[]; readonly askedAt: number },
): Promise<void> {
  const { bytes, askedAt } = stored
  const pays = ({ _id, status }: PaymentRow) => status === 'pending' && bytes.purpose === 'pay' && carries(bytes, _id)
  const payments = stored.payments.filter(pays)
  const findNow = async () => {
    const stopped = await findStoppedAt(network, [{ payments }])
    if (stopped.size > 0) relayer.resendAll = true
    return stopped
  }
  await network.adapter.sendRaw([bytes.raw], findNow, askedAt)
}
