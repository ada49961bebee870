// Specification 5: what `@access` declares is asked before anything of the operation runs, and whatever declares nobody
// does not start.
import { setTimeout as sleep } from 'node:timers/promises'
import { graphql, parse, subscribe } from 'graphql'
import { describe, expect, it } from 'vitest'
import { describeAccess, parseAccess } from '../../../subgraphs/shared/access.ts'
import { buildSubgraph, parseContract } from '../../../subgraphs/shared/contract.ts'
import type { AgentPrincipal, Principal, RequestContext } from '../../../subgraphs/shared/principal.ts'

const agent: AgentPrincipal = {
  ...{ kind: 'agent', agentId: 'agt_1', orgId: 'org_1', mode: 'test', walletId: 'wal_1' },
  ...{ capabilities: ['payments'], scope: 'agent:read' },
}
const key = (...roles: 'admin'[]): Principal => ({
  ...{ kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'ann', roles },
})

const SDL = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
type Thing @key(fields: "id") @access(organization: "any") { id: ID! other: Thing others: [Thing!]! page: Page @access(agent: ["payments"])
  hiddenPage: Page @access(agent: ["payments"], hidden: true) }
type Page { edges: [Edge!]! }
type Edge { node: Thing }
type Seen { thing: Thing things: [Thing!]! }
input Act { idempotencyKey: String }
type Query { pages(walletId: ID, requestId: ID, first: Int): Page @access(organization: "any") seen: Seen @access(agent: ["payments"], organization: "any") thing: Thing @access(organization: "any") }
type Mutation { act(input: Act!): String @access(organization: "admin")
  late(input: Act!): String @access(organization: "admin", late: true) }
