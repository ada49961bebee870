/**
 * Tasks that reading blocks leaves for later: one row each until it is done, so that a crash loses none. A failing task is
 * retried with exponential backoff and delays no other.
 */
import { type Database, newSchema } from '../../shared/database.ts'
import type { OrgId, PaymentId, WalletId } from '../../shared/ids.ts'

/**
 * deposit, outflow, completed, gas: a booking that failed or was slow. canceled, reverted: a payment's outcome to be decided.
 * reorganized: blocks that were read have left the chain. lostDeposit, lostOutflow, lostPayment: what such a block
 * contained.
 */
type TaskWork =
  | { readonly kind: 'deposit'; readonly deposit: object }
  | { readonly kind: 'completed'; readonly mined: { hash: string; block: number; blockHash: string } }
  | { readonly kind: 'canceled'; readonly hash: string }
  /** reason: what the log of a batch says; otherwise the transfer is simulated again. */
  | { readonly kind: 'reverted'; readonly hash: string; readonly reason?: string }
  | { readonly kind: 'reorganized'; readonly from: number; readonly to: number }
  | { readonly kind: 'gas'; readonly receipts: readonly object[] }
  | { readonly kind: 'outflow'; readonly outflow: object }
  | { readonly kind: 'lostDeposit' }
  | { readonly kind: 'lostOutflow' }
  | { readonly kind: 'lostPayment' }

export interface SettlementTaskRow {
  /** `<network>:<kind>:<subject>:<occurrence>` */
  readonly _id: string
  /** `<mode>:<chain>` */
  readonly network: string
  /** Empty for what belongs to the network as a whole. */
  readonly orgId: OrgId | ''
  /** The payment, the deposit, a transaction or a block. */
  readonly subjectId: string
  readonly work: TaskWork
  readonly tries: number
  readonly dueAt: Date
  readonly error: string | null
  /** How often it was added; absent in rows of earlier versions. */
  readonly asked?: number
  readonly createdAt: Date
}

export const SETTLEMENT_TASKS = 'settlementTasks'

export const settlementTaskSchema = newSchema()
settlementTaskSchema.index({ network: 1, orgId: 1, dueAt: 1 })
settlementTaskSchema.index(
  { 'work.kind': 1 },
  { name: 'failing', partialFilterExpression: { error: { $type: 'string' } } },
)

const tasks = (database: Database) => database.collection<SettlementTaskRow>(SETTLEMENT_TASKS)

export interface NewTask {
  readonly network: string
  readonly orgId: OrgId | ''
  readonly subjectId: string
  /** Tells apart what may happen to one subject more than once. */
  readonly occurrence: string
  readonly work: TaskWork
  /** Before its first try. */
  readonly delayMs?: number
}

/** Existing tasks are not changed, but for how often they were added. */
export async function addTasks(database: Database, added: readonly NewTask[], at: Date): Promise<void> {
  if (added.length === 0) return
  await tasks(database).bulkWrite(
    added.map(({ occurrence, delayMs = 0, ...facts }) => {
      const { network, work, subjectId } = facts
      const dueAt = new Date(at.getTime() + delayMs)
      const row = { ...facts, tries: 0, dueAt, error: null, createdAt: at }
      const filter = { _id: `${network}:${work.kind}:${subjectId}:${occurrence}` }
      return { updateOne: { filter, update: { $setOnInsert: row, $inc: { asked: 1 } }, upsert: true } }
    }),
    { ordered: false },
  )
}

export function findTaskOwners(database: Database, network: string): Promise<SettlementTaskRow['orgId'][]> {
  return tasks(database).distinct('orgId', { network })
}

/** Of these owners and kinds; '' is the network as a whole. */
export function findTasksOf(
  database: Database,
  network: string,
  owners: readonly SettlementTaskRow['orgId'][],
  kinds: readonly TaskWork['kind'][],
): Promise<SettlementTaskRow[]> {
  return tasks(database)
    .find({ network, orgId: { $in: [...owners] }, 'work.kind': { $in: [...kinds] } })
    .toArray()
}

/** Whether a transfer from this wallet waits to be explained or booked. */
export async function hasOutflowTask(database: Database, network: string, walletId: WalletId): Promise<boolean> {
  const filter = { network, 'work.kind': 'outflow', 'work.outflow.walletId': walletId } as object
  return (await tasks(database).findOne(filter, { projection: { _id: 1 } })) !== null
}

/** Those of the wallets from which transfers wait to be explained or booked. */
export async function findUnbookedWallets(
  database: Database,
  network: string,
  walletIds: readonly WalletId[],
): Promise<ReadonlySet<WalletId>> {
  // By its range of ids: other kinds of tasks may be many.
  const outflows = { $gte: `${network}:outflow:`, $lt: `${network}:outflow;` }
  const rows = await tasks(database)
    .find({ _id: outflows, 'work.outflow.walletId': { $in: [...walletIds] } } as object)
    .project<{ work: { outflow: { walletId: WalletId } } }>({ 'work.outflow.walletId': 1 })
    .toArray()
  return new Set(rows.map(({ work }) => work.outflow.walletId))
}

/** Those of the payments that the chain has paid, which are not booked yet. */
export async function findUnbookedPayments(
  database: Database,
  network: string,
  paymentIds: readonly PaymentId[],
): Promise<ReadonlySet<string>> {
  const completions = { $gte: `${network}:completed:`, $lt: `${network}:completed;` }
  const rows = await tasks(database)
    .find({ _id: completions, subjectId: { $in: [...paymentIds] } } as object)
    .project<Pick<SettlementTaskRow, 'subjectId'>>({ subjectId: 1 })
    .toArray()
  return new Set(rows.map(({ subjectId }) => subjectId))
}

/** Due tasks of one organization, longest due first. */
export function findDueTasks(
  database: Database,
  scope: Pick<SettlementTaskRow, 'network' | 'orgId'>,
  now: Date,
  limit: number,
): Promise<SettlementTaskRow[]> {
  return tasks(database)
    .find({ ...scope, dueAt: { $lte: now } })
    .sort({ dueAt: 1 })
    .limit(limit)
    .toArray()
}

/** @param task as it was read: one that was added again since, perhaps for what has happened meanwhile, is run again */
export async function removeTask(database: Database, { _id, asked }: SettlementTaskRow): Promise<void> {
  await tasks(database).deleteOne({ _id, asked: asked ?? { $exists: false } } as object)
}

export async function postponeTask(
  database: Database,
  task: SettlementTaskRow,
  next: { tries: number; dueAt: Date; error: string | null },
): Promise<void> {
  await tasks(database).updateOne({ _id: task._id }, { $set: next })
}

/** Tasks whose last try failed, counted by kind. */
export async function countFailingTasks(database: Database): Promise<ReadonlyMap<string, number>> {
  const counts = await tasks(database)
    .aggregate<{ _id: string; count: number }>([
      { $match: { error: { $type: 'string' } } },
      { $group: { _id: '$work.kind', count: { $sum: 1 } } },
    ])
    .toArray()
  return new Map(counts.map(({ _id, count }) => [_id, Number(count)]))
}
