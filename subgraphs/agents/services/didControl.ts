/**
 * Shows who holds the key of a DID (domain A.11): the service asks with a challenge, for one agent, and the key signs it. Each
 * challenge is taken once, and only while it is the newest that the agent has answered.
 */
import { CHALLENGE_LIFETIME_MS, type IssuedChallenge } from '../../shared/challenge.ts'
import { invalidField } from '../../shared/errors.ts'
import { parseText } from '../../shared/fields.ts'
import { didOfPublicKey, isSignedByDid } from '../keys/didKey.ts'
import type { AgentRow } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'

type Deps = Pick<AgentsDeps, 'didChallenges' | 'config'>
type Subject = Pick<AgentRow, '_id' | 'orgId' | 'mode' | 'didChallengedAt'>

/** What a request sends; not looked at yet. */
export interface DidProof {
  readonly nonce: unknown
  readonly signature: unknown
}

export interface DidChallenge extends Pick<IssuedChallenge, 'nonce' | 'expiresAt'> {
  /** To be signed as it is. */
  readonly message: string
}

const KEY_LENGTH_MAX = 100

export function challengeDid(deps: Deps, agent: Subject): DidChallenge {
  const challenge = deps.didChallenges.issue(factsOf(agent))
  return { nonce: challenge.nonce, message: formatMessage(deps, agent, challenge), expiresAt: challenge.expiresAt }
}

/** The DID of a public key that an agent holds itself. @throws DomainError invalid_request */
export function parseOwnDid(publicKeyMultibase: unknown): string {
  const path = 'public_key_multibase'
  const text = parseText(publicKeyMultibase, { path, lengthMax: KEY_LENGTH_MAX })
  try {
    return didOfPublicKey(text)
  } catch {
    throw invalidField(
      path,
      'unknown_key',
      'must be a public key in base58btc: z6Mk… of Ed25519, zQ3s… of secp256k1 or zDn… of P-256.',
    )
  }
}

/**
 * @returns the challenge that was signed, for `usedRefusal` in the commit
 * @throws DomainError invalid_request, which names `proof` and why it proves nothing
 */
export function verifyDidProof(
  deps: Deps,
  agent: Subject,
  { did, proof }: { readonly did: string; readonly proof: DidProof | null | undefined },
): IssuedChallenge {
  if (proof == null) throw refuse('required', 'is required: the signature of the challenge by the key of the DID.')
  const challenge = deps.didChallenges.find(proof.nonce, factsOf(agent))
  if (challenge === null)
    throw refuse('unknown_challenge', 'is not for a challenge of this agent. Get one from its know-your-agent record.')
  if (!deps.didChallenges.isOpen(challenge))
    throw refuse('challenge_expired', `is of a challenge that has expired: each lives ${LIFETIME_MINUTES} minutes.`)
  const used = usedRefusal(agent, challenge)
  if (used !== null) throw used
  const message = formatMessage(deps, agent, challenge)
  if (typeof proof.signature !== 'string' || !isSignedByDid(did, message, proof.signature))
    throw refuse(
      'signature_mismatch',
      `is not signed by the key of ${did}, or over another message. Sign the message of the challenge, unchanged; send the 64 bytes in base64url.`,
    )
  return challenge
}

/** Decided in the commit as well: two requests may answer one challenge. Null: it may be taken. */
export function usedRefusal(agent: Pick<AgentRow, 'didChallengedAt'>, { issuedAt }: IssuedChallenge) {
  const isUsed = agent.didChallengedAt !== undefined && issuedAt <= agent.didChallengedAt
  return isUsed
    ? refuse('challenge_used', 'is of a challenge that was answered before, or is older than one. Get a new one.')
    : null
}

const LIFETIME_MINUTES = CHALLENGE_LIFETIME_MS / 60_000

const factsOf = ({ _id, orgId, mode }: Subject) => [_id, orgId, mode]

function formatMessage({ config }: Deps, { _id }: Subject, { nonce, issuedAt, expiresAt }: IssuedChallenge): string {
  return [
    `${new URL(config.issuer).host} asks who holds the key of a DID.`,
    '',
    `I hold it, and it is the DID of ${_id}.`,
    '',
    `URI: ${config.issuer}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n')
}

const refuse = (code: string, message: string) => invalidField('proof', code, message)
