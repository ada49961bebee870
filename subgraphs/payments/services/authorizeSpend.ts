/**
 * The spend path of every rail: runs the gates in order and either authorizes, with limits reserved, or names the gate
 * that refused. Nothing else can create a SpendAuthorization.
 */

import type { RefusedSpend, SpendVerdict } from '../../shared/cardSpends.ts'
import type { WalletPosition } from '../../shared/commit/positions.ts'
import type { Ref, State, Writes } from '../../shared/commit/types.ts'
import { count } from '../../shared/conduct.ts'
import { invariant } from '../../shared/errors.ts'
import type { ApprovalId, CaseId } from '../../shared/ids.ts'
import type { SpendAuthorization } from '../../shared/ledger/postings.ts'
import { owns } from '../../shared/principal.ts'
import type { AnySpend, Gate, PolicyDecision, Spend, SpendState } from '../../shared/spend.ts'
import { openWindows, reserve } from '../../shared/spendingLimits.ts'
import { isApproved } from '../approvalGate.ts'
import { amlFigures, countedIn, scoreFigures } from '../rules/aml.ts'
import { shardOfBatch, spendStateRefs } from '../rules/spendState.ts'

export function authorizeSpend(gates: readonly Gate[], state: State, requested: Spend, at: Date): SpendVerdict {
  const { walletId, chain, amount } = requested
  const authorization = { walletId, chain, token: amount.token, amount: amount.units } as SpendAuthorization
  return decideSpend(gates, state, requested, authorization, at)
}

/** @param authorization given where all gates pass */
export function decideSpend<S extends AnySpend, Authorization>(
  gates: readonly Gate<S>[],
  state: State,
  requested: S,
  authorization: Authorization,
  at: Date,
): SpendVerdict<S, Authorization> {
  const spendState = readSpendState(state, requested, at)
  const spend = withAmlChecks(spendState, requested, at)
  const passed = askGates(gates, spendState, spend, at)
  if (passed.kind === 'stale' || passed.kind === 'refused') return passed
  const { approvalId, decision, writes } = passed
  const wallet = (passed.kind === 'parked' ? passed.wallet : null) ?? spendState.wallet
  const reserved = { spend, ...reserveLimits(wallet, decision, spend, at) }
  if (passed.kind === 'parked') return { kind: 'parked', approvalId, caseId: passed.caseId, writes, ...reserved }
  return { kind: 'authorized', approvalId, authorization, writes, ...reserved }
}

interface Passed {
  readonly kind: 'passed'
  readonly approvalId: ApprovalId | null
  readonly decision: PolicyDecision | null
  readonly writes: readonly Writes[]
}

type GatesVerdict =
  | Passed
  | (Omit<Passed, 'kind'> & {
      readonly kind: 'parked'
      readonly caseId: CaseId | null
      readonly wallet: WalletPosition | null
    })
  | RefusedSpend
  | { readonly kind: 'stale' }

/** Asks the gates in order; the first that does not pass decides. It reserves nothing. */
export function askGates<S extends AnySpend>(
  gates: readonly Gate<S>[],
  spendState: SpendState,
  spend: S,
  at: Date,
): GatesVerdict {
  const writes: Writes[] = []
  let decision: PolicyDecision | null = null
  let approvalId: ApprovalId | null = null
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
        writes: verdict.writes ?? {},
        wallet: verdict.wallet ?? null,
      }
    approvalId = verdict.approvalId ?? approvalId
    if (verdict.writes !== undefined) writes.push(verdict.writes)
    if (verdict.kind === 'park') {
      const { caseId = null, wallet = null } = verdict
      return { kind: 'parked', approvalId, caseId, wallet, decision, writes }
    }
  }
  return { kind: 'passed', approvalId, decision, writes }
}

function reserveLimits(
  wallet: WalletPosition | null,
  decision: PolicyDecision | null,
  spend: AnySpend,
  at: Date,
): { decision: PolicyDecision; wallet: WalletPosition } {
  invariant(wallet !== null && decision !== null, 'the gates passed without a wallet or a decision')
  const windows = openWindows(wallet, { day: decision.dayKey, month: decision.monthKey })
  const reserved = reserve(windows, spend.usdMicro)
  const { payee } = spend
  if (payee === undefined) return { decision, wallet: reserved }
  return { decision, wallet: countedIn(count(reserved, at, 'attempts'), { ...spend, payee }, at) }
}

/** Scored on the wallet's position, so that of payments at the same time each counts those before it. */
export function withAmlChecks<S extends AnySpend>({ wallet }: Pick<SpendState, 'wallet'>, spend: S, at: Date): S {
  const { payee, screening } = spend
  if (payee === undefined || wallet === null) return spend
  const scored = scoreFigures(amlFigures(wallet, { ...spend, payee }, at))
  if (scored.length === 0) return spend
  return { ...spend, screening: { ...screening, checks: [...screening.checks, ...scored] } }
}

/** Rows besides the spend's own that its gates read or insert. */
export function readsOfGates<S extends AnySpend>(gates: readonly Gate<S>[], spend: S): { guard: Ref[]; newIds: Ref[] } {
  return {
    guard: gates.flatMap((gate) => [...gate.reads(spend)]),
    newIds: gates.flatMap((gate) => [...(gate.newIds?.(spend) ?? [])]),
  }
}

/** The state that the gates of one spend decide on; the refs are those of `spendStateRefs`. */
export function readSpendState(state: State, spend: AnySpend, at: Date): SpendState {
  const refs = spendStateRefs(spend)
  const org = state.get(refs.org)
  const platform = state.get(shardOfBatch)
  invariant(org !== null && platform !== null, `organization ${spend.orgId} or the platform has no position`)
  const found = refs.wallet === null ? null : state.get(refs.wallet)
  // No gate sees another's wallet: a refusal must show neither its balance nor that it is frozen.
  const wallet = found !== null && owns(spend.caller, found) ? found : null
  const seen = { rows: state, org, platform, wallet }
  return { ...seen, isApproved: isApproved(seen, spend, at) }
}
