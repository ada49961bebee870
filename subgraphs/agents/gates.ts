/** The gates that agents own. */
import { kyaRefusal, verifiedRefusal } from '../shared/kya.ts'
import type { Gate, Spend } from '../shared/spend.ts'
import { trustRefusal } from '../shared/trust.ts'
import { agentStanding, standingRefusal } from './rules/standing.ts'

/** It stops an agent, not its organization. */
const agentStandingGate: Gate<Pick<Spend, 'caller'>> = {
  name: 'agent_standing',
  reads: () => [],
  decide({ wallet }, { caller }) {
    const error = wallet === null || caller.kind !== 'agent' ? null : agentStanding(wallet)
    return error === null ? { kind: 'pass' } : { kind: 'refuse', error }
  },
}

/**
 * For acts that name no wallet: an agent loses its own only when it is revoked, and then has nobody in whose name it acts,
 * although its token was read before.
 */
const agentBoundGate: Gate<Pick<Spend, 'caller'>> = {
  name: 'agent_standing',
  reads: () => [],
  decide({ wallet }, { caller }) {
    const error = wallet === null && caller.kind === 'agent' ? standingRefusal('revoked') : null
    return error === null ? { kind: 'pass' } : { kind: 'refuse', error }
  },
}

/** Part of gate 12: who has to be known for the amount is the agent of the wallet, whoever spends from it. */
const kyaGate: Gate<Pick<Spend, 'mode' | 'usdMicro'>> = {
  name: 'kya',
  reads: () => [],
  decide({ wallet, org }, spend, at) {
    const error = wallet === null || wallet.agentId === null ? null : kyaRefusal(wallet, org, spend, at)
    return error === null ? { kind: 'pass' } : { kind: 'refuse', error }
  },
}

/** Part of gate 12, as `kya`. */
const trustGate: Gate<Pick<Spend, 'mode'>> = {
  name: 'trust_score',
  reads: () => [],
  decide({ wallet, org }, { mode }, at) {
    const error = wallet === null || wallet.agentId === null ? null : trustRefusal(wallet, org, mode, at)
    return error === null ? { kind: 'pass' } : { kind: 'refuse', error }
  },
}

/** Part of gate 12 for dollars that leave: an agent that asks for them has to be verified, whatever the amount. */
const verifiedGate: Gate<Pick<Spend, 'mode'>> = {
  name: 'kya',
  reads: () => [],
  decide({ wallet, org }, { mode }, at) {
    const error = wallet === null || wallet.agentId === null ? null : verifiedRefusal(wallet, org, mode, at)
    return error === null ? { kind: 'pass' } : { kind: 'refuse', error }
  },
}

export const agentGates = {
  agentBound: agentBoundGate,
  agentStanding: agentStandingGate,
  kya: kyaGate,
  trust: trustGate,
  verified: verifiedGate,
} as const
