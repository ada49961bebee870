/** Nonces of an account without a record: what has used them is not known. */
import type { Database } from '../../shared/database.ts'
import { NONCE_SLOTS, type NonceSlotRow, slotRef } from './nonceSlots.ts'

/** The highest nonce in this range that has no record, or -1. */
export async function lastMissing(database: Database, account: string, from: number, to: number): Promise<number> {
  const idOf = (nonce: number) => slotRef(account, nonce).id
  let expected = to - 1
  // Only the index is read.
  const stored = database
    .collection<NonceSlotRow>(NONCE_SLOTS)
    .find({ _id: { $gte: idOf(from), $lt: idOf(to) } }, { projection: { _id: 1 } })
    .sort({ _id: -1 })
  try {
    for await (const { _id } of stored) {
      if (_id !== idOf(expected)) return expected
      expected--
    }
  } finally {
    await stored.close()
  }
  return expected >= from ? expected : -1
}
