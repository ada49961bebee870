/**
 * Executes a parked payment that was approved (domain 3): it is prepared again, and every gate decides again under the
 * current mandate, with the threshold satisfied. Its reservation moves to the current window first, so a gate can refuse
 * it; then it fails in the same commit.
 */

import type { SpendVerdict } from '../../shared/cardSpends.ts'
import type { Cleared } from '../../shared/clearedFindings.ts'
import { joinWrites } from '../../shared/commit/compose.ts'
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart, State, Verdict, Writes } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { count } from '../../shared/conduct.ts'
import type { Executed } from '../../shared/dollarSpend.ts'
import { DomainError, invariant, notFound, toRefusal } from '../../shared/errors.ts'
import { looksLikeAddress } from '../../shared/evmAddress.ts'
import type { ApprovalId, PaymentId } from '../../shared/ids.ts'
import { paymentReservedJournal } from '../../shared/ledger/postings.ts'
import type { Caller } from '../../shared/principal.ts'
import type { Spend, SpendKind } from '../../shared/spend.ts'
import { settleReservation } from '../../shared/spendingLimits.ts'
import { findPayment, type PaymentRow, paymentRef } from '../models/payments.ts'
import type { PaymentsDeps } from '../ports.ts'
import { scoredBefore } from '../rules/aml.ts'
import { paymentEvent } from '../rules/paymentEvents.ts'
import { nextStage } from '../rules/paymentStages.ts'
import { screeningIdOf } from '../rules/screening.ts'
import { guardsOf } from '../rules/spendState.ts'
import { withWallet } from '../rules/walletState.ts'
import { failedPayment } from '../settlement/intents/failPayment.ts'
import { authorizeSpend, readsOfGates } from './authorizeSpend.ts'
import type { PaymentRequest } from './paymentRequests.ts'
import { prepareSpend } from './prepareSpend.ts'
import { spendApproval } from './spendApproval.ts'
import { decidedFacts, failureOfAgent, refreshPrepared, reservedGas } from './submitPayment.ts'

export interface PreparedExecution {
  /** The spend as it would be made now; its destination is null when there is no longer a route. */
  readonly spend: Spend
  readonly part: IntentPart<Executed>
}

/** The approval that it was parked for has been given. */
const GIVEN = { newId: null, park: false, presentedId: null, isPresentedOwn: false, isApproved: true }

/**
 * @param input.caller who requested the payment; its rights are checked again
 * @param input.review what the decision of its case clears; then it may need an approval, with this id
 * @returns null when the payment can no longer be made as requested: the merchant's address is not the one named
 */
export async function prepareExecution(
  deps: PaymentsDeps,
  input: {
    readonly paymentId: PaymentId
    readonly caller: Caller
    readonly review?: {
      readonly cleared: readonly Cleared[]
      readonly approvalId: ApprovalId
      readonly parkedUnder: NonNullable<Spend['approval']>['parkedUnder']
    }
  },
): Promise<PreparedExecution | null> {
  const { paymentId, caller, review } = input
  const row = await findPayment(deps.database, paymentId)
  if (row === null) throw notFound('payment')
  // The decision may have taken hours, so what is cached may be out of date.
  refreshPrepared(deps, row.orgId)
  const request = requestOf(row)
  const found = await prepareSpend(deps, caller, request).catch((error: unknown) => {
    if (error instanceof DomainError && error.type === 'invalid_request') return null
    throw error
  })
  if (found === null) return null
  const { spend: prepared, fx } = found
  const asked = { approvalId: row.presentedApprovalId ?? null, park: true, purpose: row.purpose, subjectId: paymentId }
  const approval =
    review === undefined
      ? { ...GIVEN, subjectId: paymentId, purpose: row.purpose }
      : {
          ...(await spendApproval(deps, caller, { ...asked, newId: review.approvalId })),
          ...{ isReplaceable: true, parkedUnder: review.parkedUnder },
        }
  const cleared = review?.cleared ?? row.cleared ?? []
  // What was reviewed has its record already.
  const screeningId = row.caseId === undefined ? screeningIdOf(paymentId) : null
  const { payee, ...unscored } = prepared
  const checks = [...prepared.screening.checks, ...scoredBefore(row, { ...unscored, payee })]
  const screening = { ...prepared.screening, checks, screeningId, cleared }
  const spend: Spend = { ...unscored, screening, approval, requestedUnder: row.mandateId }
  const { guard, newIds } = readsOfGates(deps.gates, spend)
  return {
    spend,
    part: {
      reads: () => ({ guard: [paymentRef(paymentId), ...guardsOf(spend), ...guard], newIds }),
      decide: (state, at) => decide(deps, { paymentId, spend, fx }, state, at),
    },
  }
}

