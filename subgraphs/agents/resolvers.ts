/** GraphQL of agents: parse, service, shape. References go through the same loaders and ownership rule as fields. */

import DataLoader from 'dataloader'
import { timeOf } from '../shared/clock.ts'
import { openKey } from '../shared/commit/requestKey.ts'
import { connectionFields, PAGE_MAX, toConnection } from '../shared/connections.ts'
import { invalidField } from '../shared/errors.ts'
import type { KeyId, SessionId } from '../shared/ids.ts'
import type { ClockOwner } from '../shared/organizationTime.ts'
import { loadersOf, type RequestContext } from '../shared/principal.ts'
import type { MutationResolvers, Resolvers } from './generatedResolvers.ts'
import { createKeyMutations } from './keyMutations.ts'
import type { SigningKeys } from './keys/signingKeys.ts'
import { createKyaResolvers } from './kyaResolvers.ts'
import type { AgentsDeps } from './ports.ts'
import { typeOfNode, typeOfShape } from './rules/nodeTypes.ts'
import { reactivateAgent, revokeAgent, suspendAgent } from './services/agentStanding.ts'
import type { ChangedAgent } from './services/changeAgent.ts'
import { type CredentialLog, watch } from './services/credentialLog.ts'
import { findVisibleEnrolmentKeys, listEnrolmentKeys } from './services/enrolmentKeys.ts'
import { issueToken, type ShownCredential, type TokenInput } from './services/issueToken.ts'
import type { KeyUses } from './services/keyUses.ts'
import { listMerchantKeys } from './services/merchantKeys.ts'
import { findVisibleOrganizationKeys, getOrganizationKey, listOrganizationKeys } from './services/organizationKeys.ts'
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
import { lastRotation, rotateAgentDid } from './services/rotateAgentDid.ts'
import { rotateAgentKey } from './services/rotateAgentKey.ts'
import { updateAgent } from './services/updateAgent.ts'
import { updateOrganization } from './services/updateOrganization.ts'
import { createSessionLoaders, createSessionResolvers } from './sessionResolvers.ts'
import {
  organizationShaper,
  shapeAgent,
  shapeEnrolmentKey,
  shapeMerchantKey,
  shapeOrganizationKey,
  shapeViewer,
} from './shapes.ts'
import { createTestClockResolvers } from './testClockResolvers.ts'

type AgentRow = RegisteredAgent['agent']
type OrganizationKeyRow = NonNullable<Awaited<ReturnType<typeof findVisibleOrganizationKeys>>[number]>
type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findVisibleOrganizations>>[number]>
type Loaders = ReturnType<typeof createLoaders>

function createLoaders(deps: AgentsDeps, uses: Pick<KeyUses, 'find'>, { principal }: RequestContext) {
  const agents = new DataLoader((ids: readonly string[]) => findVisibleAgents(deps, principal, ids))
  const organizations = new DataLoader((ids: readonly string[]) => findVisibleOrganizations(deps, principal, ids))
  const mandateIds = new DataLoader<AgentRow, string, string>((rows) => findCurrentMandateIds(deps, rows), {
    cacheKeyFn: (row) => row._id,
  })
  const holders = new DataLoader(
    (owners: readonly ClockOwner[]) => Promise.all(owners.map((owner) => deps.findHolderDecision(owner))),
    { cacheKeyFn: ({ orgId, mode }) => `${orgId}:${mode}` },
  )
  return {
    mandateIds,
    findHolderDecision: ({ orgId, mode }: ClockOwner) => holders.load({ orgId, mode }),
    organizationKeys: new DataLoader((ids: readonly string[]) => findVisibleOrganizationKeys(deps, principal, ids)),
    ...createSessionLoaders(deps, principal),
    keyUses: new DataLoader(async (ids: readonly (KeyId | SessionId)[]) => {
      const found = await uses.find(ids)
      return ids.map((id) => found.get(id) ?? null)
    }),
    enrolmentKeys: new DataLoader((ids: readonly string[]) => findVisibleEnrolmentKeys(deps, principal, ids)),
    findAgent: (id: string): Promise<AgentRow | null> => agents.load(id),
    findOrganization: (id: string): Promise<OrganizationRow | null> => organizations.load(id),
  }
}

