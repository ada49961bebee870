/** What each merchant sells (domain A.14): one row a merchant, replaced whole. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { MerchantId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Product } from '../rules/products.ts'
import { MERCHANTS } from './merchants.ts'

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
  schema.index({ orgId: 1, mode: 1, _id: 1 })
  schema.index({ orgId: 1, mode: 1, 'products.productId': 1, _id: 1 })
  database.model(schema, COLLECTION)
}

interface Owner {
  readonly orgId: OrgId
  readonly mode: Mode
}

export function findFeed(database: Database, merchantId: MerchantId): Promise<FeedRow | null> {
  return feeds(database).findOne({ _id: merchantId })
}

export async function hasFeed(database: Database, merchantId: MerchantId): Promise<boolean> {
  return (await feeds(database).findOne({ _id: merchantId }, { projection: { _id: 1 } })) !== null
}

/** Of one feed, those of these products that it has. */
export async function findProducts(
  database: Database,
  merchantId: MerchantId,
  productIds: readonly string[],
): Promise<readonly Product[]> {
  // Literally: an identifier may look like an expression.
  const isAsked = { $in: ['$$this.productId', { $literal: [...productIds] }] }
  const asked = { $filter: { input: '$products', cond: isAsked } }
  const [feed] = await feeds(database)
    .aggregate<Pick<FeedRow, 'products'>>([{ $match: { _id: merchantId } }, { $project: { products: asked } }])
    .toArray()
  return feed?.products ?? []
}

/** Blocked merchants are left out before anything is counted. */
const OF_ACTIVE = [
  {
    $lookup: {
      ...{ from: MERCHANTS, localField: '_id', foreignField: '_id', as: 'active' },
      pipeline: [{ $match: { status: 'active' } }, { $project: { _id: 1 } }],
    },
  },
  { $match: { 'active.0': { $exists: true } } },
]

/** Active merchants that sell all of these products, oldest first, at most `limit`. */
export async function findSellers(
  database: Database,
  { orgId, mode }: Owner,
  productIds: readonly string[],
  limit: number,
): Promise<MerchantId[]> {
  const rows = await feeds(database)
    .aggregate<Pick<FeedRow, '_id'>>([
      { $match: { orgId, mode, 'products.productId': { $all: [...productIds] } } },
      ...[{ $project: { _id: 1 } }, { $sort: { _id: 1 } }, ...OF_ACTIVE, { $limit: limit }],
    ])
    .toArray()
  return rows.map(({ _id }) => _id)
}

/** Whether any merchant has it in its feed, from the index alone. */
export async function isInFeed(database: Database, { orgId, mode }: Owner, productId: string): Promise<boolean> {
  const found = { orgId, mode, 'products.productId': productId }
  return (await feeds(database).findOne(found, { projection: { _id: 0, orgId: 1 } })) !== null
}

export interface FeedSize {
  readonly _id: MerchantId
  readonly count: number
}

/** Of the oldest active merchants that sell anything, at most `limit`. */
export function findFeedSizes(database: Database, { orgId, mode }: Owner, limit: number): Promise<FeedSize[]> {
  return feeds(database)
    .aggregate<FeedSize>([
      { $match: { orgId, mode } },
      { $sort: { _id: 1 } },
      { $project: { count: { $size: '$products' } } },
      ...[{ $match: { count: { $gt: 0 } } }, ...OF_ACTIVE, { $limit: limit }, { $project: { count: 1 } }],
    ])
    .toArray()
}

/** Oldest merchant first. */
export function findFeeds(database: Database, merchantIds: readonly MerchantId[]): Promise<FeedRow[]> {
  return feeds(database)
    .find({ _id: { $in: [...merchantIds] } })
    .sort({ _id: 1 })
    .toArray()
}
