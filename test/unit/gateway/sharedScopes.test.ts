// Equal subscriptions share one run by what their callers may see, and not by the credential that they have (gateway 8.3): two
// viewers of one organization share, whatever their keys, and whoever may see something else does not.
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { describe, expect, it } from 'vitest'
import { createLocalSource, type SubscribeInProcess } from '../../../gateway/datasource.ts'
import type { Delivery } from '../../../gateway/subscriptions/delivery.ts'
import type { Stream } from '../../../gateway/subscriptions/streams.ts'
import { createSubscriber } from '../../../gateway/subscriptions/subscriber.ts'
import { createGraph } from '../../../gateway/supergraph.ts'
import { parseContract } from '../../../subgraphs/shared/contract.ts'
import type { AgentPrincipal, OrganizationPrincipal, Principal } from '../../../subgraphs/shared/principal.ts'
import { agent, contextOf, silentLog } from './fixture.ts'

const EVENTS = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])
type Event { id: ID! cursor: String! seenBy: String! }
type Query { caller: String }
type Subscription { events(after: String): Event! @access(agent: ["any"], organization: "any") }`

const viewer: OrganizationPrincipal = {
  ...{ kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'ada' },
  roles: ['viewer'],
}

/** What many subscribe to, and for whom the source was read. */
async function openEvents() {
  const { typeDefs } = parseContract(EVENTS)
  let publish = (_id: string): void => undefined
  const published = new Promise<string>((resolve) => {
    publish = resolve
  })
  async function* subscribe(_: unknown, __: unknown, { principal }: { principal: Principal }) {
    const id = await published
    yield { events: { id, cursor: id, seenBy: JSON.stringify(principal) } }
  }
  const schema = buildSubgraphSchema([{ typeDefs, resolvers: { Subscription: { events: { subscribe } } } }])
  const source = createLocalSource({ name: 'events', schema, log: silentLog })
  const { supergraphSdl = '' } = composeServices([{ name: 'events', typeDefs, url: 'http://events.invalid' }])
  const { apiSchema, planner } = await createGraph({
    ...{ supergraphSdl, sources: [source], operations: new Map(), introspection: false, log: silentLog },
  })
  const readFor: Principal[] = []
  const read: SubscribeInProcess = (document, variables, context) => {
    readFor.push(context.principal)
    return source.subscribe(document, variables, context)
  }
  const subscriber = createSubscriber({ apiSchema, planner, sources: new Map([['events', read]]) })
  const document = subscriber.read('subscription { events { id seenBy } }', {})
  if (!('kind' in document)) throw new Error(String(document))
  const join = async (principal: Principal) =>
    (await subscriber.subscribe(document, {}, contextOf(principal))) as Stream<Delivery>
  return { join, publish, readFor }
}

describe('equal subscriptions', () => {
  const session = (id: string, isProven: boolean) => ({ id: `ses_${id}` as const, expiresAtMs: Date.now(), isProven })
  const token = (keyVersion: number): AgentPrincipal => ({ ...agent, token: { keyVersion, familyId: `${keyVersion}` } })

  it.each<[string, Principal, Principal]>([
    ['two viewers of one organization', viewer, { ...viewer, keyId: 'key_2', personId: 'bob' }],
    ['a key and one that will end', viewer, { ...viewer, validUntilMs: Date.now() + 60_000 }],
    ['a key and its session', viewer, { ...viewer, session: session('1', false) }],
    [
      'roles in another order',
      { ...viewer, roles: ['admin', 'approver'] },
      { ...viewer, roles: ['approver', 'admin'] },
    ],
    ['two tokens of one agent', token(1), token(2)],
  ])('of %s are read once, for nobody in particular, and told as one text', async (_, one, other) => {
    const { join, publish, readFor } = await openEvents()
    const streams = await Promise.all([one, other].map(join))
    expect(readFor).toHaveLength(1)
    const told = streams.map((stream) => stream.next())
    publish('evt_1')
    const [first, second] = (await Promise.all(told)).map(({ value }) => value as Delivery)
    expect(first).toBe(second)
    for (const named of ['ada', 'bob', 'key_1', 'key_2', 'ses_', 'familyId', 'validUntilMs'])
      expect(first?.text).not.toContain(named)
    for (const stream of streams) void stream.return?.()
  })

  it.each<[string, Principal, Principal]>([
    ['an agent with fewer capabilities', agent, { ...agent, capabilities: [] }],
    ['an agent with a weaker scope', agent, { ...agent, scope: 'agent:read' }],
    ['another agent', agent, { ...agent, agentId: 'agt_2' }],
    ['an agent with another wallet', agent, { ...agent, walletId: 'wal_2' }],
    ['the organization of an agent', agent, viewer],
    ['other roles', viewer, { ...viewer, roles: ['admin'] }],
    ['another organization', viewer, { ...viewer, orgId: 'org_2' }],
    ['the other mode', viewer, { ...viewer, mode: 'live' }],
  ])('of %s are read apart', async (_, one, other) => {
    const { join, readFor } = await openEvents()
    const streams = await Promise.all([one, other].map(join))
    expect(readFor).toHaveLength(2)
    for (const stream of streams) void stream.return?.()
  })
})
