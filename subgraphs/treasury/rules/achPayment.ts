/** A payment over ACH as it is stored (domain 1.5): one row from request to end, with its events. */
import type {
  AchPaymentId,
  AgentId,
  ApprovalId,
  BankAccountId,
  FinancialAccountId,
  OrgId,
  WalletId,
} from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { AchMethod, AchSchedule } from './achCalendar.ts'
import type { AchDirection, AchEvent, AchStage, AchStatus } from './achStates.ts'
import type { SecCode } from './bankAccountFields.ts'
import type { FailureCode } from './returns.ts'

export interface AchPaymentRow {
  readonly _id: AchPaymentId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly direction: AchDirection
  readonly method: AchMethod
  readonly secCode: SecCode
  /** Banking days from settlement to release. */
  readonly holdDays: number
  readonly amount: bigint
  readonly stage: AchStage
  readonly status: AchStatus
  readonly result: 'APPROVED' | 'DECLINED'
  readonly failureCode: FailureCode | null
  /** Why it was not let out, in the words of the refusal; absent: nothing has refused it, or an earlier version has kept none. */
  readonly refusal?: string
  readonly returnCode: string | null
  readonly financialAccountId: FinancialAccountId
  readonly bankAccountId: BankAccountId
  readonly companyId: string | null
  readonly descriptor: string
  readonly memo: string | null
  readonly userDefinedId: string | null
  /** The first payment of a chain of retries, and which retry this one is. */
  readonly retryOf: AchPaymentId | null
  readonly retriedBy: AchPaymentId | null
  readonly firstOf: AchPaymentId
  readonly retries: number
  readonly agentId: AgentId | null
  /** In whose name the agent acts; a stop of it stops what waits here. */
  readonly walletId: WalletId | null
  readonly approvalId: ApprovalId | null
  /** When the bank moves it on by itself; null while it is parked. */
  readonly schedule: AchSchedule | null
  readonly events: readonly AchEvent[]
  /** How the simulated bank treats it; null: as it should be. */
  readonly behaviour: string | null
  /** Whether the bank has it: not yet, it was asked and its answer is not known, or it has. What was asked is asked again. */
  readonly origination: 'pending' | 'asked' | 'accepted' | 'none'
  /** When it was asked last, in real time. */
  readonly askedAt?: Date
  readonly settledAt: Date | null
  readonly returnedAt: Date | null
  /** When something happens to it by itself; null: never. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
