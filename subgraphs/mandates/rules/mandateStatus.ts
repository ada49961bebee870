/** States of a mandate (domain 6.8): expiry follows from the clock, whether or not it has been stored. */
import { nextState, type Transitions } from '../../shared/transitions.ts'

export type MandateStatus = 'active' | 'superseded' | 'revoked' | 'expired'

/** update: a new version. replace: another mandate of the same agent and wallet takes over. */
export type MandateChange = 'update' | 'replace' | 'revoke' | 'expire'

const MANDATE_TRANSITIONS: Transitions<MandateStatus, MandateChange> = {
  active: { update: 'active', replace: 'superseded', revoke: 'revoked', expire: 'expired' },
  superseded: {},
  revoked: {},
  expired: {},
}

/** Null: the mandate has ended, and that is final. */
export function nextMandateStatus(from: MandateStatus, change: MandateChange): MandateStatus | null {
  return nextState(MANDATE_TRANSITIONS, from, change)
}

/** `expiresAt` is exclusive: from that instant on the mandate has expired. */
export function statusAt(
  mandate: { readonly status: MandateStatus; readonly expiresAt: Date | null },
  at: Date,
): MandateStatus {
  const { status, expiresAt } = mandate
  if (expiresAt === null || at.getTime() < expiresAt.getTime()) return status
  return nextMandateStatus(status, 'expire') ?? status
}
