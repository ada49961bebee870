/**
 * What the treasury asks of a bank: who the organization is there, what has become of payments, and its statement. An
 * adapter answers from a bank's interface; the simulated one from the clock alone. Every call may be repeated: our own
 * identifiers are its idempotency tokens.
 */
import type { OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { AchEvent, AchStage, BankEvent } from '../rules/achStates.ts'

export type UserType = 'BUSINESS' | 'INDIVIDUAL'
export type HolderStatus = 'ACCEPTED' | 'PENDING_REVIEW' | 'PENDING_DOCUMENT' | 'PENDING_RESUBMIT' | 'REJECTED'
export type AccountType = 'OPERATING' | 'ISSUING' | 'RESERVE'
export type AccountStatus = 'OPEN' | 'PENDING' | 'SUSPENDED' | 'CLOSED'

/** The organization at the bank, with its financial accounts. */
export interface Holder {
  readonly token: string
  readonly userType: UserType
  readonly status: HolderStatus
  readonly statusReasons: readonly string[]
  readonly accounts: readonly {
    readonly token: string
    readonly type: AccountType
    readonly status: AccountStatus
    readonly nickname: string | null
  }[]
}

/** As much of the record as the simulated bank needs to go on from what it has decided before. */
type KnownHolder = Pick<Holder, 'status' | 'statusReasons'>

export interface BankPayment {
  readonly _id: string
  readonly direction: 'DEBIT' | 'CREDIT'
  readonly amount: bigint
  readonly stage: AchStage
  readonly schedule: { readonly processAt: Date; readonly settleAt: Date; readonly releaseAt: Date } | null
  readonly events: readonly AchEvent[]
  readonly behaviour: string | null
}

/** Which account of the organization is asked for. */
export interface HolderQuery {
  readonly orgId: OrgId
  readonly mode: Mode
  /** The bank's own name of it; null: that of the organization. */
  readonly accountToken: string | null
  readonly known: KnownHolder | null
}

export interface Bank {
  readonly name: string
  /** It takes a payment with the commit that makes it, so that nothing is left to be handed over. */
  readonly isImmediate: boolean
  /** @throws DomainError not_found; all_adapters_exhausted: the bank does not answer */
  holder(query: HolderQuery): Promise<Holder>
  /**
   * Hands a payment over; repeating it makes no second one. refused: the bank has not taken it and never will. unknown: it
   * may have.
   */
  originate(payment: BankPayment): Promise<'accepted' | 'refused' | 'unknown'>
  /** Takes a payment back that has not left. */
  cancel(payment: BankPayment): Promise<'canceled' | 'too_late'>
  /** What has happened to the payment by then, in its order, what was reported before included. */
  eventsOf(payment: BankPayment, now: Date): Promise<readonly BankEvent[]>
  /** When to ask next what has become of it; null: nothing more happens by itself. Pure. */
  nextLookAt(payment: BankPayment, now: Date): Date | null
}
