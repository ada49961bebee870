/** Two small subgraphs that refer to each other's entities, as the product's do. */
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import type { GraphQLSchema } from 'graphql'
import type { Authenticator } from '../../../gateway/auth/ports.ts'
import { createSignInCookie } from '../../../gateway/auth/sessionCookie.ts'
import { createGateway, type GatewayOptions } from '../../../gateway/createGateway.ts'
import { createLocalSource } from '../../../gateway/datasource.ts'
import { readManifest } from '../../../gateway/rest/manifest.ts'
import type { RestRow } from '../../../gateway/rest/row.ts'
import type { ResponseStore, StoredResponse } from '../../../gateway/storedResponses.ts'
import { createGraph } from '../../../gateway/supergraph.ts'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import { parseContract } from '../../../subgraphs/shared/contract.ts'
import { DomainError, invalidField, notFound } from '../../../subgraphs/shared/errors.ts'
import type { AgentPrincipal, RequestContext } from '../../../subgraphs/shared/principal.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])`

/** Who may call what a route of the fixture needs. */
export const ACCESS = '@access(agent: ["payments"], organization: "any")'
const PAYMENTS = `${LINK}
scalar Decimal
scalar JSON
enum PaymentStatus { pending completed failed }
type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type Payment @key(fields: "id") {
  id: ID! amount: Decimal! token: String! status: PaymentStatus! stage: String agent: Agent metadata: JSON note: String
}
type PaymentEdge { node: Payment! cursor: String! }
type PaymentConnection { edges: [PaymentEdge!]! pageInfo: PageInfo! }
type Agent @key(fields: "id", resolvable: false) { id: ID! }
input CreatePaymentInput {
  walletId: ID! to: String! amount: Decimal! token: String! chain: String metadata: JSON
  beneficiary: BeneficiaryInput idempotencyKey: String wait: Int status: PaymentStatus tags: [String!]
}
input BeneficiaryInput { fullName: String! country: String }
type CreatePaymentPayload { payment: Payment replayed: Boolean! }
type Query {
  payment(id: ID!, wait: Int): Payment ${ACCESS}
  payments(first: Int = 50, after: String, status: PaymentStatus): PaymentConnection! ${ACCESS}
  caller: String
}
type Mutation { createPayment(input: CreatePaymentInput!): CreatePaymentPayload ${ACCESS} }
type Subscription { payments(count: Int): Payment! ${ACCESS} }`

const AGENTS = `${LINK}
type Agent @key(fields: "id") { id: ID! name: String }
type Query { me: Agent }`

export const silentLog: Log = { info() {}, warn() {}, error() {} }

export function recordingLog(): Log & { readonly lines: { fields: object; message: string }[] } {
  const lines: { fields: object; message: string }[] = []
  return { lines, info() {}, warn() {}, error: (fields, message) => void lines.push({ fields, message }) }
}

export const agent: AgentPrincipal = {
  kind: 'agent',
  agentId: 'agt_1',
  orgId: 'org_1',
  mode: 'test',
  walletId: 'wal_1',
  capabilities: ['payments'],
  scope: 'agent:execute',
}

export function contextOf(principal: RequestContext['principal'] = agent): RequestContext {
  return { principal, requestId: 'req_test', loaders: new Map() }
}

export interface Fixture {
  readonly schemas: Record<'payments' | 'agents', GraphQLSchema>
  readonly supergraphSdl: string
  /** Keys that have been used, for the replay paths. */
  readonly used: Map<string, object>
}

