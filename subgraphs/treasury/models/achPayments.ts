/** Payments over ACH (domain 1.5): one row from request to end, with its events. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page, present } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AchPaymentId, AgentId, ApprovalId, BankAccountId, FinancialAccountId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { AchMethod, AchSchedule } from '../rules/achCalendar.ts'
import type { AchDirection, AchEvent, AchStage, AchStatus } from '../rules/achStates.ts'
import type { SecCode } from '../rules/bankAccountFields.ts'
import type { FailureCode } from '../rules/returns.ts'

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
  readonly returnCode: string | null
  readonly financialAccountId: FinancialAccountId
  readonly bankAccountId: BankAccountId
  readonly companyId: string | null
  readonly descriptor: string
  readonly memo: string | null
  readonly userDefinedId: string | null
  /** The first payment of a chain of retries, and which retry this one is. */
  readonly retryOf: AchPaymentId | null
  readonly firstOf: AchPaymentId
  readonly retries: number
  readonly agentId: AgentId | null
  readonly approvalId: ApprovalId | null
  /** When the bank moves it on by itself; null while it is parked. */
  readonly schedule: AchSchedule | null
  readonly events: readonly AchEvent[]
  /** How the simulated bank treats it; null: as it should be. */
  readonly behaviour: string | null
  /** Whether the bank has taken it; an unknown outcome is asked for again. */
  readonly origination: 'pending' | 'accepted' | 'none'
  readonly settledAt: Date | null
  readonly returnedAt: Date | null
  /** When something happens to it by itself; null: never. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const ACH_PAYMENTS = 'achPayments'
const payments = (database: Database) => database.collection<AchPaymentRow>(ACH_PAYMENTS)

export const achPaymentRef = (id: AchPaymentId): Ref<AchPaymentRow> => ({ collection: ACH_PAYMENTS, id })

export function registerAchPayments(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ bankAccountId: 1, _id: -1 })
  schema.index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { dueAt: { $type: 'date' } } })
  database.model(schema, ACH_PAYMENTS)
}

export async function findAchPayments(database: Database, ids: readonly AchPaymentId[]): Promise<AchPaymentRow[]> {
  if (ids.length === 0) return []
  return payments(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface AchPaymentFilter {
  readonly statuses?: readonly AchStatus[] | null | undefined
  readonly stages?: readonly AchStage[] | null | undefined
  readonly directions?: readonly AchDirection[] | null | undefined
  readonly externalBankAccountId?: string | null | undefined
  readonly financialAccountId?: string | null | undefined
}

export function findAchPaymentPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode },
  { statuses, stages, directions, externalBankAccountId, financialAccountId }: AchPaymentFilter,
  args: OrderedArguments,
): Promise<Page<AchPaymentRow>> {
  const filter = {
    ...{ ...scope, ...anyOf('status', statuses), ...anyOf('stage', stages), ...anyOf('direction', directions) },
    ...present({ bankAccountId: externalBankAccountId, financialAccountId }),
  }
  return findPage(payments(database), { name: 'achPayments', filter, orders: { created_at: BY_ID } }, args)
}
