/** The gate that agents own: it stops an agent, not its organization. */
import type { Gate } from '../shared/spend.ts'
import { agentStanding } from './rules/standing.ts'

const agentStandingGate: Gate = {
  name: 'agent_standing',
  reads: () => [],
  decide({ wallet }, { caller }) {
    const error = wallet === null || caller.kind !== 'agent' ? null : agentStanding(wallet)
    return error === null ? { kind: 'pass' } : { kind: 'refuse', error }
  },
}

export const agentGates = { agentStanding: agentStandingGate } as const
