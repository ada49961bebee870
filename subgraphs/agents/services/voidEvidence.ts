/**
 * Takes back evidence about an agent (domain 4.1), by people of its organization.
 * It is a stop: what was recorded stays to be read in the audit log, and new evidence can be recorded afterwards.
 */
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import type { KyaEvidenceType } from '../../shared/kya.ts'
import type { Principal } from '../../shared/principal.ts'
import { type AgentRow, agentRef } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { withoutEvidence } from '../rules/kyaEvidence.ts'
import { actorOf, agentEvent, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { kyaWrites } from './kyaWrites.ts'

/** Repeating it changes nothing. @throws DomainError not_found, invalid_request (reason), and those of access and key */
export function voidEvidence(
  deps: AgentsDeps,
  principal: Principal,
  input: { readonly agentId: string; readonly type: KyaEvidenceType; readonly reason: unknown },
  key: RequestKey | null = null,
): Promise<ChangedAgent> {
  return changeAgent(deps, principal, {
    ...{ id: input.agentId, key, isStop: true },
    part(found, caller) {
      const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
      return voiding(found, { by: actorOf(caller), reason, type: input.type })
    },
  })
}

interface Voiding {
  readonly type: KyaEvidenceType
  readonly by: string
  readonly reason: string
}

function voiding(
  { _id, walletId }: Pick<AgentRow, '_id' | 'walletId'>,
  { type, by, reason }: Voiding,
): IntentPart<AgentRow> {
  const [ref, position] = [agentRef(_id), walletRef(walletId)]
  return {
    reads: () => ({ guard: [ref, position] }),
    decide(state, at) {
      const row = state.get(ref)
      if (row === null) return refused(noSuchAgent())
      const left = withoutEvidence(row, type, at)
      if (left === null) return done(row)
      const next = { ...left, updatedAt: at }
      const event = agentEvent('agent.updated', next, { by, at, reason })
      return done(next, { set: [setRow(ref, next), ...kyaWrites(state, next)], events: [event] })
    },
  }
}
