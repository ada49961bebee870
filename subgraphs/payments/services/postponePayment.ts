/**
 * A queued payment that its wallet's key cannot be used for. It waits longer after each try, which is stored, so that a
 * restart changes nothing; after the last it fails: nothing was signed, so its funds and limits are free at once.
 */
import { walletRef } from '../../shared/commit/positions.ts'
import type { Intent } from '../../shared/commit/types.ts'
import type { PaymentRow } from '../models/payment.ts'
import { nextStage } from '../rules/paymentStages.ts'
import { approvalReads, failureWrites, getPayment, paymentRef } from './failPayment.ts'
import type { SettlementRules } from './settlementRules.ts'

/** gone: it was stopped or signed meanwhile. */
export type PostponeAnswer = 'postponed' | 'failed' | 'gone'

export interface Postponement {
  /** False: the reason lies outside of the payment (no endpoint answers), so the try does not count. */
  readonly counts: boolean
  readonly triesMax: number
  readonly pauseMs: (tries: number) => number
}

export function postponeIntent(
  rules: Pick<SettlementRules, 'settleLimits' | 'approvals'>,
  payment: PaymentRow,
  { counts, triesMax, pauseMs }: Postponement,
): Intent<PostponeAnswer> {
  const ref = paymentRef(payment._id)
  return {
    priority: 'settle',
    orgId: payment.orgId,
    mode: payment.mode,
    reads: () => ({ guard: [ref, walletRef(payment.walletId), ...approvalReads(rules, payment)] }),
    decide(state, at) {
      const row = getPayment(state, ref)
      if (row.chainWork !== null || nextStage(row.stage, 'refuse') === null)
        return { kind: 'done', answer: 'gone', writes: {} }
      const tries = (row.authorizationTries ?? 0) + (counts ? 1 : 0)
      const attempt = { adapter: 'custody', at, error: 'the payment could not be authorized' }
      const attempts = counts ? [...row.attempts, attempt] : row.attempts
      const tried: PaymentRow = { ...row, attempts, authorizationTries: tries }
      if (counts && tries >= triesMax) {
        const failure = {
          type: 'all_adapters_exhausted',
          message: `The payment could not be authorized in ${tries} tries. The funds are available again.`,
          details: { reason: 'authorization_failed', attempts: tries },
        } as const
        return { kind: 'done', answer: 'failed', writes: failureWrites(rules, state, tried, failure, at) }
      }
      const next: PaymentRow = { ...tried, sendAfter: new Date(at.getTime() + pauseMs(tries)), updatedAt: at }
      return { kind: 'done', answer: 'postponed', writes: { set: [{ ref, next }] } }
    },
  }
}
