// protocols.md 2: a product feed in the form that the Agentic Commerce Protocol publishes.
import { expect, test } from 'vitest'
import { parseProducts } from '../../../subgraphs/commerce/rules/products.ts'
import { readFeed } from '../../../subgraphs/commerce/rules/servedFeed.ts'

const serve = (products: readonly object[]) => readFeed(JSON.stringify({ products }))
function read(served: readonly object[]) {
  const { products, places } = serve(served)
  return parseProducts(products, places)
}
const price = { amount: 1_250, currency: 'USD' }
const shirt = { id: 'p1', title: 'Shirt', description: { plain: 'Of wool.' } }

test('each variant with a price is sold, under its own id', () => {
  const variants = [
    {
      id: 'v1',
      title: 'Small',
      price,
      availability: { available: true, status: 'in_stock' },
      url: 'https://a.example',
    },
    { id: 'v2', title: 'Shirt', price, description: { plain: 'Large.' }, availability: { status: 'out_of_stock' } },
    { id: 'v3', title: 'Shown only' },
    { id: 'v4', title: 'Gone', price, availability: { available: false, status: 'in_stock' } },
  ]
  const own = { product_id: 'pen', title: 'A pen', amount_minor: 199 }
  expect(read([{ ...shirt, variants }, own])).toEqual([
    { productId: 'v1', title: 'Shirt, Small', description: 'Of wool.', amountMinor: 1_250, availability: 'in_stock' },
    { productId: 'v2', title: 'Shirt', description: 'Large.', amountMinor: 1_250, availability: 'out_of_stock' },
    expect.objectContaining({ productId: 'v4', availability: 'out_of_stock' }),
    { productId: 'pen', title: 'A pen', description: null, amountMinor: 199, availability: 'in_stock' },
  ])
})

test('a price of no amount is named by its place in the sent document, as is an id that is there twice', () => {
  const pen = { product_id: 'pen', title: 'A pen', amount_minor: 199 }
  const of = (...variants: object[]) => [pen, { ...shirt, variants: [{ id: 'v0', title: 'Shown only' }, ...variants] }]
  const small = { id: 'v1', title: 'Small', price }
  expect(() => read(of({ ...small, price: { ...price, amount: '5' } }))).toThrow('products[1].variants[1].price.amount')
  expect(() => read(of(small, small))).toThrow('products[1].variants[2].id: is there twice')
  expect(() => read(of(small, { ...small, id: 'pen' }))).toThrow('products[1].variants[2].id')
})

test('variants without a price in USD are skipped, and told by their places, whatever else is sold', () => {
  const variants = [
    { id: 'v1', title: 'Shown only' },
    { id: 'v2', title: 'In euros', price: { ...price, currency: 'EUR' } },
    { id: 'v3', title: 'Small', price },
  ]
  const { products, skipped } = serve([{ ...shirt, variants }])
  expect(products.map(({ productId }) => productId)).toEqual(['v3'])
  expect(skipped).toEqual([
    { path: 'products[0].variants[0].price', code: 'no_price', message: 'is not there' },
    { path: 'products[0].variants[1].price.currency', code: 'other_currency', message: 'is not USD' },
  ])
})

test('what names itself in our own form is read in it, whatever variants it has beside', () => {
  const own = { product_id: 'pen', title: 'A pen', amount_minor: 199, variants: [{ colour: 'red' }] }
  expect(read([own])).toMatchObject([{ productId: 'pen', amountMinor: 199 }])
})

test('a feed whose entries sell nothing changes nothing; an empty one does', () => {
  for (const variants of [[], [{ id: 'v1', title: 'Shown only' }]])
    expect(() => read([{ ...shirt, variants }])).toThrow('products: must have something with a price')
  expect(read([])).toEqual([])
})
