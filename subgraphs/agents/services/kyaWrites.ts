/** Carries the evidence of an agent to the position of its wallet, on which its spends are decided. */
import { walletRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { State, Writes } from '../../shared/commit/types.ts'
import type { AgentRow } from '../models/agents.ts'
import { proofsOf } from '../rules/kyaEvidence.ts'

/** Nothing where the wallet has another agent by now. */
export function kyaWrites(state: State, row: AgentRow): NonNullable<Writes['set']> {
  const position = walletRef(row.walletId)
  const wallet = state.get(position)
  return wallet?.agentId === row._id ? [setRow(position, { ...wallet, kya: proofsOf(row) })] : []
}
