/** Nonce records of earlier releases, without bytes and state; read once, to convert them. */
import type { Database } from '../../shared/database.ts'
import type { BytesPurpose } from '../rules/slotStates.ts'

export interface LegacySlotRow {
  readonly _id: string
  readonly account: string
  readonly nonce: number
  readonly purpose: 'pay' | 'cancel' | 'mint'
  readonly subjectId: string
  readonly authorizationNonce: string | null
  readonly fence: number
  readonly own: { readonly hash: string; readonly raw: string } | null
  readonly at: Date
}

/** As stored in `chainWork.transactions` of a payment by earlier releases. */
export interface LegacyTransaction {
  readonly hash: string
  readonly raw: string
  readonly nonce: number
  readonly at: Date
  readonly purpose: BytesPurpose
}

const slots = (database: Database) => database.collection<LegacySlotRow>('nonceSlots')
const markers = (database: Database) => database.collection<{ _id: string; account: string }>('nonceSlots')
const markerOf = (account: string): string => `converted:${account}`

/** Accounts of one network that are not converted yet, including those without a key, whose payments may be pending. */
export async function findLegacyAccounts(database: Database, network: string): Promise<string[]> {
  const accounts = await slots(database).distinct('account', { _id: { $gte: `${network}:`, $lt: `${network};` } })
  const done = await markers(database)
    .find({ _id: { $in: accounts.map(markerOf) } })
    .toArray()
  return accounts.filter((account) => !done.some(({ _id }) => _id === markerOf(account)))
}

export function findLegacySlots(
  database: Database,
  account: string,
  after: number,
  limit: number,
): Promise<LegacySlotRow[]> {
  const from = after < 0 ? `${account}:` : `${account}:${String(after).padStart(12, '0')}`
  return slots(database)
    .find({ _id: { $gt: from, $lt: `${account};` } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

export async function markConverted(database: Database, account: string): Promise<void> {
  const marker = markerOf(account)
  // The old rows are unique by account and use: a second marker without an account would be refused.
  await markers(database).updateOne({ _id: marker }, { $setOnInsert: { account: marker } }, { upsert: true })
}
