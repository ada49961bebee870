/** Financial accounts (domain 1.2). What they hold is in the position of their organization. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AccountHolderId, FinancialAccountId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { AccountStatus, AccountType } from '../banks/bank.ts'

export interface FinancialAccountRow {
  readonly _id: FinancialAccountId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly holderId: AccountHolderId
  /** Its name at the provider of the bank. */
  readonly externalToken: string
  readonly type: AccountType
  readonly status: AccountStatus
  readonly nickname: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const FINANCIAL_ACCOUNTS_MAX = 20

const COLLECTION = 'financialAccounts'
const accounts = (database: Database) => database.collection<FinancialAccountRow>(COLLECTION)

export const financialAccountRef = (id: FinancialAccountId): Ref<FinancialAccountRow> => ({
  collection: COLLECTION,
  id,
})

export function registerFinancialAccounts(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, externalToken: 1 }, { unique: true })
  database.model(schema, COLLECTION)
}

export async function findFinancialAccounts(
  database: Database,
  ids: readonly FinancialAccountId[],
): Promise<FinancialAccountRow[]> {
  if (ids.length === 0) return []
  return accounts(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

/** All of an organization in one mode, in the order of their making. */
export function findAccountsOf(database: Database, orgId: OrgId, mode: Mode): Promise<FinancialAccountRow[]> {
  return accounts(database).find({ orgId, mode }).sort({ _id: 1 }).limit(FINANCIAL_ACCOUNTS_MAX).toArray()
}

export interface FinancialAccountFilter {
  readonly statuses?: readonly AccountStatus[] | null | undefined
  readonly types?: readonly AccountType[] | null | undefined
}

export function findFinancialAccountPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode },
  { statuses, types }: FinancialAccountFilter,
  args: OrderedArguments,
): Promise<Page<FinancialAccountRow>> {
  const filter = { ...scope, ...anyOf('status', statuses), ...anyOf('type', types) }
  return findPage(accounts(database), { name: 'financialAccounts', filter, orders: { created_at: BY_ID } }, args)
}
