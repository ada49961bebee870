/** Gate 15 between the storing of bytes and their sending. */
import type { DomainError } from '../../../shared/errors.ts'
import { FencedOff } from '../../models/nonceSlots.ts'
import { discardSignedIntent } from '../intents/discardOrAdopt.ts'
import { type Network, Stopped } from '../network/network.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { findStopped } from '../transactions/preSendCheck.ts'
import { fillNow, type Prepared, type Sending, withPayments } from './storeRelays.ts'

const DISCARD_MARGIN_MS = 500

/**
 * Payments that were stopped after their bytes were stored are discarded, and an empty transfer uses their nonces. Of a
 * batch only the stopped ones are discarded, and maintainNonces sends it without them. All that takes time in which another
 * stop can arrive, so the rest is checked again until nothing is stopped.
 * @returns what may be sent, and when the last look began, of `performance.now()`
 */
export async function discardStopped(
  network: Network,
  stored: readonly Prepared[],
  sending: Sending,
): Promise<{ readonly cleared: readonly Prepared[]; readonly askedAt: number }> {
  let rest = stored
  for (;;) {
    const askedAt = performance.now()
    const stopped = await findStopped(
      network,
      rest.flatMap((one) => withPayments(one).payments),
    )
    if (stopped.size === 0) return { cleared: rest, askedAt }
    const isStopped = ({ items }: Prepared) => items.some(({ payment }) => stopped.has(payment._id))
    await Promise.all(rest.filter(isStopped).map((one) => discard(network, one, stopped, sending)))
    rest = rest.filter((one) => !isStopped(one))
  }
}

async function discard(
  network: Network,
  { items, nonce }: Prepared,
  stopped: ReadonlyMap<string, DomainError>,
  sending: Sending,
): Promise<void> {
  const { relayer, signal } = sending
  const isBatch = items.length > 1
  // The commit of a discard may take a while, and a successor must not have begun by then.
  const isHeldAt = (at: Date) => at.getTime() < network.heldUntil.getTime() - DISCARD_MARGIN_MS
  const sender = { account: relayer.account, nonce, fence: network.fence, isHeldAt }
  /** To maintainNonces. */
  let isLeft = isBatch
  await Promise.all(
    items.map(async ({ payment }) => {
      const error = stopped.get(payment._id)
      if (error === undefined) return
      try {
        const outcome = await submitInTime(network, discardSignedIntent(network, payment, sender), signal)
        const answer = outcome.kind === 'done' ? outcome.answer : outcome.kind
        network.log.info({ paymentId: payment._id, reason: error.type, answer }, 'stopped before it was sent')
        if (answer !== 'discarded') isLeft = true
        else if (!isBatch) await fillNow(network, payment._id, sending)
      } catch (err) {
        if (err instanceof FencedOff || err instanceof Stopped) throw err
        // It is not sent: maintainNonces cancels it at once, because others wait behind its nonce.
        isLeft = true
        network.log.error({ err, paymentId: payment._id }, 'a stopped payment could not be discarded')
      }
    }),
  )
  if (!isLeft) return
  for (const { payment } of items) network.busy.delete(payment._id)
  relayer.resendAll = true
}
