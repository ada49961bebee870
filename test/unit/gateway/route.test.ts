// Query parameters of REST over a graph that names them otherwise (domain A.1, A.13): lists by commas or by repeating the
// name, and the wire's own words for an order.
import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'
import { compileRoute } from '../../../gateway/rest/route.ts'
import type { RestRow } from '../../../gateway/rest/row.ts'
import { parseAccess } from '../../../subgraphs/shared/access.ts'

const schema = buildSchema(`
  enum Status { active blocked }
  enum Direction { asc desc }
  type Shop { id: ID! }
  type Edge { node: Shop! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Shops { edges: [Edge!]! pageInfo: PageInfo! }
  type Query { shops(statuses: [Status!], types: [String!], direction: Direction, first: Int): Shops }
`)
const document = `query ListShops($status: [Status!], $types: [String!], $order: Direction, $first: Int) {
  shops(statuses: $status, types: $types, direction: $order, first: $first) {
    edges { node { id } } pageInfo { hasNextPage endCursor } } }`
const row: RestRow = {
  method: 'GET',
  path: '/shops',
  operation: 'ListShops',
  summary: 'Shops.',
  values: { order: { newest_first: 'desc', oldest_first: 'asc' } },
}
const callers = new Map([['Query.shops', parseAccess({ organization: 'any' }, 'Query.shops')]])
const route = compileRoute(row, document, schema, callers)
const variables = (query: object) =>
  route.variables({ params: {}, query: { ...query }, body: undefined, requestFacts: {} })

it('accepts the spelling of REST', () => {
  expect(variables({ status: 'active', types: 'a,b', order: 'oldest_first', limit: '5' })).toEqual({
    ...{ status: ['active'], types: ['a', 'b'], order: 'asc', first: 5 },
  })
  expect(variables({ order: 'newest_first' })).toEqual({ order: 'desc' })
  expect(variables({ types: '' })).toEqual({ types: null })
})

it.each(['active,blocked', ['active', 'blocked'], ['blocked,active']])(
  'takes several values of a filter: %j',
  (status) => {
    expect(new Set(variables({ status }).status as string[])).toEqual(new Set(['active', 'blocked']))
  },
)

it.each([
  [{ status: 'active,gone' }, 'status: must be one of active, blocked.'],
  [{ status: '' }, 'status: must be one of active, blocked.'],
  [{ status: 'gone' }, 'status: must be one of active, blocked.'],
  [{ order: 'asc' }, 'order: must be one of newest_first, oldest_first.'],
  [{ order: 'constructor' }, 'order: must be one of newest_first, oldest_first.'],
  [{ order: ['newest_first', 'oldest_first'] }, 'order: must be given once.'],
  [{ statuses: 'active' }, 'statuses: is not a query parameter of this request.'],
])('refuses %j', (query, message) => {
  expect(() => variables(query)).toThrow(message)
})

it('reports one wrong value of each field, by its REST name', () => {
  const told = route.parameters.map(({ wire, type, values }) => [wire, `${type}`, values])
  expect(told).toEqual([
    ['status', '[Status!]', undefined],
    ['types', '[String!]', undefined],
    ['order', 'Direction', ['newest_first', 'oldest_first']],
    ['limit', 'Int', undefined],
  ])
})
