/** What a document may ask for in rows: pages inside of pages multiply, and a variable counts as the largest page. */
import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { findExcess, parseQuery, queryCostRule, tallyOf } from '../../../gateway/queryCost.ts'

const schema = buildSchema(`
  type Query { payments(first: Int, after: String, last: Int): Payments! wallet: Wallet nodes(ids: [ID!]!): [Wallet]
    things(ids: [ID!]!): [Thing] checkout: Checkout events(first: Int): Events!
    webhooks(first: Int): Webhooks! }
  type Webhooks { nodes: [Webhook!]! pageInfo: PageInfo! }
  type Webhook { id: ID! health: Health! }
  type Health { state: String! }
  type Checkout { sharedTokens: [SharedToken!]! }
  type SharedToken { id: ID! checkout: Checkout wallet: Wallet }
  type Events { nodes: [Event!]! pageInfo: PageInfo! }
  type Event { id: ID! deliveries(first: Int): Payments! }
  interface Thing { id: ID! }
  type Payments { edges: [Edge!]! nodes: [Payment!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { endCursor: String }
  type Edge { cursor: String node: Payment! }
  type Payment { id: ID! wallet: Wallet }
  type Wallet implements Thing { id: ID! payments(first: Int, after: String, last: Int): Payments! }
`)
const problems = (text: string) => validate(schema, parse(text), [queryCostRule]).map(({ message }) => message)
const others = (page: string) => Array.from({ length: 5 }, (_, n) => `p${n}: payments${page} { __typename }`).join(' ')
const nested = (outer: string, inner: string) =>
  `query Q($n: Int) { payments${outer} { edges { node { wallet { payments${inner} } } } } }`

it('counts the rows that the health of each endpoint is read from', () => {
  const page = 'webhooks(first: 100) { nodes { id health { state } } }'
  expect(problems(`{ ${page} }`)).toEqual([])
  expect(problems(`{ a: ${page} b: ${page} }`)).toEqual([expect.stringContaining('rows')])
})

const INTROSPECTION = getIntrospectionQuery({
  ...{ specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, inputValueDeprecation: true },
})
const described = 'fields { name args { name type { name } } type { name } }'

it('lets tools read the schema, and anybody a few types of it', () => {
  expect(problems(INTROSPECTION)).toEqual([])
  expect(problems(`{ a: __type(name: "Wallet") { ${described} } b: __type(name: "Edge") { ${described} } }`)).toEqual(
    [],
  )
  expect(problems('{ __type(name: "Wallet") { fields { type { name fields { name } } } } }')).toEqual([])
})

it.each([
  ['fields within fields of all types', '{ __schema { types { fields { type { fields { name } } } } } }'],
  ['the same under wrapped types', '{ __schema { types { fields { type { ofType { fields { name } } } } } } }'],
  [
    'the same in a fragment',
    '{ __schema { types { ...T } } } fragment T on __Type { fields { type { fields { name } } } }',
  ],
  ['the same of arguments', '{ __schema { types { fields { args { type { inputFields { name } } } } } } }'],
  ['all types twice', `{ a: __schema { types { ${described} } } b: __schema { types { ${described} } } }`],
  ['their fields twice', `{ __schema { types { a: ${described} b: ${described} } } }`],
])('refuses a document that reads %s', (_, text) => {
  expect(problems(text)).toEqual([expect.stringContaining('rows')])
})

it.each([
  ['the largest page', '{ payments(first: 100) { edges { node { id } } pageInfo { endCursor } } }'],
  ['pages of a few inside of a page', nested('', '(first: 10) { edges { node { id } } }')],
  [
    'one page beside the other',
    '{ a: payments(first: 100) { edges { node { id } } } b: payments { edges { node { id } } } }',
  ],
  ['nodes and edges of one page, which are read together', '{ payments(last: 100) { nodes { id } edges { cursor } } }'],
  ['one total of a large page', '{ payments(first: 100) { totalCount nodes { id } } }'],
  ['a few larger pages', '{ events(first: 20) { nodes { deliveries(first: 200) { nodes { id } } } } }'],
  ['a list whose elements lead on, in a list', '{ checkout { sharedTokens { checkout { sharedTokens { id } } } } }'],
  ['pages of a few ids', '{ nodes(ids: ["a", "b"]) { payments(first: 100) { nodes { id } } } }'],
])('takes %s', (_, text) => {
  expect(problems(text)).toEqual([])
})

