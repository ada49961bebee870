// A read may wait for half a minute (domain A.1): whoever has lost their credentials meanwhile is not told how it ended. What
// changes something has been done by then, and says so; what follows it in the same document is not done any more.
import { setTimeout as sleep } from 'node:timers/promises'
import { composeServices } from '@apollo/composition'
import type { GraphQLSchema } from 'graphql'
import { afterEach, expect, it } from 'vitest'
import { createLocalSource } from '../../../gateway/datasource.ts'
import { buildSubgraph, parseContract } from '../../../subgraphs/shared/contract.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { AgentPrincipal, RequestContext } from '../../../subgraphs/shared/principal.ts'
import { authenticator, createFixtureGateway, silentLog } from './fixture.ts'

let service: Awaited<ReturnType<typeof createFixtureGateway>>
let isRevoked = false

afterEach(async () => {
  isRevoked = false
  await service?.gateway.stop(1_000)
})

const revocable = {
  ...authenticator,
  async verifyAccessToken(token: string) {
    if (isRevoked) throw new DomainError('authentication_error', 'Revoked.', { reason: 'token_revoked' })
    return authenticator.verifyAccessToken(token)
  },
}

const headers = { authorization: 'Bearer agent-1', 'content-type': 'application/json' }
const ask = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, { headers, ...init })
const inGraph = (query: string) => ask('/graphql', { method: 'POST', body: JSON.stringify({ query }) })

it.each([
  ['REST', () => ask('/api/v2/payments/pay_1?wait=2'), 401],
  ['GraphQL', () => inGraph('{ payment(id: "pay_1", wait: 2) { id } }'), 401],
  [
    'GraphQL by GET',
    () => ask(`/graphql?query=${encodeURIComponent('{ payment(id: "pay_1", wait: 2) { id } }')}`),
    401,
  ],
] as const)(
  'a read over %s that waited tells nothing to whoever was revoked meanwhile',
  async (_over, read, status) => {
    service = await createFixtureGateway({ authenticator: revocable })
    const kept = await read()
    expect([kept.status, await kept.text()]).toEqual([200, expect.stringContaining('pay_1')])
    const late = read()
    await sleep(1_200)
    isRevoked = true
    const response = await late
    const text = await response.text()
    expect([response.status, text]).toEqual([status, expect.stringContaining('token_revoked')])
    expect(text).not.toContain('pay_1')
  },
)

it('one that is over within a second is asked for once', async () => {
  let asked = 0
  const counting = {
    ...authenticator,
    verifyAccessToken(token: string) {
      asked += 1
      return authenticator.verifyAccessToken(token)
    },
  }
  service = await createFixtureGateway({ authenticator: counting })
  expect((await ask('/api/v2/payments/pay_1')).status).toBe(200)
  expect((await inGraph('{ payment(id: "pay_1") { id } }')).status).toBe(200)
  expect(asked).toBe(2)
})

const ACTS = parseContract(`extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
type Query { nothing: String @access(agent: ["any"]) }
type Mutation { pay: String @access(agent: ["any"]) rotateDid: String @access(agent: ["any"]) }`)

it('what follows a root field that waited is done with the rights of then, however many follow', async () => {
  let capabilities = ['payments', 'wallets']
  const changing = {
    ...authenticator,
    async verifyAccessToken(token: string) {
      return { ...(await authenticator.verifyAccessToken(token)), capabilities } as never
    },
  }
  const seen: unknown[] = []
  const { schema } = buildSubgraph(ACTS, {
    Query: { nothing: () => null },
    Mutation: {
      async pay() {
        await sleep(150)
        capabilities = ['wallets']
      },
      rotateDid: (_: unknown, __: unknown, { principal }: RequestContext) =>
        void seen.push((principal as AgentPrincipal).capabilities),
    },
  })
  service = await createFixtureGateway({ authenticator: changing, ...onlyActs(schema) })
  await inGraph('mutation { before: rotateDid pay first: rotateDid second: rotateDid third: rotateDid }')
  expect(seen).toEqual([['payments', 'wallets'], ['wallets'], ['wallets'], ['wallets']])
})

function onlyActs(schema: GraphQLSchema) {
  const { supergraphSdl = '' } = composeServices([
    { name: 'acts', typeDefs: ACTS.typeDefs, url: 'http://acts.invalid' },
  ])
  const source = createLocalSource({ name: 'acts', schema, log: silentLog })
  return { supergraphSdl, sources: [source], subscriptionSources: new Map(), rows: [], operations: new Map() }
}

it('what follows a root field that waited is done for nobody who was revoked meanwhile', async () => {
  const done: string[] = []
  const acting = (name: string, waitMs: number) => async () => {
    await sleep(waitMs)
    isRevoked = waitMs > 0
    done.push(name)
    return name
  }
  const { schema } = buildSubgraph(ACTS, {
    Query: { nothing: () => null },
    Mutation: { pay: acting('pay', 150), rotateDid: acting('rotateDid', 0) },
  })
  service = await createFixtureGateway({ authenticator: revocable, ...onlyActs(schema) })
  const told = await (await inGraph('mutation { rotateDid one: pay other: rotateDid }')).json()
  expect(told).toMatchObject({
    data: { rotateDid: 'rotateDid', one: 'pay', other: null },
    errors: [{ path: ['other'], extensions: { code: 'UNAUTHENTICATED', details: { reason: 'token_revoked' } } }],
  })
  expect(done).toEqual(['rotateDid', 'pay'])
})
