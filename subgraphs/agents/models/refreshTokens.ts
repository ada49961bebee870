/** Refresh tokens as hashes. Not committed rows: a conditional update decides rotation. */
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Scope } from '../../shared/principal.ts'

export interface RefreshTokenRow {
  /** Public part of the token. */
  readonly _id: string
  readonly hash: string
  /** All tokens that descend from one exchange of an API key. */
  readonly familyId: string
  readonly agentId: AgentId
  readonly keyVersion: number
  readonly scope: Scope
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
  /** Set for the whole family when one of its tokens was reused. */
  readonly revokedAt: Date | null
}

const COLLECTION = 'refreshTokens'

export function registerRefreshTokens(database: Database): void {
  const schema = newSchema()
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 24 * 3600 })
  schema.index({ familyId: 1 })
  database.model(schema, COLLECTION)
}

export function findRefreshToken(database: Database, id: string): Promise<RefreshTokenRow | null> {
  return tokens(database).findOne({ _id: id })
}

/** An existing row is unchanged: a retry may insert the same successor. */
export async function insertRefreshToken(database: Database, row: RefreshTokenRow): Promise<void> {
  const { _id, ...facts } = row
  await tokens(database).updateOne({ _id }, { $setOnInsert: facts }, { upsert: true })
}

/** True for the one caller that used it first. */
export async function useRefreshToken(database: Database, id: string, at: Date): Promise<boolean> {
  const free = { _id: id, usedAt: null, revokedAt: null }
  const { modifiedCount } = await tokens(database).updateOne(free, { $set: { usedAt: at } })
  return modifiedCount === 1
}

export async function revokeRefreshFamilies(database: Database, familyIds: readonly string[], at: Date): Promise<void> {
  const unrevoked = { familyId: { $in: [...familyIds] }, revokedAt: null }
  await tokens(database).updateMany(unrevoked, { $set: { revokedAt: at } })
}

function tokens(database: Database) {
  return database.collection<RefreshTokenRow>(COLLECTION)
}