export function createFixture(): Fixture {
  const used = new Map<string, object>()
  const payment = (id: string, more: object = {}) => ({
    __typename: 'Payment',
    id,
    amount: '10.00',
    token: 'USDC',
    status: 'pending',
    stage: 'queued',
    agent: { __typename: 'Agent', id: 'agt_1' },
    metadata: { keepMe_asIs: 1 },
    ...more,
  })
  const payments = buildSubgraphSchema([
    {
      typeDefs: parseContract(PAYMENTS).typeDefs,
      resolvers: {
        Query: {
          payment: async (_: unknown, { id, wait }: { id: string; wait?: number }, { pause }: RequestContext) => {
            if (wait) await pause?.(() => new Promise((resolve) => setTimeout(resolve, wait * 1_000)))
            if (id === 'crash') throw new Error('secret detail')
            if (!id.startsWith('pay_')) throw notFound('payment')
            return payment(id)
          },
          payments: async (_: unknown, { after }: { after?: string }) => {
            if (after === 'crash') throw notFound('page')
            return {
              edges: ['pay_2', 'pay_1'].map((id) => ({ node: payment(id), cursor: id })),
              pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'pay_2', endCursor: 'pay_1' },
            }
          },
          caller: (_: unknown, __: unknown, context: RequestContext) =>
            context.principal.kind === 'agent' ? `${context.principal.agentId} ${context.requestId}` : null,
        },
        Mutation: {
          createPayment: (
            _: unknown,
            { input }: { input: { amount: string; idempotencyKey?: string } },
            { keys }: RequestContext,
          ) => {
            if (input.amount === '0') throw invalidField('amount', 'too_small', 'must be above zero')
            const key = input.idempotencyKey
            const mark = { id: `agt_1|pay|${key}`, outcome: null, answerBy: null }
            if (input.amount === '999') {
              const kept = key === undefined ? {} : { key_kept_until: '2026-01-02T00:00:00.000Z' }
              if (key !== undefined) keys?.push({ ...mark, replayed: used.has(key) })
              if (key !== undefined) used.set(key, {})
              throw new DomainError('policy_violation', 'Too much.', { limit: 100n, ...kept })
            }
            const known = key === undefined ? undefined : used.get(key)
            if (key !== undefined) keys?.push({ ...mark, replayed: known !== undefined })
            // A failure after the commit is not a response to store.
            if (input.amount === '500') throw new Error('secret detail')
            if (known !== undefined) return { payment: known, replayed: true }
            const made = payment('pay_9', {
              amount: input.amount,
              stage: input.amount === '80.01' ? 'awaiting_approval' : 'queued',
            })
            if (key !== undefined) used.set(key, made)
            return { payment: made, replayed: false }
          },
        },
        Payment: { __resolveReference: ({ id }: { id: string }) => payment(id) },
        Subscription: {
          payments: {
            async *subscribe(_: unknown, { count }: { count?: number }) {
              for (let n = 1; n <= (count ?? 3); n++) yield { payments: payment(`pay_${n}`) }
            },
          },
        },
      },
    },
  ])
  const agents = buildSubgraphSchema([
    {
      typeDefs: parseContract(AGENTS).typeDefs,
      resolvers: {
        Query: { me: () => ({ __typename: 'Agent', id: 'agt_1', name: 'Ada' }) },
        Agent: { __resolveReference: ({ id }: { id: string }) => ({ id, name: `name of ${id}` }) },
      },
    },
  ])
  const composed = composeServices([
    { name: 'payments', typeDefs: parseContract(PAYMENTS).typeDefs, url: 'http://payments.invalid' },
    { name: 'agents', typeDefs: parseContract(AGENTS).typeDefs, url: 'http://agents.invalid' },
  ])
  if (composed.supergraphSdl === undefined) throw new Error(String(composed.errors))
  return { schemas: { payments, agents }, supergraphSdl: composed.supergraphSdl, used }
}

export async function createFixtureGraph(operations: Record<string, string> = {}, log: Log = silentLog) {
  const fixture = createFixture()
  const payments = createLocalSource({ name: 'payments', schema: fixture.schemas.payments, log })
  const agents = createLocalSource({ name: 'agents', schema: fixture.schemas.agents, log })
  const graph = await createGraph({
    supergraphSdl: fixture.supergraphSdl,
    sources: [payments, agents],
    operations: new Map(Object.entries(operations)),
    introspection: false,
    log,
  })
  return { fixture, graph, payments, agents }
}

