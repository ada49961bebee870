/** The spend path of dollars: asks the gates in order. Nothing else can create a DollarAuthorization. */

import type { SpendVerdict } from '../../shared/cardSpends.ts'
import { joinWrites } from '../../shared/commit/compose.ts'
import { orgRef, PLATFORM, walletRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import type { State, Writes } from '../../shared/commit/types.ts'
import type { DollarRail, DollarSpend, DollarVerdict } from '../../shared/dollarSpend.ts'
import { invariant } from '../../shared/errors.ts'
import type { FinancialAccountId } from '../../shared/ids.ts'
import type { DollarAuthorization } from '../../shared/ledger/usdPostings.ts'
import { owns } from '../../shared/principal.ts'
import type { CardSpend, Gate, SpendState } from '../../shared/spend.ts'
import { decideSpend } from './authorizeSpend.ts'

export function createDollarRail(gates: readonly Gate<DollarSpend>[]): DollarRail {
  return {
    reads: (spend) => ({
      guard: [orgRef(spend.orgId), ...walletOf(spend), ...gates.flatMap((gate) => [...gate.reads(spend)])],
      newIds: gates.flatMap((gate) => [...(gate.newIds?.(spend) ?? [])]),
    }),
    authorize: (state, spend, at) => authorizeDollars(gates, state, spend, at),
  }
}

function authorizeDollars(
  gates: readonly Gate<DollarSpend>[],
  state: State,
  spend: DollarSpend,
  at: Date,
): DollarVerdict {
  const seen = stateOf(state, spend)
  const writes: Writes[] = []
  for (const gate of gates) {
    const verdict = gate.decide(seen, spend, at)
    if (verdict.kind === 'stale') return verdict
    if (verdict.kind === 'refuse') return { kind: 'refused', error: verdict.error }
    if (verdict.writes !== undefined) writes.push(verdict.writes)
    if (verdict.kind === 'park') {
      invariant(verdict.approvalId !== null, 'dollars are parked for an approval alone')
      return { kind: 'parked', approvalId: verdict.approvalId, writes: joinWrites(writes) }
    }
  }
  const { mode, financialAccountId: financialAccount, cents: amount } = spend
  const authorization = { mode, financialAccount, amount } as DollarAuthorization
  return { kind: 'authorized', authorization, writes: joinWrites(writes) }
}

/** The wallet that receives a conversion, or that of the agent, which has its standing. */
function walletOf({ caller, delivery }: DollarSpend) {
  if (delivery !== undefined) return [walletRef(delivery.walletId)]
  return caller.kind === 'agent' ? [walletRef(caller.walletId)] : []
}

function stateOf(state: State, spend: DollarSpend): SpendState {
  const { caller, orgId, approval } = spend
  const [ref] = walletOf(spend)
  const found = ref === undefined ? null : state.get(ref)
  return {
    rows: state,
    org: requireRow(state, orgRef(orgId)),
    platform: requireRow(state, PLATFORM),
    wallet: found !== null && owns(caller, found) ? found : null,
    isApproved: approval.isApproved,
  }
}

/** Dollars that a card spends: the gates of every spend under a mandate, in the order of the card network. */
export function authorizeCardSpend(
  gates: readonly Gate<CardSpend>[],
  state: State,
  requested: CardSpend,
  financialAccount: FinancialAccountId,
  at: Date,
): SpendVerdict<CardSpend, DollarAuthorization> {
  const { mode, amount } = requested
  const authorization = { mode, financialAccount, amount: amount.units } as DollarAuthorization
  return decideSpend(gates, state, requested, authorization, at)
}
