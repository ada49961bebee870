/**
 * A feed as its merchant serves it, in our own form or that of the Agentic Commerce Protocol, 2026-04-17, whose products have
 * variants: those with a price in our currency are what is sold, each under its own id. Pure.
 */
import { CHECKOUT_CURRENCY } from '../../shared/acp.ts'
import { invalidField } from '../../shared/errors.ts'
import { extentOf, findRepeatedName, JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../../shared/jsonExtent.ts'
import { requireWellFormed } from '../../shared/wellFormed.ts'
import { PRODUCTS_MAX, type ProductInput, type ProductPlace, placeAt } from './products.ts'

interface Skipped {
  readonly path: string
  readonly code: 'no_price' | 'other_currency'
  readonly message: string
}

export interface ServedFeed {
  readonly products: readonly ProductInput[]
  /** Of each product, in the sent document. */
  readonly places: readonly ProductPlace[]
  /** Variants that are not sold here. */
  readonly skipped: readonly Skipped[]
}

/** A product with its place, or why it is none. */
type Read = { readonly product: ProductInput; readonly place: ProductPlace } | Skipped

/** Of a name in a message. */
const NAME_SHOWN = 80

type Fields = Readonly<Record<string, unknown>>

/** A feed as its merchant serves it, in our own form or that of the public protocol: unknown fields are passed over. @throws DomainError invalid_request */
export function readFeed(text: string): ServedFeed {
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
  const read = products.flatMap((entry: unknown, index): Read[] => {
    const path = `products[${index}]`
    const published = variantsOf(entry, path)
    if (published !== null) return published
    const { product_id, title, description, amount_minor, availability } = (
      typeof entry === 'object' && entry !== null ? entry : {}
    ) as Readonly<Record<string, unknown>>
    if (availability != null && availability !== 'in_stock' && availability !== 'out_of_stock')
      throw invalidField(`${path}.availability`, 'invalid_value', 'must be in_stock or out_of_stock.')
    const product: ProductInput = {
      // Looked at with all that is set by hand.
      ...({ productId: product_id, title, description, amountMinor: amount_minor } as ProductInput),
      availability: availability ?? null,
    }
    return [{ product, place: placeAt(path) }]
  })
  const sold = read.filter((one) => 'product' in one)
  const skipped = read.filter((one) => 'code' in one)
  if (products.length > 0 && sold.length === 0) throw nothingSold(skipped)
  return { products: sold.map(({ product }) => product), places: sold.map(({ place }) => place), skipped }
}

function nothingSold([first]: readonly Skipped[]) {
  const why = first === undefined ? '' : ` ${first.path} ${first.message}.`
  return invalidField(
    'products',
    'nothing_sold',
    `must have something with a price in ${CHECKOUT_CURRENCY}, or be empty.${why} The products are as they were.`,
  )
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Other statuses, of which there may be new ones, can be bought. */
const NOT_SOLD: ReadonlySet<unknown> = new Set(['out_of_stock', 'discontinued'])

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** @returns null: it is in our own form @throws DomainError invalid_request */
function variantsOf(entry: unknown, of: string): Read[] | null {
  const product = fieldsOf(entry)
  // What is named in our own form may have variants as one of the fields that are passed over.
  if (product.product_id !== undefined || !Array.isArray(product.variants)) return null
  return product.variants.map((value: unknown, index): Read => {
    const path = `${of}.variants[${index}]`
    const variant = fieldsOf(value)
    // It is shown elsewhere and sold nowhere.
    if (variant.price == null) return { path: `${path}.price`, code: 'no_price', message: 'is not there' }
    const { amount, currency } = fieldsOf(variant.price)
    // A merchant that sells in several currencies names one variant for each.
    if (currency !== CHECKOUT_CURRENCY)
      return { path: `${path}.price.currency`, code: 'other_currency', message: `is not ${CHECKOUT_CURRENCY}` }
    const { available, status } = fieldsOf(variant.availability)
    const described = plainOf(variant) == null ? of : path
    return {
      product: {
        // Looked at with all that is set by hand.
        ...({ productId: variant.id, title: titleOf(product, variant), amountMinor: amount } as ProductInput),
        description: (plainOf(variant) ?? plainOf(product)) as ProductInput['description'],
        availability: available === false || NOT_SOLD.has(status) ? 'out_of_stock' : 'in_stock',
      },
      place: {
        ...{ product_id: `${path}.id`, title: `${path}.title` },
        ...{ description: `${described}.description.plain`, amount_minor: `${path}.price.amount` },
      },
    }
  })
}

const plainOf = ({ description }: Fields): unknown => fieldsOf(description).plain

/** Variants are often named by what they differ in alone. */
function titleOf({ title: of }: Fields, { title }: Fields): unknown {
  return typeof of === 'string' && typeof title === 'string' && of !== title ? `${of}, ${title}` : title
}
