/**
 * Encrypted wallet keys (specification 2.3), stored before the wallet is committed: an unused key is harmless, but money in
 * a wallet without a key would be lost.
 */
import { type Database, newSchema } from '../../shared/database.ts'
import type { WalletId } from '../../shared/ids.ts'

export interface WalletKeyRow {
  /** The wallet's id. */
  readonly _id: WalletId
  readonly address: string
  /** The wallet's key under its data key, and the data key under the master key; base64url. */
  readonly sealedKey: string
  readonly sealedDataKey: string
  readonly createdAt: Date
}

export const WALLET_KEYS = 'walletKeys'

const keys = (database: Database) => database.collection<WalletKeyRow>(WALLET_KEYS)

export const walletKeySchema = newSchema()

export function findWalletKeys(database: Database, walletIds: readonly WalletId[]): Promise<WalletKeyRow[]> {
  return keys(database)
    .find({ _id: { $in: [...walletIds] } })
    .toArray()
}

/** @returns the stored row: this one, or that of an earlier call */
export async function storeWalletKey(database: Database, row: WalletKeyRow): Promise<WalletKeyRow> {
  const { _id, ...facts } = row
  const stored = await keys(database).findOneAndUpdate(
    { _id },
    { $setOnInsert: facts },
    { upsert: true, returnDocument: 'after' },
  )
  return stored ?? row
}

/** Any one of them; null: there is none yet. */
export function findAnyWalletKey(database: Database): Promise<WalletKeyRow | null> {
  return keys(database).findOne({}, { sort: { _id: 1 } })
}

/** All of them, one after the other. */
export function allWalletKeys(database: Database): AsyncIterable<WalletKeyRow> {
  return keys(database).find().sort({ _id: 1 })
}

/** Compares, so that of two commands at once each row is changed by one. */
export async function replaceDataKey(
  database: Database,
  { _id, sealedDataKey }: Pick<WalletKeyRow, '_id' | 'sealedDataKey'>,
  next: string,
): Promise<void> {
  await keys(database).updateOne({ _id, sealedDataKey }, { $set: { sealedDataKey: next } })
}
