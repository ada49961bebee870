/** GraphQL of agents: parse, service, shape. References go through the same loaders and ownership rule as fields. */
import DataLoader from 'dataloader'
import type { Clock } from '../shared/clock.ts'
import { openKey } from '../shared/commit/requestKey.ts'
import { toConnection } from '../shared/pages.ts'
import { loadersOf, type RequestContext } from '../shared/principal.ts'
import type { Agent, AgentKya, Organization, Resolvers } from './generated.ts'
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
  const shape = (row: AgentRow) => shapeAgent(row, deps.clock)

  return {
    Query: {
      me: async (_parent, _args, context) => shape(await getOwnAgent(context.principal, loaders(context).findAgent)),
      agent: async (_parent, { id }, context) =>
        shape(await getAgent(context.principal, loaders(context).findAgent, id)),
      async agents(_parent, args, context) {
        const { page, rows } = await listAgents(deps, context.principal, args)
        return toConnection(rows, page, shape)
      },
      organization: async (_parent, { id }, context) =>
        shapeOrganization(await getOrganization(context.principal, loaders(context).findOrganization, id), context),
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
      async mandate(parent, _args, context) {
        const { row } = parent as ShapedAgent
        const id = await loaders(context).mandateIds.load(row)
        return { id }
      },
      async organization(parent, _args, context) {
        const { row } = parent as ShapedAgent
        const found = await loaders(context).findOrganization(row.orgId)
        if (found === null) throw new Error(`agent ${row._id} has no organization`)
        return shapeOrganization(found, context)
      },
    },
    Organization: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).findOrganization(id)
        return row === null ? null : shapeOrganization(row, context)
      },
    },
  }
}

/** The row goes along for the fields that cost a read of their own. */
type ShapedAgent = { readonly row: AgentRow }

function shapeAgent(row: AgentRow, clock: Clock): Agent {
  const { _id: id, name, description, framework, model, metadata, status, mode, did, walletId } = row
  const shape = {
    row,
    ...{ id, name, description, framework, model, metadata, status, mode, did },
    capabilities: [...row.capabilities],
    didHistory: row.didHistory.map(({ did: past, validFrom, validTo }) => ({
      did: past,
      validFrom: validFrom.toISOString(),
      validTo: validTo?.toISOString() ?? null,
    })),
    kya: shapeKya(row.kya, clock.now()),
    wallet: { id: walletId },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
  return shape as unknown as Agent
}

/** Effective level: evidence that has expired leaves none. */
function shapeKya({ level, validUntil }: AgentRow['kya'], now: Date): AgentKya {
  const isExpired = validUntil !== null && now >= validUntil
  return {
    level: isExpired ? 'none' : level,
    status: isExpired ? 'expired' : level === 'none' ? 'incomplete' : 'valid',
    validUntil: validUntil?.toISOString() ?? null,
  }
}

function shapeOrganization(row: OrganizationRow, { principal }: RequestContext): Organization {
  const { _id: id, name, did, status, limitTimezone, policyTemplates, createdAt } = row
  return {
    ...{ id, name, did, status, limitTimezone },
    mode: 'mode' in principal ? principal.mode : 'test',
    // As on its own route: an agent sees its own mandate, not what others get.
    policyTemplate: principal.kind === 'organization' ? (policyTemplates[principal.mode]?.policyText ?? null) : null,
    createdAt: createdAt.toISOString(),
  }
}
