/** Gate 15 before stored bytes are sent again: what was stopped is canceled, of a batch left out. */
import type { DomainError } from '../../../shared/errors.ts'
import { carries, FencedOff, type SignedBytes } from '../../models/nonceSlots.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { adoptSignedIntent } from '../intents/discardOrAdopt.ts'
import { type Network, Stopped } from '../network/network.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { stopReason } from '../recovery/failures.ts'
import { findStopped } from '../transactions/preSendCheck.ts'
import { type Attempt, submitCancel } from '../transactions/relayTransactions.ts'
import { fillNonceGap, replaceWithCancel, shrinkBatch, type Target } from '../transactions/replacements.ts'

export interface Sendable extends Target {
  readonly bytes: SignedBytes
}

/** A failure at one nonce must not delay the other nonces of the account. */
export async function isolateFailure(network: Network, { slot }: Target, act: () => Promise<unknown>): Promise<void> {
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

/**
 * Bytes of unknown fate: their sender died, or has not sent them yet. They are adopted first; a payment that was stopped
 * meanwhile is canceled with the same nonce instead of sent. Both take time in which another stop can arrive, so stops
 * are checked last, and again until there is none.
 * @returns ids of the nonces that are not sent in this round, and when the last look began, of `performance.now()`
 */
export async function withholdStopped(
  network: Network,
  sendable: readonly Sendable[],
  at: Attempt,
): Promise<{ readonly held: ReadonlySet<string>; readonly askedAt: number }> {
  const unsent = sendable.filter((one) => unsentOf(one).length > 0)
  const held = await adoptAll(network, unsent, at.signal)
  for (;;) {
    const askedAt = performance.now()
    const open = unsent.filter(({ slot }) => !held.has(slot._id))
    const stopped = await findStopped(network, open.flatMap(unsentOf))
    if (stopped.size === 0) return { held, askedAt }
    for (const one of open) {
      if (!one.payments.some(({ _id }) => stopped.has(_id))) continue
      held.add(one.slot._id)
      await isolateFailure(network, one, () => withholdOne(network, one, stopped, at))
    }
  }
}

/**
 * Gate 15 has refused further bytes: without a cancellation, or bytes without those that are stopped, the whole account would
 * wait behind this nonce.
 */
export async function withholdRefused(network: Network, one: Sendable, at: Attempt): Promise<void> {
  const pending = one.payments.filter(({ _id, status }) => status === 'pending' && carries(one.bytes, _id))
  const stopped = await findStopped(network, pending)
  if (stopped.size > 0) await withholdOne(network, one, stopped, at)
}

/** What keeps the stopped payments of a nonce from being paid; of a batch, the others are sent. */
async function withholdOne(
  network: Network,
  { slot, payments, bytes }: Target & { readonly bytes: SignedBytes },
  stopped: ReadonlyMap<string, DomainError>,
  { head, signal }: Attempt,
): Promise<void> {
  const stops = payments.flatMap((payment) => {
    const error = stopped.get(payment._id)
    return error === undefined ? [] : [{ payment, reasons: [stopReason(network, error)] }]
  })
  const [first] = stops
  if (slot.paymentIds === undefined) {
    if (first !== undefined)
      await replaceWithCancel(network, { slot, payments }, first.payment, { reasons: first.reasons, head, signal })
    return
  }
  const rest = payments.filter(({ _id }) => carries(bytes, _id) && !stopped.has(_id))
  const target = { slot, payments }
  const answer =
    rest.length > 0
      ? await shrinkBatch(network, target, rest, { head, signal })
      : await fillNonceGap(network, target, { head, signal })
  // Another was stopped or has ended meanwhile: they are looked at again before anything of them is sent.
  if (answer !== 'stored') return
  // Earlier bytes may have been sent: only its own cancellation proves that it is not paid.
  for (const { payment, reasons } of stops) await submitCancel(network, payment, { reasons, head, signal })
}

/** Its payments of which no node is known to have taken the transfer, or only one with another nonce, which has reverted. */
export function unsentOf({ slot, payments, bytes }: Sendable): PaymentRow[] {
  if (bytes.purpose !== 'pay') return []
  const isUnsent = ({ stage, txHash }: PaymentRow) =>
    stage === 'broadcasting' || (stage === 'confirming' && !slot.bytes.some(({ hash }) => hash === txHash))
  return payments.filter((payment) => isUnsent(payment) && carries(bytes, payment._id))
}

/** @returns ids of the nonces that this process may not send */
async function adoptAll(network: Network, unsent: readonly Sendable[], signal: AbortSignal): Promise<Set<string>> {
  const held = new Set<string>()
  const { fence } = network
  const orphans = unsent.filter(
    (one) => one.slot.state === 'signed' || unsentOf(one).some((row) => isOlder(row, fence)),
  )
  await Promise.all(
    orphans.map(async (one) => {
      held.add(one.slot._id)
      await isolateFailure(network, one, async () => {
        const outcome = await submitInTime(network, adoptSignedIntent(unsentOf(one), one.slot, fence), signal)
        if (outcome.kind === 'done' && outcome.answer) held.delete(one.slot._id)
      })
    }),
  )
  return held
}

const isOlder = ({ chainWork }: PaymentRow, fence: number): boolean => chainWork !== null && chainWork.fence < fence
