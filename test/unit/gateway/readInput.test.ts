// What a refusal of a body says of a field that shows what was meant (domain A.14: feeds of the public protocol are fetched).
import { buildSchema, isInputObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { compileReader } from '../../../gateway/rest/readInput.ts'
import type { FieldProblem } from '../../../subgraphs/shared/errors.ts'

const schema = buildSchema(`
  type Query { ok: Boolean }
  input ProductInput { productId: ID! title: String! amountMinor: Cents! }
  input SetProductFeedInput { products: [ProductInput!]! }
  scalar Cents`)

test('a product in the form of the public protocol, sent as one of our own, is told where its feed is taken', () => {
  const type = schema.getType('SetProductFeedInput')
  if (!isInputObjectType(type)) throw new Error('there is no such input')
  const problems: FieldProblem[] = []
  compileReader(type)({ products: [{ id: 'p1', title: 'Shirt', variants: [], colour: 'red' }] }, '', problems)
  const said = (field: string) => problems.find(({ path }) => path === `products[0].${field}`)?.message
  for (const field of ['id', 'variants']) expect(said(field)).toContain('/product-feed/import')
  expect(said('colour')).toBe('is not a field of this request')
})
