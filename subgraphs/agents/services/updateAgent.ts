/** Changes what an organization says about its agent and the areas that it may use; a field that is absent stays. */
import { precededBy } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { Principal } from '../../shared/principal.ts'
import { type AgentRow, agentRef } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { type AgentUpdate, parseAgentUpdate } from '../rules/registration.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { withCredentials } from './endTokenFamily.ts'

/**
 * New capabilities hold from the next request on, also for tokens that were issued before.
 * @throws DomainError not_found, invalid_request, conflict (revoked), compliance_denied (a new name), and those of access
 */
export function updateAgent(
  deps: AgentsDeps,
  principal: Principal,
  input: AgentUpdate & { readonly id: string },
): Promise<ChangedAgent> {
  const { id, ...fields } = input
  return changeAgent(deps, principal, {
    ...{ id, key: null },
    async part({ _id, orgId, mode, walletId }, caller) {
      const ref = agentRef(_id)
      const changes = parseAgentUpdate(fields)
      const update: IntentPart<AgentRow> = {
        reads: () => ({ guard: [ref, walletRef(walletId)] }),
        decide(state, at) {
          const row = state.get(ref)
          if (row === null) return refused(noSuchAgent())
          if (row.status === 'revoked') return refused(agentRevoked())
          const next: typeof row = { ...row, ...changes, updatedAt: at }
          const event = agentEvent('agent.updated', next, { by: actorOf(caller), at })
          const credentials = changes.capabilities === undefined ? [] : withCredentials(state, next)
          return done(next, { set: [setRow(ref, next), ...credentials], events: [event] })
        },
      }
      if (changes.name === undefined) return update
      const named = { orgId, mode, subjectType: 'agent', subjectId: _id, names: [changes.name] } as const
      return precededBy(await deps.screening.prepare(named), update)
    },
  })
}
