/**
 * Accepts a payment (specification 2.10): everything slow is done first, then one intent decides and writes all of it,
 * or nothing. Payments, transfers and mandate executions differ only in how the destination and the amount are named.
 */

import type { SpendVerdict } from '../../shared/cardSpends.ts'
import { joinWrites } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Intent, State, Verdict, Writes } from '../../shared/commit/types.ts'
import { refused } from '../../shared/commit/verdicts.ts'
import { count } from '../../shared/conduct.ts'
import { DomainError, invariant, toRefusal } from '../../shared/errors.ts'
import { type AgentId, idsOf, type OrgId, type PaymentId } from '../../shared/ids.ts'
import { paymentReservedJournal } from '../../shared/ledger/postings.ts'
import type { Caller } from '../../shared/principal.ts'
import type { PolicyDecision, Spend } from '../../shared/spend.ts'
import { keptScreening, partiesOf } from '../models/keptScreening.ts'
import { findPaymentsById, type PaymentRow, paymentRef } from '../models/payments.ts'
import type { PaymentsDeps } from '../ports.ts'
import { paymentEvent } from '../rules/paymentEvents.ts'
import { screeningIdOf } from '../rules/screening.ts'
import { sharersOf } from '../rules/sharers.ts'
import { guardsOf } from '../rules/spendState.ts'
import { failedPayment } from '../settlement/intents/failPayment.ts'
import { authorizeSpend, readsOfGates } from './authorizeSpend.ts'
import type { PaymentRequest } from './paymentRequests.ts'
import { prepareSpend } from './prepareSpend.ts'
import { spendApproval } from './spendApproval.ts'

export interface Submitted {
  readonly payment: PaymentRow
  readonly replayed: boolean
}

/**
 * @param parse reads the request; it depends on state (rates, balances), so it is not called for a repeated key
 * @throws DomainError of gates 4 to 14, and those of the idempotency key
 */
export async function submitPayment(
  deps: PaymentsDeps,
  caller: Caller,
  parse: () => Promise<PaymentRequest>,
  key: RequestKey | null = null,
): Promise<Submitted> {
  const paymentId = deps.newId('payment')
  const approvalId = deps.newId('approval')
  let isFirst = true
  const prepare = async () => {
    if (!isFirst) refreshPrepared(deps, caller.orgId)
    isFirst = false
    const request = await parse()
    const { spend, fx } = await prepareSpend(deps, caller, request)
    const approval = await spendApproval(deps, caller, { ...request, subjectId: paymentId, newId: approvalId })
    const screening = { ...spend.screening, screeningId: screeningIdOf(paymentId) }
    const intent = paymentIntent(deps, { paymentId, request, spend: { ...spend, screening, approval }, fx })
    return { ...intent, resource: { type: 'payment', id: paymentId } }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) {
    deps.wakeSettlement()
    return { payment: settled.answer, replayed: false }
  }
  const [payment] = await findPaymentsById(deps.database, idsOf('payment', [settled.replayedId]))
  invariant(payment !== undefined, `a key points to payment ${settled.replayedId}, which does not exist`)
  return { payment, replayed: true }
}

/** After a commit has found something outdated that the spend was prepared with. */
export function refreshPrepared(deps: Pick<PaymentsDeps, 'merchants' | 'screener'>, orgId: OrgId): void {
  deps.merchants.refresh(orgId)
  deps.screener.refresh()
}

interface Prepared {
  readonly paymentId: PaymentId
  readonly request: PaymentRequest
  readonly spend: Spend
  readonly fx: PaymentRow['fx']
}

/** The whole acceptance as one intent: limits, balance, payment, journal, event and key, or a refusal. */
export function paymentIntent(deps: Pick<PaymentsDeps, 'gates'>, prepared: Prepared): Intent<PaymentRow> {
  const { spend, paymentId } = prepared
  const { guard, newIds } = readsOfGates(deps.gates, spend)
  return {
    priority: 'spend',
    orgId: spend.orgId,
    mode: spend.mode,
    resourceId: paymentId,
    reads: () => ({ guard: [...guardsOf(spend), ...guard], newIds: [paymentRef(paymentId), ...newIds] }),
    decide: (state, at) => decide(deps, prepared, state, at),
  }
}

