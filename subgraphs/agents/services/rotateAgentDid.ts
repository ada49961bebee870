/**
 * Gives an agent a new DID (specification 5.10): a did:key names its key, so a new key is a new DID, made by the service or
 * held by the agent. Wallet, mandate and tokens stay as they are; the history keeps every DID with the time in which it
 * identified the agent.
 */
import type { IssuedChallenge } from '../../shared/challenge.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError } from '../../shared/errors.ts'
import type { Principal } from '../../shared/principal.ts'
import { createDidKey } from '../keys/didKey.ts'
import { type AgentRow, agentRef } from '../models/agents.ts'
import { didKeyAad } from '../models/organizations.ts'
import { provenDidRef } from '../models/provenDids.ts'
import type { AgentsDeps } from '../ports.ts'
import { basicKya, controlRefusal, withoutAttestation } from '../rules/kyaEvidence.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { type DidProof, parseOwnDid, usedRefusal, verifyDidProof } from './didControl.ts'
import { kyaWrites } from './kyaWrites.ts'

/** Bounds the agent's row. */
const DIDS_MAX = 200

export interface DidRotation {
  readonly id: string
  /** Of a key that the agent holds itself, with a proof by it; absent: the service makes one. */
  readonly publicKeyMultibase?: unknown
  readonly proof?: DidProof | null | undefined
}

/** @throws DomainError not_found, invalid_request (key, proof), conflict (revoked, DID in use, too many DIDs), and those of access and key */
export function rotateAgentDid(
  deps: AgentsDeps,
  principal: Principal,
  { id, publicKeyMultibase, proof }: DidRotation,
  key: RequestKey | null = null,
): Promise<ChangedAgent> {
  return changeAgent(deps, principal, {
    ...{ id, key },
    part(found, caller) {
      const { _id, orgId, walletId } = found
      const [ref, position] = [agentRef(_id), walletRef(walletId)]
      const isOwn = publicKeyMultibase != null || proof != null
      const made = isOwn ? proveKey(deps, found, { publicKeyMultibase, proof }) : makeKey(deps, _id)
      const { did, sealedDidKey, challenge } = made
      const proven = challenge === null ? null : provenDidRef(did)
      return {
        reads: () => ({ guard: [ref, position], ...(proven !== null && { absent: [proven] }) }),
        decide(state, at) {
          const row = state.get(ref)
          if (row === null) return refused(noSuchAgent())
          if (row.status === 'revoked') return refused(agentRevoked())
          const takenBack = controlRefusal(row, caller)
          if (takenBack !== null) return refused(takenBack)
          if (row.didHistory.length >= DIDS_MAX) return refused(tooManyDids())
          const used = challenge === null ? null : usedRefusal(row, challenge)
          if (used !== null) return refused(used)
          if (proven !== null && state.get(proven) !== null) return refused(didInUse())
          const { sealedDidKey: _former, ...rest } = withoutAttestation(row, at)
          const past = row.didHistory.map((one) => (one.validTo === null ? { ...one, validTo: at } : one))
          const next: typeof row = {
            ...{ ...rest, did, updatedAt: at },
            ...(sealedDidKey !== null && { sealedDidKey }),
            ...(challenge !== null && { didChallengedAt: challenge.issuedAt }),
            didHistory: [...past, { did, validFrom: at, validTo: null }],
            // The service made the new key, or has seen its signature: that shows control of the DID (domain 4.1).
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
          const insert = proven === null ? [] : [insertRow(proven, { orgId, agentId: _id, provenAt: at })]
          return done(next, { set: [setRow(ref, next), ...kyaWrites(state, next)], insert, events: [event] })
        },
      }
    },
  })
}

interface NewKey {
  readonly did: string
  readonly sealedDidKey: string | null
  readonly challenge: IssuedChallenge | null
}

function makeKey({ secrets }: Pick<AgentsDeps, 'secrets'>, agentId: AgentRow['_id']): NewKey {
  const { did, privateKey } = createDidKey()
  return { did, sealedDidKey: secrets.seal(privateKey, didKeyAad(agentId, did)), challenge: null }
}

function proveKey(
  deps: AgentsDeps,
  agent: AgentRow,
  { publicKeyMultibase, proof }: Pick<DidRotation, 'publicKeyMultibase' | 'proof'>,
): NewKey {
  const did = parseOwnDid(publicKeyMultibase)
  return { did, sealedDidKey: null, challenge: verifyDidProof(deps, agent, { did, proof }) }
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

function didInUse(): DomainError {
  return new DomainError('conflict', 'This key is, or was, the DID of an agent. Each is used once: make a new key.', {
    reason: 'did_in_use',
  })
}

function tooManyDids(): DomainError {
  return new DomainError('conflict', `An agent has at most ${DIDS_MAX} DIDs. Register a new agent.`, {
    reason: 'too_many_dids',
  })
}
