/** The secret with which each merchant signs what it tells of orders, sealed: one row a merchant. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { MerchantId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { readInPages } from '../../shared/readInPages.ts'

export interface MerchantSecretRow {
  readonly _id: MerchantId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly sealed: string
  /** The one before it, which is taken until then; absent: none is. */
  readonly former?: { readonly sealed: string; readonly until: Date }
  readonly updatedAt: Date
}

const COLLECTION = 'merchantSecrets'

export const merchantSecretRef = (merchantId: MerchantId): Ref<MerchantSecretRow> => ({
  ...{ collection: COLLECTION, id: merchantId },
})

export function registerMerchantSecrets(database: Database): void {
  database.model(newSchema(), COLLECTION)
}

export function findMerchantSecret(database: Database, merchantId: MerchantId): Promise<MerchantSecretRow | null> {
  return database.collection<MerchantSecretRow>(COLLECTION).findOne({ _id: merchantId })
}

/** Of all organizations. */
export async function* readMerchantSecrets(database: Database): AsyncGenerator<MerchantSecretRow> {
  for await (const page of readInPages<MerchantSecretRow>(database, COLLECTION)) yield* page
}
