/**
 * What leads a payment over ACH from one stage to the next (domain 1.6 and 1.7): a closed table for each direction, the
 * status that callers see, and the event that each step is. Pure.
 */
import type { Transitions } from '../../shared/transitions.ts'

export type AchDirection = 'DEBIT' | 'CREDIT'
export type AchStatus = 'PENDING' | 'SETTLED' | 'RETURNED' | 'DECLINED' | 'CANCELED' | 'REVERSED'
export type AchStage =
  | 'awaiting_approval'
  | 'initiated'
  | 'reviewed'
  | 'processed'
  | 'settled'
  | 'released'
  | 'returned'
  | 'declined'
  | 'canceled'

export const ACH_EVENT_TYPES = [
  'ACH_ORIGINATION_INITIATED',
  'ACH_ORIGINATION_REVIEWED',
  'ACH_ORIGINATION_CANCELLED',
  'ACH_ORIGINATION_PROCESSED',
  'ACH_ORIGINATION_REJECTED',
  'ACH_ORIGINATION_SETTLED',
  'ACH_ORIGINATION_RELEASED',
  'ACH_RETURN_PROCESSED',
] as const
export type AchEventType = (typeof ACH_EVENT_TYPES)[number]
export type AchDetail =
  | 'APPROVED'
  | 'DECLINED'
  | 'FUNDS_INSUFFICIENT'
  | 'ACCOUNT_INVALID'
  | 'PROGRAM_TRANSACTION_LIMIT_EXCEEDED'
  | 'PROGRAM_DAILY_LIMIT_EXCEEDED'
  | 'PROGRAM_MONTHLY_LIMIT_EXCEEDED'

/** Something that happened to a payment; `externalId` is the number by which banks find it. */
export interface AchEvent {
  readonly token: string
  readonly type: AchEventType
  readonly amount: bigint
  readonly result: 'APPROVED' | 'DECLINED'
  readonly detailedResults: readonly AchDetail[]
  readonly externalId: string | null
  /** When the bank says it happened. */
  readonly createdAt: Date
}

/** What a bank reports about a payment. Its return code is told with the event that it causes. */
export type BankEvent = Omit<AchEvent, 'token' | 'amount'> & { readonly returnCode?: string }

export type AchStep = 'review' | 'decline' | 'cancel' | 'process' | 'reject' | 'settle' | 'release' | 'return'

const ORIGINATION: Pick<
  Transitions<AchStage, AchStep>,
  'awaiting_approval' | 'initiated' | 'reviewed' | 'processed' | 'returned' | 'declined' | 'canceled'
> = {
  // No bank knows of it: it goes on, or ends, with its approval.
  awaiting_approval: {},
  initiated: { review: 'reviewed', decline: 'declined', cancel: 'canceled' },
  reviewed: { process: 'processed', decline: 'declined', reject: 'declined', cancel: 'canceled' },
  processed: { settle: 'settled', reject: 'declined', return: 'returned' },
  returned: {},
  declined: {},
  canceled: {},
}

export const ACH_TABLES: Readonly<Record<AchDirection, Transitions<AchStage, AchStep>>> = {
  DEBIT: {
    ...ORIGINATION,
    settled: { release: 'released', return: 'returned' },
    released: { return: 'returned' },
  },
  CREDIT: { ...ORIGINATION, settled: { return: 'returned' }, released: {} },
}

const STATUSES: Readonly<Record<AchStage, AchStatus>> = {
  awaiting_approval: 'PENDING',
  initiated: 'PENDING',
  reviewed: 'PENDING',
  processed: 'PENDING',
  settled: 'SETTLED',
  released: 'SETTLED',
  returned: 'RETURNED',
  declined: 'DECLINED',
  canceled: 'CANCELED',
}
export const statusOf = (stage: AchStage): AchStatus => STATUSES[stage]

const STEPS: Readonly<Record<AchEventType, AchStep | null>> = {
  ACH_ORIGINATION_INITIATED: null,
  ACH_ORIGINATION_REVIEWED: 'review',
  ACH_ORIGINATION_CANCELLED: 'cancel',
  ACH_ORIGINATION_PROCESSED: 'process',
  ACH_ORIGINATION_REJECTED: 'reject',
  ACH_ORIGINATION_SETTLED: 'settle',
  ACH_ORIGINATION_RELEASED: 'release',
  ACH_RETURN_PROCESSED: 'return',
}

/** The step that an event is; null: it begins a payment. */
export const stepOf = ({ type, result }: Pick<AchEvent, 'type' | 'result'>): AchStep | null =>
  type === 'ACH_ORIGINATION_REVIEWED' && result === 'DECLINED' ? 'decline' : STEPS[type]

/** What the bank does next where nothing goes wrong; null: nothing. */
export function nextEventType(direction: AchDirection, stage: AchStage): AchEventType | null {
  if (stage === 'initiated') return 'ACH_ORIGINATION_REVIEWED'
  if (stage === 'reviewed') return 'ACH_ORIGINATION_PROCESSED'
  if (stage === 'processed') return 'ACH_ORIGINATION_SETTLED'
  return stage === 'settled' && direction === 'DEBIT' ? 'ACH_ORIGINATION_RELEASED' : null
}

/** The amounts that callers see (domain 1.5). */
export function shownAmounts(stage: AchStage, amount: bigint) {
  const isPending = statusOf(stage) === 'PENDING'
  const isSettled = stage === 'settled' || stage === 'released'
  return {
    pending: isPending ? amount : 0n,
    settled: isSettled ? amount : 0n,
    released: stage === 'released' ? amount : 0n,
  }
}
