/** Whether an agent may act at all: the gate `agent_standing` of every spend, read from the wallet it spends from. */
import type { WalletPosition } from '../../shared/commit/positions.ts'
import { DomainError } from '../../shared/errors.ts'

export type AgentStatus = 'active' | 'suspended' | 'revoked'

/** Null when the agent of this wallet may act; a wallet without an agent has nobody to stop. */
export function agentStanding(wallet: WalletPosition): DomainError | null {
  return wallet.agentId === null ? null : standingRefusal(wallet.agentStatus)
}

export function standingRefusal(status: AgentStatus): DomainError | null {
  switch (status) {
    case 'active':
      return null
    case 'suspended':
      return new DomainError('authentication_error', 'This agent is suspended. Its organization can reactivate it.', {
        reason: 'agent_suspended',
      })
    case 'revoked':
      return new DomainError('authentication_error', 'This agent is revoked for good.', { reason: 'agent_revoked' })
  }
}
