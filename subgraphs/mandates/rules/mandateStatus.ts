/** States of a mandate (domain 6.8): expiry follows from the clock, whether or not it has been stored. */
export type MandateStatus = 'active' | 'superseded' | 'revoked' | 'expired'

/** `expiresAt` is exclusive: from that instant on the mandate has expired. */
export function statusAt(
  mandate: { readonly status: MandateStatus; readonly expiresAt: Date | null },
  at: Date,
): MandateStatus {
  const { status, expiresAt } = mandate
  return status === 'active' && expiresAt !== null && at.getTime() >= expiresAt.getTime() ? 'expired' : status
}
