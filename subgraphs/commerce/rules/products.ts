/** Parses a product feed (domain A.14): what a merchant sells, and for how much. Pure. */
import { invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText, parseText } from '../../shared/fields.ts'
import { isId } from '../../shared/ids.ts'

type Availability = 'in_stock' | 'out_of_stock'

export interface Product {
  /** Of the merchant. */
  readonly productId: string
  readonly title: string
  readonly description: string | null
  /** In cents. */
  readonly amountMinor: number
  readonly availability: Availability
}

export interface ProductInput {
  readonly productId: string
  readonly title: string
  readonly description?: string | null | undefined
  readonly amountMinor: number
  readonly availability?: Availability | null | undefined
}

/** Where its fields stand in what was sent. */
export type ProductPlace = Readonly<Record<'product_id' | 'title' | 'description' | 'amount_minor', string>>

export const placeAt = (path: string): ProductPlace => ({
  ...{ product_id: `${path}.product_id`, title: `${path}.title` },
  ...{ description: `${path}.description`, amount_minor: `${path}.amount_minor` },
})

export const PRODUCTS_MAX = 500
/** Of all of them as JSON: within what one intent may write. */
const FEED_BYTES_MAX = 240 * 1024
/** A hundred million dollars. */
export const MINOR_MAX = 10_000_000_000

/** @throws DomainError invalid_request */
export function parseProducts(
  inputs: readonly ProductInput[],
  places: readonly ProductPlace[] = inputs.map((_, index) => placeAt(`products[${index}]`)),
): Product[] {
  if (inputs.length > PRODUCTS_MAX)
    throw invalidField('products', 'too_long', `must have at most ${PRODUCTS_MAX} products.`)
  const products = inputs.map((input, index) => parseProduct(input, places[index] as ProductPlace))
  const seen = new Set<string>()
  for (const [index, { productId }] of products.entries()) {
    if (seen.has(productId))
      throw invalidField((places[index] as ProductPlace).product_id, 'duplicate', 'is there twice.')
    seen.add(productId)
  }
  const bytes = Buffer.byteLength(JSON.stringify(products))
  if (bytes > FEED_BYTES_MAX)
    throw invalidField(
      'products',
      'too_large',
      `must have at most ${FEED_BYTES_MAX} bytes as JSON in all, and have ${bytes}. Shorten the descriptions.`,
    )
  return products
}

function parseProduct(input: ProductInput, at: ProductPlace): Product {
  const { amountMinor } = input
  if (!Number.isInteger(amountMinor) || amountMinor < 1 || amountMinor > MINOR_MAX)
    throw invalidField(at.amount_minor, 'out_of_range', `must be whole cents from 1 to ${MINOR_MAX}.`)
  return {
    productId: parseProductId(input.productId, at.product_id),
    title: parseText(input.title, { path: at.title, lengthMax: LENGTH_MAX.legalName }),
    description: parseOptionalText(input.description, { path: at.description, lengthMax: LENGTH_MAX.description }),
    amountMinor,
    availability: input.availability ?? 'in_stock',
  }
}

/** With a merchant's id before it a line names the product of that merchant. */
function parseProductId(value: unknown, path: string): string {
  const productId = parseText(value, { path, lengthMax: LENGTH_MAX.id })
  const [seller, ...rest] = productId.split(':')
  if (rest.length > 0 && isId('merchant', seller))
    throw invalidField(path, 'invalid_value', 'must not begin with the id of a merchant and a colon.')
  return productId
}
