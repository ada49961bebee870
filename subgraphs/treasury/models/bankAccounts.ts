/** External bank accounts (domain 1.3). The account number is only stored sealed. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { BankAccountId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { readInPages } from '../../shared/readInPages.ts'
import type { NamedRecord } from '../../shared/recordScreening.ts'
import { type BankAccountRow, ownerNames } from '../rules/bankAccount.ts'
import type { BankAccountState, VerificationState } from '../rules/bankAccountStates.ts'
import { indexDue } from './dueRows.ts'

export const BANK_ACCOUNTS = 'bankAccounts'
const accounts = (database: Database) => database.collection<BankAccountRow>(BANK_ACCOUNTS)

export const bankAccountRef = (id: BankAccountId): Ref<BankAccountRow> => ({ collection: BANK_ACCOUNTS, id })

export function registerBankAccounts(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  // A second line of defence: linking reads the open ones of the organization, whose position it guards.
  const ofOpen = { state: { $in: ['ENABLED', 'PAUSED'] } }
  schema.index({ orgId: 1, mode: 1, numberHash: 1 }, { unique: true, partialFilterExpression: ofOpen })
  schema.index({ orgId: 1, mode: 1, numberHash: 1, _id: -1 })
  indexDue(schema)
  database.model(schema, BANK_ACCOUNTS)
}

/** The one that was linked last with this number, closed ones too; null: it never was. */
export function findLastOfNumber(
  database: Database,
  { orgId, mode, numberHash }: Pick<BankAccountRow, 'orgId' | 'mode' | 'numberHash'>,
): Promise<BankAccountRow | null> {
  return accounts(database).findOne({ orgId, mode, numberHash }, { sort: { _id: -1 } })
}

export async function findBankAccounts(database: Database, ids: readonly BankAccountId[]): Promise<BankAccountRow[]> {
  if (ids.length === 0) return []
  return accounts(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface BankAccountFilter {
  readonly states?: readonly BankAccountState[] | null | undefined
  readonly verificationStates?: readonly VerificationState[] | null | undefined
}

export function findBankAccountPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode },
  { states, verificationStates }: BankAccountFilter,
  args: OrderedArguments,
): Promise<Page<BankAccountRow>> {
  const filter = { ...scope, ...anyOf('state', states), ...anyOf('verificationState', verificationStates) }
  return findPage(accounts(database), { name: 'bankAccounts', filter, orders: { created_at: BY_ID } }, args)
}

/** Of all organizations, in the order of their making. */
export const readBankAccounts = (database: Database): AsyncIterable<BankAccountRow> =>
  accounts(database).find({}).sort({ _id: 1 })

/** Their owners, for screening; of accounts that can still be used. */
export async function* readNamedOwners(database: Database): AsyncGenerator<readonly NamedRecord[]> {
  for await (const page of readInPages<BankAccountRow>(database, BANK_ACCOUNTS))
    yield page
      .filter(({ state }) => state !== 'CLOSED')
      .map(({ _id: subjectId, orgId, mode, ...owned }) => ({
        ...{ orgId, mode, subjectType: 'bank_account', subjectId },
        names: ownerNames(owned),
      }))
}
