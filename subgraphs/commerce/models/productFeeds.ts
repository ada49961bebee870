/** What each merchant sells (domain A.14): one row a merchant, replaced whole. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { MerchantId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Product } from '../rules/products.ts'

export interface FeedRow {
  readonly _id: MerchantId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly products: readonly Product[]
  readonly updatedAt: Date
}

const COLLECTION = 'productFeeds'

const feeds = (database: Database) => database.collection<FeedRow>(COLLECTION)

export const feedRef = (merchantId: MerchantId): Ref<FeedRow> => ({ collection: COLLECTION, id: merchantId })

export function registerProductFeeds(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, 'products.productId': 1 })
  database.model(schema, COLLECTION)
}

interface Owner {
  readonly orgId: OrgId
  readonly mode: Mode
}

export function findFeed(database: Database, merchantId: MerchantId): Promise<FeedRow | null> {
  return feeds(database).findOne({ _id: merchantId })
}

/** Those of merchants that sell all of these products, at most `limit`. */
export function findFeedsWith(
  database: Database,
  { orgId, mode }: Owner,
  productIds: readonly string[],
  limit: number,
): Promise<FeedRow[]> {
  return feeds(database)
    .find({ orgId, mode, 'products.productId': { $all: [...productIds] } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

/** The oldest merchants that sell anything, at most `limit`. */
export function findFeeds(database: Database, { orgId, mode }: Owner, limit: number): Promise<FeedRow[]> {
  return feeds(database).find({ orgId, mode }).sort({ _id: 1 }).limit(limit).toArray()
}
