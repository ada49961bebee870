/** The gates that agents own. */
import type { OrgPosition, WalletPosition } from '../shared/commit/positions.ts'
import type { DomainError } from '../shared/errors.ts'
import { kyaRefusal, type OnlyTrusted, verifiedRefusal } from '../shared/kya.ts'
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

/** @param trusting leaves out what does not count of the evidence about an agent */
export function createAgentGates(trusting: OnlyTrusted) {
  /** Of the agent that has the wallet, whoever spends from it. */
  const ofAgent = <S>(
    name: 'kya' | 'trust_score',
    refusalOf: (wallet: WalletPosition, org: OrgPosition, spend: S, at: Date) => DomainError | null,
  ): Gate<S> => ({
    name,
    reads: () => [],
    decide({ wallet, org }, spend, at) {
      const error = wallet === null || wallet.agentId === null ? null : refusalOf(trusting(wallet), org, spend, at)
      return error === null ? { kind: 'pass' } : { kind: 'refuse', error }
    },
  })
  return {
    agentBound: agentBoundGate,
    agentStanding: agentStandingGate,
    /** Part of gate 12: who has to be known for the amount. */
    kya: ofAgent<Pick<Spend, 'mode' | 'usdMicro'>>('kya', kyaRefusal),
    /** Part of gate 12, as `kya`. */
    trust: ofAgent<Pick<Spend, 'mode'>>('trust_score', (wallet, org, { mode }, at) =>
      trustRefusal(wallet, org, mode, at),
    ),
    /** Part of gate 12 for dollars that leave, and for cards: the agent has to be verified, whatever the amount. */
    verified: ofAgent<Pick<Spend, 'mode'>>('kya', (wallet, org, { mode }, at) =>
      verifiedRefusal(wallet, org, mode, at),
    ),
    trusting,
  } as const
}
