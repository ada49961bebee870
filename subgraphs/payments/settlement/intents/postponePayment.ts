/**
 * Postpones a queued payment that cannot be sent: its wallet's key cannot be used, or its transfer would revert. The
 * backoff is stored, so it survives a restart. After the last try the payment fails: no signature has been sent, so its
 * funds and limits are released at once.
 */

import { walletRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { Refusal } from '../../../shared/errors.ts'
import { type PaymentAttempt, type PaymentRow, paymentRef } from '../../models/payments.ts'
import { addAttempts } from '../../rules/attempts.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { endReads } from './approvalOutcome.ts'
import { failureWrites } from './failPayment.ts'
import { isMade, madeReads } from './hotOutflows.ts'
import { settlementIntent } from './settlementIntent.ts'
import type { SettlementRules } from './settlementRules.ts'

/** gone: stopped or signed meanwhile. */
export type PostponeAnswer = 'postponed' | 'failed' | 'gone'

export interface Postponement {
  /** Null: the cause is not the payment (no endpoint answers), so the try does not count. */
  readonly attempt: Omit<PaymentAttempt, 'at'> | null
  /** Earlier tries. */
  readonly triesOf: (row: PaymentRow) => number
  readonly triesMax: number
  readonly pauseMs: (tries: number) => number
  readonly failureOf: (row: PaymentRow) => Refusal
}

export function postponeIntent(
  rules: Pick<SettlementRules, 'settleLimits' | 'deliveryLedger' | 'orderLedger'>,
  payment: PaymentRow,
  { attempt, triesOf, triesMax, pauseMs, failureOf }: Postponement,
): Intent<PostponeAnswer> {
  const ref = paymentRef(payment._id)
  return settlementIntent(payment, {
    reads: [walletRef(payment.walletId), ...endReads(payment), ...madeReads(payment)],
    decide(row, state, at) {
      if (row.chainWork !== null || nextStage(row.stage, 'refuse') === null) return done('gone')
      // Submitted again because its outcome was not known, it has counted before.
      const isCounted = attempt === null || triesOf(row) > triesOf(payment)
      const tries = triesOf(row) + (isCounted ? 0 : 1)
      const added = addAttempts(row, isCounted ? [] : [{ ...attempt, at }])
      const tried: PaymentRow = { ...row, ...added, authorizationTries: tries }
      if (attempt !== null && tries >= triesMax && !isMade(state, row))
        return done('failed', failureWrites(rules, state, tried, failureOf(tried), at))
      // The chain has its own time, whatever that of the organization is.
      const real = realInstant(state, row, at)
      const next: PaymentRow = { ...tried, sendAfter: new Date(real.getTime() + pauseMs(tries)), updatedAt: at }
      return done('postponed', { set: [setRow(ref, next)] })
    },
  })
}
