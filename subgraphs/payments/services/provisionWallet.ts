/**
 * Creates a wallet for an agent, or binds an existing unbound one, as part of the registration's commit, which writes the
 * row, the position and the event wallet.created; the key is created before it.
 */

import { walletRef } from '../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import type { AgentId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { findWallets, type WalletRow, walletRowRef } from '../models/wallets.ts'
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

export interface Provisioned {
  readonly walletId: WalletId
  readonly address: string
  readonly part: IntentPart<{ walletId: WalletId; address: string }>
}

type Deps = Pick<PaymentsDeps, 'newId' | 'walletKeys' | 'database'>

export async function provisionWallet(deps: Deps, input: ProvisionInput): Promise<Provisioned> {
  return input.walletId === undefined ? createPart(deps, input) : bindPart(deps, input, input.walletId)
}

async function createPart(deps: Deps, input: ProvisionInput): Promise<Provisioned> {
  const walletId = deps.newId('wallet')
  const { address } = await deps.walletKeys.createWallet(walletId)
  const ref = walletRowRef(walletId)
  const position = walletRef(walletId)
  return {
    walletId,
    address,
    part: {
      reads: () => ({ guard: [], absent: [ref, position] }),
      decide: (_state, at) => {
        const row: Omit<WalletRow, 'v'> = {
          _id: walletId,
          orgId: input.orgId,
          mode: input.mode,
          agentId: input.agentId,
          name: input.name,
          custody: 'local',
          address,
          createdAt: at,
          updatedAt: at,
        }
        const owner = { walletId, orgId: input.orgId, mode: input.mode, agentId: input.agentId }
        return done(
          { walletId, address },
          {
            insert: [insertRow(ref, row), insertRow(position, newWalletPosition(owner))],
            events: [
              {
                type: 'wallet.created',
                resourceId: walletId,
                walletId,
                agentId: input.agentId,
                data: {
                  wallet_id: walletId,
                  agent_id: input.agentId,
                  status: 'active',
                  reason: 'registration',
                  source: 'manual',
                  actor: input.orgId,
                  at: at.toISOString(),
                },
              },
            ],
          },
        )
      },
    },
  }
}

async function bindPart(deps: Deps, input: ProvisionInput, walletId: WalletId): Promise<Provisioned> {
  const [row] = await findWallets(deps.database, [walletId])
  if (row === undefined || row.orgId !== input.orgId || row.mode !== input.mode) throw notFound('wallet')
  const ref = walletRowRef(walletId)
  const position = walletRef(walletId)
  return {
    walletId,
    address: row.address,
    part: {
      reads: () => ({ guard: [ref, position] }),
      decide: (state, at) => {
        const wallet = state.get(ref)
        const spending = state.get(position)
        if (wallet === null || spending === null) return refused(notFound('wallet'))
        if (wallet.agentId !== null) {
          const error = new DomainError(
            'conflict',
            'The wallet already has an agent. Name an unbound wallet, or none.',
            {
              reason: 'wallet_bound',
            },
          )
          return refused(error)
        }
        return done(
          { walletId, address: wallet.address },
          {
            set: [
              setRow(ref, { ...wallet, agentId: input.agentId, updatedAt: at }),
              setRow(position, { ...spending, agentId: input.agentId }),
            ],
          },
        )
      },
    },
  }
}