it.each([
  ['pages inside of pages', nested('(first: 100)', '(first: 100) { edges { node { id } } }')],
  ['pages from the end', nested('(last: 100)', '(last: 100) { nodes { id } }')],
  ['pages of nodes', '{ payments(first: 100) { nodes { wallet { payments(first: 100) { nodes { id } } } } } }'],
  ['totals of all rows of a page', nested('(first: 100)', '(first: 1) { totalCount }')],
  ['pages of many ids', 'query Q($ids: [ID!]!) { nodes(ids: $ids) { payments(first: 100) { nodes { id } } } }'],
  ['larger pages', '{ events(first: 25) { nodes { deliveries(first: 200) { nodes { id } } } } }'],
  [
    'larger pages of a size in a variable',
    'query Q($n: Int) { events(first: 25) { nodes { deliveries(first: $n) { nodes { id } } } } }',
  ],
  ['sizes in variables', nested('(first: $n)', '(first: $n) { edges { node { id } } }')],
  ['pages of which only the end is shown', nested('(first: 100)', '(first: 100) { pageInfo { endCursor } }')],
  ['pages of which nothing is shown', nested('(first: 100)', '(first: 100) { __typename }')],
  [
    'pages of one row in every row of a page',
    nested('(first: 100)', `(first: 1) { nodes { id } } ${others('(first: 1)')}`),
  ],
  [
    'pages that only an interface leads to',
    'query Q($ids: [ID!]!) { things(ids: $ids) { ... on Wallet { payments(first: 100) { __typename } } } }',
  ],
  [
    'lists whose elements lead to the list again',
    '{ checkout { sharedTokens { checkout { sharedTokens { checkout { sharedTokens { id } } } } } } }',
  ],
  [
    'pages of the elements of a list',
    '{ checkout { sharedTokens { wallet { payments(first: 100) { nodes { wallet { payments(first: 2) { __typename } } } } } } } }',
  ],
  [
    'pages in fragments',
    `${nested('(first: 100)', '(first: 99) { ...F }')} fragment F on Payments { edges { node { id } } }`,
  ],
])('refuses %s', (_, text) => {
  expect(problems(text)).toEqual(['The document is too large: rows above 5000.'])
})

const excessOf = (text: string) => findExcess(parseQuery(text))
const MANY = 'a { id } '.repeat(51)

it.each([
  ['beside each other', `{ ${MANY} }`],
  ['in a fragment that nobody spreads', `{ b } fragment F on Query { ${MANY} }`],
  ['over fragments', `{ ...F b { ... { ${MANY.slice(9)} } } } fragment F on Query { a { id } }`],
  ['under one alias', `{ ${'a: b { id } '.repeat(51)} }`],
])('refuses a field again and again %s, before it is compared with itself', (_, text) => {
  expect(excessOf(text)).toBe('The document is too large: sameField above 50.')
})

it('accepts a field fifty times, and leaves unparsable documents to other checks', () => {
  expect([excessOf(`{ ${MANY.slice(9)} }`), excessOf('{'), excessOf(`{ ${'id '.repeat(300)} }`)]).toEqual([
    null,
    null,
    null,
  ])
})

it('refuses more leaves than a document may have, even in an unused fragment', () => {
  const excess = 'The document is too large: fields above 500.'
  expect(excessOf(`{ ${'id '.repeat(501)} }`)).toBe(excess)
  expect(excessOf(`{ b } fragment F on Query { ${'id '.repeat(500)} }`)).toBe(excess)
  expect(excessOf(`{ ${'id '.repeat(500)} }`)).toBeNull()
})

it('tells the rows of a valid operation, with those of its fragments', () => {
  const rows = (text: string) => {
    const document = parse(text)
    const [operation] = document.definitions
    return operation?.kind === 'OperationDefinition' ? tallyOf(operation, document, schema).rows : null
  }
  expect(rows('{ wallet { id } }')).toBe(0)
  expect(rows('{ payments(first: 20) { nodes { id } } }')).toBe(30)
  expect(rows('{ checkout { sharedTokens { id } } }')).toBe(20)
  expect(rows('{ ...F } fragment F on Query { payments(first: 20) { nodes { id } totalCount } }')).toBe(130)
})
