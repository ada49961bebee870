/**
 * Places a hold (domain 2.1): every gate of a spend decides, then the money is locked and the limits are reserved for the
 * whole amount. Above the threshold the hold is parked, and does not exist until it is approved.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { invariant } from '../../../shared/errors.ts'
import { type AgentId, type HoldId, idsOf } from '../../../shared/ids.ts'
import { holdPlacedJournal } from '../../../shared/ledger/postings.ts'
import type { Caller } from '../../../shared/principal.ts'
import type { PolicyDecision, Spend } from '../../../shared/spend.ts'
import { findHoldsById, type HoldRow, holdRef } from '../../models/holds.ts'
import { keptScreening, partiesOf } from '../../models/keptScreening.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { holdEvent } from '../../rules/holdEvents.ts'
import { screeningIdOf } from '../../rules/screening.ts'
import { sharersOf } from '../../rules/sharers.ts'
import { guardsOf } from '../../rules/spendState.ts'
import { authorizeSpend, readsOfGates } from '../authorizeSpend.ts'
import { spendApproval } from '../spendApproval.ts'
import { refreshPrepared } from '../submitPayment.ts'
import { type HoldRequest, prepareHoldSpend } from './holdSpend.ts'

export interface Placed {
  /** Parked while it waits for its approval. */
  readonly hold: HoldRow
  readonly replayed: boolean
}

/**
 * @param parse reads the request; it is not called for a repeated key
 * @throws DomainError of gates 4 to 14, and those of the idempotency key
 */
export async function createHold(
  deps: PaymentsDeps,
  caller: Caller,
  parse: () => Promise<HoldRequest>,
  key: RequestKey | null = null,
): Promise<Placed> {
  const holdId = deps.newId('hold')
  const approvalId = deps.newId('approval')
  let isFirst = true
  const prepare = async () => {
    if (!isFirst) refreshPrepared(deps, caller.orgId)
    isFirst = false
    const request = await parse()
    const { spend, fx } = await prepareHoldSpend(deps, caller, request)
    const approval = await spendApproval(deps, caller, { ...request, subjectId: holdId, newId: approvalId })
    const screening = { ...spend.screening, screeningId: screeningIdOf(holdId) }
    return holdIntent(deps, { holdId, request, spend: { ...spend, screening, approval }, fx })
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { hold: settled.answer, replayed: false }
  const [hold] = await findHoldsById(deps.database, idsOf('hold', [settled.replayedId]))
  invariant(hold !== undefined, `key points to hold ${settled.replayedId}, which does not exist`)
  return { hold, replayed: true }
}

export interface PreparedHold {
  readonly holdId: HoldId
  readonly request: HoldRequest
  readonly spend: Spend
  readonly fx: HoldRow['fx']
}

export function holdIntent(deps: Pick<PaymentsDeps, 'gates'>, prepared: PreparedHold): KeyedIntent<HoldRow> {
  const { spend, holdId } = prepared
  const { guard, newIds } = readsOfGates(deps.gates, spend)
  return {
    priority: 'spend',
    orgId: spend.orgId,
    mode: spend.mode,
    resourceId: holdId,
    resource: { type: 'hold', id: holdId },
    reads: () => ({ guard: [...guardsOf(spend), ...guard], newIds: [holdRef(holdId), ...newIds] }),
    decide: (state, at) => decide(deps, prepared, state, at),
  }
}

function decide(deps: Pick<PaymentsDeps, 'gates'>, prepared: PreparedHold, state: State, at: Date): Verdict<HoldRow> {
  const { spend, holdId } = prepared
  const verdict = authorizeSpend(deps.gates, state, spend, at)
  if (verdict.kind === 'stale') return verdict
  if (verdict.kind === 'refused') {
    const set = verdict.wallet === null ? [] : [setRow(walletRef(spend.walletId), verdict.wallet)]
    return {
      kind: 'refused',
      error: verdict.error,
      writes: joinWrites([verdict.writes, { set, events: verdict.events }]),
    }
  }
  const { wallet, approvalId, decision } = verdict
  const isParked = verdict.kind === 'parked'
  const stage = isParked ? 'awaiting_approval' : 'created'
  const row: Omit<HoldRow, 'v'> = {
    ...holdRow({ ...prepared, spend: verdict.spend }, decision, wallet.agentId, at),
    stage,
    approvalId,
  }
  const writes: Writes[] = [
    { set: [setRow(walletRef(spend.walletId), wallet)], insert: [insertRow(holdRef(holdId), row)] },
    ...verdict.writes,
  ]
  if (verdict.kind === 'authorized')
    writes.push({
      journals: [holdPlacedJournal(holdId, verdict.authorization)],
      events: [holdEvent('hold.created', row)],
    })
  const outcome = isParked ? ({ outcome: 'parked' } as const) : {}
  return { kind: 'done', answer: { ...row, v: 1 }, writes: joinWrites(writes), ...outcome }
}

function holdRow(
  { holdId, request, spend, fx }: PreparedHold,
  decision: PolicyDecision,
  agentId: AgentId | null,
  at: Date,
): Omit<HoldRow, 'v'> {
  return {
    _id: holdId,
    orgId: spend.orgId,
    mode: spend.mode,
    kind: 'hold',
    walletId: spend.walletId,
    agentId,
    mandateId: decision.mandateId,
    mandateVersion: decision.mandateVersion,
    to: spend.to ?? '',
    toText: spend.toText,
    merchantId: spend.merchant?.merchantId ?? null,
    merchant: spend.merchant?.domain ?? null,
    category: spend.merchant?.category ?? 'uncategorized',
    ...sharersOf(spend),
    amount: spend.amount.units,
    capturedAmount: 0n,
    token: spend.amount.token,
    chain: spend.chain,
    usdMicro: spend.usdMicro,
    fx,
    screening: keptScreening(spend),
    ...partiesOf(spend),
    dayKey: decision.dayKey,
    monthKey: decision.monthKey,
    purpose: request.purpose,
    stage: 'created',
    isOpen: true,
    voidReason: null,
    voidNote: null,
    lifeMs: request.lifeMs,
    expiresAt: new Date(Math.min(at.getTime() + request.lifeMs, request.endsBy?.getTime() ?? Number.POSITIVE_INFINITY)),
    paymentId: null,
    approvalId: null,
    decision: decision.stored,
    metadata: request.metadata,
    ...request.sharedToken,
    policyEvaluatedAt: at,
    createdAt: at,
    updatedAt: at,
    capturedAt: null,
    voidedAt: null,
  }
}
