/** An external bank account as it is stored (domain 1.3); its number only sealed. */
import type { BankAccountId, FinancialAccountId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { BankAccountFields } from './bankAccountFields.ts'
import type { BankAccountState, MicroDepositStatus, VerificationState } from './bankAccountStates.ts'

/** One round of micro-deposits. */
export interface MicroDeposits {
  readonly status: MicroDepositStatus
  /** 1 to 3. */
  readonly round: number
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
}

export interface BankAccountRow extends Omit<BankAccountFields, 'accountNumber' | 'financialAccountToken'> {
  readonly _id: BankAccountId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly financialAccountId: FinancialAccountId
  /** Bound to this row. */
  readonly sealedAccountNumber: string
  /** Keyed hash of routing and account number: two rows with one are of one account. */
  readonly numberHash: string
  readonly lastFour: string
  readonly state: BankAccountState
  readonly verificationState: VerificationState
  readonly verificationFailedReason: string | null
  readonly microDeposits: MicroDeposits | null
  readonly pauseReason: string | null
  readonly lastReturnReasonCode: string | null
  /** Its name at the provider of the bank; null before the bank knows it. */
  readonly externalToken: string | null
  /** How the simulated bank treats it. */
  readonly behaviour: string | null
  /** When something happens to it by itself; null: never. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Why a bank account is paused whose owner is on a list that is in force by now. */
export const LISTED_OWNER = 'sanctions_hit'
