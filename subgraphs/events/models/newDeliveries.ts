/** Makes the rows of deliveries. One that exists stays as it is: their ids are derived from event and endpoint. */
import { type Database, DURABLE, isDuplicateKey } from '../../shared/database.ts'
import type { DeliveryId } from '../../shared/ids.ts'
import { type DeliveryRow, deliveries } from './deliveries.ts'

/** Existing rows are unchanged. @param machineNow when they were made, as those who watch them compare it */
export async function insertDeliveries(
  database: Database,
  rows: readonly DeliveryRow[],
  machineNow: Date,
): Promise<void> {
  if (rows.length === 0) return
  await insertNew(database, rows, machineNow)
}

/** A row as it is made: with the lease of its first attempt, where this process makes that at once. */
type NewDeliveryRow = DeliveryRow & { readonly lane?: number }

/**
 * As `insertDeliveries`. Where a row with a lease is not made, because it exists or its lane is taken, it is made without.
 * @returns the ids of those that existed, or are made without their lease
 */
export async function insertLeasedDeliveries(
  database: Database,
  rows: readonly NewDeliveryRow[],
  machineNow: Date,
): Promise<ReadonlySet<DeliveryId>> {
  if (rows.length === 0) return new Set()
  const present = await insertNew(database, rows, machineNow)
  const refused = present.filter(({ lane }) => lane !== undefined)
  const free = refused.map(({ lane: _, ...row }) => ({ ...row, leaseOwner: null, leaseUntil: null }))
  if (free.length > 0) await insertNew(database, free, machineNow)
  return new Set(present.map(({ _id }) => _id))
}

/**
 * Durable before the cursors of their endpoints are moved past them: a new primary would have these without the rows.
 * @returns those that were not inserted: a row with the same unique key exists
 */
async function insertNew(
  database: Database,
  rows: readonly NewDeliveryRow[],
  machineNow: Date,
): Promise<NewDeliveryRow[]> {
  const made = rows.map((row) => ({ ...row, changedAt: machineNow }))
  try {
    await deliveries(database).insertMany(made, { ordered: false, writeConcern: DURABLE })
    return []
  } catch (error) {
    const { writeErrors, writeConcernErrors } = error as { writeErrors?: unknown; writeConcernErrors?: unknown[] }
    const errors = [writeErrors ?? []].flat() as { readonly index: number }[]
    const isKnown = errors.length > 0 && errors.every(isDuplicateKey) && !writeConcernErrors?.length
    if (!isKnown) throw error
    return errors.map(({ index }) => rows[index] as NewDeliveryRow)
  }
}
