/** Product feeds (domain A.14): written by the organization for its merchants, read as the manifest. */

import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { invariant } from '../../shared/errors.ts'
import { isId } from '../../shared/ids.ts'
import { type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import { findMerchant, findMerchants, type MerchantRow } from '../models/merchants.ts'
import { type FeedRow, feedRef, findFeed, findFeeds } from '../models/productFeeds.ts'
import type { CommerceDeps } from '../ports.ts'
import { type ProductInput, parseProducts } from '../rules/products.ts'
import { requireMerchant } from './readMerchants.ts'

interface FeedInput {
  readonly merchantId: string
  readonly products: readonly ProductInput[]
}

/** Replaces the whole feed: a product that it lacks is not sold any more. @throws DomainError not_found, invalid_request */
export async function setProductFeed(deps: CommerceDeps, principal: Principal, input: FeedInput): Promise<MerchantRow> {
  const caller = requireCaller(principal)
  const { merchantId } = input
  const row = isId('merchant', merchantId) ? await findMerchant(deps.database, merchantId) : null
  const merchant = requireOwned(caller, row, 'merchant')
  const products = parseProducts(input.products)
  const { orgId, mode } = merchant
  const ref = feedRef(merchant._id)
  await submitPrepared(deps.commit, async () => {
    const isFirst = (await findFeed(deps.database, merchant._id)) === null
    return {
      ...({ priority: 'control', orgId, mode, resourceId: merchant._id } as const),
      reads: () => (isFirst ? { guard: [], absent: [ref] } : { guard: [ref] }),
      decide(state: State, at: Date): Verdict<null> {
        const next = { orgId, mode, products, updatedAt: at }
        if (!isFirst) return done(null, { set: [setRow(ref, next)] })
        return state.get(ref) === null ? done(null, { insert: [insertRow(ref, next)] }) : { kind: 'stale' }
      },
    }
  })
  return merchant
}

export interface Manifest {
  /** Null: of several. */
  readonly merchant: MerchantRow | null
  readonly feeds: readonly FeedRow[]
}

const MERCHANTS_MAX = 20

/**
 * What the merchants of the caller's organization sell; without a name those of the oldest 20 that sell anything.
 * @throws DomainError not_found
 */
export async function readManifest(
  { database }: Pick<CommerceDeps, 'database'>,
  principal: Principal,
  named: string | null,
): Promise<Manifest> {
  const { orgId, mode } = requireCaller(principal)
  const owner = { orgId, mode }
  if (named !== null) {
    const found = await requireMerchant({ database }, requireCaller(principal), named)
    const feed = found.status === 'active' ? await findFeed(database, found._id) : null
    return { merchant: found, feeds: feed === null ? [] : [feed] }
  }
  const feeds = await findFeeds(database, owner, MERCHANTS_MAX)
  const merchants = await findMerchants(
    database,
    feeds.map(({ _id }) => _id),
  )
  const active = new Map(merchants.filter(({ status }) => status === 'active').map((one) => [one._id, one]))
  const sold = feeds.filter(({ _id }) => active.has(_id))
  const [only] = sold
  invariant(sold.length <= MERCHANTS_MAX, 'a manifest is bounded')
  return { merchant: sold.length === 1 && only !== undefined ? (active.get(only._id) ?? null) : null, feeds: sold }
}
