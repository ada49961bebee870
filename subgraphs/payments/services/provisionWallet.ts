/**
 * Makes a wallet, or binds an existing one to an agent, as part of a commit that writes the row, the position and the event
 * wallet.created; a key that the service holds is created before it. A wallet has one agent: an existing one is taken only
 * while it has none, and nothing of a revoked agent that had it is under way (domain 9.5, A.3).
 */

import { composeParts, precededBy } from '../../shared/commit/compose.ts'
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart, Ref, State, Writes } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import type { AgentId, MandateId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { ListLook } from '../../shared/recordScreening.ts'
import type { Chain } from '../../shared/tokens.ts'
import {
  BY_SCREENING,
  complianceFreezeOf,
  freezeForCompliance,
  walletEvent,
  withoutAgent,
} from '../../shared/walletEvents.ts'
import { findWalletProof, type WalletProofRow, walletProofRef } from '../models/walletProofs.ts'
import { findWalletPositions, findWallets, type WalletRow, walletRowRef } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { newWalletPosition } from '../rules/walletPosition.ts'
import type { ExternalAddress, Ownership, ProvenAddress } from './ownership.ts'

interface Owner {
  readonly orgId: OrgId
  readonly mode: Mode
}

/** At most one of `walletId` and `existingWallet`; neither: a new wallet, whose key the service holds. */
export interface ProvisionInput extends Owner {
  /** A wallet of the organization that has no agent. */
  readonly walletId?: WalletId
  /** The address of somebody who proves to own it. */
  readonly existingWallet?: ExternalAddress
  readonly agentId: AgentId
  readonly name: string
}

export interface Provisioned {
  readonly walletId: WalletId
  /** The mandate that the wallet has already. */
  readonly mandate: { readonly mandateId: MandateId; readonly version: number } | null
  readonly part: IntentPart<null>
}

type Deps = Pick<PaymentsDeps, 'newId' | 'walletKeys' | 'database' | 'agents' | 'records'>

/**
 * @throws DomainError not_found (no such wallet), invalid_request (proof), compliance_denied, conflict; the part may refuse
 * with conflict (bound meanwhile), too
 */
export async function provisionWallet(
  deps: Deps & { readonly ownership: Pick<Ownership, 'verify'> },
  input: ProvisionInput,
): Promise<Provisioned> {
  const { walletId, existingWallet, orgId, mode } = input
  if (existingWallet !== undefined) {
    const proven = await deps.ownership.verify({ orgId, mode }, existingWallet)
    return toUnlisted(deps, input, await provisionExternal(deps, input, proven), [proven.address])
  }
  if (walletId !== undefined) return toUnlisted(deps, input, await bindPart(deps, input, walletId))
  return newWallet(deps, { ...input, by: orgId, reason: 'registration' })
}

interface NewWallet extends Owner {
  readonly agentId: AgentId | null
  readonly name: string | null
  /** Who makes it, and why: in the event. */
  readonly by: string
  readonly reason: string
}

/** A wallet whose key the service holds. */
export async function newWallet(deps: Deps, input: NewWallet): Promise<Provisioned> {
  const walletId = deps.newId('wallet')
  const { address } = await deps.walletKeys.createWallet(walletId)
  return toUnlisted(deps, input, insertPart(walletId, input, { custody: 'local', address }))
}

/** The wallets of an owner who comes to a sanctions list are frozen; one who is on it already gets none (domain 4.2). */
async function toUnlisted(
  deps: Deps,
  { orgId, mode }: Owner,
  provisioned: Provisioned,
  addresses: readonly string[] = [],
): Promise<Provisioned> {
  const owners = await deps.agents.findNamedOwners({ orgId, mode, agentId: null })
  // An address was screened before its proof was verified, which takes a while: a list may have come since.
  const screened = await Promise.all(owners.map((owner) => deps.records.prepare({ ...owner, addresses })))
  return { ...provisioned, part: precededBy(composeParts(screened), provisioned.part) }
}

function insertPart(
  walletId: WalletId,
  { orgId, mode, agentId, name, by, reason }: NewWallet,
  held: Pick<WalletRow, 'custody' | 'address' | 'contractChain'>,
): Provisioned {
  const ref = walletRowRef(walletId)
  const position = newWalletPosition({ walletId, orgId, mode, agentId })
  return {
    walletId,
    mandate: null,
    part: {
      reads: () => ({ guard: [], absent: [ref, walletRef(walletId)] }),
      decide: (_state, at) => {
        const row = { orgId, mode, agentId, name, ...held, createdAt: at, updatedAt: at } as const
        return done(null, {
          insert: [insertRow(ref, row), insertRow(walletRef(walletId), position)],
          events: [walletEvent('wallet.created', position, { source: 'manual', by, reason, at })],
        })
      },
    },
  }
}

/** The address that was proven: its first registration here, or that of its wallet to another agent. */
async function provisionExternal(deps: Deps, input: ProvisionInput, proven: ProvenAddress): Promise<Provisioned> {
  const { orgId, mode, agentId, name } = input
  const { address, chain, isContract, nonce, challengedAt } = proven
  const before = await findWalletProof(deps.database, address)
  if (before !== null && (before.orgId !== orgId || before.mode !== mode)) throw alreadyBound()
  // At this address on another chain there may be somebody else's contract.
  if (before?.isContract && before.chain !== chain) throw otherChain(before.chain)
  const contract = isContract ? { contractChain: chain } : {}
  const wallet =
    before === null
      ? insertPart(
          deps.newId('wallet'),
          { orgId, mode, agentId, name, by: orgId, reason: 'registration' },
          { custody: 'external', address, ...contract },
        )
      : await bindPart(deps, input, before.walletId)
  const ref = walletProofRef(address)
  const proof = { orgId, mode, walletId: wallet.walletId, chain, nonce, challengedAt, isContract }
  return { ...wallet, part: withProof(wallet.part, ref, before, proof) }
}

/** Stale when the address was registered meanwhile; each challenge is used once. */
function withProof(
  part: IntentPart<null>,
  ref: Ref<WalletProofRow>,
  before: WalletProofRow | null,
  proof: Omit<WalletProofRow, '_id' | 'v' | 'provenAt'>,
): IntentPart<null> {
  return {
    reads(at) {
      const { guard, ...others } = part.reads(at)
      return { ...others, guard: [...guard, ref] }
    },
    decide(state, at) {
      const stored = state.get(ref)
      if (stored?.nonce !== before?.nonce) return { kind: 'stale' }
      if (stored !== null && stored.challengedAt >= proof.challengedAt) return refused(challengeUsed())
      const verdict = part.decide(state, at)
      if (verdict.kind !== 'done') return verdict
      const row = { ...proof, provenAt: at }
      const writes: Writes =
        stored === null
          ? { ...verdict.writes, insert: [...(verdict.writes.insert ?? []), insertRow(ref, row)] }
          : { ...verdict.writes, set: [...(verdict.writes.set ?? []), setRow(ref, row)] }
      return { ...verdict, writes }
    },
  }
}

async function bindPart(deps: Deps, input: ProvisionInput, walletId: WalletId): Promise<Provisioned> {
  const { orgId, mode, agentId } = input
  const [[row], positions] = await Promise.all([
    findWallets(deps.database, [walletId]),
    findWalletPositions(deps.database, [walletId]),
  ])
  if (row === undefined || row.orgId !== orgId || row.mode !== mode) throw notFound('wallet')
  const ref = walletRowRef(walletId)
  const position = walletRef(walletId)
  return {
    walletId,
    mandate: positions.get(walletId)?.mandate ?? null,
    part: {
      reads: () => ({ guard: [ref, position] }),
      decide: (state: State, at) => {
        const wallet = state.get(ref)
        const spending = state.get(position)
        if (wallet === null || spending === null) return refused(notFound('wallet'))
        if (wallet.agentId !== null) return refused(alreadyBound())
        if (isBusy(spending)) return refused(stillBusy())
        const next: typeof spending = {
          ...spending,
          agentId,
          agentStatus: 'active',
          violations: [],
          ...forget(spending),
        }
        return done(null, { set: [setRow(ref, { ...wallet, agentId, updatedAt: at }), setRow(position, next)] })
      },
    },
  }
}

/** Patterns of spends are those of one agent; what the wallet has spent keeps counting. */
const forget = ({ activity }: WalletPosition) =>
  activity === undefined ? {} : { activity: { ...activity, marks: {} } }

/** Of a revoked agent. What is under way goes on to its end, and keeps the wallet busy until then. */
export function unbindPart({
  walletId,
  agentId,
  look,
}: {
  readonly walletId: WalletId
  readonly agentId: AgentId
  readonly look: ListLook
}): IntentPart<null> {
  const [ref, position] = [walletRowRef(walletId), walletRef(walletId)]
  return {
    reads: () => ({ guard: [ref, position] }),
    decide(state, at) {
      const wallet = state.get(ref)
      const spending = state.get(position)
      if (wallet?.agentId !== agentId || spending === null) return done(null)
      const listed = look(state)
      if (listed === 'stale') return { kind: 'stale' }
      const { next, events } = listed === null ? { next: spending, events: [] } : frozenAsListed(spending, at)
      const set = [setRow(ref, { ...wallet, agentId: null, updatedAt: at }), setRow(position, withoutAgent(next))]
      return done(null, { set, events })
    },
  }
}

function frozenAsListed(wallet: WalletPosition, at: Date): ReturnType<typeof freezeForCompliance> {
  if (complianceFreezeOf(wallet) !== null) return { next: wallet, events: [] }
  const reason = 'The name of its owner is on a sanctions list, or could not be screened.'
  return freezeForCompliance(wallet, { source: 'policy', by: BY_SCREENING, reason, at })
}

/** Whether holds, payments or parked work of its former agent are open; what that agent has spent today keeps counting. */
function isBusy({ balances, day, month, closedWindows }: WalletPosition): boolean {
  const isLocked = Object.values(balances).some(({ held, inFlight }) => held + inFlight > 0n)
  return isLocked || [day, month, ...closedWindows].some((window) => window !== null && window.reserved > 0n)
}

function alreadyBound(): DomainError {
  const message =
    'The wallet already has an agent. Name an unbound wallet (GET /api/v2/wallets?unbound=true), or none: then a new one is made.'
  return new DomainError('conflict', message, { reason: 'wallet_bound' })
}

function stillBusy(): DomainError {
  const message = 'Holds or payments of its former agent are still open. Void them or wait for their end.'
  return new DomainError('conflict', message, { reason: 'wallet_busy' })
}

function otherChain(chain: Chain): DomainError {
  const message = `is a contract that was registered on ${chain}. Sign a challenge for that chain.`
  return invalidField('existing_wallet.chain', 'other_chain', message)
}

function challengeUsed(): DomainError {
  return invalidField(
    'existing_wallet.proof',
    'challenge_used',
    'is of a challenge that was used before. Get a new one.',
  )
}
