/** Payments over ACH (domain 1.5): one row from request to end, with its events. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page, present } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AchPaymentId, BankAccountId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { type StopScope, stoppableOf } from '../../shared/stops.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'
import type { AchDirection, AchStage, AchStatus } from '../rules/achStates.ts'
import { indexDue } from './dueRows.ts'

export const ACH_PAYMENTS = 'achPayments'
const payments = (database: Database) => database.collection<AchPaymentRow>(ACH_PAYMENTS)

export const achPaymentRef = (id: AchPaymentId): Ref<AchPaymentRow> => ({ collection: ACH_PAYMENTS, id })

export function registerAchPayments(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ bankAccountId: 1, _id: -1 })
  // For reconciliation, which compares what has changed of late.
  schema.index({ orgId: 1, mode: 1, updatedAt: -1 })
  schema.index({ orgId: 1, mode: 1, stage: 1, direction: 1 })
  // Few, and asked for by every stop.
  schema.index({ status: 1, _id: 1 }, { partialFilterExpression: { status: 'PENDING' } })
  indexDue(schema)
  database.model(schema, ACH_PAYMENTS)
}

export async function findAchPayments(database: Database, ids: readonly AchPaymentId[]): Promise<AchPaymentRow[]> {
  if (ids.length === 0) return []
  return payments(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

const IDS_AT_ONCE = 1_000

/** Which of these payments are the organization's own; there may be many thousands, so nothing else of them is read. */
export async function findOwnIds(
  database: Database,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
  ids: readonly AchPaymentId[],
): Promise<ReadonlySet<string>> {
  const own = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const asked = { _id: { $in: ids.slice(start, start + IDS_AT_ONCE) }, orgId, mode }
    for (const { _id } of await payments(database)
      .find(asked, { projection: { _id: 1 } })
      .toArray())
      own.add(_id)
  }
  return own
}

/** Those whose dollars have not arrived yet, here or at the bank. */
export function findUnderWay(
  database: Database,
  owner: { readonly orgId: OrgId; readonly mode: Mode },
  limit: number,
): Promise<Pick<AchPaymentRow, '_id' | 'direction' | 'stage'>[]> {
  const settled = { stage: 'settled' as const, direction: 'DEBIT' as const }
  return payments(database)
    .find({ ...owner, $or: [{ stage: { $in: ['initiated', 'reviewed', 'processed'] } }, settled] })
    .project<Pick<AchPaymentRow, '_id' | 'direction' | 'stage'>>({ direction: 1, stage: 1 })
    .limit(limit)
    .toArray()
}

/** Whether any with this bank account is not settled yet. */
export async function hasOpenPayments(database: Database, bankAccountId: BankAccountId): Promise<boolean> {
  const open = await payments(database).findOne({ bankAccountId, status: 'PENDING' }, { projection: { _id: 1 } })
  return open !== null
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

/** Those that a stop may concern, of one organization or of all. */
const stoppable = (scope: StopScope, stages: readonly AchStage[]) => ({
  ...{ status: 'PENDING' as const, stage: { $in: [...stages] } },
  ...stoppableOf(scope),
})

/** Those that have not left for the bank, in the order of their making. */
export function findNotSent(
  database: Database,
  scope: StopScope,
  { after, limit }: { readonly after: AchPaymentId | null; readonly limit: number },
): Promise<AchPaymentRow[]> {
  return payments(database)
    .find({
      $and: [
        stoppable(scope, ['awaiting_approval', 'initiated', 'reviewed']),
        after === null ? {} : { _id: { $gt: after } },
      ],
    })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

export const countInStages = (database: Database, scope: StopScope, stages: readonly AchStage[]): Promise<number> =>
  payments(database).countDocuments(stoppable(scope, stages))
