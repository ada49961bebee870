/**
 * The one spend path: walks the gates in order over a state and either authorizes, with limits reserved, or says which
 * gate refused. Every rail goes through here; nothing else can make a SpendAuthorization.
 */

import type { GatePosition, OrgPosition, WalletPosition } from '../../shared/commit/positions.ts'
import type { State } from '../../shared/commit/types.ts'
import { type DomainError, invariant } from '../../shared/errors.ts'
import type { EventDraft } from '../../shared/events.ts'
import type { SpendAuthorization } from '../../shared/ledger/postings.ts'
import { openWindows, reserve } from '../../shared/limits.ts'
import type { Gate, PolicyDecision, Spend, SpendState } from '../ports.ts'
import { gateOfBatch, spendStateRefs } from '../rules/spendState.ts'

export type SpendVerdict =
  | {
      readonly kind: 'authorized'
      readonly authorization: SpendAuthorization
      readonly decision: PolicyDecision
      /** The wallet's position with the limits reserved; the journal moves the balance. */
      readonly wallet: WalletPosition
    }
  | {
      readonly kind: 'refused'
      readonly gate: string
      readonly error: DomainError
      readonly decision: PolicyDecision | null
      readonly events: readonly EventDraft[]
      readonly wallet: WalletPosition | null
    }
  | { readonly kind: 'stale' }

export function authorizeSpend(gates: readonly Gate[], state: State, spend: Spend, at: Date): SpendVerdict {
  const spendState = readSpendState(state, spend)
  let decision: PolicyDecision | null = null
  for (const gate of gates) {
    const verdict = gate.decide(spendState, spend, at)
    if (verdict.kind === 'stale') return verdict
    decision = verdict.decision ?? decision
    if (verdict.kind === 'refuse')
      return {
        kind: 'refused',
        gate: gate.name,
        error: verdict.error,
        decision,
        events: verdict.events ?? [],
        wallet: verdict.wallet ?? null,
      }
  }
  const { wallet } = spendState
  invariant(wallet !== null && decision !== null, 'every gate passed without a wallet or a decision')
  const windows = openWindows(wallet, { day: decision.dayKey, month: decision.monthKey })
  const { walletId, chain, amount } = spend
  const authorization = { walletId, chain, token: amount.token, amount: amount.units } as SpendAuthorization
  return { kind: 'authorized', authorization, decision, wallet: reserve(windows, spend.usdMicro) }
}

/** What the gates of one spend look at; the refs are those of `spendStateRefs`. */
export function readSpendState(state: State, spend: Spend): SpendState {
  const refs = spendStateRefs(spend)
  const org = state.get<OrgPosition>(refs.org)
  const platform = state.get<GatePosition>(gateOfBatch)
  invariant(org !== null && platform !== null, `organization ${spend.orgId} or the platform has no position`)
  return { org, platform, wallet: refs.wallet === null ? null : state.get<WalletPosition>(refs.wallet) }
}
