/** Proof of ownership of an external address (domain 9.5): a challenge that its owner signs. */
import { chainNotConfigured, parseChain } from '../../shared/chainName.ts'
import { CHALLENGE_LIFETIME_MS, createChallenges, type IssuedChallenge } from '../../shared/challenge.ts'
import type { Clock } from '../../shared/clock.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Commit } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { parseAddress } from '../../shared/evmAddress.ts'
import { parseText } from '../../shared/fields.ts'
import type { OrgId } from '../../shared/ids.ts'
import { type Mode, type Principal, requireOrganization } from '../../shared/principal.ts'
import { deriveKeys } from '../../shared/secretBox.ts'
import { CHAIN_FACTS, type Chain } from '../../shared/tokens.ts'
import { type ChainAdapter, ChainUnavailable } from '../chains/chainAdapter.ts'
import { findSigner } from '../chains/messageSigner.ts'
import type { PaymentsDeps } from '../ports.ts'
import { formatOwnershipMessage } from '../rules/ownershipMessage.ts'
import { denyingList, judge } from '../rules/screening.ts'

/** Contracts take long signatures of many owners. */
const SIGNATURE_LENGTH_MAX = 4_096

interface Challenge {
  readonly nonce: string
  /** EIP-4361, to be signed as it is. */
  readonly message: string
  readonly expiresAt: Date
}

export interface ExternalAddress {
  readonly address: unknown
  readonly chain: unknown
  readonly proof: { readonly nonce: unknown; readonly signature: unknown }
}

export interface ProvenAddress {
  readonly address: string
  readonly chain: Chain
  readonly nonce: string
  readonly challengedAt: Date
  readonly isContract: boolean
}

interface Scope {
  readonly orgId: OrgId
  readonly mode: Mode
}

type Subject = Scope & Pick<ProvenAddress, 'address' | 'chain'>

/** No other organization can use a challenge, nor this one for another address. */
const factsOf = ({ orgId, mode, address, chain }: Subject) => [orgId, mode, address, chain]

export interface Ownership {
  /** @throws DomainError invalid_request (address), no_route (chain), and those of access */
  challenge(
    principal: Principal,
    input: { readonly address: unknown; readonly chain: unknown },
    key?: RequestKey | null,
  ): Promise<Challenge & { readonly replayed: boolean }>
  /** @throws DomainError invalid_request (address, proof), no_route, compliance_denied, service_unavailable */
  verify(scope: Scope, input: ExternalAddress): Promise<ProvenAddress>
}

interface OwnershipDeps extends Pick<PaymentsDeps, 'chains' | 'screener'> {
  readonly commit: Commit
  readonly clock: Clock
  readonly masterKey: Uint8Array
  readonly formerMasterKeys?: readonly Uint8Array[] | undefined
  readonly baseUrl: string
  readonly adapterOf: (mode: Mode, chain: Chain) => Pick<ChainAdapter, 'code' | 'call'> | undefined
}

export function createOwnership(deps: OwnershipDeps): Ownership {
  const { clock, baseUrl, chains, screener } = deps
  const challenges = createChallenges(
    clock,
    deriveKeys([deps.masterKey, ...(deps.formerMasterKeys ?? [])], 'ownership-challenges'),
  )

  function challengeOf(subject: Subject, { nonce, issuedAt, expiresAt }: IssuedChallenge): Challenge {
    const { chainId } = CHAIN_FACTS[subject.chain]
    return {
      nonce,
      message: formatOwnershipMessage({ ...subject, baseUrl, chainId, nonce, issuedAt, expiresAt }),
      expiresAt,
    }
  }

  function parseSubject(
    { orgId, mode }: Scope,
    input: { readonly address: unknown; readonly chain: unknown },
    path = '',
  ) {
    const text = parseText(input.address, { path: `${path}address`, lengthMax: 42 })
    const address = parseAddress(text)
    if (address === null)
      throw invalidField(
        `${path}address`,
        'invalid_address',
        'must be an address: 0x and 40 hexadecimal digits; mixed case needs its EIP-55 checksum.',
      )
    const chain = parseChain(input.chain, mode)
    if (!chains[mode].has(chain)) throw chainNotConfigured(chain, chains[mode])
    return { orgId, mode, address, chain }
  }

  return {
    async challenge(principal, input, key = null) {
      const scope = requireOrganization(principal)
      let nonce = ''
      const issue = () => {
        nonce = challenges.issue(factsOf(parseSubject(scope, input))).nonce
        return nonce
      }
      const settled = key === null ? null : await submitPrepared(deps.commit, () => keyIntent(scope, issue()), key)
      const issued = settled === null ? issue() : 'replayedId' in settled ? settled.replayedId : nonce
      const subject = parseSubject(scope, input)
      const challenge = challenges.find(issued, factsOf(subject))
      if (challenge === null) throw new Error('a challenge is not of the request that it was issued for')
      return { ...challengeOf(subject, challenge), replayed: issued !== nonce }
    },
    async verify(scope, input) {
      const path = 'existing_wallet.'
      const subject = parseSubject(scope, input, path)
      const refuse = (code: string, message: string) => invalidField(`${path}proof`, code, message)
      const { nonce, signature } = input.proof
      const challenge = challenges.find(nonce, factsOf(subject))
      if (challenge === null)
        throw refuse(
          'unknown_challenge',
          'is not for a challenge that this organization got for this address and chain. Get one, and sign its message.',
        )
      if (!challenges.isOpen(challenge))
        throw refuse(
          'challenge_expired',
          `is of a challenge that has expired: each lives ${CHALLENGE_LIFETIME_MS / 60_000} minutes. Get a new one.`,
        )
      if (
        typeof signature !== 'string' ||
        signature.length > SIGNATURE_LENGTH_MAX ||
        !/^0x([0-9a-f]{2})+$/i.test(signature)
      )
        throw refuse('invalid_signature', `signature must be hex, at most ${SIGNATURE_LENGTH_MAX} characters.`)
      const { checks } = await screener.screen({ address: subject.address, mode: scope.mode })
      const { outcome, reason } = judge(checks)
      if (outcome === 'deny')
        throw new DomainError(
          'compliance_denied',
          'The address is on a sanctions list; it cannot be a wallet. Use another address.',
          {
            ...{ reason, ...denyingList(checks) },
          },
        )
      const { message } = challengeOf(subject, challenge)
      const adapter = deps.adapterOf(scope.mode, subject.chain)
      if (adapter === undefined) throw chainNotConfigured(subject.chain, chains[scope.mode])
      const signer = await findSigner(adapter, { address: subject.address, message, signature }).catch(unavailable)
      if (signer === null)
        throw refuse(
          'signature_mismatch',
          `is not signed by ${subject.address}, or over another message. Sign the message of the challenge, unchanged, with that address.`,
        )
      const { address, chain } = subject
      const { nonce: proven, issuedAt: challengedAt } = challenge
      return { address, chain, nonce: proven, challengedAt, isContract: signer === 'contract' }
    },
  }
}

/** Only so that a repeated request gets the same challenge. */
function keyIntent({ orgId, mode }: Scope, nonce: string) {
  return {
    ...({ priority: 'control', orgId, mode, whileSuspended: true } as const),
    resource: { type: 'challenge', id: nonce },
    reads: () => ({ guard: [] }),
    decide: () => done(null),
  }
}

function unavailable(error: unknown): never {
  if (!(error instanceof ChainUnavailable)) throw error
  throw new DomainError('service_unavailable', 'The chain of this address does not answer. Try again.', {
    retryable: true,
  })
}
