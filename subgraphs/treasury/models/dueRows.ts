/** Rows to which something happens by itself at their `dueAt`: of all organizations by real time, or of one on its clock. */
import type { Database, newSchema } from '../../shared/database.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'

export interface DueRow {
  readonly _id: string
  readonly orgId: OrgId
  readonly mode: Mode
  /** Null: never. */
  readonly dueAt: Date | null
}

export interface DuePage<Row extends DueRow> {
  readonly after: Pick<Row, '_id' | 'dueAt'> | null
  readonly limit: number
  /** Absent: of all organizations. */
  readonly owner?: ClockOwner
  /** Absent: of both. */
  readonly modes?: readonly Mode[]
}

/** What the partial indexes hold; a query that does not say so cannot use them. */
const IS_DATE = { $type: 'date' } as const

export function indexDue(schema: ReturnType<typeof newSchema>): void {
  schema.index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { dueAt: IS_DATE } })
  // Of one organization, whose time in test mode may differ from the real one.
  schema.index({ orgId: 1, dueAt: 1, _id: 1 }, { partialFilterExpression: { dueAt: IS_DATE, mode: 'test' } })
}

/** What is due at that instant, the oldest first. */
export async function findDue<Row extends DueRow>(
  database: Database,
  collection: string,
  at: Date,
  { after, limit, owner, modes }: DuePage<Row>,
): Promise<Row[]> {
  const behind =
    after === null ? [] : [{ $or: [{ dueAt: { $gt: after.dueAt } }, { dueAt: after.dueAt, _id: { $gt: after._id } }] }]
  const found = await database
    .collection<DueRow>(collection)
    .find({
      $and: [{ ...owner, ...(modes && { mode: { $in: [...modes] } }), dueAt: { ...IS_DATE, $lte: at } }, ...behind],
    })
    .sort({ dueAt: 1, _id: 1 })
    .limit(limit)
    .toArray()
  return found as unknown as Row[]
}

/** When the next one of this organization is due. */
export async function findNextDue(
  database: Database,
  collection: string,
  owner: ClockOwner,
  after: Date,
): Promise<Date | null> {
  const next = { ...owner, dueAt: { ...IS_DATE, $gt: after } }
  const found = await database.collection<DueRow>(collection).findOne(next, { sort: { dueAt: 1, _id: 1 } })
  return found?.dueAt ?? null
}

export const countDue = (database: Database, collection: string, owner: ClockOwner, until: Date): Promise<number> =>
  database.collection<DueRow>(collection).countDocuments({ ...owner, dueAt: { ...IS_DATE, $lte: until } })
