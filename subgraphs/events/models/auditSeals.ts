/**
 * The last seal of each organization's log: the number and hash of a row, signed, so that not even somebody who can write
 * the whole database can make another history of what is before it. One row for each; it only moves forward.
 */
import { type Database, isDuplicateKey, newSchema } from '../../shared/database.ts'
import type { OrgId } from '../../shared/ids.ts'

export interface SealRow {
  readonly _id: OrgId
  readonly sequence: number
  readonly hash: string
  readonly at: Date
  /** Ed25519, base64url. */
  readonly signature: string
}

/** The key pair that signs seals; the private part is sealed with the master key. */
export interface SealKeyRow {
  readonly _id: string
  readonly publicKey: string
  readonly sealed: string
}

const SEALS = 'auditSeals'
const KEYS = 'auditKeys'
const KEY_ID = 'audit-seals'

export function registerSeals(database: Database): void {
  database.model(newSchema(), SEALS)
  database.model(newSchema(), KEYS)
}

export function findSeal(database: Database, orgId: OrgId): Promise<SealRow | null> {
  return database.collection<SealRow>(SEALS).findOne({ _id: orgId })
}

/** False: another process has sealed as far. */
export async function moveSeal(database: Database, { _id, ...seal }: SealRow): Promise<boolean> {
  try {
    const filter = { _id, sequence: { $lt: seal.sequence } }
    const { modifiedCount, upsertedCount } = await database
      .collection<SealRow>(SEALS)
      .updateOne(filter, { $set: seal }, { upsert: true })
    return modifiedCount + upsertedCount > 0
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

export function findSealKey(database: Database): Promise<SealKeyRow | null> {
  return database.collection<SealKeyRow>(KEYS).findOne({ _id: KEY_ID })
}

/** @returns how many were changed */
export async function replaceSealedSealKey(
  database: Database,
  { _id, sealed }: Pick<SealKeyRow, '_id' | 'sealed'>,
  next: string,
): Promise<number> {
  const keys = database.collection<SealKeyRow>(KEYS)
  return (await keys.updateOne({ _id, sealed }, { $set: { sealed: next } })).modifiedCount
}

/** The one of all processes: the first that asks makes it. */
export async function findOrMakeSealKey(
  database: Database,
  make: (id: string) => Omit<SealKeyRow, '_id'>,
): Promise<SealKeyRow> {
  const keys = database.collection<SealKeyRow>(KEYS)
  const found = await findSealKey(database)
  if (found !== null) return found
  await keys.insertOne({ _id: KEY_ID, ...make(KEY_ID) }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
  })
  return (await keys.findOne({ _id: KEY_ID })) as SealKeyRow
}
