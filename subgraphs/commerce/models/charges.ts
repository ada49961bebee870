/**
 * Charges of which a payment processor is asked (domain A.14), written only by the group commit: stored before the first
 * question, so that whatever dies afterwards the same charge is asked again, by its id.
 */
import type { Ref } from '../../shared/commit/types.ts'
import { BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { ChargeId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { type Charge, type ChargeStatus, UNANSWERED_TRIES } from '../rules/charges.ts'

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
  const byStatus = statuses === null ? {} : filterOf([...new Set(statuses)])
  return findPage(
    charges(database),
    { name: 'charges', filter: { orgId, mode, ...byStatus }, orders: { created_at: BY_ID } },
    args,
  )
}

/** What waits for an answer is found by an index of its own, among however many that have one. */
function filterOf(statuses: readonly ChargeStatus[]): object {
  const [first, ...others] = statuses
  if (first !== undefined && others.length === 0) return statusFilter(first)
  const isOpen = statuses.length > 0 && statuses.every((one) => one === 'pending' || one === 'unanswered')
  return isOpen ? { status: 'pending' } : { $or: [{ _id: { $in: [] } }, ...statuses.map(statusFilter)] }
}

function statusFilter(status: ChargeStatus): object {
  if (status === 'pending') return { status, tries: { $lt: UNANSWERED_TRIES } }
  return status === 'unanswered' ? { status: 'pending', tries: { $gte: UNANSWERED_TRIES } } : { status }
}
