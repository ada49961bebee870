/** Account holders (domain 1.2): one for each organization and mode, as the bank knows it. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AccountHolderId, OrgId } from '../../shared/ids.ts'
import type { HolderDecision, HolderStatus } from '../../shared/kya.ts'
import type { Mode } from '../../shared/principal.ts'
import type { UserType } from '../banks/bank.ts'

export interface AccountHolderRow {
  readonly _id: AccountHolderId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  /** Its name at the provider of the bank. */
  readonly externalToken: string
  readonly userType: UserType
  readonly status: HolderStatus
  readonly statusReasons: readonly string[]
  /** A bank outside has decided it, or whoever stands for the bank in test mode; absent: neither, or in an earlier release. */
  readonly isReviewed?: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

const COLLECTION = 'accountHolders'
const holders = (database: Database) => database.collection<AccountHolderRow>(COLLECTION)

export const holderRef = (id: AccountHolderId): Ref<AccountHolderRow> => ({ collection: COLLECTION, id })

export function registerAccountHolders(database: Database): void {
  const schema = newSchema()
  // A second line of defence: the position of the organization names its one holder.
  schema.index({ orgId: 1, mode: 1 }, { unique: true })
  database.model(schema, COLLECTION)
}

export async function findAccountHolders(
  database: Database,
  ids: readonly AccountHolderId[],
): Promise<AccountHolderRow[]> {
  if (ids.length === 0) return []
  return holders(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export const findHolderOf = (database: Database, orgId: OrgId, mode: Mode): Promise<AccountHolderRow | null> =>
  holders(database).findOne({ orgId, mode })

/** As the position of the organization has it, by which its spends are decided. */
export const decisionOf = ({
  status,
  isReviewed = false,
  updatedAt: at,
}: Pick<AccountHolderRow, 'status' | 'isReviewed' | 'updatedAt'>): HolderDecision => ({ status, isReviewed, at })

export function findAccountHolderPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode },
  { statuses }: { readonly statuses?: readonly HolderStatus[] | null | undefined },
  args: OrderedArguments,
): Promise<Page<AccountHolderRow>> {
  const filter = { ...scope, ...anyOf('status', statuses) }
  return findPage(holders(database), { name: 'accountHolders', filter, orders: { created_at: BY_ID } }, args)
}
