/** Who sells what a checkout session buys, and for how much: the one merchant, and of its feed what is asked for. */
import { requireRow } from '../../shared/commit/requireRow.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, invariant } from '../../shared/errors.ts'
import type { MerchantId } from '../../shared/ids.ts'
import { type Caller, owns } from '../../shared/principal.ts'
import { findMerchant, type MerchantRow, merchantRef } from '../models/merchants.ts'
import { findProducts, findSellers, isInFeed } from '../models/productFeeds.ts'
import type { CommerceDeps } from '../ports.ts'
import {
  type LineInput,
  type Lines,
  priceLines,
  qualifiedId,
  severalMerchants,
  unknownProduct,
} from '../rules/checkouts.ts'
import type { Product } from '../rules/products.ts'
import { requireMerchant } from './readMerchants.ts'

type ReadDeps = Pick<CommerceDeps, 'database'>

/** As they were read: the commit compares the version of the feed. */
export interface Offer {
  readonly merchant: MerchantRow
  readonly lines: readonly LineInput[]
  readonly products: readonly Product[]
}

/**
 * Of the merchant that is named, by itself or in an id, else of the one that sells all of the products.
 * @throws DomainError invalid_request, not_found
 */
export async function findOffer(
  deps: ReadDeps,
  caller: Caller,
  { lines, merchantId }: Lines,
  named: string | null,
): Promise<Offer> {
  const seller = named === null ? null : await requireMerchant(deps, caller, named)
  if (seller !== null && (merchantId ?? seller._id) !== seller._id) throw severalMerchants('items')
  if (seller !== null) return offerOf(deps, seller, lines)
  if (merchantId === null) return offerOf(deps, await sellerOf(deps, await onlySeller(deps, caller, lines)), lines)
  const found = await findMerchant(deps.database, merchantId)
  if (found !== null && owns(caller, found, { sharedInOrganization: true })) return offerOf(deps, found, lines)
  throw unknownProduct(lines.findIndex(({ itemId }) => itemId !== undefined))
}

/** Merchants are never deleted. */
export async function sellerOf({ database }: ReadDeps, merchantId: MerchantId): Promise<MerchantRow> {
  const merchant = await findMerchant(database, merchantId)
  invariant(merchant !== null, `merchant ${merchantId} does not exist`)
  return merchant
}

/** @param merchant read before its products, so that these are never older than its version */
export async function offerOf(
  { database }: ReadDeps,
  merchant: MerchantRow,
  lines: readonly LineInput[],
): Promise<Offer> {
  const ids = lines.map(({ productId }) => productId)
  return { merchant, lines, products: await findProducts(database, merchant._id, ids) }
}

/** Guards the row of the merchant alone, however large its feed is. What `decide` throws is a refusal, too. */
export function pricing<T>(
  state: State,
  { merchant, lines, products }: Offer,
  decide: (prices: ReturnType<typeof priceLines>) => Verdict<T>,
): Verdict<T> {
  const { status, feedVersion } = requireRow(state, merchantRef(merchant._id))
  if (feedVersion !== merchant.feedVersion) return { kind: 'stale' }
  return refusing(() => {
    if (status !== 'active') throw unknownProduct(0)
    return decide(priceLines(lines, products))
  })
}

export function refusing<T>(decide: () => Verdict<T>): Verdict<T> {
  try {
    return decide()
  } catch (error) {
    if (error instanceof DomainError) return refused(error)
    throw error
  }
}

const MERCHANTS_MAX = 20

async function onlySeller({ database }: ReadDeps, caller: Caller, lines: readonly LineInput[]): Promise<MerchantId> {
  const ids = lines.map(({ productId }) => productId)
  const sellers = await findSellers(database, caller, ids, MERCHANTS_MAX)
  const [seller, other] = sellers
  if (seller === undefined) throw await whyNobody({ database }, caller, ids)
  if (other === undefined) return seller
  const first = ids[0] ?? ''
  // All lines are of one merchant, so that one of them names it for all.
  const names = sellers.map((id) => qualifiedId(id, first)).join(' or ')
  throw invalidField('items[0].product_id', 'ambiguous', `is sold by several merchants: write ${names} instead.`)
}

async function whyNobody({ database }: ReadDeps, caller: Caller, ids: readonly string[]): Promise<DomainError> {
  for (const [index, id] of ids.entries()) if (!(await isInFeed(database, caller, id))) return unknownProduct(index)
  return severalMerchants('items')
}
