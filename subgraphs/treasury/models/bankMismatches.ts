/**
 * Differences between the books and the bank (domain 1.11): a committed row for each. A row corrects nothing: corrections are
 * journal entries.
 */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { BankMismatchId, KeyId, OrgId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import type { BankEntryKind, BankMismatchKind, Difference } from '../rules/reconciliation.ts'

type BankMismatchState = 'open' | 'resolved'

export interface BankMismatchRow extends Difference {
  /** `tmi_<hash of what it is about>` */
  readonly _id: BankMismatchId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly state: BankMismatchState
  readonly reason: string
  readonly resolution: string | null
  /** The key of the person who resolved it; null: it is open, or agrees again. */
  readonly resolvedBy: KeyId | null
  readonly openedAt: Date
  readonly resolvedAt: Date | null
  readonly updatedAt: Date
}

const COLLECTION = 'bankMismatches'
const mismatches = (database: Database) => database.collection<BankMismatchRow>(COLLECTION)

export const bankMismatchRef = (id: BankMismatchId): Ref<BankMismatchRow> => ({ collection: COLLECTION, id })

export function registerBankMismatches(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, openedAt: -1, _id: -1 })
  schema.index({ orgId: 1, mode: 1, _id: 1 }, { name: 'open', partialFilterExpression: { state: 'open' } })
  schema.index({ kind: 1 }, { name: 'openByKind', partialFilterExpression: { state: 'open' } })
  database.model(schema, COLLECTION)
}

export async function findBankMismatches(
  database: Database,
  ids: readonly BankMismatchId[],
): Promise<BankMismatchRow[]> {
  if (ids.length === 0) return []
  return mismatches(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

/** In the order of ids. */
export function findOpenBankMismatches(
  database: Database,
  { orgId, mode }: ClockOwner,
  { after, limit }: { readonly after: BankMismatchId | null; readonly limit: number },
): Promise<BankMismatchRow[]> {
  return mismatches(database)
    .find({ orgId, mode, state: 'open', ...(after === null ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

export const countOpenOf = (database: Database, { orgId, mode }: ClockOwner): Promise<number> =>
  mismatches(database).countDocuments({ orgId, mode, state: 'open' })

export async function countOpenByKind(database: Database): Promise<ReadonlyMap<BankMismatchKind, number>> {
  const counts = await mismatches(database)
    .aggregate<{ _id: BankMismatchKind; count: number }>([
      { $match: { state: 'open' } },
      { $group: { _id: '$kind', count: { $sum: 1 } } },
    ])
    .toArray()
  return new Map(counts.map(({ _id, count }) => [_id, Number(count)]))
}

export interface BankMismatchFilter {
  readonly states?: readonly BankMismatchState[] | null | undefined
  readonly kinds?: readonly BankMismatchKind[] | null | undefined
  readonly entries?: readonly BankEntryKind[] | null | undefined
}

export function findBankMismatchPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode },
  { states, kinds, entries }: BankMismatchFilter,
  args: OrderedArguments,
): Promise<Page<BankMismatchRow>> {
  const filter = { ...scope, ...anyOf('state', states), ...anyOf('kind', kinds), ...anyOf('entry', entries) }
  const orders = { created_at: { field: 'openedAt', type: 'date' } } as const
  return findPage(mismatches(database), { name: 'bankMismatches', filter, orders }, args)
}
