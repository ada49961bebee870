/** Keys that sign access tokens, with the private key sealed. Ids are numbered, so that only one process creates each. */
import { type Database, newSchema } from '../../shared/database.ts'

export interface SigningKeyRow {
  /** `sig_1`, `sig_2`, ...: the lowest that is not retired signs, the one after it is published as the next. */
  readonly _id: string
  readonly number: number
  /** RFC 7638 thumbprint. */
  readonly kid: string
  /** The public key, base64url. */
  readonly x: string
  readonly sealed: string
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

const COLLECTION = 'signingKeys'

export function registerSigningKeys(database: Database): void {
  database.model(newSchema(), COLLECTION)
}

export function findSigningKeys(database: Database): Promise<SigningKeyRow[]> {
  return database.collection<SigningKeyRow>(COLLECTION).find().sort({ number: 1 }).toArray()
}

/** Does nothing when another process has created this number first. */
export async function insertSigningKey(database: Database, row: SigningKeyRow): Promise<void> {
  const { _id, ...facts } = row
  await database.collection<SigningKeyRow>(COLLECTION).updateOne({ _id }, { $setOnInsert: facts }, { upsert: true })
}
