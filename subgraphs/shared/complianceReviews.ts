/**
 * Reviews by compliance of other things than payments (domain 1.6, 4.2, 9.4): a bank account whose owner has a name like one on a
 * list, an organization of which too many collections come back, and money that has moved otherwise than the ledger said.
 */
import type { IntentPart, Ref, State, Writes } from './commit/types.ts'
import type { BankAccountId, CaseId, MismatchId, OrgId, ScreeningId } from './ids.ts'
import type { ClockOwner } from './organizationTime.ts'
import type { Caller } from './principal.ts'

export type ReviewSubject =
  | { readonly type: 'bank_account'; readonly id: BankAccountId }
  | { readonly type: 'organization'; readonly id: OrgId }
  | { readonly type: 'mismatch'; readonly id: MismatchId }

/** What the subject itself knows of its review: open until the case is decided. */
export interface Review {
  readonly caseId: CaseId
  readonly status: 'open' | 'cleared' | 'rejected'
}

/** Of a record whose screening may open a case. */
export interface RecordReview {
  /** Made before the commit, for the case that may be opened. */
  readonly caseId: CaseId
  /** Who asks for it, and therefore does not decide it; null: the service itself. */
  readonly requestedBy: Caller | null
  /** Whether these findings, which the screening stands for, have had their case. */
  isKnown(state: State, screeningId: ScreeningId): boolean
}

export interface OpenedReview {
  readonly caseId: CaseId
  readonly screeningId: ScreeningId
}

/** A rate of returns that was crossed, with what it rests on. */
export interface ReturnRate extends ClockOwner {
  readonly rate: string
  readonly debits: number
  readonly returned: number
  readonly threshold: number
}

/** How the subgraph of the cases opens and ends them for another; pure. */
export interface ReviewCases {
  ref(caseId: CaseId): Ref
  /** Of the rows that a case of a rate takes. */
  newIds(caseId: CaseId): readonly Ref[]
  /** The case, what it rests on, and the event that tells of it. @param state with the position of the organization */
  openForRate(state: State, caseId: CaseId, rate: ReturnRate, at: Date): Writes
  /** The case of what is no more; nothing where it is decided. @param state with the case */
  dismiss(state: State, caseId: CaseId, reason: string, at: Date): Writes
}

export interface Reviewed extends ClockOwner {
  readonly caseId: CaseId
  readonly subject: ReviewSubject
}

/** What becomes of what another subgraph has under review. */
export interface ReviewedElsewhere {
  reads(reviewed: Reviewed): readonly Ref[]
  /** Rejected, or not decided in time. */
  reject(state: State, reviewed: Reviewed, at: Date): Writes
  /** The part of the commit that clears it; refused where it may not be used all the same. */
  prepareClear(reviewed: Reviewed, requestedBy: Caller | null): Promise<IntentPart<unknown>>
}
