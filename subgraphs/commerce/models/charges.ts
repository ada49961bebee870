/**
 * Charges of which a payment processor is asked (domain A.14), written only by the group commit: stored before the first
 * question, so that whatever dies afterwards the same charge is asked again, by its id.
 */
import type { Ref } from '../../shared/commit/types.ts'
import { BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { ChargeId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { type Charge, type ChargeStatus, MANY_TRIES } from '../rules/charges.ts'

export type ChargeRow = Charge & { readonly v: number }

const COLLECTION = 'charges'

const charges = (database: Database) => database.collection<ChargeRow>(COLLECTION)

export const chargeRef = (id: ChargeId): Ref<ChargeRow> => ({ collection: COLLECTION, id })

export function registerCharges(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ orgId: 1, mode: 1, _id: -1 }, { name: 'open', partialFilterExpression: { status: 'pending' } })
  schema.index({ nextAskAt: 1, _id: 1 }, { name: 'due', partialFilterExpression: { status: 'pending' } })
  database.model(schema, COLLECTION)
}

export function findCharges(database: Database, ids: readonly ChargeId[]): Promise<ChargeRow[]> {
  return charges(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

interface DuePage {
  readonly limit: number
  /** Passed over. */
  readonly except: readonly ChargeId[]
}

/** Pending ones that are to be asked again by now, the longest due first, of all organizations. */
export function findDueCharges(database: Database, now: Date, { limit, except }: DuePage): Promise<ChargeRow[]> {
  return charges(database)
    .find({ status: 'pending', nextAskAt: { $lte: now }, _id: { $nin: [...except] } })
    .sort({ nextAskAt: 1, _id: 1 })
    .limit(limit)
    .toArray()
}

interface ChargeQuery {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly statuses: readonly ChargeStatus[] | null
}

export function findChargePage(
  database: Database,
  { orgId, mode, statuses }: ChargeQuery,
  args: OrderedArguments,
): Promise<Page<ChargeRow>> {
  const byStatus = statuses === null ? {} : chargesOf([...new Set(statuses)])
  return findPage(
    charges(database),
    { name: 'charges', filter: { orgId, mode, ...byStatus }, orders: { created_at: BY_ID } },
    args,
  )
}

/** Of pending rows, as `chargeStatusOf` says it. */
const OPEN: Readonly<Partial<Record<ChargeStatus, object>>> = {
  pending: { tries: { $lt: MANY_TRIES } },
  unanswered: { tries: { $gte: MANY_TRIES }, waitsFor: { $in: [null, 'processor'] } },
  delayed: { tries: { $gte: MANY_TRIES }, waitsFor: { $nin: [null, 'processor'] } },
}

/** What is open is found by an index of its own, among however many that have ended. */
export function chargesOf(statuses: readonly ChargeStatus[]): object {
  const open = statuses.flatMap((status) => OPEN[status] ?? [])
  const ended = statuses.filter((status) => OPEN[status] === undefined)
  if (open.length > 0 && ended.length === 0) return { status: 'pending', $or: open }
  return { $or: [{ status: { $in: ended } }, ...open.map((one) => ({ status: 'pending', ...one }))] }
}