/** Recorded as an act of the agent whose credential it is. */
async function exchangeToken(
  deps: AgentsDeps,
  { keys, credentials }: { readonly keys: SigningKeys; readonly credentials: CredentialLog },
  input: TokenInput,
  context: RequestContext,
) {
  const shown: ShownCredential = { agent: null }
  const known = () => (shown.agent === null ? null : shownBy(shown.agent, context))
  const issued = await watch(credentials, known, () => issueToken(deps, keys, input, shown))
  const by = known()
  if (by !== null) await credentials.done(by)
  return issued
}

function shownBy(
  { _id, orgId, mode }: AgentRow,
  { requestId, address }: Pick<RequestContext, 'requestId' | 'address'>,
) {
  const from = { requestId, ...(address === undefined ? {} : { address }) }
  const actor = { kind: 'agent', id: _id, ...from, operation: 'issueToken' } as const
  return { orgId, mode, resourceId: _id, actor }
}

/** Stops, and changes of what an agent is known by. */
const createAgentMutations = (deps: AgentsDeps) =>
  ({
    async suspendAgent(_parent, { input }, context) {
      const key = openKey(context, { operation: 'suspendAgent', on: [input.id], input })
      return shapeChanged(await suspendAgent(deps, context.principal, input, key))
    },
    async reactivateAgent(_parent, { input }, context) {
      const key = openKey(context, { operation: 'reactivateAgent', on: [input.id], input })
      return shapeChanged(await reactivateAgent(deps, context.principal, input, key))
    },
    async revokeAgent(_parent, { input }, context) {
      const key = openKey(context, { operation: 'revokeAgent', on: [input.id], input })
      return shapeChanged(await revokeAgent(deps, context.principal, input, key))
    },
    async rotateAgentKey(_parent, { input }, context) {
      const key = openKey(context, { operation: 'rotateAgentKey', on: [input.id], input })
      const { apiKey, ...changed } = await rotateAgentKey(deps, context.principal, input, key)
      return { ...shapeChanged(changed), apiKey }
    },
    async rotateAgentDid(_parent, { input }, context) {
      const key = openKey(context, { operation: 'rotateAgentDid', on: [input.id], input })
      const changed = await rotateAgentDid(deps, context.principal, input, key)
      const { previousDid, rotatedAt } = lastRotation(changed.agent)
      return { ...shapeChanged(changed), previousDid, rotatedAt: rotatedAt.toISOString() }
    },
  }) satisfies MutationResolvers

const shapeChanged = ({ agent, replayed }: ChangedAgent) => ({ agent: shapeAgent(agent), replayed })

interface OwnParts {
  readonly uses: Pick<KeyUses, 'find'>
  readonly credentials: CredentialLog
}

