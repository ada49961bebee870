/** GraphQL of agents: parse, service, shape. References go through the same loaders and ownership rule as fields. */
import DataLoader from 'dataloader'
import { openKey } from '../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../shared/connections.ts'
import { loadersOf, type RequestContext } from '../shared/principal.ts'
import type { Resolvers } from './generated.ts'
import type { SigningKeys } from './keys/signingKeys.ts'
import type { AgentsDeps } from './ports.ts'
import { issueToken } from './services/issueToken.ts'
import {
  findCurrentMandateIds,
  findVisibleAgents,
  findVisibleOrganizations,
  getAgent,
  getOrganization,
  getOwnAgent,
  listAgents,
} from './services/readAgents.ts'
import { type RegisteredAgent, registerAgent } from './services/registerAgent.ts'
import { shapeAgent, shapeOrganization } from './shapes.ts'

type AgentRow = RegisteredAgent['agent']
type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findVisibleOrganizations>>[number]>
type Loaders = ReturnType<typeof createLoaders>

function createLoaders(deps: AgentsDeps, { principal }: RequestContext) {
  const agents = new DataLoader((ids: readonly string[]) => findVisibleAgents(deps, principal, ids))
  const organizations = new DataLoader((ids: readonly string[]) => findVisibleOrganizations(deps, principal, ids))
  const mandateIds = new DataLoader<AgentRow, string, string>((rows) => findCurrentMandateIds(deps, rows), {
    cacheKeyFn: (row) => row._id,
  })
  return {
    mandateIds,
    findAgent: (id: string): Promise<AgentRow | null> => agents.load(id),
    findOrganization: (id: string): Promise<OrganizationRow | null> => organizations.load(id),
  }
}

export function createResolvers(deps: AgentsDeps, keys: SigningKeys): Resolvers {
  const loaders = (context: RequestContext): Loaders => loadersOf(context, 'agents', () => createLoaders(deps, context))
  const shape = (row: AgentRow) => shapeAgent(row, deps.clock.now())

  return {
    Query: {
      me: async (_parent, _args, context) => shape(await getOwnAgent(context.principal, loaders(context).findAgent)),
      agent: async (_parent, { id }, context) => shape(await getAgent(loaders(context).findAgent, id)),
      agents: async (_parent, args, { principal }) => toConnection(await listAgents(deps, principal, args), shape),
      organization: async (_parent, { id }, context) =>
        shapeOrganization(await getOrganization(loaders(context).findOrganization, id), context),
    },
    Mutation: {
      async registerAgent(_parent, { input }, context) {
        const { idempotencyKey: _, ...request } = input
        const key = openKey(context, { operation: 'registerAgent', input })
        const { agent, apiKey, replayed } = await registerAgent(deps, context.principal, request, key)
        return { agent: shape(agent), apiKey, replayed }
      },
      issueToken: (_parent, { input }) => issueToken(deps, keys, input),
    },
    Agent: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).findAgent(id)
        return row === null ? null : shape(row)
      },
      // Each costs a read, so only where it is asked for.
      mandate: async ({ row }, _args, context) => ({ id: await loaders(context).mandateIds.load(row) }),
      async organization({ row }, _args, context) {
        const found = await loaders(context).findOrganization(row.orgId)
        if (found === null) throw new Error(`agent ${row._id} has no organization`)
        return shapeOrganization(found, context)
      },
    },
    AgentConnection: connectionFields,
    Organization: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).findOrganization(id)
        return row === null ? null : shapeOrganization(row, context)
      },
    },
  }
}
