/**
 * Makes a parked hold that was approved (domain 2.1): it is prepared again, and every gate decides again under the current
 * mandate, with the threshold satisfied. Its reservation moves to the current window first, so a gate can refuse it.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { State, Verdict, Writes } from '../../../shared/commit/types.ts'
import type { Executed } from '../../../shared/dollarSpend.ts'
import { DomainError, invariant, notFound } from '../../../shared/errors.ts'
import { looksLikeAddress } from '../../../shared/evmAddress.ts'
import type { HoldId } from '../../../shared/ids.ts'
import { holdPlacedJournal } from '../../../shared/ledger/postings.ts'
import type { Caller } from '../../../shared/principal.ts'
import type { Spend } from '../../../shared/spend.ts'
import { settleReservation } from '../../../shared/spendingLimits.ts'
import { findHold, type HoldRow, holdRef } from '../../models/holds.ts'
import { keptScreening, partiesOf } from '../../models/keptScreening.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { scoredBefore } from '../../rules/aml.ts'
import { holdEvent } from '../../rules/holdEvents.ts'
import { nextHoldStage } from '../../rules/holds.ts'
import { screeningIdOf } from '../../rules/screening.ts'
import { sharersOf } from '../../rules/sharers.ts'
import { guardsOf } from '../../rules/spendState.ts'
import { withWallet } from '../../rules/walletState.ts'
import { authorizeSpend, readsOfGates } from '../authorizeSpend.ts'
import type { PreparedExecution } from '../executeParked.ts'
import { refreshPrepared } from '../submitPayment.ts'
import { prepareHoldSpend } from './holdSpend.ts'

/** @returns null when it can no longer be made as requested */
export async function prepareHoldExecution(
  deps: PaymentsDeps,
  input: { readonly holdId: HoldId; readonly caller: Caller },
): Promise<PreparedExecution | null> {
  const { holdId, caller } = input
  const row = await findHold(deps.database, holdId)
  if (row === null) throw notFound('hold')
  // The decision may have taken hours, so what is cached may be out of date.
  refreshPrepared(deps, row.orgId)
  const found = await prepareHoldSpend(deps, caller, {
    kind: 'hold',
    walletId: row.walletId,
    to: row.toText,
    merchant: looksLikeAddress(row.toText) ? (row.merchantId ?? row.merchant) : null,
    amount: { units: row.amount, token: row.token },
    usdMicro: null,
    chain: row.chain,
    purpose: row.purpose,
    metadata: row.metadata,
    beneficiary: row.beneficiary ?? null,
  }).catch((error: unknown) => {
    if (error instanceof DomainError && error.type === 'invalid_request') return null
    throw error
  })
  if (found === null) return null
  const approval = {
    ...{ subjectId: holdId, newId: null, park: false, purpose: row.purpose },
    ...{ presentedId: null, isPresentedOwn: false, isApproved: true },
  }
  const { payee, ...unscored } = found.spend
  const checks = [...unscored.screening.checks, ...scoredBefore(row, { ...unscored, payee })]
  const screening = { ...unscored.screening, checks, screeningId: screeningIdOf(holdId) }
  const spend: Spend = { ...unscored, screening, approval, requestedUnder: row.mandateId }
  const { guard, newIds } = readsOfGates(deps.gates, spend)
  return {
    spend,
    part: {
      reads: () => ({ guard: [holdRef(holdId), ...guardsOf(spend), ...guard], newIds }),
      decide: (state, at) => decide(deps, { holdId, spend, fx: found.fx }, state, at),
    },
  }
}

interface Execution {
  readonly holdId: HoldId
  readonly spend: Spend
  readonly fx: HoldRow['fx']
}

function decide(
  { gates }: Pick<PaymentsDeps, 'gates'>,
  { holdId, spend, fx }: Execution,
  state: State,
  at: Date,
): Verdict<Executed> {
  const row = requireRow(state, holdRef(holdId))
  const stage = nextHoldStage(row.stage, 'approve')
  const dismissed = nextHoldStage(row.stage, 'close')
  invariant(stage !== null && dismissed !== null, `hold ${holdId} is made by its approval and is not parked`)
  const ref = walletRef(row.walletId)
  const wallet = requireRow(state, ref)
  const freed = settleReservation(wallet, row, 'release')
  const verdict = authorizeSpend(gates, withWallet(state, freed), spend, at)
  if (verdict.kind === 'stale') return verdict
  if (verdict.kind === 'refused') {
    const ended = setRow(holdRef(holdId), { ...row, stage: dismissed, isOpen: false, updatedAt: at })
    const set = [ended, setRow(ref, verdict.wallet ?? freed)]
    return { kind: 'done', answer: 'failed', writes: joinWrites([verdict.writes, { set, events: verdict.events }]) }
  }
  invariant(verdict.kind === 'authorized', `hold ${holdId} is parked a second time`)
  const { decision } = verdict
  const next: HoldRow = {
    ...row,
    ...{ stage, fx, usdMicro: spend.usdMicro, to: spend.to ?? '', agentId: verdict.wallet.agentId },
    ...{ mandateId: decision.mandateId, mandateVersion: decision.mandateVersion, decision: decision.stored },
    ...{ dayKey: decision.dayKey, monthKey: decision.monthKey },
    screening: keptScreening(spend),
    ...partiesOf(spend),
    merchantId: spend.merchant?.merchantId ?? null,
    merchant: spend.merchant?.domain ?? null,
    category: spend.merchant?.category ?? 'uncategorized',
    ...sharersOf(spend, row),
    // It lives as long as was asked for, from when it is made.
    expiresAt: new Date(at.getTime() + row.lifeMs),
    ...{ policyEvaluatedAt: at, createdAt: at, updatedAt: at },
  }
  const writes: Writes = {
    set: [setRow(holdRef(holdId), next), setRow(ref, verdict.wallet)],
    journals: [holdPlacedJournal(holdId, verdict.authorization)],
    events: [holdEvent('hold.created', next)],
  }
  return { kind: 'done', answer: 'made', writes: joinWrites([writes, ...verdict.writes]) }
}
