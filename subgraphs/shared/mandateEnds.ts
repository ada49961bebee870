/** Whether the mandate that something was accepted under still stands: an end is final, whatever was written after it. Pure. */
import type { EndedMandate, MandateInForce, WalletPosition } from './commit/positions.ts'
import type { MandateId } from './ids.ts'

type Mandated = Pick<WalletPosition, 'mandate' | 'endedMandates' | 'carriedMandates'>

/** How it has ended; null: it is in force. From `expiresAt` on it has expired. */
export function mandateEnd({ status, expiresAt }: MandateInForce, at: Date): EndedMandate['status'] | null {
  if (status === 'revoked') return 'revoked'
  return expiresAt !== null && at.getTime() >= expiresAt.getTime() ? 'expired' : null
}

/** How this mandate, or one that took over from it, had ended before the one in force was written; null: neither had. */
export function endedBefore(
  { mandate, endedMandates = [] }: Pick<Mandated, 'mandate' | 'endedMandates'>,
  mandateId: MandateId,
): EndedMandate | null {
  if (mandate?.mandateId === mandateId) return null
  return endedMandates.find((one) => one.mandateId === mandateId) ?? null
}

/**
 * Of one wallet, while anything that was accepted under them may wait: holds do for weeks, and each mandate in that time may
 * have been replaced. Those that ended are those of two such lines at least.
 */
const CARRIED_MAX = 32
const ENDED_MAX = 66

/**
 * For the commit that writes the next mandate of a wallet.
 * @param superseded what the one before had replaced, where an earlier version has not kept that in the position
 */
export function withEndOfMandate(
  { mandate, endedMandates = [], carriedMandates }: Mandated,
  superseded: MandateId | null,
  at: Date,
): Pick<Mandated, 'endedMandates' | 'carriedMandates'> {
  if (mandate === null) return {}
  const carried = carriedMandates ?? (superseded === null ? [] : [superseded])
  const line = [...carried, mandate.mandateId]
  const status = mandateEnd(mandate, at)
  if (status === null) return { carriedMandates: line.slice(-CARRIED_MAX) }
  const ended = line.map((mandateId) => ({ mandateId, status }))
  return { endedMandates: [...endedMandates, ...ended].slice(-ENDED_MAX), carriedMandates: [] }
}
