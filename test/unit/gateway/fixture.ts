/** Two small subgraphs that refer to each other's entities, as the product's do. */
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { type GraphQLSchema, parse } from 'graphql'
import { createLocalSource } from '../../../gateway/datasource.ts'
import { createGraph } from '../../../gateway/supergraph.ts'
import { DomainError, invalidField, notFound } from '../../../subgraphs/shared/errors.ts'
import type { AgentPrincipal, RequestContext } from '../../../subgraphs/shared/principal.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])`

const PAYMENTS = `${LINK}
scalar Decimal
scalar JSON
enum PaymentStatus { PENDING COMPLETED FAILED }
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
  payment(id: ID!, wait: Int): Payment
  payments(first: Int = 50, after: String, status: PaymentStatus): PaymentConnection!
  caller: String
}
type Mutation { createPayment(input: CreatePaymentInput!): CreatePaymentPayload }
type Subscription { payments(count: Int): Payment! }`

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
    status: 'PENDING',
    stage: 'queued',
    agent: { __typename: 'Agent', id: 'agt_1' },
    metadata: { keepMe_asIs: 1 },
    ...more,
  })
  const payments = buildSubgraphSchema([
    {
      typeDefs: parse(PAYMENTS),
      resolvers: {
        Query: {
          payment: (_: unknown, { id }: { id: string }) => {
            if (id === 'crash') throw new Error('secret detail')
            if (!id.startsWith('pay_')) throw notFound('payment')
            return payment(id)
          },
          payments: () => ({
            edges: ['pay_2', 'pay_1'].map((id) => ({ node: payment(id), cursor: id })),
            pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'pay_2', endCursor: 'pay_1' },
          }),
          caller: (_: unknown, __: unknown, context: RequestContext) =>
            context.principal.kind === 'agent' ? `${context.principal.agentId} ${context.requestId}` : null,
        },
        Mutation: {
          createPayment: (_: unknown, { input }: { input: { amount: string; idempotencyKey?: string } }) => {
            if (input.amount === '0') throw invalidField('amount', 'too_small', 'must be above zero')
            if (input.amount === '999') throw new DomainError('policy_violation', 'Too much.', { limit: 100n })
            const key = input.idempotencyKey
            const known = key === undefined ? undefined : used.get(key)
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
      typeDefs: parse(AGENTS),
      resolvers: {
        Query: { me: () => ({ __typename: 'Agent', id: 'agt_1', name: 'Ada' }) },
        Agent: { __resolveReference: ({ id }: { id: string }) => ({ id, name: `name of ${id}` }) },
      },
    },
  ])
  const composed = composeServices([
    { name: 'payments', typeDefs: parse(PAYMENTS), url: 'http://payments.invalid' },
    { name: 'agents', typeDefs: parse(AGENTS), url: 'http://agents.invalid' },
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
