/**
 * What the treasury asks of a bank: who the organization is there, what has become of payments, and its statement. An
 * adapter answers from a bank's interface; the simulated one from the clock alone. Every call may be repeated: our own
 * identifiers are its idempotency tokens.
 */
import type { OrgId } from '../../shared/ids.ts'
import type { HolderStatus } from '../../shared/kya.ts'
import type { Mode } from '../../shared/principal.ts'
import type { AchMethod, AchSchedule } from '../rules/achCalendar.ts'
import type { AchDirection, AchEvent, AchStage, BankEvent } from '../rules/achStates.ts'
import type { BankAccountFields, SecCode } from '../rules/bankAccountFields.ts'
import type { BankLine } from '../rules/reconciliation.ts'

export type UserType = 'BUSINESS' | 'INDIVIDUAL'
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

/** Which account of the organization is asked for. */
export interface HolderQuery {
  readonly orgId: OrgId
  readonly mode: Mode
  /** The bank's own name of it; null: that of the organization. */
  readonly accountToken: string | null
  readonly known: KnownHolder | null
}

/** An external bank account as the bank has to know it before it moves money to or from it. */
export interface AccountToLink
  extends Pick<BankAccountFields, 'routingNumber' | 'accountNumber' | 'type' | 'owner' | 'ownerType' | 'address'>,
    Pick<BankAccountFields, 'name' | 'companyId' | 'doingBusinessAs' | 'dob'> {
  /** Ours, by which the bank recognizes it when it is asked again. */
  readonly reference: string
  readonly holderToken: string
}

/** A movement of money that the bank is to bring about; `reference` is ours, and its idempotency token. */
export interface BankOrder {
  readonly reference: string
  readonly direction: AchDirection
  readonly amount: bigint
  readonly method: AchMethod
  readonly secCode: SecCode
  readonly holdDays: number
  readonly memo: string | null
  readonly financialAccountToken: string
  readonly bankAccountToken: string
}

/** Which part of the statement of which financial account. */
export interface StatementQuery {
  /** The bank's name of it. */
  readonly accountToken: string
  readonly since: Date
  /** Of this account: in their events is what the simulated bank remembers. */
  readonly payments: readonly BankPayment[]
}

/** refused: the bank has not taken it and never will. unknown: it may have. */
type Origination = 'accepted' | 'refused' | 'unknown'

export interface BankPayment {
  readonly _id: string
  readonly direction: AchDirection
  readonly amount: bigint
  readonly stage: AchStage
  readonly schedule: AchSchedule | null
  readonly events: readonly AchEvent[]
  readonly behaviour: string | null
  readonly origination: 'pending' | 'asked' | 'accepted' | 'none'
  readonly settledAt: Date | null
}

export interface Bank {
  readonly name: string
  /**
   * It goes by the clock of the organization, and takes a payment with the commit that makes it. Any other is asked, has real
   * time, and takes nothing back that was handed over.
   */
  readonly isSimulated: boolean
  /** @throws DomainError not_found; all_adapters_exhausted: the bank does not answer */
  holder(query: HolderQuery): Promise<Holder>
  /** What it knows already it does not take twice. @returns the bank's name of it */
  link(account: AccountToLink): Promise<{ readonly token: string } | Exclude<Origination, 'accepted'>>
  /** Hands an order over; repeating it makes no second one. @param isFirst it was not handed over before */
  originate(order: BankOrder, isFirst: boolean): Promise<Origination>
  /**
   * What has happened by then, in its order, what was reported before included; null: it has no such payment.
   * @throws DomainError all_adapters_exhausted: the bank does not answer
   */
  eventsOf(payment: Pick<BankPayment, '_id'> & Partial<BankPayment>, now: Date): Promise<readonly BankEvent[] | null>
  /**
   * What has moved in a financial account at the bank since then.
   * @throws DomainError all_adapters_exhausted: the bank does not answer
   */
  statement(query: StatementQuery): Promise<readonly BankLine[]>
  /** When to ask next what has become of it; null: nothing more happens by itself. Pure. */
  nextLookAt(payment: BankPayment, now: Date): Date | null
}

/** The bank of each mode. */
export type Banks = Readonly<Record<Mode, Bank>>
