/** Parses a product feed (domain A.14): what a merchant sells, and for how much. Pure. */
import { invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText, parseText } from '../../shared/fields.ts'
import { extentOf, findRepeatedName, JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../../shared/jsonExtent.ts'
import { requireWellFormed } from '../../shared/wellFormed.ts'

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

export const PRODUCTS_MAX = 500
/** Of all of them as JSON: within what one intent may write. */
const FEED_BYTES_MAX = 240 * 1024
/** Of a name in a message. */
const NAME_SHOWN = 80
/** A hundred million dollars. */
export const MINOR_MAX = 10_000_000_000

/** A feed as its merchant serves it: unknown fields are passed over. @throws DomainError invalid_request */
export function readFeed(text: string): ProductInput[] {
  const { depth, values } = extentOf(Buffer.from(text))
  if (depth > JSON_DEPTH_MAX || values > JSON_VALUES_MAX)
    throw invalidField(
      'url',
      'too_complex',
      `must answer JSON of at most ${JSON_VALUES_MAX} values, nested at most ${JSON_DEPTH_MAX} deep. The products are as they were.`,
    )
  const feed = objectIn(text)
  const repeated = feed === null ? null : findRepeatedName(text)
  if (repeated !== null)
    throw invalidField(
      'url',
      'repeated_name',
      `must answer JSON whose objects have each name once; "${repeated.slice(0, NAME_SHOWN)}" is there twice. The products are as they were.`,
    )
  const { products } = (feed ?? {}) as { readonly products?: unknown }
  if (!Array.isArray(products))
    throw invalidField(
      'url',
      'not_a_feed',
      'must answer a JSON object with a list products. The products are as they were.',
    )
  if (products.length > PRODUCTS_MAX)
    throw invalidField('products', 'too_long', `must have at most ${PRODUCTS_MAX} products.`)
  requireWellFormed(products, 'products')
  return products.map((entry: unknown, index) => {
    const { product_id, title, description, amount_minor, availability } = (
      typeof entry === 'object' && entry !== null ? entry : {}
    ) as Readonly<Record<string, unknown>>
    if (availability != null && availability !== 'in_stock' && availability !== 'out_of_stock')
      throw invalidField(`products[${index}].availability`, 'invalid_value', 'must be in_stock or out_of_stock.')
    return {
      // Looked at with all that is set by hand.
      ...({ productId: product_id, title, description, amountMinor: amount_minor } as ProductInput),
      availability: availability ?? null,
    }
  })
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @throws DomainError invalid_request */
export function parseProducts(inputs: readonly ProductInput[]): Product[] {
  if (inputs.length > PRODUCTS_MAX)
    throw invalidField('products', 'too_long', `must have at most ${PRODUCTS_MAX} products.`)
  const products = inputs.map(parseProduct)
  const seen = new Set<string>()
  for (const [index, { productId }] of products.entries()) {
    if (seen.has(productId)) throw invalidField(`products[${index}].product_id`, 'duplicate', 'is there twice.')
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

function parseProduct(input: ProductInput, index: number): Product {
  const at = (name: string) => `products[${index}].${name}`
  const { amountMinor } = input
  if (!Number.isInteger(amountMinor) || amountMinor < 1 || amountMinor > MINOR_MAX)
    throw invalidField(at('amount_minor'), 'out_of_range', `must be whole cents from 1 to ${MINOR_MAX}.`)
  return {
    productId: parseText(input.productId, { path: at('product_id'), lengthMax: LENGTH_MAX.id }),
    title: parseText(input.title, { path: at('title'), lengthMax: LENGTH_MAX.legalName }),
    description: parseOptionalText(input.description, { path: at('description'), lengthMax: LENGTH_MAX.description }),
    amountMinor,
    availability: input.availability ?? 'in_stock',
  }
}
