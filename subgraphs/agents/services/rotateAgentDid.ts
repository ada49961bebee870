/**
 * Gives an agent a new DID (specification 5.10): a did:key names its key, so a new key is a new DID. Wallet, mandate and
 * tokens stay as they are; the history keeps every DID with the time in which it identified the agent.
 */
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError } from '../../shared/errors.ts'
import type { Principal } from '../../shared/principal.ts'
import { createDidKey } from '../keys/didKey.ts'
import { type AgentRow, agentRef } from '../models/agents.ts'
import { didKeyAad } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'
import { basicKya, withoutAttestation } from '../rules/kyaEvidence.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { kyaWrites } from './kyaWrites.ts'

/** Bounds the agent's row. */
const DIDS_MAX = 200

/** @throws DomainError not_found, conflict (revoked, too many DIDs), and those of access and key */
export function rotateAgentDid(
  deps: AgentsDeps,
  principal: Principal,
  { id }: { readonly id: string },
  key: RequestKey | null = null,
): Promise<ChangedAgent> {
  return changeAgent(deps, principal, {
    ...{ id, key },
    part({ _id, walletId }, caller) {
      const [ref, position] = [agentRef(_id), walletRef(walletId)]
      const { did, privateKey } = createDidKey()
      const sealedDidKey = deps.secrets.seal(privateKey, didKeyAad(_id, did))
      return {
        reads: () => ({ guard: [ref, position] }),
        decide(state, at) {
          const row = state.get(ref)
          if (row === null) return refused(noSuchAgent())
          if (row.status === 'revoked') return refused(agentRevoked())
          if (row.didHistory.length >= DIDS_MAX) return refused(tooManyDids())
          const past = row.didHistory.map((one) => (one.validTo === null ? { ...one, validTo: at } : one))
          const next: typeof row = {
            ...{ ...withoutAttestation(row, at), did, sealedDidKey, updatedAt: at },
            didHistory: [...past, { did, validFrom: at, validTo: null }],
            // The service made the new key, which shows control of the DID as at registration (domain 4.1).
            kya: basicKya(at),
          }
          const event = agentEvent(
            'agent.did_rotated',
            row,
            { by: actorOf(caller), at },
            {
              did,
              previous_did: row.did,
            },
          )
          return done(next, { set: [setRow(ref, next), ...kyaWrites(state, next)], events: [event] })
        },
      }
    },
  })
}

/** The last rotation as its history tells it, so that a replay gets the same response. */
export function lastRotation({ didHistory }: Pick<AgentRow, 'didHistory'>): {
  readonly previousDid: string
  readonly rotatedAt: Date
} {
  const [previous, current] = didHistory.slice(-2)
  if (previous === undefined || current === undefined) throw new Error('the DID was never rotated')
  return { previousDid: previous.did, rotatedAt: current.validFrom }
}

function tooManyDids(): DomainError {
  return new DomainError('conflict', `An agent has at most ${DIDS_MAX} DIDs. Register a new agent.`, {
    reason: 'too_many_dids',
  })
}
