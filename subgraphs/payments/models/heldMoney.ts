/** Which holds lock money, and which are for an address: what a page of the ledger is explained by. */
import { readRows } from '../../shared/connections.ts'
import type { Database } from '../../shared/database.ts'
import type { HoldId } from '../../shared/ids.ts'
import { type HoldRow, holds } from './holds.ts'

/** Ids of holds for an address. @throws DomainError gateway_timeout */
export async function findHoldsTo(
  database: Database,
  scope: object,
  address: string,
  limit: number,
): Promise<string[]> {
  const found = await readRows(
    holds(database)
      .find({ ...scope, to: address })
      .project<Pick<HoldRow, '_id'>>({ _id: 1 })
      .limit(limit),
  )
  return found.map(({ _id }) => _id)
}

/** Ids of holds that lock money. @throws DomainError gateway_timeout */
export async function findLocking(database: Database, scope: object, limit: number): Promise<HoldId[]> {
  const found = await readRows(
    holds(database)
      .find({ ...scope, isOpen: true, stage: 'created' })
      .project<Pick<HoldRow, '_id'>>({ _id: 1 })
      .limit(limit),
  )
  return found.map(({ _id }) => _id)
}
