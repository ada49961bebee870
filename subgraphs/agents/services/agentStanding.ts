/**
 * Suspends, reactivates and revokes an agent (domain A.3). The status is written to the agent, on which its credentials are
 * checked with every request, and to its wallet's position, which every spend guards: once acknowledged, nothing that the
 * agent asks for is accepted.
 */
import { composeParts } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart, Writes } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import type { Principal } from '../../shared/principal.ts'
import type { ListLook } from '../../shared/recordScreening.ts'
import { type AgentRow, agentRef, namedAgent } from '../models/agents.ts'
import type { AgentsDeps } from '../ports.ts'
import { type AgentStatusChange, nextAgentStatus } from '../rules/standing.ts'
import { actorOf, agentEvent, agentRevoked, type ChangedAgent, changeAgent, noSuchAgent } from './changeAgent.ts'

export interface StandingInput {
  readonly id: string
  readonly reason: unknown
}

/**
 * Payments that were accepted before go on; a kill switch on the agent stops those too. Repeating it changes nothing.
 * @throws DomainError not_found, invalid_request (reason), conflict (revoked), and those of access and key
 */
export function suspendAgent(
  deps: AgentsDeps,
  principal: Principal,
  input: StandingInput,
  key: RequestKey | null = null,
): Promise<ChangedAgent> {
  return changeStanding(deps, principal, { ...input, key, change: 'suspend', isStop: true })
}

/** As `suspendAgent`. */
export function reactivateAgent(
  deps: AgentsDeps,
  principal: Principal,
  input: StandingInput,
  key: RequestKey | null = null,
): Promise<ChangedAgent> {
  return changeStanding(deps, principal, { ...input, key, change: 'reactivate' })
}

/**
 * Final. In the same commit its mandate ends, so that unsigned and parked payments fail and open holds are voided, and its
 * wallet becomes free for another agent. Repeating it changes nothing.
 * @throws DomainError not_found, invalid_request (reason), and those of access and key
 */
export async function revokeAgent(
  deps: AgentsDeps,
  principal: Principal,
  input: StandingInput,
  key: RequestKey | null = null,
): Promise<ChangedAgent> {
  const changed = await changeAgent(deps, principal, {
    ...{ id: input.id, key, isStop: true },
    async part(found, caller) {
      const act = { reason: parseReason(input.reason), by: actorOf(caller) }
      const standing = standingPart(found, 'revoke', act)
      // Its wallet may have another agent by now.
      if (found.status === 'revoked') return standing
      const { walletId, _id: agentId, name } = found
      const mandate = await deps.mandates.prepareRevocation({ walletId, reason: act.reason })
      // Screening everybody again leaves out who is revoked: a listed name would be got rid of with its agent.
      const look = await deps.screening.look([namedAgent(found)]).catch(() => unscreened)
      const composed = composeParts([standing, mandate, deps.wallets.unbind({ walletId, agentId, look })])
      return {
        reads: composed.reads,
        decide(state, at) {
          // It has another name since.
          if ((state.get(agentRef(agentId))?.name ?? name) !== name) return { kind: 'stale' }
          const verdict = composed.decide(state, at)
          return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[0] } : verdict
        },
      }
    },
  })
  const { orgId, mode, walletId: targetId } = changed.agent
  if (!changed.replayed) deps.work.beginStop({ orgId, mode, scope: 'wallet', targetId })
  return changed
}

/** A stop waits for no list: compliance looks at the wallet before another agent spends from it. */
const unscreened: ListLook = () =>
  new DomainError('service_unavailable', 'The name of the agent could not be screened.', {
    reason: 'screening_unavailable',
  })

interface Act {
  readonly reason: string
  readonly by: string
}

function changeStanding(
  deps: AgentsDeps,
  principal: Principal,
  wanted: StandingInput & {
    readonly key: RequestKey | null
    readonly change: AgentStatusChange
    readonly isStop?: true
  },
): Promise<ChangedAgent> {
  const { reason, change, ...common } = wanted
  return changeAgent(deps, principal, {
    ...common,
    part: (found, caller) => standingPart(found, change, { reason: parseReason(reason), by: actorOf(caller) }),
  })
}

const parseReason = (reason: unknown): string => parseText(reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })

const EVENTS = { suspend: 'agent.suspended', reactivate: 'agent.reactivated', revoke: 'agent.revoked' } as const

function standingPart({ _id, walletId }: AgentRow, change: AgentStatusChange, act: Act): IntentPart<AgentRow> {
  const [ref, position] = [agentRef(_id), walletRef(walletId)]
  return {
    reads: () => ({ guard: [ref, position] }),
    decide(state, at) {
      const row = state.get(ref)
      const wallet = state.get(position)
      if (row === null || wallet === null) return refused(noSuchAgent())
      const status = nextAgentStatus(row.status, change)
      if (status === null) return refused(agentRevoked())
      if (status === row.status) return done(row)
      const last = status === 'revoked' && wallet.mandate !== null ? { mandateId: wallet.mandate.mandateId } : {}
      const next: typeof row = { ...row, ...last, status, statusChange: { ...act, at }, updatedAt: at }
      const set: NonNullable<Writes['set']> = [
        setRow(ref, next),
        ...(wallet.agentId === _id ? [setRow(position, { ...wallet, agentStatus: status })] : []),
      ]
      return done(next, { set, events: [agentEvent(EVENTS[change], next, { ...act, at })] })
    },
  }
}
