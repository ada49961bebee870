/** External bank accounts (domain 1.3). The account number is only stored sealed. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { BankAccountId, FinancialAccountId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { BankAccountFields } from '../rules/bankAccountFields.ts'
import type { BankAccountState, MicroDepositStatus, VerificationState } from '../rules/bankAccountStates.ts'

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

export const BANK_ACCOUNTS = 'bankAccounts'
const accounts = (database: Database) => database.collection<BankAccountRow>(BANK_ACCOUNTS)

export const bankAccountRef = (id: BankAccountId): Ref<BankAccountRow> => ({ collection: BANK_ACCOUNTS, id })

export function registerBankAccounts(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  // A second line of defence: linking reads the open ones of the organization, whose position it guards.
  const ofOpen = { state: { $in: ['ENABLED', 'PAUSED'] } }
  schema.index({ orgId: 1, mode: 1, numberHash: 1 }, { unique: true, partialFilterExpression: ofOpen })
  schema.index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { dueAt: { $type: 'date' } } })
  database.model(schema, BANK_ACCOUNTS)
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
