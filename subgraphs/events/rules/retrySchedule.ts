/**
 * States of a delivery and the retry schedule (specification 3 and 6.1). The delays are exact, without jitter, because they are
 * promised to receivers.
 */
import { invariant } from '../../shared/errors.ts'
import { nextState, type Transitions } from '../../shared/transitions.ts'

export const DELIVERY_STATES = ['pending', 'pending_retry', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
export type DeliveryChange = 'succeeded' | 'willRetry' | 'exhausted' | 'manualFailed' | 'abandoned'

/** A manual attempt that fails changes nothing; one that succeeds delivers even a failed delivery. */
export const DELIVERY_TRANSITIONS: Transitions<DeliveryState, DeliveryChange> = {
  pending: { succeeded: 'delivered', willRetry: 'pending_retry', abandoned: 'failed', manualFailed: 'pending' },
  pending_retry: {
    succeeded: 'delivered',
    willRetry: 'pending_retry',
    exhausted: 'failed',
    manualFailed: 'pending_retry',
    abandoned: 'failed',
  },
  delivered: { succeeded: 'delivered', manualFailed: 'delivered' },
  failed: { succeeded: 'delivered', manualFailed: 'failed' },
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delays of retries 1 to 5 after the start of the previous attempt. */
export const RETRY_DELAYS_MS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 24 * HOUR] as const
export const SCHEDULED_ATTEMPTS = RETRY_DELAYS_MS.length + 1

export interface Progress {
  readonly status: DeliveryState
  /** Scheduled attempts made so far, without manual ones. */
  readonly scheduledMade: number
  readonly nextAttemptAt: Date | null
}

/** The state of a delivery after an attempt that started at `at`. */
export function progressAfter(
  before: Progress,
  attempt: { readonly at: Date; readonly succeeded: boolean; readonly manual: boolean },
): Progress {
  const scheduledMade = before.scheduledMade + (attempt.manual ? 0 : 1)
  if (attempt.succeeded) return { status: move(before.status, 'succeeded'), scheduledMade, nextAttemptAt: null }
  if (attempt.manual) return { ...before, status: move(before.status, 'manualFailed') }
  const delay = RETRY_DELAYS_MS[scheduledMade - 1]
  if (delay === undefined) return { status: move(before.status, 'exhausted'), scheduledMade, nextAttemptAt: null }
  const nextAttemptAt = new Date(attempt.at.getTime() + delay)
  return { status: move(before.status, 'willRetry'), scheduledMade, nextAttemptAt }
}

function move(from: DeliveryState, change: DeliveryChange): DeliveryState {
  const to = nextState(DELIVERY_TRANSITIONS, from, change)
  invariant(to !== null, `delivery: no transition ${change} from ${from}`)
  return to
}