export function createResolvers(deps: AgentsDeps, keys: SigningKeys, { uses, credentials }: OwnParts): Resolvers {
  const loaders = (context: RequestContext): Loaders =>
    loadersOf(context, 'agents', () => createLoaders(deps, uses, context))
  const kya = createKyaResolvers(deps, loaders)
  const sessions = createSessionResolvers(deps, loaders)
  const testClocks = createTestClockResolvers(deps)
  const shapeOwner = organizationShaper(deps.config.rateLimits)

  const readAgent = async (id: string, context: RequestContext) => {
    const row = await loaders(context).findAgent(id)
    return row === null ? null : shapeAgent(row)
  }
  const readOrganization = async (id: string, context: RequestContext) => {
    const row = await loaders(context).findOrganization(id)
    return row === null ? null : shapeOwner(row, context)
  }
  const readEnrolmentKey = async (id: string, context: RequestContext) => {
    const row = await loaders(context).enrolmentKeys.load(id)
    return row === null ? null : shapeEnrolmentKey(row, timeOf(deps.clock, row))
  }
  const shapeKey = (row: OrganizationKeyRow) => shapeOrganizationKey(row, timeOf(deps.clock, row))
  const readOrganizationKey = async (id: string, context: RequestContext) => {
    const row = await loaders(context).organizationKeys.load(id)
    return row === null ? null : shapeKey(row)
  }
  const lastUsedAt = async ({ id }: { readonly id: string }, _args: unknown, context: RequestContext) =>
    (await loaders(context).keyUses.load(id as KeyId))?.toISOString() ?? null
  /** For a type of another subgraph, that subgraph checks visibility; the gateway then fetches the fields from it. */
  async function findNode(id: string, context: RequestContext) {
    const type = typeOfNode(id)
    if (type === null) return null
    if (type === 'Agent') return readAgent(id, context)
    if (type === 'Organization') return readOrganization(id, context)
    if (type === 'EnrolmentKey')
      return (await readEnrolmentKey(id, context)) ?? (await readOrganizationKey(id, context))
    if (type === 'Session') return sessions.read(id, context)
    return (await deps.nodes[type].hasNode(type, id, context)) ? { id } : null
  }

  return {
    Query: {
      ...kya.Query,
      ...testClocks.Query,
      ...sessions.Query,
      viewer: (_parent, _args, { principal }) =>
        principal.kind === 'anonymous' || principal.kind === 'enrolment' || principal.kind === 'merchant'
          ? null
          : shapeViewer(principal),
      node: (_parent, { id }, context) => findNode(id, context),
      nodes(_parent, { ids }, context) {
        if (ids.length > PAGE_MAX) throw invalidField('ids', 'too_many', `must be at most ${PAGE_MAX}.`)
        return Promise.all(ids.map((id) => findNode(id, context)))
      },
      me: async (_parent, _args, context) =>
        shapeAgent(await getOwnAgent(context.principal, loaders(context).findAgent)),
      agent: async (_parent, { id }, context) => shapeAgent(await getAgent(loaders(context).findAgent, id)),
      agents: async (_parent, args, { principal }) => toConnection(await listAgents(deps, principal, args), shapeAgent),
      enrolmentKeys: async (_parent, args, { principal }) =>
        toConnection(await listEnrolmentKeys(deps, principal, args), (row) =>
          shapeEnrolmentKey(row, timeOf(deps.clock, row)),
        ),
      merchantKeys: async (_parent, args, { principal }) =>
        toConnection(await listMerchantKeys(deps, principal, args), (row) =>
          shapeMerchantKey(row, timeOf(deps.clock, row)),
        ),
      organizationKeys: async (_parent, args, { principal }) =>
        toConnection(await listOrganizationKeys(deps, principal, args), shapeKey),
      organizationKey: async (_parent, args, { principal }) =>
        shapeKey(await getOrganizationKey(deps, principal, args)),
      organization: async (_parent, { id }, context) =>
        shapeOwner(await getOrganization(loaders(context).findOrganization, id), context),
    },
    Mutation: {
      ...kya.Mutation,
      ...testClocks.Mutation,
      ...sessions.Mutation,
      async registerAgent(_parent, { input }, context) {
        const { idempotencyKey: _, ...request } = input
        const key = openKey(context, { operation: 'registerAgent', input })
        const { agent, apiKey, replayed } = await registerAgent(deps, context.principal, request, key)
        return { agent: shapeAgent(agent), apiKey, replayed }
      },
      updateOrganization: async (_parent, { input }, context) => ({
        organization: shapeOwner(await updateOrganization(deps, context.principal, input), context),
      }),
      updateAgent: async (_parent, { input }, { principal }) => ({
        agent: shapeAgent((await updateAgent(deps, principal, input)).agent),
      }),
      ...createAgentMutations(deps),
      ...createKeyMutations(deps),
      issueToken: (_parent, { input }, context) => exchangeToken(deps, { keys, credentials }, input, context),
    },
    Agent: {
      __resolveReference: ({ id }, context) => readAgent(id, context),
      // Each costs a read, so only when it is selected.
      kya: ({ row }, _args, context) => kya.shapeKya(row, context),
      mandateId: ({ row }, _args, context) => loaders(context).mandateIds.load(row),
      mandate: async ({ row }, _args, context) => ({ id: await loaders(context).mandateIds.load(row) }),
      async organization({ row }, _args, context) {
        const found = await loaders(context).findOrganization(row.orgId)
        if (found === null) throw new Error(`agent ${row._id} has no organization`)
        return shapeOwner(found, context)
      },
    },
    AgentConnection: connectionFields,
    EnrolmentKeyConnection: connectionFields,
    MerchantKeyConnection: connectionFields,
    MerchantKey: { lastUsedAt },
    OrganizationKeyConnection: connectionFields,
    OrganizationKey: { __resolveReference: ({ id }, context) => readOrganizationKey(id, context), lastUsedAt },
    ...sessions.types,
    ...kya.types,
    EnrolmentKey: { __resolveReference: ({ id }, context) => readEnrolmentKey(id, context) },
    Organization: { __resolveReference: ({ id }, context) => readOrganization(id, context), ...testClocks.types },
    Node: { __resolveType: typeOfShape },
    Viewer: {
      agent: (_parent, _args, context) =>
        context.principal.kind === 'agent' ? readAgent(context.principal.agentId, context) : null,
      organization: (_parent, _args, context) =>
        'orgId' in context.principal ? readOrganization(context.principal.orgId, context) : null,
    },
  }
}
