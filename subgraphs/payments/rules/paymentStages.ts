/**
 * The stages of a payment (specification 3, payment) and the wire status of each. Once bytes are stored, a payment fails
 * only by `provenDead`, or by `discard` of the sender that has sent nothing: never because an endpoint does not answer.
 */
import { nextState, type Transitions } from '../../shared/transitions.ts'

export const PAYMENT_STAGES = {
  awaiting_compliance_review: 'pending',
  awaiting_approval: 'pending',
  queued: 'pending',
  broadcasting: 'pending',
  confirming: 'pending',
  completed: 'completed',
  failed: 'failed',
} as const

export type Stage = keyof typeof PAYMENT_STAGES

/**
 * approve, close: the end of the approval or case. found: the chain has paid it, as an older backup does not know. request: its case is cleared, and it needs an approval as well. storeBytes: gate 15 passed, authorization and transaction are stored. refuse:
 * gate 15 refused before anything was sent. discard: stopped between storing and sending. accepted: a node took the bytes.
 * mined: the transfer is on chain with enough confirmations. provenDead: it can never be mined.
 */
export type StageEvent =
  | 'approve'
  | 'request'
  | 'close'
  | 'found'
  | 'storeBytes'
  | 'refuse'
  | 'discard'
  | 'accepted'
  | 'mined'
  | 'provenDead'

const STAGE_TRANSITIONS: Transitions<Stage, StageEvent> = {
  awaiting_compliance_review: { approve: 'queued', request: 'awaiting_approval', close: 'failed', found: 'queued' },
  awaiting_approval: { approve: 'queued', close: 'failed', found: 'queued' },
  // Mined: it was paid before the database was restored from a backup.
  queued: { storeBytes: 'broadcasting', refuse: 'failed', mined: 'completed' },
  broadcasting: { discard: 'failed', accepted: 'confirming', mined: 'completed', provenDead: 'failed' },
  confirming: { mined: 'completed', provenDead: 'failed' },
  completed: {},
  failed: {},
}

/** Null: the event does not apply, so a repeated step changes nothing. */
export function nextStage(from: Stage, event: StageEvent): Stage | null {
  return nextState(STAGE_TRANSITIONS, from, event)
}
