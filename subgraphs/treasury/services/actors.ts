/**
 * Who acts in the treasury, as a commit sees it: an agent with its standing, or an organization. Kill switches of the rail,
 * the capability, the organization and the agent stop what moves money (domain 5).
 */
import { orgRef, PLATFORM, walletRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import type { Ref, State } from '../../shared/commit/types.ts'
import type { DomainError } from '../../shared/errors.ts'
import { type Caller, owns } from '../../shared/principal.ts'
import type { SpendState } from '../../shared/spend.ts'
import type { Stoppable } from '../../shared/stoppable.ts'
import type { TreasuryDeps } from '../ports.ts'

/** The rows on which an act of this caller is decided. */
export function actorReads(caller: Caller): Ref[] {
  return [orgRef(caller.orgId), ...(caller.kind === 'agent' ? [walletRef(caller.walletId)] : [])]
}

/** An agent has the standing of its wallet. */
export function actorState(state: State, caller: Caller): Omit<SpendState, 'isApproved'> {
  const found = caller.kind === 'agent' ? state.get(walletRef(caller.walletId)) : null
  return {
    rows: state,
    org: requireRow(state, orgRef(caller.orgId)),
    platform: requireRow(state, PLATFORM),
    wallet: found !== null && owns(caller, found) ? found : null,
  }
}

/** Why this caller may not move dollars now; null: it may. */
export function actRefusal(
  { gates }: Pick<TreasuryDeps, 'gates'>,
  state: State,
  caller: Caller,
  at: Date,
  facts: Partial<Stoppable> = {},
): DomainError | null {
  const seen = { ...actorState(state, caller), isApproved: false }
  const act: Stoppable = { orgId: caller.orgId, mode: caller.mode, rail: 'ach', access: 'treasury', ...facts }
  for (const gate of [gates.agentBound, gates.agentStanding]) {
    const verdict = gate.decide(seen, { caller }, at)
    if (verdict.kind === 'refuse') return verdict.error
  }
  const stopped = gates.killSwitch.decide(seen, act, at)
  if (stopped.kind === 'refuse') return stopped.error
  return null
}
