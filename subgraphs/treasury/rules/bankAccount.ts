/** An external bank account as it is stored (domain 1.3); its number, and what is personal of its owner, only sealed. */
import type { OpenedReview, Review } from '../../shared/complianceReviews.ts'
import type { BankAccountId, FinancialAccountId, OrgId, ScreeningId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { BankAccountFields } from './bankAccountFields.ts'
import type { BankAccountState, MicroDepositStatus, VerificationState } from './bankAccountStates.ts'
import { returnCodeOf } from './returns.ts'

/** One round of micro-deposits. */
export interface MicroDeposits {
  readonly status: MicroDepositStatus
  /** Rises with every one of this row, also where the last was never sent: it names the orders at the bank. */
  readonly round: number
  /**
   * How many were sent before it, over all times that the organization has linked this account since it was last verified;
   * absent: an earlier version has counted all as sent.
   */
  readonly sentBefore?: number
  /** The two amounts, sealed for this row and round. */
  readonly sealedAmounts: string
  /** Their sum in cents, which the journals show anyway. */
  readonly sum: bigint
  readonly attempts: number
  readonly traceNumber: string | null
  readonly sendAt: Date
  readonly sentAt: Date | null
  readonly postAt: Date | null
  readonly expiresAt: Date | null
  /** Of one that ended at a bank outside: what it has cost so far, in cents, and how its orders are followed on. */
  readonly ended?: EndedAtBank
}

export interface EndedAtBank {
  /** How many of its three orders the bank has taken at least, in their turn. */
  readonly accepted: number
  readonly lost: bigint
  /** How often that was booked. */
  readonly times: number
  /** How many of the orders have come back, or were declined; absent: an earlier version has not counted them. */
  readonly ends?: number
  /** Until then what is left of them may still come back. */
  readonly until: Date
}

/** A round that another one has followed. Its amounts verify nothing any more. */
export interface EarlierRound extends Pick<MicroDeposits, 'round' | 'sentAt' | 'ended'> {
  readonly amounts: readonly [number, number]
}

type Secret = 'accountNumber' | 'dob' | 'address'

export interface BankAccountRow extends Omit<BankAccountFields, Secret | 'financialAccountToken'> {
  readonly _id: BankAccountId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly financialAccountId: FinancialAccountId
  /** Bound to this row. */
  readonly sealedAccountNumber: string
  /** Date of birth and address of its owner, which only a bank outside is told; bound to this row. Null: neither was given. */
  readonly sealedOwner: string | null
  /** Keyed hash of routing and account number: two rows with one are of one account. */
  readonly numberHash: string
  readonly lastFour: string
  readonly state: BankAccountState
  readonly verificationState: VerificationState
  readonly verificationFailedReason: string | null
  readonly microDeposits: MicroDeposits | null
  /** Those that a bank outside may have taken before the present one. */
  readonly earlierRounds?: readonly EarlierRound[]
  readonly pauseReason: string | null
  /** The last by compliance, with the screening that it is about; absent: there was none. */
  readonly review?: Review & { readonly screeningId: ScreeningId }
  readonly lastReturnReasonCode: string | null
  /** What its micro-deposits have cost, in cents, over all rounds; absent: nothing, or an earlier version has kept none. */
  readonly lostCents?: bigint
  /** Its name at the provider of the bank; null before the bank knows it. */
  readonly externalToken: string | null
  /** How the simulated bank treats it. */
  readonly behaviour: string | null
  /** When something happens to it by itself; null: never. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What is screened of the owner. */
export const ownerNames = ({ owner, doingBusinessAs }: Pick<BankAccountRow, 'owner' | 'doingBusinessAs'>) =>
  [owner, doingBusinessAs].filter((name) => name !== null)

/** Rounds of amounts that could be guessed: closing and linking it anew gives no further ones. */
export function usedRounds({
  verificationState,
  microDeposits,
}: Pick<BankAccountRow, 'verificationState' | 'microDeposits'>) {
  if (microDeposits === null || verificationState === 'ENABLED') return 0
  return turnOf(microDeposits) - (microDeposits.sentAt === null ? 1 : 0)
}

/** 1 to 3: which of the rounds that are sent it is, or would be. */
export const turnOf = ({ round, sentBefore }: Pick<MicroDeposits, 'round' | 'sentBefore'>): number =>
  sentBefore === undefined ? Number(round) : Number(sentBefore) + 1

/** Why a bank account is paused whose owner has a name like one on a list, until compliance has decided. */
export const IN_REVIEW = 'compliance_review'
/** Why it stays paused once compliance has rejected it, or nobody has decided in time. */
const REVIEW_REJECTED = 'compliance_rejected'
/** Why a bank account is paused whose owner is on a list that is in force by now. */
export const LISTED_OWNER = 'sanctions_hit'

/** When a row is looked at next whose round is over: a bank outside may send back what it has of it. */
export const followedAt = ({ externalToken, dueAt }: Pick<BankAccountRow, 'externalToken' | 'dueAt'>): Date | null =>
  externalToken === null ? null : dueAt

export const closedAccount = (row: BankAccountRow, pauseReason: string | null, at: Date): BankAccountRow => ({
  ...{ ...row, state: 'CLOSED', pauseReason, dueAt: followedAt(row), updatedAt: at },
  ...(row.review?.status === 'open' && { review: { ...row.review, status: 'rejected' } }),
})

/** What a return means for the bank account that is verified: nothing more, a pause, or its end. */
export function afterReturn(before: BankAccountRow, code: string, at: Date): BankAccountRow {
  const row: BankAccountRow = { ...before, lastReturnReasonCode: code, updatedAt: at }
  const action = before.state === 'CLOSED' ? 'none' : (returnCodeOf(code)?.action ?? 'none')
  if (action === 'disable') return closedAccount(row, code, at)
  return action === 'pause' && row.state === 'ENABLED' ? { ...row, state: 'PAUSED', pauseReason: code } : row
}

/** It waits for compliance: nothing leaves for the bank to or from it meanwhile. Whoever has paused it before has their own reason. */
export const underReview = <R extends Pick<BankAccountRow, 'state' | 'pauseReason'>>(row: R, opened: OpenedReview) => ({
  ...row,
  ...{ state: 'PAUSED' as const, pauseReason: row.state === 'PAUSED' ? row.pauseReason : IN_REVIEW },
  review: { ...opened, status: 'open' as const },
})

/** Not even the amounts by which it is verified are sent to its owner. */
export const isHeldBack = ({ pauseReason, review }: Pick<BankAccountRow, 'pauseReason' | 'review'>): boolean =>
  pauseReason === LISTED_OWNER || (review !== undefined && review.status !== 'cleared')

/** @returns null: it has been decided, or is about another one by now */
export function decidedReview(
  row: BankAccountRow,
  caseId: Review['caseId'],
  status: Exclude<Review['status'], 'open'>,
  at: Date,
): BankAccountRow | null {
  const { review } = row
  if (review?.caseId !== caseId || review.status !== 'open') return null
  // Amounts that were held back until now are sent to nobody.
  const isOver = status === 'rejected' && row.microDeposits?.status === 'created'
  const next = { ...row, review: { ...review, status }, updatedAt: at, ...(isOver && { dueAt: followedAt(row) }) }
  // Whoever else has paused it, or closed it, has their own reason.
  if (row.state !== 'PAUSED' || row.pauseReason !== IN_REVIEW) return next
  return status === 'cleared'
    ? { ...next, state: 'ENABLED', pauseReason: null }
    : { ...next, pauseReason: REVIEW_REJECTED }
}
