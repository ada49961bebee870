/**
 * Creates a wallet, or binds an existing one to an agent, as part of a commit that writes the row, the position and the event
 * wallet.created; the key is created before it.
 */

import { walletRef } from '../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import type { AgentId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { walletEvent } from '../../shared/walletEvents.ts'
import { findWallets, walletRowRef } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { newWalletPosition } from '../rules/walletPosition.ts'

export interface ProvisionInput {
  /** Names an existing wallet of the organization that has no agent; none = a new one. */
  readonly walletId?: WalletId
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId
  readonly name: string
}

interface NewWallet extends Omit<ProvisionInput, 'agentId' | 'name' | 'walletId'> {
  readonly agentId: AgentId | null
  readonly name: string | null
  /** Who makes it, and why: in the event. */
  readonly by: string
  readonly reason: string
}

export interface Provisioned {
  readonly walletId: WalletId
  readonly part: IntentPart<null>
}

type Deps = Pick<PaymentsDeps, 'newId' | 'walletKeys' | 'database'>

/** @throws DomainError not_found (no such unbound wallet); the part may refuse with conflict (already bound), too */
export async function provisionWallet(deps: Deps, input: ProvisionInput): Promise<Provisioned> {
  if (input.walletId !== undefined) return bindPart(deps, input, input.walletId)
  return newWallet(deps, { ...input, by: input.orgId, reason: 'registration' })
}

/** A wallet whose key the service holds. */
export async function newWallet(
  deps: Deps,
  { orgId, mode, agentId, name, by, reason }: NewWallet,
): Promise<Provisioned> {
  const walletId = deps.newId('wallet')
  const { address } = await deps.walletKeys.createWallet(walletId)
  const ref = walletRowRef(walletId)
  const position = newWalletPosition({ walletId, orgId, mode, agentId })
  return {
    walletId,
    part: {
      reads: () => ({ guard: [], absent: [ref, walletRef(walletId)] }),
      decide: (_state, at) => {
        const row = { orgId, mode, agentId, name, custody: 'local', address, createdAt: at, updatedAt: at } as const
        const act = { source: 'manual', by, reason, at } as const
        return done(null, {
          insert: [insertRow(ref, row), insertRow(walletRef(walletId), position)],
          events: [walletEvent('wallet.created', position, act)],
        })
      },
    },
  }
}

async function bindPart(deps: Deps, input: ProvisionInput, walletId: WalletId): Promise<Provisioned> {
  const { orgId, mode, agentId } = input
  const [row] = await findWallets(deps.database, [walletId])
  if (row === undefined || row.orgId !== orgId || row.mode !== mode) throw notFound('wallet')
  const ref = walletRowRef(walletId)
  const position = walletRef(walletId)
  return {
    walletId,
    part: {
      reads: () => ({ guard: [ref, position] }),
      decide: (state, at) => {
        const wallet = state.get(ref)
        const spending = state.get(position)
        if (wallet === null || spending === null) return refused(notFound('wallet'))
        if (wallet.agentId !== null) return refused(alreadyBound())
        const set = [setRow(ref, { ...wallet, agentId, updatedAt: at }), setRow(position, { ...spending, agentId })]
        return done(null, { set })
      },
    },
  }
}

function alreadyBound(): DomainError {
  const message = 'The wallet already has an agent. Name an unbound wallet, or none.'
  return new DomainError('conflict', message, { reason: 'wallet_bound' })
}
