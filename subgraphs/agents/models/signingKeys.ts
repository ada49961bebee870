/** The keys that sign access tokens, with the private key sealed. Ids are numbered, so that only one process creates each. */
import { type Database, newSchema } from '../../shared/database.ts'

export interface SigningKeyRow {
  /** `sig_1`, `sig_2`, ...: the lowest that is not retired signs, the one after it is published as the next. */
  readonly _id: string
  readonly number: number
  /** RFC 7638 thumbprint. */
  readonly kid: string
  /** The public key, base64url. */
  readonly x: string
  /** Null once it is retired: nobody signs with it again. */
  readonly sealed: string | null
  readonly createdAt: Date
  /** From then on it signs nothing; what it has signed is valid to its end. */
  readonly retiredAt: Date | null
  /** From then on it verifies nothing either. */
  readonly revokedAt?: Date
}

const COLLECTION = 'signingKeys'

export function registerSigningKeys(database: Database): void {
  database.model(newSchema(), COLLECTION)
}

export function findSigningKeys(database: Database): Promise<SigningKeyRow[]> {
  return signingKeys(database).find().sort({ number: 1 }).toArray()
}

/** Does nothing when another process has created this number first. */
export async function insertSigningKey(database: Database, row: SigningKeyRow): Promise<void> {
  const { _id, ...facts } = row
  await signingKeys(database).updateOne({ _id }, { $setOnInsert: facts }, { upsert: true })
}

/** False when it was retired before. */
export async function retireSigningKey(database: Database, _id: string, at: Date): Promise<boolean> {
  const change = { $set: { retiredAt: at, sealed: null } }
  return (await signingKeys(database).updateOne({ _id, retiredAt: null }, change)).modifiedCount === 1
}

/** All that there are; what replaces them has a higher number. */
export async function revokeSigningKeys(database: Database, numberMax: number, at: Date): Promise<void> {
  const keys = signingKeys(database)
  await keys.updateMany({ number: { $lte: numberMax }, revokedAt: { $exists: false } }, { $set: { revokedAt: at } })
  await keys.updateMany({ number: { $lte: numberMax }, retiredAt: null }, { $set: { retiredAt: at, sealed: null } })
}

/** Compares: a key that was retired meanwhile stays without its private part. @returns how many were changed */
export async function replaceSealedKey(
  database: Database,
  { _id, sealed }: Pick<SigningKeyRow, '_id' | 'sealed'>,
  next: string,
): Promise<number> {
  return (await signingKeys(database).updateOne({ _id, sealed }, { $set: { sealed: next } })).modifiedCount
}

function signingKeys(database: Database) {
  return database.collection<SigningKeyRow>(COLLECTION)
}
