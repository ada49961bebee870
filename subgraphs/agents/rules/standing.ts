/** Whether an agent may act: for the gate `agent_standing` of every spend, and for access tokens. */
import type { WalletPosition } from '../../shared/commit/positions.ts'
import { DomainError } from '../../shared/errors.ts'
import { nextState, type Transitions } from '../../shared/transitions.ts'

export type AgentStatus = 'active' | 'suspended' | 'revoked'
export type AgentStatusChange = 'suspend' | 'reactivate' | 'revoke'

const AGENT_TRANSITIONS: Transitions<AgentStatus, AgentStatusChange> = {
  active: { suspend: 'suspended', reactivate: 'active', revoke: 'revoked' },
  suspended: { suspend: 'suspended', reactivate: 'active', revoke: 'revoked' },
  revoked: { revoke: 'revoked' },
}

/** Null: the agent is revoked, and that is final. */
export function nextAgentStatus(from: AgentStatus, change: AgentStatusChange): AgentStatus | null {
  return nextState(AGENT_TRANSITIONS, from, change)
}

/** Null when the wallet's agent may act, or when it has none. */
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
