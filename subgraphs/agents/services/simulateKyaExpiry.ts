/** In test mode: ends evidence about an agent now, as its time would, so that what follows can be tried (specification 7). */
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import type { KyaEvidenceType } from '../../shared/kya.ts'
import { type Principal, requireOrganization } from '../../shared/principal.ts'
import { agentRef } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { withoutTime } from '../rules/kyaEvidence.ts'
import { agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { kyaWrites } from './kyaWrites.ts'

/** @throws DomainError not_found (live mode), conflict (revoked, no such evidence), and those of access and key */
export async function simulateKyaExpiry(
  deps: AgentsDeps,
  principal: Principal,
  { agentId, type }: { readonly agentId: string; readonly type: KyaEvidenceType },
  key: RequestKey | null = null,
): Promise<ChangedAgent> {
  const { mode } = requireOrganization(principal)
  return changeAgent(deps, principal, {
    ...{ id: agentId, key },
    part({ _id, walletId }) {
      const [ref, position] = [agentRef(_id), walletRef(walletId)]
      return {
        reads: () => ({ guard: [ref, position] }),
        decide(state, at) {
          // Here, where the role of the caller is known.
          if (mode !== 'test') return refused(notFound('resource'))
          const row = state.get(ref)
          if (row === null) return refused(noSuchAgent())
          if (row.status === 'revoked') return refused(agentRevoked())
          const ended = withoutTime(row, type, at)
          if (ended === null) return refused(noSuchEvidence(type))
          const next = { ...ended, updatedAt: at }
          return done(next, { set: [setRow(ref, next), ...kyaWrites(state, next)] })
        },
      }
    },
  })
}

function noSuchEvidence(type: KyaEvidenceType): DomainError {
  return new DomainError('conflict', `The agent has no ${type} that counts. Record it first.`, {
    reason: 'no_such_evidence',
  })
}
