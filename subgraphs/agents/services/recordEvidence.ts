/**
 * Records evidence about an agent (domain 4.1): an administrator's review of its purpose, the attestation of a third party,
 * or control of its DID, shown anew by a key that the agent holds itself. It counts from the next spend on, and ends by itself.
 */
import { timeOf } from '../../shared/clock.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { Row } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../shared/fields.ts'
import type { KyaEvidence } from '../../shared/kya.ts'
import { type Caller, hasRole, organizationOnly, type Principal } from '../../shared/principal.ts'
import type { Attestation, AttestationVerifier } from '../keys/attestation.ts'
import { type AgentRow, agentRef } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import {
  basicKya,
  controlRefusal,
  type KyaEvidenceRecord,
  reviewEnd,
  takenBackRefusal,
  withEvidence,
} from '../rules/kyaEvidence.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { type DidProof, usedRefusal, verifyDidProof } from './didControl.ts'
import { kyaWrites } from './kyaWrites.ts'

export interface EvidenceInput {
  readonly agentId: string
  readonly type: string
  readonly attestation?: unknown
  readonly proof?: DidProof | null
  readonly comment?: unknown
}

/**
 * @throws DomainError not_found, invalid_request (attestation, proof), conflict (revoked), capability_denied (a review by an agent),
 * insufficient_scope, and those of the key
 */
export function recordEvidence(
  deps: AgentsDeps & { readonly verifyAttestation: AttestationVerifier },
  principal: Principal,
  input: EvidenceInput,
  key: RequestKey | null = null,
): Promise<ChangedAgent> {
  return changeAgent(deps, principal, {
    ...{ id: input.agentId, key },
    async part(found, caller) {
      const record = await parseEvidence(deps, caller, found, input)
      const [ref, position] = [agentRef(found._id), walletRef(found.walletId)]
      return {
        reads: () => ({ guard: [ref, position] }),
        decide(state, at) {
          const row = state.get(ref)
          if (row === null) return refused(noSuchAgent())
          if (row.status === 'revoked') return refused(agentRevoked())
          // An attestation is bound to the DID that it was verified for.
          if (row.did !== found.did) return { kind: 'stale' }
          const recorded = record(row, at)
          if (recorded instanceof DomainError) return refused(recorded)
          const { type, validUntil } = recorded
          const next = { ...recorded.row, updatedAt: at }
          const event = agentEvent(
            'agent.evidence_recorded',
            next,
            { by: actorOf(caller), at },
            { evidence: type, valid_until: validUntil?.toISOString() ?? null },
          )
          return done(next, { set: [setRow(ref, next), ...kyaWrites(state, next)], events: [event] })
        },
      }
    },
  })
}

/** The row with the evidence, or why it has none. */
type NewRecord = (row: AgentRow & Row, at: Date) => (KyaEvidence & { readonly row: AgentRow & Row }) | DomainError

async function parseEvidence(
  deps: AgentsDeps & { readonly verifyAttestation: AttestationVerifier },
  caller: Caller,
  agent: AgentRow,
  input: EvidenceInput,
): Promise<NewRecord> {
  const { did, orgId } = agent
  const text = parseOptionalText(input.comment, { path: 'comment', lengthMax: LENGTH_MAX.reason })
  const common = { recordedBy: actorOf(caller), ...(text === null ? {} : { comment: text }) }
  const add =
    (evidence: (at: Date) => KyaEvidenceRecord): NewRecord =>
    (row, at) => {
      const record = evidence(at)
      return { ...record, row: withEvidence(row, record) }
    }
  switch (input.type) {
    case 'purpose_review':
      requireAdmin(caller)
      return add((at) => ({
        ...{ ...common, type: 'purpose_review', source: orgId, validFrom: at, validUntil: reviewEnd(at) },
      }))
    case 'attestation': {
      const now = timeOf(deps.clock, agent)
      const attested = attestationOf(await deps.verifyAttestation(input.attestation, { did, now }))
      const record = add((at) => ({ ...common, ...attested, validFrom: at }))
      return (row, at) => takenBackRefusal(row, attested) ?? record(row, at)
    }
    case 'did_control':
      return proveControl(deps, caller, agent, input)
    default:
      throw invalidField('type', 'unknown_evidence', 'must be did_control, purpose_review or attestation.')
  }
}

function proveControl(deps: AgentsDeps, caller: Caller, agent: AgentRow, { proof }: EvidenceInput): NewRecord {
  if (agent.sealedDidKey !== undefined)
    throw invalidField('type', 'service_key', 'cannot be recorded: the service holds the key of this DID. Rotate it.')
  const challenge = verifyDidProof(deps, agent, { did: agent.did, proof })
  return (row, at) => {
    const kya = { ...basicKya(at), renewed: { at, by: actorOf(caller) } }
    const next = { ...row, kya, didChallengedAt: challenge.issuedAt }
    return (
      controlRefusal(row, caller) ??
      usedRefusal(row, challenge) ?? { type: 'did_control', validUntil: kya.validUntil, row: next }
    )
  }
}

const attestationOf = ({ issuer, id, expiresAt }: Attestation) =>
  ({ type: 'attestation', source: issuer, reference: id, validUntil: expiresAt }) as const

/** Nobody reviews its own purpose. */
function requireAdmin(caller: Caller): void {
  if (caller.kind === 'agent') throw organizationOnly(caller)
  if (hasRole(caller, 'admin')) return
  throw new DomainError('insufficient_scope', 'Only an administrator may review an agent.', { required: 'admin' })
}