function decide(deps: Pick<PaymentsDeps, 'gates'>, prepared: Prepared, state: State, at: Date): Verdict<PaymentRow> {
  const { spend, paymentId } = prepared
  const verdict = authorizeSpend(deps.gates, state, spend, at)
  if (verdict.kind === 'stale') return verdict
  if (verdict.kind === 'refused') {
    if (verdict.gate === 'funds') return refuseWithPayment(prepared, verdict, state, at)
    const set = verdict.wallet === null ? [] : [setRow(walletRef(spend.walletId), verdict.wallet)]
    const writes = joinWrites([verdict.writes, { set, events: verdict.events }])
    return refused(verdict.error, writes)
  }
  const { wallet, approvalId } = verdict
  const screened = { ...prepared, spend: verdict.spend }
  const stage = verdict.kind === 'parked' ? parkedStage(verdict) : 'queued'
  const { presentedId = null, isPresentedOwn = false } = spend.approval ?? {}
  const kept = presentedId !== null && isPresentedOwn ? { presentedApprovalId: presentedId } : {}
  const reviewed = verdict.kind === 'parked' && verdict.caseId !== null ? { caseId: verdict.caseId, ...kept } : {}
  const gas = verdict.kind === 'authorized' ? reservedGas(spend) : {}
  const row = {
    ...paymentRow(screened, verdict.decision, wallet.agentId, at),
    stage,
    approvalId,
    ...reviewed,
    ...gas,
  } as const
  const writes: Writes[] = [
    { set: [setRow(walletRef(spend.walletId), wallet)], insert: [insertRow(paymentRef(paymentId), row)] },
    ...verdict.writes,
  ]
  // While it is parked no money is locked and nothing is accepted: only events of the approval or case are emitted.
  if (verdict.kind === 'authorized')
    writes.push({
      journals: [paymentReservedJournal(paymentId, verdict.authorization)],
      events: [paymentEvent('payment.accepted', row)],
    })
  const outcome = verdict.kind === 'parked' ? ({ outcome: 'parked' } as const) : {}
  return { kind: 'done', answer: { ...row, v: 1 }, writes: joinWrites(writes), ...outcome }
}

const parkedStage = ({ caseId }: Pick<Extract<SpendVerdict, { kind: 'parked' }>, 'caseId'>) =>
  caseId === null ? ('awaiting_approval' as const) : ('awaiting_compliance_review' as const)

/** The gas that gate 14 reserved: stored with the payment, whose end releases it. */
export function reservedGas({ gas }: Spend): Pick<PaymentRow, 'gasReservedWei'> {
  return gas === undefined ? {} : { gasReservedWei: String(gas.estimateWei) }
}

/** Gate 14 is the one refusal that leaves a trace: a failed payment and its event (specification 6.1). */
function refuseWithPayment(
  prepared: Prepared,
  { error, decision }: Extract<SpendVerdict, { kind: 'refused' }>,
  state: State,
  at: Date,
): Verdict<PaymentRow> {
  const ref = walletRef(prepared.spend.walletId)
  const wallet = state.get(ref)
  const row = failedPayment(state, paymentRow(prepared, decision, wallet?.agentId ?? null, at), toRefusal(error), at)
  return refused(new DomainError(error.type, error.message, { ...error.details, payment_id: row._id }), {
    set: wallet === null ? [] : [setRow(ref, count(wallet, at, 'attempts', ...failureOfAgent(error)))],
    insert: [insertRow(paymentRef(row._id), row)],
    events: [paymentEvent('payment.failed', row)],
  })
}

/** Gas is the service's business. */
export const failureOfAgent = ({ type, details }: DomainError): ['failedByAgent'] | [] =>
  type === 'insufficient_funds' && details.reason !== 'gas_not_covered' ? ['failedByAgent'] : []

function paymentRow(
  prepared: Prepared,
  decision: PolicyDecision | null,
  agentId: AgentId | null,
  at: Date,
): Omit<PaymentRow, 'v'> {
  const { paymentId, request, spend } = prepared
  return {
    _id: paymentId,
    orgId: spend.orgId,
    mode: spend.mode,
    kind: request.kind,
    walletId: spend.walletId,
    ...decidedFacts(prepared, decision, agentId),
    to: spend.to ?? '',
    toText: spend.toText,
    amount: spend.amount.units,
    token: spend.amount.token,
    chain: spend.chain,
    purpose: request.purpose,
    status: 'pending',
    stage: 'queued',
    txHash: null,
    chainWork: null,
    attempts: [],
    failureCode: null,
    failureMessage: null,
    failureDetails: null,
    approvalId: null,
    metadata: request.metadata,
    policyEvaluatedAt: at,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
  }
}

/** What is resolved and decided at acceptance, and again when a parked payment is executed. */
export function decidedFacts(
  { spend, fx }: Pick<Prepared, 'spend' | 'fx'>,
  decision: PolicyDecision | null,
  agentId: AgentId | null,
  before: Pick<PaymentRow, 'sharers'> = {},
) {
  return {
    agentId,
    mandateId: decision?.mandateId ?? null,
    mandateVersion: decision?.mandateVersion ?? null,
    dayKey: decision?.dayKey ?? '',
    monthKey: decision?.monthKey ?? '',
    decision: decision?.stored ?? null,
    merchantId: spend.merchant?.merchantId ?? null,
    merchant: spend.merchant?.domain ?? null,
    category: spend.merchant?.category ?? 'uncategorized',
    ...sharersOf(spend, before),
    usdMicro: spend.usdMicro,
    fx,
    screening: keptScreening(spend),
    ...partiesOf(spend),
  }
}
