/** Whether the mandate that something was accepted under still stands: an end is final, whatever was written after it. Pure. */
import type { EndedMandate, MandateInForce, WalletPosition } from './commit/positions.ts'
import type { MandateId } from './ids.ts'

type Mandated = Pick<WalletPosition, 'mandate' | 'endedMandates'>

/** How it has ended; null: it is in force. From `expiresAt` on it has expired. */
export function mandateEnd({ status, expiresAt }: MandateInForce, at: Date): EndedMandate['status'] | null {
  if (status === 'revoked') return 'revoked'
  return expiresAt !== null && at.getTime() >= expiresAt.getTime() ? 'expired' : null
}

/** How this mandate had ended before the one in force was written; null: it had not, or was replaced by it. */
export function endedBefore({ mandate, endedMandates = [] }: Mandated, mandateId: MandateId): EndedMandate | null {
  if (mandate?.mandateId === mandateId) return null
  return endedMandates.find((one) => one.mandateId === mandateId) ?? null
}

/** Of one wallet within the minutes in which what waits under them is ended. */
const KEPT_MAX = 16

/** For the commit that writes the next mandate of a wallet. */
export function withEndOfMandate({ mandate, endedMandates = [] }: Mandated, at: Date): Pick<Mandated, 'endedMandates'> {
  const status = mandate === null ? null : mandateEnd(mandate, at)
  if (mandate === null || status === null) return {}
  return { endedMandates: [...endedMandates, { mandateId: mandate.mandateId, status }].slice(-KEPT_MAX) }
}
