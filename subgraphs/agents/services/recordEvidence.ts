/**
 * Records evidence about an agent (domain 4.1): an administrator's review of its purpose, or the attestation of a third
 * party. It counts from the next spend on, and ends by itself.
 */
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../shared/fields.ts'
import { type Caller, hasRole, organizationOnly, type Principal } from '../../shared/principal.ts'
import type { Attestation, AttestationVerifier } from '../keys/attestation.ts'
import { type AgentRow, agentRef } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { type KyaEvidenceRecord, reviewEnd, withEvidence } from '../rules/kyaEvidence.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'
import { kyaWrites } from './kyaWrites.ts'

export interface EvidenceInput {
  readonly agentId: string
  readonly type: string
  readonly attestation?: unknown
  readonly comment?: unknown
}

/**
 * @throws DomainError not_found, invalid_request (attestation), conflict (revoked), capability_denied (a review by an agent),
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
          const evidence = record(at)
          const next = { ...withEvidence(row, evidence), updatedAt: at }
          const event = agentEvent(
            'agent.evidence_recorded',
            next,
            { by: actorOf(caller), at },
            { evidence: evidence.type, valid_until: evidence.validUntil?.toISOString() ?? null },
          )
          return done(next, { set: [setRow(ref, next), ...kyaWrites(state, next)], events: [event] })
        },
      }
    },
  })
}

type NewRecord = (at: Date) => KyaEvidenceRecord

async function parseEvidence(
  deps: Pick<AgentsDeps, 'clock'> & { readonly verifyAttestation: AttestationVerifier },
  caller: Caller,
  { did, orgId }: AgentRow,
  input: EvidenceInput,
): Promise<NewRecord> {
  const text = parseOptionalText(input.comment, { path: 'comment', lengthMax: LENGTH_MAX.reason })
  const common = { recordedBy: actorOf(caller), ...(text === null ? {} : { comment: text }) }
  switch (input.type) {
    case 'purpose_review':
      requireAdmin(caller)
      return (at) => ({ ...common, type: 'purpose_review', source: orgId, validFrom: at, validUntil: reviewEnd(at) })
    case 'attestation': {
      const attested = await deps.verifyAttestation(input.attestation, { did, now: deps.clock.now() })
      return (at) => ({ ...common, ...attestationOf(attested), validFrom: at })
    }
    case 'did_control':
      throw invalidField('type', 'service_key', 'cannot be recorded: the service holds the key of this DID. Rotate it.')
    default:
      throw invalidField('type', 'unknown_evidence', 'must be purpose_review or attestation.')
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
