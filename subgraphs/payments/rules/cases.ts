/** Cases of compliance (domain 4.2): what a person decides about something that needs a review. Pure. */
import { DomainError } from '../../shared/errors.ts'
import type { KeyId } from '../../shared/ids.ts'
import { nextState, type Transitions } from '../../shared/transitions.ts'
import { type Requester, selfApproval } from './approvals.ts'

const CASE_STATUSES = ['open', 'in_review', 'escalated', 'closed_cleared', 'closed_rejected'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** Who works on it; it binds nobody, so that a case never waits for who is away. */
export type CaseAssignment = 'take' | 'release' | 'hand_over'

/** dismiss: what it is about was stopped. expire: nobody decided in time, which rejects. note: nothing was decided. */
export type CaseEvent = 'clear' | 'reject' | 'escalate' | 'dismiss' | 'expire' | 'note' | CaseAssignment

type Next = Readonly<Partial<Record<CaseEvent, CaseStatus>>>
const ENDS: Next = {
  ...{ clear: 'closed_cleared', reject: 'closed_rejected' },
  ...{ dismiss: 'closed_rejected', expire: 'closed_rejected' },
}
const WORKED_ON: Next = { take: 'in_review', hand_over: 'in_review' }

const CASE_TRANSITIONS: Transitions<CaseStatus, CaseEvent> = {
  open: { ...ENDS, ...WORKED_ON, escalate: 'escalated', note: 'open' },
  in_review: { ...ENDS, ...WORKED_ON, escalate: 'escalated', release: 'open', note: 'in_review' },
  // That somebody else has to decide stays visible, whoever works on it.
  escalated: { ...ENDS, take: 'escalated', hand_over: 'escalated', release: 'escalated', note: 'escalated' },
  closed_cleared: {},
  closed_rejected: {},
}

export const CASE_LIFE_MS = 72 * 3_600_000
/** That decide nothing; bounds the row. */
const NOTES_MAX = 50

/** Null: the event does not apply. */
export function nextCaseStatus(from: CaseStatus, event: CaseEvent): CaseStatus | null {
  return nextState(CASE_TRANSITIONS, from, event)
}

const decides = (event: CaseEvent): boolean => !['note', 'take', 'release', 'hand_over'].includes(event)

export type CaseDecision = Extract<CaseEvent, 'clear' | 'reject' | 'escalate' | 'note'>

/** Written once and never changed; of a system's act there is no person. */
export interface CaseNote {
  readonly personId: string | null
  readonly keyId: KeyId | null
  readonly event: CaseEvent
  readonly text: string
  /** Of `hand_over`: to whom. */
  readonly to?: string
  readonly at: Date
}

/** Who works on it after an event; undefined: as before. */
export function assigneeAfter({ event, personId, to }: Omit<CaseNote, 'at' | 'text' | 'keyId'>) {
  if (event === 'take') return personId
  if (event === 'hand_over') return to ?? null
  return event === 'release' || event === 'escalate' ? null : undefined
}

interface Decidable {
  readonly status: CaseStatus
  readonly notes: readonly Pick<CaseNote, 'event' | 'personId'>[]
  /** Null: the service itself. */
  readonly requestedBy: Requester | null
  readonly dueAt: Date
  /** The person who works on it. */
  readonly assignee?: string | null
}

/** Why this person may not decide; null when they may. A case that is over is refused even before it is closed. */
export function caseRefusal(
  row: Decidable,
  personId: string,
  event: CaseDecision | CaseAssignment,
  at: Date,
): DomainError | null {
  const { status, notes, requestedBy } = row
  if (event !== 'note' && requestedBy?.kind === 'organization' && requestedBy.personId === personId)
    return selfApproval(requestedBy.keyId, 'compliance')
  if (isCaseOver(row, at))
    return new DomainError('conflict', 'Nobody decided this case in time, so it counts as rejected.', {
      ...{ reason: 'case_expired', status: 'closed_rejected', due_at: row.dueAt.toISOString() },
    })
  if (event === 'clear' && notes.some((note) => note.event === 'escalate' && note.personId === personId))
    return new DomainError(
      'self_approval_forbidden',
      'You have passed this case on, so somebody else with the role compliance clears it. You can still reject it.',
      { reason: 'escalated_by_you' },
    )
  const isPossible = nextCaseStatus(status, event) !== null
  if (isPossible && !decides(event) && notes.filter((note) => !decides(note.event)).length >= NOTES_MAX)
    return new DomainError('conflict', `A case has at most ${NOTES_MAX} notes and changes of hands. Decide it.`, {
      reason: 'too_many_notes',
    })
  const inOtherHands = nextCaseStatus(status, 'expire') === null ? null : handsRefusal(row, personId, event)
  if (inOtherHands !== null) return inOtherHands
  if (isPossible) return null
  const message =
    status === 'escalated'
      ? 'The case is escalated already. It can still be cleared or rejected.'
      : `The case is ${status.replace('_', ': ')}; this cannot be decided any more.`
  return new DomainError('conflict', message, { reason: `case_${status}`, status })
}

function handsRefusal({ assignee }: Decidable, personId: string, event: CaseEvent): DomainError | null {
  if (event === 'take' && assignee != null && assignee !== personId)
    return new DomainError(
      'conflict',
      'Somebody else works on this case. Decide it, or have it released or handed over.',
      { reason: 'case_taken', assignee },
    )
  if (event === 'release' && assignee == null)
    return new DomainError('conflict', 'Nobody works on this case, so there is nothing to release.', {
      reason: 'case_not_taken',
    })
  return null
}

export function isCaseOver({ status, dueAt }: Pick<Decidable, 'status' | 'dueAt'>, at: Date): boolean {
  return nextCaseStatus(status, 'expire') !== null && at.getTime() >= dueAt.getTime()
}