type Subscription { things: Thing @access(organization: "any") }`

const thing = () => ({ id: 'one' })
const act = (_: unknown, __: unknown, { refused }: RequestContext) => `ran ${refused?.type}`
const resolvers = {
  Query: { seen: () => ({}), thing, pages: () => ({ edges: [] }) },
  Mutation: { act, late: act },
  Subscription: {
    things: {
      async *subscribe() {
        yield { things: thing() }
      },
    },
  },
  Seen: { thing, things: () => [thing()] },
  Thing: {
    __resolveReference: thing,
    page: () => ({ edges: [{ node: thing() }] }),
    hiddenPage: () => ({ edges: [{ node: thing() }] }),
  },
}
const build = (sdl: string, given: object = resolvers) => buildSubgraph(parseContract(sdl), given)

async function run(principal: Principal, source: string): Promise<unknown> {
  const contextValue: RequestContext = { principal, requestId: 'req_1', loaders: new Map() }
  const { data, errors } = await graphql({ schema: build(SDL).schema, source, contextValue })
  return errors?.[0]?.message ?? JSON.parse(JSON.stringify(data))
}

describe('a declared subgraph', () => {
  it('refuses a caller that the operation does not admit, and says why', async () => {
    const seen = '{ seen { __typename } }'
    expect(await run(agent, seen)).toEqual({ seen: { __typename: 'Seen' } })
    expect(await run({ ...agent, capabilities: [] }, seen)).toMatch('needs the capability payments')
    expect(await run({ kind: 'anonymous' }, seen)).toMatch('Send an access token')
    expect(await run({ kind: 'operator', operatorId: 'opr_1' }, seen)).toMatch('Send an access token')
    expect(await run(agent, 'mutation { act(input: {}) }')).toMatch('Only an organization API key')
    expect(await run(key(), 'mutation { act(input: {}) }')).toMatch('with the role admin')
    expect(await run(key('admin'), 'mutation { act(input: {}) }')).toEqual({ act: 'ran undefined' })
  })

  it('refuses a list that is filtered by what is no id of its kind', async () => {
    const pages = (filter: string) => run(key(), `{ pages(${filter}) { edges { __typename } } }`)
    expect(await pages('walletId: "wal_1", requestId: "mine"')).toEqual({ pages: { edges: [] } })
    expect(await pages('walletId: null')).toEqual({ pages: { edges: [] } })
    for (const wrong of ['agt_1', 'nonsense', ''])
      expect(await pages(`walletId: "${wrong}"`)).toMatch(/^wallet_id: must/)
  })

  it('opens no stream for a caller that the subscription does not admit', async () => {
    const open = (principal: Principal) =>
      subscribe({
        ...{ schema: build(SDL).schema, document: parse('subscription { things { id } }') },
        contextValue: { principal, requestId: 'req_1', loaders: new Map() },
      })
    expect(await open(agent)).toMatchObject({ errors: [{ message: expect.stringContaining('Only an organization') }] })
    expect(await open(key())).toHaveProperty('next')
  })

  it('refuses a request with a key as well, and leaves it to the operation where that asks later', async () => {
    const keyed = (field: string) => `mutation { ${field}(input: { idempotencyKey: "k" }) }`
    expect(await run(key(), keyed('act'))).toMatch('with the role admin')
    expect(await run(key('admin'), keyed('act'))).toEqual({ act: 'ran undefined' })
    expect(await run(key(), keyed('late'))).toEqual({ late: 'ran insufficient_scope' })
    expect(await run(key('admin'), keyed('late'))).toEqual({ late: 'ran undefined' })
  })

  it('resolves no reference to something that the caller may not see', async () => {
    const edges = '{ seen { thing { id } things { id } } }'
    expect(await run(agent, edges)).toEqual({ seen: { thing: null, things: [] } })
    expect(await run(key(), edges)).toEqual({ seen: { thing: { id: 'one' }, things: [{ id: 'one' }] } })
    const entity = '{ _entities(representations: [{ __typename: "Thing", id: "one" }]) { ... on Thing { id } } }'
    expect(await run(agent, entity)).toEqual({ _entities: [null] })
    expect(await run(key(), entity)).toEqual({ _entities: [{ id: 'one' }] })
    expect(await run(key(), '{ thing { page { edges { node { id } } } } }')).toMatch('Only an agent token')
    expect(await run(key(), '{ thing { hiddenPage { edges { node { id } } } } }')).toEqual({
      thing: { hiddenPage: { edges: [] } },
    })
  })

  it('lets the callers of one organization take turns in lists and in what declares it, and in nothing else', async () => {
    const access = '@access(agent: ["any"], organization: "any")'
    const turns = '@access(agent: ["any"], organization: "any", turns: true)'
    const sdl = SDL.replace('type Query {', `type Query { list: Page ${access} sum: Int ${turns} plain: Int ${access}`)
    const most: Record<string, number> = {}
    const running: Record<string, number> = {}
    const slow =
      (name: string, result: unknown) =>
      async (_: unknown, __: unknown, { principal }: RequestContext) => {
        const at = `${name} of ${'orgId' in principal ? principal.orgId : ''} ${principal.kind}`
        running[at] = (running[at] ?? 0) + 1
        most[at] = Math.max(most[at] ?? 0, running[at])
        await sleep(20)
        running[at] -= 1
        return result
      }
    const lists = { list: slow('list', { edges: [] }), sum: slow('sum', 1), plain: slow('plain', 1) }
    const { schema } = build(sdl, { ...resolvers, Query: { ...resolvers.Query, ...lists } })
    const ask = (principal: Principal, field: string) => {
      const contextValue: RequestContext = { principal, requestId: 'req_1', loaders: new Map() }
      return graphql({ schema, source: `{ a: ${field} b: ${field} c: ${field} d: ${field} }`, contextValue })
    }
    const other = { ...key(), orgId: 'org_2' } as Principal
    for (const field of ['list { edges { node { id } } }', 'sum', 'plain'])
      for (const { errors } of await Promise.all([key(), agent, other].map((one) => ask(one, field))))
        expect(errors).toBeUndefined()
    expect(most).toEqual(
      Object.fromEntries(
        [
          ['list', 2],
          ['sum', 2],
          ['plain', 4],
        ].flatMap(([name, number]) =>
          ['org_1 organization', 'org_1 agent', 'org_2 organization'].map((owner) => [`${name} of ${owner}`, number]),
        ),
      ),
    )
  })

  it.each([
    ['a root field', SDL.replace('thing: Thing @access(organization: "any")', 'thing: Thing')],
    ['an entity', SDL.replace(' @access(organization: "any") {', ' {')],
    [
      'what is no page and would be hidden',
      SDL.replace('thing: Thing @access(', 'thing: Thing @access(hidden: true, '),
    ],
    ['a page of what is not for everybody', SDL.replace('page: Page @access(agent: ["payments"])', 'page: Page')],
  ])('does not start while %s declares nobody', (_, sdl) => {
    expect(() => build(sdl)).toThrow(/@access|no page/)
  })

  it('does not start with a declaration without a resolver, nor with a misspelt one', () => {
    expect(() => build(SDL, { ...resolvers, Query: { thing } })).toThrow('has no resolver')
    for (const wrong of ['agent: ["payment"]', 'agent: ["any"], scope: "read"', 'organization: "boss"', 'nobody: true'])
      expect(() => build(SDL.replace('organization: "admin"', wrong))).toThrow('act')
  })
})

describe('the documents', () => {
  it.each([
    [{ agent: ['any'] }, 'agent token'],
    [
      { agent: ['any'], scope: 'agent:admin', organization: 'any' },
      'agent token with agent:admin; any organization key',
    ],
    [
      { agent: ['payments', 'mandates'], scope: 'agent:execute' },
      'agent token with payments or mandates and agent:execute',
    ],
    [{ organization: 'approver' }, 'organization key with the role admin or approver'],
    [{ organization: 'admin', operator: true }, 'organization key with the role admin; operator key'],
    [{ public: true, note: 'with the agent key' }, 'anyone (with the agent key)'],
  ])('%o', (given, text) => {
    expect(describeAccess(parseAccess(given, 'here'))).toBe(text)
  })
})
