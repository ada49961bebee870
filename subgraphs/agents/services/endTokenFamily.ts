/**
 * Ends a family of tokens (specification 5, reliability 5.3). It is written to the agent, on which every request is checked, in
 * one commit with the event that closes open sockets; then to the refresh tokens. What a crash leaves between the two is
 * refused by the first, which stays until the second is known to be done.
 */

import { timeOf } from '../../shared/clock.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { RowReplacement, State, Verdict } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { type AgentRow, agentRef, type EndedFamily, findAgent, hasEnded } from '../models/agents.ts'
import { type RefreshTokenRow, revokeRefreshFamilies } from '../models/refreshTokens.ts'
import type { AgentsDeps } from '../ports.ts'
import { lastTokenEnds } from '../rules/tokenTimes.ts'
import { agentEvent } from './changeAgent.ts'

/** Bounds the agent's row. If more end within the life of an access token, all tokens of the agent end. */
const FAMILIES_MAX = 50

export async function endTokenFamily(
  deps: AgentsDeps,
  { agentId, familyId }: Pick<RefreshTokenRow, 'agentId' | 'familyId'>,
): Promise<void> {
  const found = await findAgent(deps.database, agentId)
  if (found !== null && !hasEnded(found, familyId)) await writeToAgent(deps, found, familyId)
  const at = found === null ? deps.clock.now() : timeOf(deps.clock, found)
  await revokeRefreshFamilies(deps.database, [familyId], at)
}

async function writeToAgent(deps: AgentsDeps, found: AgentRow, familyId: string): Promise<void> {
  const { _id, orgId, mode } = found
  const now = timeOf(deps.clock, found)
  const past = (found.endedFamilies ?? []).filter(({ until }) => until <= now).map((ended) => ended.familyId)
  // An entry stays as long as its refresh tokens may not be revoked yet.
  const over: readonly string[] = await revokeRefreshFamilies(deps.database, past, now).then(
    () => past,
    () => [],
  )
  const until = lastTokenEnds(now, deps.config.tokenLifetimeSeconds)
  const ref = agentRef(_id)
  await submitPrepared(deps.commit, () => ({
    ...({ priority: 'control', orgId, mode, ...STOP } as const),
    reads: () => ({ guard: [ref, walletRef(found.walletId)] }),
    decide(state: State, at: Date): Verdict<null> {
      const row = state.get(ref)
      if (row === null || hasEnded(row, familyId)) return done(null)
      const kept = (row.endedFamilies ?? []).filter((ended) => !over.includes(ended.familyId))
      const next: typeof row = { ...row, ...withEnded(row, [...kept, { familyId, until }]) }
      const reason = 'A refresh token was used twice.'
      return done(null, {
        set: [setRow(ref, next), ...withCredentials(state, next)],
        events: [agentEvent('agent.tokens_ended', row, { by: _id, at, reason })],
      })
    },
  }))
}

/** The same in the position of its wallet, which is what a spend sees. */
export function withCredentials(
  state: State,
  { _id: agentId, walletId, keyVersion, capabilities, endedFamilies: families = [] }: AgentRow,
): readonly RowReplacement[] {
  const ref = walletRef(walletId)
  const wallet = state.get(ref)
  // That of a revoked agent may be another's by now.
  return wallet?.agentId !== agentId
    ? []
    : [setRow(ref, { ...wallet, agentCredentials: { agentId, keyVersion, families, capabilities } })]
}

function withEnded({ keyVersion }: AgentRow, endedFamilies: readonly EndedFamily[]): Partial<AgentRow> {
  return endedFamilies.length <= FAMILIES_MAX ? { endedFamilies } : { endedFamilies: [], keyVersion: keyVersion + 1 }
}
