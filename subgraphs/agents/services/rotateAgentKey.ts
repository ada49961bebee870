/**
 * Gives an agent a new API key (domain A.3): the old one, its refresh tokens and its access tokens end in the same commit,
 * because each of them carries the number of the key.
 */
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { LENGTH_MAX, parseOptionalText } from '../../shared/fields.ts'
import type { Principal } from '../../shared/principal.ts'
import { createApiKey, hashSecret } from '../keys/apiKey.ts'
import { agentRef } from '../models/agents.ts'
import { type AgentKeyRow, keyRef } from '../models/apiKeys.ts'
import type { AgentsDeps } from '../ports.ts'
import { withMaker } from '../rules/independence.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { withCredentials } from './endTokenFamily.ts'
import { findHolder } from './keyMakers.ts'

/**
 * @returns the key, shown only once: null in a replay
 * @throws DomainError not_found, invalid_request (reason), conflict (revoked), and those of access and key
 */
export async function rotateAgentKey(
  deps: AgentsDeps,
  principal: Principal,
  input: { readonly id: string; readonly reason?: unknown },
  key: RequestKey | null = null,
): Promise<ChangedAgent & { readonly apiKey: string | null }> {
  const apiKey = createApiKey('agent')
  const changed = await changeAgent(deps, principal, {
    ...{ id: input.id, key },
    async part(found, caller) {
      const maker = caller.kind === 'organization' ? await findHolder(deps.database, caller) : null
      const reason = parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
      const [ref, old, next] = [agentRef(found._id), keyRef(found.keyId), keyRef(apiKey.keyId)]
      return {
        reads: () => ({ guard: [ref, old, walletRef(found.walletId)], absent: [next] }),
        decide(state, at) {
          const row = state.get(ref)
          const before = state.get(old)
          if (row === null || before === null) return refused(noSuchAgent())
          if (row.status === 'revoked') return refused(agentRevoked())
          if (row.keyId !== found.keyId) return { kind: 'stale' }
          const { _id: agentId, orgId, mode } = row
          const madeBy = maker === null ? {} : { madeBy: withMaker(row.madeBy ?? [], maker) }
          const changedRow = { ...row, keyId: apiKey.keyId, keyVersion: row.keyVersion + 1, updatedAt: at, ...madeBy }
          const keyRow: Omit<AgentKeyRow, '_id' | 'v'> = {
            ...{ kind: 'agent', orgId, mode, agentId, status: 'active', createdAt: at },
            hash: hashSecret(deps.config.pepper, apiKey.text),
          }
          return done(changedRow, {
            set: [
              ...[setRow(ref, changedRow), setRow(old, { ...before, status: 'revoked' })],
              ...withCredentials(state, changedRow),
            ],
            insert: [insertRow(next, keyRow)],
            events: [agentEvent('agent.key_rotated', row, { by: actorOf(caller), at, reason })],
          })
        },
      }
    },
  })
  return { ...changed, apiKey: changed.replayed ? null : apiKey.text }
}
