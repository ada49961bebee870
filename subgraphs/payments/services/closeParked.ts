/**
 * The end of a parked payment that will not be executed (domain 3): denied, expired, canceled or dismissed. No funds were
 * reserved, so nothing is posted; the reserved limit is released in the window it was reserved in.
 */

import { walletRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { Ref, State, Writes } from '../../shared/commit/types.ts'
import type { PaymentId, WalletId } from '../../shared/ids.ts'
import { settleReservation } from '../../shared/spendingLimits.ts'
import { paymentRef } from '../models/payments.ts'
import { paymentEvent } from '../rules/paymentEvents.ts'
import { nextStage } from '../rules/paymentStages.ts'
import { type Failure, failedPayment } from '../settlement/intents/failPayment.ts'

export interface ParkedPayment {
  readonly paymentId: PaymentId
  readonly walletId: WalletId
}

export function parkedReads({ paymentId, walletId }: ParkedPayment): readonly Ref[] {
  return [paymentRef(paymentId), walletRef(walletId)]
}

/** No writes when the payment is no longer parked. */
export function closeParked(state: State, { paymentId, walletId }: ParkedPayment, failure: Failure, at: Date): Writes {
  const row = requireRow(state, paymentRef(paymentId))
  if (nextStage(row.stage, 'close') === null) return {}
  const wallet = walletRef(walletId)
  const next = failedPayment(row, failure, at)
  return {
    set: [
      setRow(paymentRef(paymentId), next),
      setRow(wallet, settleReservation(requireRow(state, wallet), row, 'release')),
    ],
    events: [paymentEvent('payment.failed', next)],
  }
}
