/**
 * Documents whose figure is exactly as wanted, and such as no client sends. Each is a selection of a wallet, which both carriers
 * have at the same depth: `me.wallet` over HTTP, `paymentEvents.wallet` over WebSocket.
 */
import { Lexer, Source, TokenKind } from 'graphql'
import type { Limits } from './readmeLimits.ts'

export interface Document {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Puts a selection of a wallet, and what stands after and before it, into an operation. */
export type Wrap = (selection: string, definitions?: string, head?: string) => string

export const inQuery: Wrap = (selection, definitions = '', head = '') =>
  `query ${head} { me { wallet { ${selection} } } } ${definitions}`
export const inSubscription =
  (walletId: string): Wrap =>
  (selection, definitions = '', head = '') =>
    `subscription ${head} { paymentEvents(walletId: "${walletId}") { wallet { ${selection} } } } ${definitions}`

/** Fields around the selection, and how deep it stands, in both carriers. */
const AROUND = 2

const LEAVES = [
  'id',
  'name',
  'type',
  'custody',
  'address',
  'status',
  'orgId',
  'agentId',
  'mandateId',
  'totalUsd',
  'asOf',
]
const leaves = (count: number): string => Array.from({ length: count }, (_, n) => LEAVES[n % LEAVES.length]).join(' ')
const aliases = (count: number, of = 'id'): string => Array.from({ length: count }, (_, n) => `a${n}: ${of}`).join(' ')
const nested = (count: number, open: string, inner: string, close = ' }'): string =>
  open.repeat(count) + inner + close.repeat(count)

/** By the name of the limit: a document that has exactly this many. */
export const DOCUMENTS_OF: Readonly<Partial<Record<keyof Limits, (count: number, wrap: Wrap) => Document>>> = {
  tokens(count, wrap) {
    const left = count - tokensOf(wrap(''))
    return { query: wrap('... on Wallet { id } '.repeat(Math.floor(left / 6)) + 'id '.repeat(left % 6)) }
  },
  depth(count, wrap) {
    const levels = Array.from({ length: count - AROUND - 1 }, (_, n) => (n % 2 === 0 ? 'agent { ' : 'wallet { '))
    return { query: wrap(`${levels.join('')} id ${'} '.repeat(levels.length)}`) }
  },
  aliases: (count, wrap) => ({ query: wrap(aliases(count)) }),
  fields: (count, wrap) => ({ query: wrap(leaves(count - AROUND)) }),
  sameField: (count, wrap) => ({ query: wrap('agent { id } '.repeat(count)) }),
  directives: (count, wrap) => ({ query: wrap('id @skip(if: false) '.repeat(count)) }),
  rows(count, wrap) {
    const [outer, inner] = [49, 90]
    const rest = count - (10 + outer) - outer * (10 + inner) - 10
    const page = (size: number, of: string) => `payments(first: ${size}) { nodes { ${of} } }`
    return { query: wrap(`${page(outer, `wallet { ${page(inner, 'id')} }`)} rest: ${page(rest, 'id')}`) }
  },
  // Those that nobody asked for count too.
  values: (count, wrap) => ({ query: wrap('id'), variables: { list: Array(count - 1).fill(1) } }),
}

function tokensOf(text: string): number {
  const lexer = new Lexer(new Source(text))
  let count = 0
  while (lexer.advance().kind !== TokenKind.EOF) count += 1
  return count
}

/** Refused, or harmless: what each is refused with, by any of its errors. */
export interface Abuse {
  readonly name: string
  readonly says: RegExp
  document(wrap: Wrap, limits: Limits): Document
}

const spreads = (count: number, body: (next: string) => string, last: string): string =>
  Array.from(
    { length: count },
    (_, n) => `fragment F${n} on Wallet { ${n + 1 < count ? body(`F${n + 1}`) : last} }`,
  ).join(' ')
const of = (query: string, variables?: Document['variables']): Document =>
  variables === undefined ? { query } : { query, variables }

export const ABUSES: readonly Abuse[] = [
  {
    name: 'a fragment that spreads itself',
    says: /Cannot spread fragment/,
    document: (wrap) => of(wrap('...F', 'fragment F on Wallet { agent { wallet { ...F } } }')),
  },
  {
    name: 'a cycle of many fragments',
    says: /Cannot spread fragment/,
    document: (wrap) =>
      of(
        wrap(
          '...F0',
          spreads(200, (next) => `...${next}`, '...F0'),
        ),
      ),
  },
  {
    name: 'fragments that double at each step',
    says: /fields above|too many selections/,
    document: (wrap) =>
      of(
        wrap(
          '...F0',
          spreads(120, (next) => `...${next} ...${next}`, 'id'),
        ),
      ),
  },
  {
    name: 'fragments that double and nest',
    says: /depth above/,
    document: (wrap) =>
      of(
        wrap(
          '...F0',
          spreads(20, (next) => `agent { wallet { ...${next} } } agent { wallet { ...${next} } }`, 'id'),
        ),
      ),
  },
  {
    name: 'fields that conflict in each pair',
    says: /sameField above|conflict/,
    document: (wrap) =>
      of(wrap(Array.from({ length: 200 }, (_, n) => `payments(first: ${n}) { __typename }`).join(' '))),
  },
  { name: 'hundreds of aliases', says: /aliases above/, document: (wrap) => of(wrap(aliases(480, '__typename'))) },
  {
    name: 'aliases by fragments',
    says: /aliases above/,
    document: (wrap) => of(wrap('...F '.repeat(40), `fragment F on Wallet { ${aliases(10)} }`)),
  },
  {
    name: 'hundreds of directives on one field',
    says: /directivesPerNode above|only be used once/,
    document: (wrap) => of(wrap(`id ${'@skip(if: false) '.repeat(250)}`)),
  },
  {
    name: 'directives that do not exist',
    says: /Unknown directive/,
    document: (wrap) => of(wrap(`id ${'@x'.repeat(600)}`)),
  },
  {
    name: 'incremental delivery of a fragment',
    says: /Unknown directive/,
    document: (wrap) => of(wrap('... @defer { id }')),
  },
  {
    name: 'incremental delivery of a list',
    says: /Unknown directive/,
    document: (wrap) => of(wrap('balances @stream(initialCount: 0) { token }')),
  },
  {
    name: 'a list in hundreds of lists',
    says: /cannot represent|must be|does not exist|Expected/,
    document: (wrap) => of(wrap(`payments(statuses: ${nested(700, '[', 'PENDING', ']')}) { __typename }`)),
  },
  {
    name: 'an object in hundreds of objects',
    says: /of required type|is not defined/,
    document: (wrap) => of(wrap(`payments(orderBy: ${nested(400, '{a:', '1', '}')}) { __typename }`)),
  },
  {
    name: 'a number of 50,000 digits',
    says: /Int cannot represent/,
    document: (wrap) => of(wrap(`payments(first: ${'9'.repeat(50_000)}) { __typename }`)),
  },
  {
    name: 'a string of 50,000 characters in place of a number',
    says: /Int cannot represent/,
    document: (wrap) => of(wrap(`payments(first: "${'9'.repeat(50_000)}") { __typename }`)),
  },
  {
    name: 'a name of 50,000 characters',
    says: /Cannot query field/,
    document: (wrap) => of(wrap('x'.repeat(50_000))),
  },
  {
    name: 'a fragment with a name of 50,000 characters',
    says: /Unknown fragment/,
    document: (wrap) => of(wrap(`...${'x'.repeat(50_000)}`)),
  },
  {
    name: 'a name that is nearly one',
    says: /Cannot query field \\"adress\\" on type \\"Wallet\\"\.(?! Did you)/,
    document: (wrap) => of(wrap('adress')),
  },
  {
    name: 'thousands of wrong values in variables',
    says: /got invalid value|cannot represent|does not exist/,
    document: (wrap) =>
      of(wrap('payments(statuses: $list) { __typename }', '', '($list: [PaymentStatus!])'), {
        list: Array(9_000).fill(1),
      }),
  },
  {
    name: 'more values in variables than may be, deep',
    says: /values above/,
    document: (wrap) => of(wrap('id'), { deep: Array.from({ length: 600 }, () => Array(20).fill(0)) }),
  },
  {
    name: 'pages in pages',
    says: /rows above/,
    document: (wrap) => of(wrap(`${nested(2, 'payments(first: 100) { nodes { wallet { ', 'id', ' } } }')}`)),
  },
  {
    name: 'introspection in circles',
    says: /rows above|introspection|Introspection|Anonymous Subscription|must select only one|must not select an introspection/,
    document: (wrap) =>
      of(wrap('id').replace('{', `{ __schema { types { ${nested(5, 'fields { type { ', 'name', ' } }')} } }`)),
  },
]
