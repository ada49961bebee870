/** Reads of agents and organizations: one ownership rule for fields, lists and references (specification 5.6). */
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { idsOf, isId } from '../../shared/ids.ts'
import { type Capability, inOrderOf, owns, type Principal, requireCaller } from '../../shared/principal.ts'
import { type AgentRow, findAgentPage, findAgents, findMandatesInForce } from '../models/agents.ts'
import { findOrganizations, type OrganizationRow } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'
import type { AgentStatus } from '../rules/standing.ts'

type ReadDeps = Pick<AgentsDeps, 'database'>

export interface AgentListArguments extends OrderedArguments<'created_at' | 'name'> {
  readonly statuses?: readonly AgentStatus[] | null | undefined
  readonly capabilities?: readonly Capability[] | null | undefined
}

/** In the order of `ids`; null for rows that do not exist or that the caller may not see. */
export async function findVisibleAgents(
  deps: ReadDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(AgentRow | null)[]> {
  const isVisible = ({ orgId, mode, _id }: AgentRow) => owns(principal, { orgId, mode, agentId: _id })
  return inOrderOf(ids, await findAgents(deps.database, idsOf('agent', ids)), isVisible)
}

/** The caller's own organization only; its agents see it too, and who registers one sees it in the result. */
export async function findVisibleOrganizations(
  deps: ReadDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(OrganizationRow | null)[]> {
  const own = 'orgId' in principal ? principal.orgId : null
  const rows = own !== null && ids.includes(own) ? await findOrganizations(deps.database, [own]) : []
  return inOrderOf(ids, rows, () => true)
}

/** Mandate in force of each agent's wallet, else the one created with the agent; a revoked one keeps its last. */
export async function findCurrentMandateIds(deps: ReadDeps, agents: readonly AgentRow[]): Promise<string[]> {
  const inForce = await findMandatesInForce(
    deps.database,
    agents.map(({ walletId }) => walletId),
  )
  return agents.map(({ status, walletId, mandateId }) =>
    status === 'revoked' ? mandateId : (inForce.get(walletId) ?? mandateId),
  )
}

/** @throws DomainError not_found */
export async function getAgent(find: (id: string) => Promise<AgentRow | null>, id: string): Promise<AgentRow> {
  const row = isId('agent', id) ? await find(id) : null
  if (row === null) throw notFound('agent')
  return row
}

/** @throws DomainError not_found */
export async function getOwnAgent(
  principal: Principal,
  find: (id: string) => Promise<AgentRow | null>,
): Promise<AgentRow> {
  return getAgent(find, principal.kind === 'agent' ? principal.agentId : '')
}

/** @throws DomainError not_found */
export async function getOrganization(
  find: (id: string) => Promise<OrganizationRow | null>,
  id: string,
): Promise<OrganizationRow> {
  const row = isId('organization', id) ? await find(id) : null
  if (row === null) throw notFound('organization')
  return row
}

/** @throws DomainError invalid_request: size, cursor; capability_denied */
export async function listAgents(
  deps: ReadDeps,
  principal: Principal,
  { statuses, capabilities, ...args }: AgentListArguments,
): Promise<Page<AgentRow>> {
  const { orgId, mode } = requireCaller(principal)
  return findAgentPage(deps.database, { orgId, mode, statuses, capabilities }, args)
}