/** The caller's original request, rebuilt from the stored row. */
function requestOf(row: PaymentRow): PaymentRequest {
  return {
    // What is delivered for a conversion is never parked: its quote is.
    kind: row.kind as SpendKind,
    walletId: row.walletId,
    to: row.toText,
    // A merchant beside an address was named by the caller, or found by that very address.
    merchant: looksLikeAddress(row.toText) ? (row.merchantId ?? row.merchant) : null,
    amount: { units: row.amount, token: row.token },
    // A transfer states its amount in dollars; everything else is priced at the current rate.
    ...(row.kind === 'transfer' ? { usdMicro: row.usdMicro, fx: row.fx } : { usdMicro: null }),
    chain: row.chain,
    purpose: row.purpose,
    metadata: row.metadata,
    beneficiary: row.beneficiary ?? null,
  }
}

interface Execution {
  readonly paymentId: PaymentId
  readonly spend: Spend
  readonly fx: PaymentRow['fx']
}

function decide(deps: Pick<PaymentsDeps, 'gates'>, execution: Execution, state: State, at: Date): Verdict<Executed> {
  const { paymentId, spend } = execution
  const row = requireRow(state, paymentRef(paymentId))
  const stage = nextStage(row.stage, 'approve')
  invariant(stage !== null, `payment ${paymentId} is executed by its approval and is not parked`)
  const ref = walletRef(row.walletId)
  const freed = settleReservation(requireRow(state, ref), row, 'release')
  const verdict = authorizeSpend(deps.gates, withWallet(state, freed), spend, at)
  if (verdict.kind === 'stale') return verdict
  if (verdict.kind === 'refused') return done('failed', refusalWrites(state, row, freed, verdict, at))
  const { cleared = [] } = spend.screening
  const kept = cleared.length === 0 ? {} : { cleared }
  const decided = {
    ...decidedFacts({ ...execution, spend: verdict.spend }, verdict.decision, verdict.wallet.agentId, row),
    ...kept,
  }
  if (verdict.kind === 'parked') return requestApproval(row, { ...row, ...decided }, verdict, at)
  const facts = { ...decided, ...reservedGas(spend), approvalId: verdict.approvalId ?? row.approvalId }
  const next: PaymentRow = { ...row, ...facts, stage, policyEvaluatedAt: at, updatedAt: at }
  const writes: Writes = {
    set: [setRow(paymentRef(paymentId), next), setRow(ref, verdict.wallet)],
    journals: [paymentReservedJournal(paymentId, verdict.authorization)],
    events: [paymentEvent('payment.accepted', next)],
  }
  return done('queued', joinWrites([writes, ...verdict.writes]))
}

/** Its case is cleared, and its amount needs an approval: it stays parked, with its limits, for that. */
function requestApproval(
  before: PaymentRow,
  decided: PaymentRow,
  { approvalId, wallet, writes }: Extract<SpendVerdict, { kind: 'parked' }>,
  at: Date,
): Verdict<Executed> {
  const stage = nextStage(before.stage, 'request')
  invariant(stage !== null && approvalId !== null, `payment ${before._id} is parked a second time`)
  const next: PaymentRow = { ...decided, stage, approvalId, policyEvaluatedAt: at, updatedAt: at }
  const set = [setRow(paymentRef(before._id), next), setRow(walletRef(before.walletId), wallet)]
  return done('parked', joinWrites([{ set }, ...writes]))
}

/** The reserved limits are released; a policy violation that the refusal counted stays counted. */
function refusalWrites(
  state: State,
  row: PaymentRow,
  freed: WalletPosition,
  { error, events, writes, wallet }: Extract<SpendVerdict, { kind: 'refused' }>,
  at: Date,
): Writes {
  const next = failedPayment(state, row, toRefusal(error), at)
  const set = [
    setRow(paymentRef(row._id), next),
    setRow(walletRef(row.walletId), count(wallet ?? freed, at, ...failureOfAgent(error))),
  ]
  return joinWrites([writes, { set, events: [...events, paymentEvent('payment.failed', next)] }])
}
