/** Checkout sessions (domain A.14): their lines, prices, life and ends. Pure. */
import { QUANTITY_MAX } from '../../shared/acp.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { type ChargeId, isId, type MerchantId } from '../../shared/ids.ts'
import { MINOR_MAX, type Product } from './products.ts'

export const SESSION_LIFE_MS = 30 * 60_000
export const TOKEN_LIFE_MS = 15 * 60_000
/** Shared tokens of one session, ended ones included. */
export const TOKENS_MAX = 20
const LINES_MAX = 100

export type CheckoutStatus = 'open' | 'completed' | 'canceled' | 'expired'

export interface Line {
  readonly productId: string
  readonly title: string
  readonly quantity: number
  readonly unitAmountMinor: number
  readonly totalMinor: number
  /** As the request named it, where that was with its merchant. */
  readonly itemId?: string
}

export interface LineInput extends Pick<Line, 'productId' | 'quantity' | 'itemId'> {}

export interface Lines {
  readonly lines: readonly LineInput[]
  /** Whom ids name as the seller; null: none does. */
  readonly merchantId: MerchantId | null
}

/** Other merchants may sell something under the same id: with the merchant before it nobody else's is meant. */
export const qualifiedId = (merchantId: MerchantId, productId: string): string => `${merchantId}:${productId}`

/** Of products of one merchant, which may be named before them. @throws DomainError invalid_request: of several */
export function splitLines(inputs: readonly LineInput[]): Lines {
  let merchantId: MerchantId | null = null
  const lines = inputs.map((input, index) => {
    const at = input.productId.indexOf(':')
    const seller = input.productId.slice(0, Math.max(at, 0))
    if (!isId('merchant', seller)) return input
    if (merchantId !== null && merchantId !== seller) throw severalMerchants(`items[${index}].product_id`)
    merchantId = seller
    return { ...input, productId: input.productId.slice(at + 1), itemId: input.productId }
  })
  return { lines: parseLines(lines), merchantId }
}

export const severalMerchants = (path: string): DomainError =>
  invalidField(path, 'several_merchants', 'must be of one active merchant: make a checkout session for each.')

/** @throws DomainError invalid_request: none, too many, a product twice, or a quantity below 1 */
function parseLines(inputs: readonly LineInput[]): readonly LineInput[] {
  if (inputs.length === 0) throw invalidField('items', 'required', 'must name at least one product.')
  if (inputs.length > LINES_MAX) throw invalidField('items', 'too_long', `must have at most ${LINES_MAX} items.`)
  const seen = new Set<string>()
  for (const [index, { productId, quantity }] of inputs.entries()) {
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX)
      throw invalidField(
        `items[${index}].quantity`,
        'out_of_range',
        `must be a whole number from 1 to ${QUANTITY_MAX}.`,
      )
    if (seen.has(productId))
      throw invalidField(`items[${index}].product_id`, 'duplicate', 'is there twice: give its quantity once.')
    seen.add(productId)
  }
  return inputs
}

/** @throws DomainError invalid_request: a product that is not sold, or too much money */
export function priceLines(lines: readonly LineInput[], products: readonly Product[]) {
  const known = new Map(products.map((product) => [product.productId, product]))
  const items = lines.map(({ productId, quantity, itemId }, index): Line => {
    const product = known.get(productId)
    if (product === undefined) throw unknownProduct(index)
    if (product.availability !== 'in_stock')
      throw invalidField(`items[${index}].product_id`, 'out_of_stock', 'is out of stock.')
    const { title, amountMinor: unitAmountMinor } = product
    const line = { productId, title, quantity, unitAmountMinor, totalMinor: unitAmountMinor * quantity }
    return itemId === undefined ? line : { ...line, itemId }
  })
  const totalMinor = items.reduce((sum, item) => sum + item.totalMinor, 0)
  if (totalMinor > MINOR_MAX) throw invalidField('items', 'too_much', `must cost at most ${MINOR_MAX} cents in all.`)
  return { items, totalMinor }
}

export const unknownProduct = (index: number): DomainError =>
  invalidField(`items[${index}].product_id`, 'unknown_product', 'is not in the manifest of an active merchant.')

interface Lived {
  readonly status: Exclude<CheckoutStatus, 'expired'>
  readonly expiresAt: Date
  readonly chargeId?: ChargeId | null
}

/** While a charge waits for its verdict, the session does not end. */
export const statusOf = ({ status, expiresAt, chargeId = null }: Lived, at: Date): CheckoutStatus =>
  status === 'open' && chargeId === null && at.getTime() >= expiresAt.getTime() ? 'expired' : status

/** Null: it is open. */
export function closedRefusal(row: Lived & { readonly orderId: string | null }, at: Date): DomainError | null {
  const status = statusOf(row, at)
  if (status === 'open') return null
  const details = { reason: 'checkout_not_open', status, ...(row.orderId === null ? {} : { order_id: row.orderId }) }
  // Whoever has lost the answer must not take it for a reason to buy the same again.
  const next = status === 'completed' ? `Its order ${row.orderId} is paid: read that` : 'Create a new one'
  return new DomainError('conflict', `The checkout session is ${status}. ${next}.`, details)
}
