/**
 * What every change of an agent has in common (domain A.3): the agent is found among the caller's own before the commit, so
 * that another organization's row is not even guarded, and the change is decided on the row as the commit reads it.
 */

import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import type { EventDraft, EventType } from '../../shared/events.ts'
import { isId } from '../../shared/ids.ts'
import { type Caller, type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import { type AgentRow, findAgent } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'

export interface ChangedAgent {
  readonly agent: AgentRow
  readonly replayed: boolean
}

export interface AgentChange {
  readonly id: string
  readonly key: RequestKey | null
  /** A stop, which a suspended organization may do too. */
  readonly isStop?: true
  readonly part: (found: AgentRow, caller: Caller) => Promise<IntentPart<AgentRow>> | IntentPart<AgentRow>
}

/** @throws DomainError not_found, and those of the part */
export async function changeAgent(
  deps: AgentsDeps,
  principal: Principal,
  { id, key, isStop, part }: AgentChange,
): Promise<ChangedAgent> {
  const prepare = async () => {
    const caller = requireCaller(principal)
    const found = await getOwnRow(deps, caller, id)
    const { orgId, mode, _id } = found
    return {
      ...({ priority: 'control', orgId, mode, resource: { type: 'agent', id: _id } } as const),
      ...(isStop && STOP),
      ...(await part(found, caller)),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { agent: settled.answer, replayed: false }
  return { agent: await getOwnRow(deps, principal, id), replayed: true }
}

async function getOwnRow(deps: Pick<AgentsDeps, 'database'>, principal: Principal, id: string): Promise<AgentRow> {
  return requireOwned(principal, isId('agent', id) ? withId(await findAgent(deps.database, id)) : null, 'agent')
}

/** An agent owns itself. */
const withId = (row: AgentRow | null) => (row === null ? null : { ...row, agentId: row._id })

/** Taken from the credentials, never from the request. */
export const actorOf = (caller: Caller): string => (caller.kind === 'agent' ? caller.agentId : caller.keyId)

export function agentEvent(
  type: Extract<EventType, `agent.${string}`>,
  { _id: agentId, status }: Pick<AgentRow, '_id' | 'status'>,
  act: { readonly by: string; readonly at: Date; readonly reason?: string | null },
  more: Readonly<Record<string, unknown>> = {},
): EventDraft {
  const { by: actor, at, reason } = act
  const why = reason === undefined ? {} : { reason }
  const data = { agent_id: agentId, status, ...why, actor, at: at.toISOString(), ...more }
  return { type, resourceId: agentId, agentId, data }
}

export function agentRevoked(): DomainError {
  return new DomainError('conflict', 'The agent is revoked, and that is final. Register a new one.', {
    reason: 'agent_revoked',
  })
}

export const noSuchAgent = () => notFound('agent')
