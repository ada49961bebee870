/**
 * Gate 15: kill switch, freeze, mandate and sanctions list are checked again inside the commit that stores signed bytes,
 * so that nothing new can be signed once a stop is acknowledged. The limits stay reserved since acceptance.
 */

import type { OrderLedger } from '../../../shared/acp.ts'
import { orgRef, PLATFORM, type WalletPosition, walletRef } from '../../../shared/commit/positions.ts'
import type { Ref, State } from '../../../shared/commit/types.ts'
import type { DeliveryLedger } from '../../../shared/conversions.ts'
import { DomainError, invariant } from '../../../shared/errors.ts'
import type { Gate, ScreeningCheck, SpendFacts } from '../../../shared/spend.ts'
import { type Reservation, settleReservation } from '../../../shared/spendingLimits.ts'
import { payeeOf } from '../../models/keptScreening.ts'
import type { Screener } from '../../ports.ts'
import { screeningRefusal } from '../../rules/screening.ts'
import { asSharers } from '../../rules/sharers.ts'
import { SPEND_KINDS } from '../../rules/spendKinds.ts'
import { endReads } from './approvalOutcome.ts'
import type { AcceptedSpend, SettlementRules } from './settlementRules.ts'

/** @param screener a payment may have been accepted under older lists than those that it has now */
export function createSettlementRules(
  gates: readonly Gate<SpendFacts>[],
  screener: Pick<Screener, 'check' | 'isOutdated'>,
  deliveryLedger?: DeliveryLedger,
  orderLedger?: OrderLedger,
) {
  return {
    ...(deliveryLedger === undefined ? {} : { deliveryLedger }),
    ...(orderLedger === undefined ? {} : { orderLedger }),
    isOutdated(state: State) {
      const platform = state.get(PLATFORM)
      return platform !== null && screener.isOutdated(platform)
    },
    preSignReads: (payment: AcceptedSpend): readonly Ref[] => [
      ...gates.flatMap((gate) => [...gate.reads(factsOf(payment))]),
      // A refusal at gate 15 ends the payment and with it the approval.
      ...endReads(payment),
    ],
    preSignCheck: (state: State, payment: AcceptedSpend, at: Date) =>
      stoppedBefore(payment) ??
      preSignCheck(gates, state, payment, at) ??
      listRefusal(screener.check(payeeOf(payment))),
    settleLimits: (wallet: WalletPosition, payment: Reservation, end: 'complete' | 'release') =>
      payment.dayKey === '' ? wallet : settleReservation(wallet, payment, end),
  } satisfies SettlementRules
}

/** Also where the stop is over by now. */
const stoppedBefore = ({ stopped }: AcceptedSpend): DomainError | null =>
  stopped === undefined ? null : new DomainError(stopped.type, stopped.message, stopped.details)

/** What a review has let pass is not asked again: only what denies by itself stops an accepted payment. */
function listRefusal(checks: readonly ScreeningCheck[]): DomainError | null {
  const denying = checks.filter(({ outcome }) => outcome === 'deny')
  return denying.length === 0 ? null : screeningRefusal({ checks: denying, screeningId: null })
}

function preSignCheck(
  gates: readonly Gate<SpendFacts>[],
  state: State,
  payment: AcceptedSpend,
  at: Date,
): DomainError | null {
  const org = state.get(orgRef(payment.orgId))
  const platform = state.get(PLATFORM)
  const wallet = state.get(walletRef(payment.walletId))
  invariant(org !== null && platform !== null, `organization ${payment.orgId} or the platform has no position`)
  for (const gate of gates) {
    const verdict = gate.decide({ rows: state, org, platform, wallet, isApproved: true }, factsOf(payment), at)
    if (verdict.kind === 'refuse') return verdict.error
  }
  return null
}

function factsOf(payment: AcceptedSpend): SpendFacts {
  const { merchantId, merchant: domain, category } = payment
  return {
    orgId: payment.orgId,
    walletId: payment.walletId,
    mode: payment.mode,
    amount: { units: payment.amount, token: payment.token },
    chain: payment.chain,
    usdMicro: payment.usdMicro,
    ...(payment.sessionId === undefined
      ? { access: SPEND_KINDS[payment.kind].access }
      : ({ access: 'payments', rail: 'acp' } as const)),
    toText: payment.toText,
    ...{ acceptedUnder: payment.mandateId, waitsSince: payment.createdAt },
    merchant: merchantId === null && domain === null ? null : { merchantId, domain, category, status: 'active' },
    ...asSharers(payment),
  }
}
