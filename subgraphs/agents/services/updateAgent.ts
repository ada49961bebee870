/** Changes what an organization says about its agent and the areas that it may use; a field that is absent stays. */
import { setRow } from '../../shared/commit/rowWrites.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { Principal } from '../../shared/principal.ts'
import { agentRef } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { type AgentUpdate, parseAgentUpdate } from '../rules/registration.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'

/**
 * New capabilities hold from the next request on, also for tokens that were issued before.
 * @throws DomainError not_found, invalid_request, conflict (revoked), and those of access
 */
export function updateAgent(
  deps: AgentsDeps,
  principal: Principal,
  input: AgentUpdate & { readonly id: string },
): Promise<ChangedAgent> {
  const { id, ...fields } = input
  return changeAgent(deps, principal, {
    ...{ id, key: null },
    part({ _id }, caller) {
      const ref = agentRef(_id)
      const changes = parseAgentUpdate(fields)
      return {
        reads: () => ({ guard: [ref] }),
        decide(state, at) {
          const row = state.get(ref)
          if (row === null) return refused(noSuchAgent())
          if (row.status === 'revoked') return refused(agentRevoked())
          const next: typeof row = { ...row, ...changes, updatedAt: at }
          const event = agentEvent('agent.updated', next, { by: actorOf(caller), at })
          return done(next, { set: [setRow(ref, next)], events: [event] })
        },
      }
    },
  })
}
