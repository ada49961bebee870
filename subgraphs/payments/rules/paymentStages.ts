/**
 * The stages of a payment on its way to the chain (specification 3, payment) and the wire status of each. Once bytes
 * are stored, `failed` is reached only by `provenDead`, or by their own sender that has sent nothing (`discard`): never by an endpoint that does not answer.
 */
import { nextState, type Transitions } from '../../shared/transitions.ts'

export const PAYMENT_STAGES = {
  awaiting_approval: 'pending',
  queued: 'pending',
  broadcasting: 'pending',
  confirming: 'pending',
  completed: 'completed',
  failed: 'failed',
} as const

export type Stage = keyof typeof PAYMENT_STAGES

/**
 * approve, close: the approval's end. storeBytes: final gates passed, authorization and transaction stored. refuse: a
 * final gate refused, nothing was signed for the outside. discard: stopped between storing and sending. accepted: a node took the bytes. mined: the transfer is on
 * chain with enough confirmations. provenDead: it can never be.
 */
export type StageEvent = 'approve' | 'close' | 'storeBytes' | 'refuse' | 'discard' | 'accepted' | 'mined' | 'provenDead'

export const STAGE_TRANSITIONS: Transitions<Stage, StageEvent> = {
  awaiting_approval: { approve: 'queued', close: 'failed' },
  // Mined: it was paid before the database came back from a backup.
  queued: { storeBytes: 'broadcasting', refuse: 'failed', mined: 'completed' },
  broadcasting: { discard: 'failed', accepted: 'confirming', mined: 'completed', provenDead: 'failed' },
  confirming: { mined: 'completed', provenDead: 'failed' },
  completed: {},
  failed: {},
}

/** Null: the event does not apply (any more), so a repeated step changes nothing. */
export function nextStage(from: Stage, event: StageEvent): Stage | null {
  return nextState(STAGE_TRANSITIONS, from, event)
}
