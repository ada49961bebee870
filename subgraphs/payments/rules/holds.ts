/** Holds (domain 2.1): stages, life, and the share of an amount that is captured. Pure. */
import type { OrgPosition } from '../../shared/commit/positions.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import type { ChargeId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { nextState, type Transitions } from '../../shared/transitions.ts'

/** created, captured and voided are shown; before the approval, and after its refusal, no hold exists for anybody. */
export type HoldStage = 'awaiting_approval' | 'created' | 'captured' | 'voided' | 'dismissed'
export type HoldStatus = Extract<HoldStage, 'created' | 'captured' | 'voided'>
export const HOLD_STATUSES: readonly HoldStatus[] = ['created', 'captured', 'voided']

export type VoidReason = 'requested' | 'expired' | 'mandate_revoked' | 'kill_switch' | 'charge_failed'

/** approve, close: the end of the approval. */
export type HoldEvent = 'approve' | 'close' | 'capture' | 'void'

const HOLD_TRANSITIONS: Transitions<HoldStage, HoldEvent> = {
  awaiting_approval: { approve: 'created', close: 'dismissed' },
  created: { capture: 'captured', void: 'voided' },
  captured: {},
  voided: {},
  dismissed: {},
}

/** Null: the event does not apply, so a hold ends once. */
export function nextHoldStage(from: HoldStage, event: HoldEvent): HoldStage | null {
  return nextState(HOLD_TRANSITIONS, from, event)
}

export const isShown = (stage: HoldStage): stage is HoldStatus => HOLD_STATUSES.some((status) => status === stage)

const LIFE_SECONDS_MIN = 60
const LIFE_SECONDS_MAX = 2_592_000
const LIFE_SECONDS_DEFAULT = 604_800

/** @throws DomainError invalid_request */
export function parseHoldLife(seconds: unknown): number {
  if (typeof seconds === 'number' && Number.isInteger(seconds))
    if (seconds >= LIFE_SECONDS_MIN && seconds <= LIFE_SECONDS_MAX) return seconds * 1_000
  const bounds = `from ${LIFE_SECONDS_MIN} to ${LIFE_SECONDS_MAX}`
  throw invalidField('expires_in_seconds', 'out_of_range', `must be a whole number ${bounds}.`)
}

export const DEFAULT_HOLD_LIFE_MS = LIFE_SECONDS_DEFAULT * 1_000

interface Lived {
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The clock decides, whether or not the hold has been voided by now. */
export const isHoldOver = ({ expiresAt }: Pick<Lived, 'expiresAt'>, at: Date): boolean =>
  at.getTime() >= expiresAt.getTime()

/** @throws DomainError invalid_request: not later than before, or more than 30 days after the hold was placed */
export function extendedEnd({ createdAt, expiresAt }: Lived, lifeMs: number, at: Date): Date {
  const end = new Date(at.getTime() + lifeMs)
  const last = new Date(createdAt.getTime() + LIFE_SECONDS_MAX * 1_000)
  if (end.getTime() > last.getTime())
    throw invalidField('expires_in_seconds', 'too_late', `must end at ${last.toISOString()} at the latest.`)
  if (end.getTime() <= expiresAt.getTime())
    throw invalidField('expires_in_seconds', 'not_later', `must end after ${expiresAt.toISOString()}, as it does now.`)
  return end
}

/** Whether open holds of the organization can still be captured after their mandate has been revoked or has expired. */
export const honorsOpenHolds = (org: Pick<OrgPosition, 'honorOpenHolds'>, mode: Mode): boolean =>
  org.honorOpenHolds?.[mode] === true

/** Rounded up, so that the limits never count less than is paid. */
export function capturedUsd(hold: { readonly amount: bigint; readonly usdMicro: bigint }, captured: bigint): bigint {
  return (hold.usdMicro * captured + hold.amount - 1n) / hold.amount
}

/** A hold that is kept for a charge; null for every other. */
export function keptRefusal({ chargeId }: { readonly chargeId?: ChargeId }): DomainError | null {
  if (chargeId === undefined) return null
  const message = `The hold is kept for charge ${chargeId} until the payment processor has answered, or the charge is ended.`
  return new DomainError('hold_not_voidable', message, { reason: 'charge_pending', charge_id: chargeId })
}

/** Why an ended hold cannot be captured or voided; null while it is open. */
export function endedRefusal(
  hold: { readonly stage: HoldStage; readonly voidReason: VoidReason | null; readonly expiresAt: Date },
  act: 'capture' | 'void',
): DomainError | null {
  const { stage, voidReason, expiresAt } = hold
  if (stage === 'created') return null
  if (act === 'capture' && voidReason === 'expired') return expiredHold(expiresAt)
  const details = { status: stage, void_reason: voidReason }
  const why = voidReason === null ? '' : ` (${voidReason})`
  return act === 'capture'
    ? new DomainError('hold_not_capturable', `The hold is ${stage}${why}; place a new one, or pay.`, details)
    : new DomainError('hold_not_voidable', `The hold is ${stage}${why}; nothing is locked by it any more.`, details)
}

export function expiredHold(expiresAt: Date): DomainError {
  const at = expiresAt.toISOString()
  return new DomainError('hold_expired', `The hold expired at ${at}. Place a new one, or pay.`, { expired_at: at })
}
