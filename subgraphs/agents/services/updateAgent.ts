/** Changes what an organization says about its agent and the areas that it may use; a field that is absent stays. */
import { precededBy } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { invariant } from '../../shared/errors.ts'
import { LENGTH_MAX, parseName, parseText } from '../../shared/fields.ts'
import { isId } from '../../shared/ids.ts'
import type { Principal } from '../../shared/principal.ts'
import { type AgentRow, agentRef, findAgent } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { type AgentUpdate, parseAgentUpdate } from '../rules/registration.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { withCredentials } from './endTokenFamily.ts'

/**
 * New capabilities hold from the next request on, also for tokens that were issued before.
 * @throws DomainError not_found, invalid_request, conflict (revoked), compliance_denied (a new name, or the present one), and those of access
 */
export function updateAgent(
  deps: AgentsDeps,
  principal: Principal,
  input: AgentUpdate & { readonly id: string },
): Promise<ChangedAgent> {
  const { id, ...fields } = input
  return changeAgent(deps, principal, {
    ...{ id, key: null },
    async part({ _id, orgId, mode, walletId, name }, caller) {
      const ref = agentRef(_id)
      const changes = parseAgentUpdate(fields)
      const update: IntentPart<AgentRow> = {
        reads: () => ({ guard: [ref, walletRef(walletId)] }),
        decide(state, at) {
          const row = state.get(ref)
          if (row === null) return refused(noSuchAgent())
          if (row.status === 'revoked') return refused(agentRevoked())
          // Its name was screened that the change takes.
          if (changes.name !== undefined && row.name !== name) return { kind: 'stale' }
          const next: typeof row = { ...row, ...changes, updatedAt: at }
          const event = agentEvent('agent.updated', next, { by: actorOf(caller), at })
          const credentials = changes.capabilities === undefined ? [] : withCredentials(state, next)
          return done(next, { set: [setRow(ref, next), ...credentials], events: [event] })
        },
      }
      if (changes.name === undefined) return update
      const formerNames = changes.name === name ? [] : [name]
      const named = { orgId, mode, subjectType: 'agent', subjectId: _id } as const
      const screened = await deps.screening.prepare({ ...named, names: [changes.name], formerNames })
      return precededBy(screened, update)
    },
  })
}

/**
 * Operator's command: another name for an agent whose name is on a list, because it only has the same one as somebody there. The row
 * tells why. Of a revoked agent too: its wallet stays frozen for its name. Compliance unfreezes the wallet afterwards.
 * @throws DomainError not_found, invalid_request (name, reason), compliance_denied (the new name)
 */
export async function renameAgent(
  deps: AgentsDeps,
  input: { readonly agentId: string; readonly name: unknown; readonly reason: unknown },
): Promise<AgentRow> {
  const name = parseName(input.name, { path: 'name' })
  const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
  const found = isId('agent', input.agentId) ? await findAgent(deps.database, input.agentId) : null
  if (found === null) throw noSuchAgent()
  const { _id, orgId, mode } = found
  const ref = agentRef(_id)
  const settled = await submitPrepared(deps.commit, async () => {
    const named = { orgId, mode, subjectType: 'agent', subjectId: _id, names: [name] } as const
    const update: IntentPart<AgentRow> = {
      reads: () => ({ guard: [ref] }),
      decide(state, at) {
        const row = state.get(ref)
        if (row === null) return refused(noSuchAgent())
        const next: typeof row = { ...row, name, nameChange: { former: row.name, reason, at }, updatedAt: at }
        const event = agentEvent('agent.updated', next, { by: 'operator', at, reason })
        return done(next, { set: [setRow(ref, next)], events: [event] })
      },
    }
    const whole = precededBy(await deps.screening.prepare(named), update)
    return { ...({ priority: 'control', orgId, mode, whileSuspended: true } as const), ...whole }
  })
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer
}
