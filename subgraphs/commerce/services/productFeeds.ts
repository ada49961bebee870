/** Product feeds (domain A.14): written by the organization for its merchants, read as the manifest. */

import { isDeepStrictEqual } from 'node:util'
import { leaveUnrecorded } from '../../shared/acting.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { isId, type MerchantId } from '../../shared/ids.ts'
import { type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import { findMerchant, type MerchantRow, merchantRef } from '../models/merchants.ts'
import {
  type FeedRow,
  type FeedSize,
  feedRef,
  findFeed,
  findFeedSizes,
  findFeeds,
  hasFeed,
} from '../models/productFeeds.ts'
import type { CommerceDeps } from '../ports.ts'
import { PRODUCTS_MAX, type Product, type ProductInput, parseProducts } from '../rules/products.ts'
import { takeFeedTurn } from './feedTurns.ts'
import { requireMerchant } from './readMerchants.ts'

interface FeedInput {
  readonly merchantId: string
  readonly products: readonly ProductInput[]
}

/** Replaces the whole feed: a product that it lacks is not sold any more. @throws DomainError not_found, invalid_request */
export async function setProductFeed(deps: CommerceDeps, principal: Principal, input: FeedInput): Promise<MerchantRow> {
  const merchant = await findSeller(deps, principal, input.merchantId)
  const products = parseProducts(input.products)
  const replace = () => replaceFeed(deps, principal, merchant, products)
  await (principal.kind === 'merchant' ? takeFeedTurn(principal, merchant, replace) : replace())
  return merchant
}

/** What it sells already costs no commit, and leaves no line in the audit log. */
export async function replaceFeed(
  deps: CommerceDeps,
  principal: Principal,
  merchant: MerchantRow,
  products: readonly Product[],
): Promise<void> {
  const known = await findFeed(deps.database, merchant._id)
  if (isDeepStrictEqual(known?.products, products)) return leaveUnrecorded()
  const { orgId, mode } = merchant
  const ref = feedRef(merchant._id)
  const seller = merchantRef(merchant._id)
  await submitPrepared(deps.commit, async () => {
    const isFirst = !(await hasFeed(deps.database, merchant._id))
    return {
      // Feeds are large: they wait with the payments, and never before stops.
      ...({ priority: 'spend', orgId, mode, resourceId: merchant._id } as const),
      reads: () => (isFirst ? { guard: [seller], absent: [ref] } : { guard: [seller, ref] }),
      decide(state: State, at: Date): Verdict<null> {
        const next = { orgId, mode, products, updatedAt: at }
        const sold = requireRow(state, seller)
        if (isBlocked(principal, sold)) return refused(merchantBlocked())
        const set = [setRow(seller, { ...sold, feedVersion: (sold.feedVersion ?? 0) + 1 })]
        if (!isFirst) return done(null, { set: [...set, setRow(ref, next)] })
        return state.get(ref) === null ? done(null, { set, insert: [insertRow(ref, next)] }) : { kind: 'stale' }
      },
    }
  })
}

/** Whose feed the caller keeps: of a merchant its own. @throws DomainError not_found */
export async function findSeller(
  { database }: Pick<CommerceDeps, 'database'>,
  principal: Principal,
  merchantId: string,
): Promise<MerchantRow> {
  const row = isId('merchant', merchantId) ? await findMerchant(database, merchantId) : null
  if (principal.kind !== 'merchant') return requireOwned(requireCaller(principal), row, 'merchant')
  if (row === null || row._id !== principal.merchantId) throw notFound('merchant')
  if (isBlocked(principal, row)) throw merchantBlocked()
  return row
}

/** Its organization keeps the feed of a merchant that it has blocked; what it has sold is to be sent or paid back all the same. */
const isBlocked = ({ kind }: Principal, { status }: Pick<MerchantRow, 'status'>): boolean =>
  kind === 'merchant' && status === 'blocked'

function merchantBlocked(): DomainError {
  const message =
    "The organization has blocked this merchant: its product feed stays as it is. The merchant's key still reads its orders and reports what becomes of them. Ask the organization to unblock it."
  return new DomainError('capability_denied', message, { reason: 'merchant_blocked' })
}

export interface Manifest {
  /** Null: of several. */
  readonly merchant: MerchantRow | null
  readonly feeds: readonly Pick<FeedRow, '_id' | 'products'>[]
  /** Whether merchants sell more than is shown. */
  readonly hasMore: boolean
}

const MERCHANTS_MAX = 20

/**
 * What the merchants of the caller's organization sell; without a name the first 500 products of the oldest 20 merchants that
 * sell anything.
 * @throws DomainError not_found
 */
export async function readManifest(
  { database }: Pick<CommerceDeps, 'database'>,
  principal: Principal,
  named: string | null,
): Promise<Manifest> {
  const caller = requireCaller(principal)
  if (named !== null) return manifestOf({ database }, await requireMerchant({ database }, caller, named))
  const sizes = await findFeedSizes(database, caller, MERCHANTS_MAX + 1)
  const shown = firstOf(sizes.slice(0, MERCHANTS_MAX))
  const read = await findFeeds(database, [...shown.keys()])
  const feeds = read.map(({ _id, products }) => ({ _id, products: products.slice(0, shown.get(_id)) }))
  const [only, other] = sizes
  const hasMore = sizes.some(({ _id, count }) => count > (shown.get(_id) ?? 0))
  const merchant = only !== undefined && other === undefined ? await findMerchant(database, only._id) : null
  return { merchant, feeds, hasMore }
}

/** All that one merchant sells. */
export async function manifestOf(
  { database }: Pick<CommerceDeps, 'database'>,
  merchant: MerchantRow,
): Promise<Manifest> {
  const feed = merchant.status === 'active' ? await findFeed(database, merchant._id) : null
  return { merchant, feeds: feed === null ? [] : [feed], hasMore: false }
}

/** How many products are shown of each merchant, as long as there is room for any. */
function firstOf(sizes: readonly FeedSize[]): ReadonlyMap<MerchantId, number> {
  let left = PRODUCTS_MAX
  const shown = new Map<MerchantId, number>()
  for (const { _id, count } of sizes) {
    if (left > 0) shown.set(_id, Math.min(left, count))
    left -= count
  }
  return shown
}