export const ROWS: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/payments',
    operation: 'CreatePayment',
    summary: 'Pay.',
    success: 201,
    resultField: 'payment',
    waits: true,
    agentHeader: 'required',
    createsPayment: true,
    location: (body) => `/api/v2/payments/${body.payment_id}`,
  },
  {
    method: 'GET',
    path: '/api/v2/payments',
    operation: 'ListPayments',
    summary: 'List.',
  },
  {
    method: 'GET',
    path: '/api/v2/payments/{payment_id}',
    operation: 'GetPayment',
    summary: 'One.',
    deprecated: { since: '2026-01-01', sunset: '2026-12-31' },
  },
]

const OPERATIONS = [
  `mutation CreatePayment($input: CreatePaymentInput!) { createPayment(input: $input) { payment { ...Payment } replayed } }
   query ListPayments($status: PaymentStatus, $first: Int, $after: String) {
     payments(status: $status, first: $first, after: $after) { edges { node { ...Payment } } pageInfo { hasNextPage endCursor } }
   }
   query GetPayment($id: ID!, $wait: Int) { payment(id: $id, wait: $wait) { ...Payment } }
   fragment Payment on Payment { paymentId: id agentId: agent { id } amount token status stage metadata }`,
]

async function refuseSession(): Promise<never> {
  throw new DomainError('authentication_error', 'No.', { reason: 'invalid_session' })
}

/** Tokens `agent-1` and `agent-2`, key `sk_test_good`; everything else is refused. */
export const authenticator: Authenticator = {
  async verifyAccessToken(token) {
    const id = /agent-(\d)$/.exec(token)?.[1]
    if (id === undefined) throw new DomainError('authentication_error', 'No.', { reason: 'invalid_token' })
    return { ...agent, agentId: `agt_${id}` }
  },
  async verifyOrganizationKey(key) {
    if (key !== 'sk_test_good') throw new DomainError('authentication_error', 'No.', { reason: 'invalid_api_key' })
    return { kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'p1', roles: [] }
  },
  async verifyEnrolmentKey() {
    throw new DomainError('authentication_error', 'No.', { reason: 'invalid_api_key' })
  },
  async verifyMerchantKey() {
    throw new DomainError('authentication_error', 'No.', { reason: 'invalid_api_key' })
  },
  verifySession: refuseSession,
  jwks: async () => ({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: 'AA' }] }),
}

export function createMemoryResponses(): ResponseStore & { readonly rows: Map<string, StoredResponse> } {
  const rows = new Map<string, StoredResponse>()
  return {
    rows,
    async put(id, answer) {
      rows.set(id, answer)
    },
    find: async (id) => rows.get(id) ?? null,
  }
}

export async function createFixtureGateway(more: Partial<GatewayOptions> = {}) {
  const log = recordingLog()
  const fixture = createFixture()
  const payments = createLocalSource({ name: 'payments', schema: fixture.schemas.payments, log })
  const agents = createLocalSource({ name: 'agents', schema: fixture.schemas.agents, log })
  const answers = createMemoryResponses()
  const gateway = await createGateway({
    supergraphSdl: fixture.supergraphSdl,
    sources: [payments, agents],
    subscriptionSources: new Map([['payments', payments.subscribe]]),
    standings: { watch: () => () => undefined },
    authenticator,
    signIn: {
      browserSessions: { open: refuseSession, signIn: refuseSession, endAccess: refuseSession, end: async () => null },
      openId: { begin: refuseSession, finish: refuseSession, signOutUrl: async () => null },
      flowCookie: createSignInCookie('https://pay.example.com'),
    },
    responses: answers,
    clock: systemClock,
    log,
    baseUrl: 'https://pay.example.com',
    version: '1.0.0',
    supportedChains: ['base'],
    introspection: false,
    rows: ROWS,
    operations: readManifest(OPERATIONS),
    ...more,
  })
  const url = await gateway.listen({ port: 0, host: '127.0.0.1' })
  return { gateway, url, answers, log, fixture }
}
