/** The gates that agents own. */
import type { OrgPosition, WalletPosition } from '../shared/commit/positions.ts'
import type { DomainError } from '../shared/errors.ts'
import { kyaRefusal, type OnlyTrusted, verifiedRefusal } from '../shared/kya.ts'
import type { Gate, Spend } from '../shared/spend.ts'
import { trustRefusal } from '../shared/trust.ts'
import { agentStanding, standingRefusal } from './rules/standing.ts'

/** A gate that reads nothing of its own. @param refusalOf null: it lets pass */
const gate = <S>(
  name: Gate<S>['name'],
  refusalOf: (state: SpendState, spend: S, at: Date) => DomainError | null,
): Gate<S> => ({
  name,
  reads: () => [],
  decide(state, spend, at) {
    const error = refusalOf(state, spend, at)
    return error === null ? { kind: 'pass' } : { kind: 'refuse', error }
  },
})

type SpendState = Parameters<Gate<unknown>['decide']>[0]

/** It stops an agent, not its organization. */
const agentStandingGate = gate<Pick<Spend, 'caller'>>('agent_standing', ({ wallet }, { caller }) =>
  wallet === null || caller.kind !== 'agent' ? null : agentStanding(wallet),
)

/**
 * For acts that name no wallet: an agent loses its own only when it is revoked, and then has nobody in whose name it acts,
 * although its token was read before.
 */
const agentBoundGate = gate<Pick<Spend, 'caller'>>('agent_standing', ({ wallet }, { caller }) =>
  wallet === null && caller.kind === 'agent' ? standingRefusal('revoked') : null,
)

/** @param trusting leaves out what does not count of the evidence about an agent */
export function createAgentGates(trusting: OnlyTrusted) {
  /** Of the agent that has the wallet, whoever spends from it. */
  const ofAgent = <S>(
    name: 'kya' | 'trust_score',
    refusalOf: (wallet: WalletPosition, org: OrgPosition, spend: S, at: Date) => DomainError | null,
  ): Gate<S> =>
    gate(name, ({ wallet, org }, spend, at) =>
      wallet === null || wallet.agentId === null ? null : refusalOf(trusting(wallet), org, spend, at),
    )
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
