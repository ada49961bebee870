/**
 * Gate 15 for a whole batch and the storing of its bytes in one commit: every payment in it passes, or nothing is stored
 * and the batch is signed again without those that do not. Wherever a process dies, each payment is found in one of these
 * states:
 *
 * - before this commit: queued. The next process signs anew, with the same authorization nonces, so that the token pays
 *   each once. The nonce of the account is a gap that maintainGaps fills.
 * - after it, sent or not: broadcasting, and the nonce record has the bytes. The next process adopts all of them in one
 *   commit (adoptSignedIntent) and sends the same bytes; those it finds stopped are left out of a replacement first.
 * - sent, some marked as submitted: the others are marked when the bytes are sent again, or completed by their block.
 * - left out of a replacement, not yet canceled: reconcileOverdue finds the nonce used by bytes without them, and
 *   cancels or submits them alone.
 * - mined, some booked: the cursor is saved last, the block is read again, and each booking has an effect once. An item
 *   that the token refused becomes a task of its own payment; the gas of all items is one commit on the nonce record.
 * - mined, and the block lost: all of them are un-confirmed by restorePayment, and the same bytes are sent again as long
 *   as each of their payments may still be paid.
 */

import { walletRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, RowReplacement } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import type { PaymentId } from '../../../shared/ids.ts'
import { type NonceSlotRow, type SignedBytes, slotRef } from '../../models/nonceSlots.ts'
import { type ChainWork, type PaymentRow, paymentRef } from '../../models/payments.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { failureWrites, stoppedRefusal } from './failPayment.ts'
import { isMade, madeReads } from './hotOutflows.ts'
import { guardedIntent, settlementIntent } from './settlementIntent.ts'
import type { SettlementRules } from './settlementRules.ts'

export interface NewBatch {
  readonly account: string
  readonly nonce: number
  readonly fence: number
  readonly bytes: SignedBytes & { readonly items: readonly PaymentId[] }
}

export interface BatchedPayment {
  readonly payment: PaymentRow
  readonly work: ChainWork
}

/** fenced, nonceTaken: as for a single payment. refused: these may not be signed now, and nothing was stored. */
export type StoreBatchAnswer = 'stored' | 'fenced' | 'nonceTaken' | { readonly refused: readonly PaymentId[] }

/** @param batched payments of one organization, in the order of the bytes */
export function storeBatchIntent(
  rules: Pick<SettlementRules, 'preSignReads' | 'preSignCheck' | 'isOutdated'>,
  batched: readonly BatchedPayment[],
  { account, nonce, fence, bytes }: NewBatch,
): Intent<StoreBatchAnswer> {
  const [first] = batched
  invariant(first !== undefined, 'a batch has payments')
  const { orgId, mode } = first.payment
  const slot = slotRef(account, nonce)
  const reads = batched.flatMap(({ payment }) => [
    paymentRef(payment._id),
    walletRef(payment.walletId),
    ...madeReads(payment),
    ...rules.preSignReads(payment),
  ])
  return guardedIntent<StoreBatchAnswer>({ orgId, mode }, [slot, ...reads], (state, at) => {
    const taken = state.get(slot)
    if (taken !== null) return done(taken.bytes.some(({ hash }) => hash === bytes.hash) ? 'stored' : 'nonceTaken')
    if (rules.isOutdated?.(state) === true) return { kind: 'stale' }
    const set: RowReplacement[] = []
    const refused: PaymentId[] = []
    for (const { payment, work } of batched) {
      const ref = paymentRef(payment._id)
      const row = requireRow(state, ref)
      if (row.chainWork !== null && row.chainWork.fence > fence) return done('fenced')
      const stage = nextStage(row.stage, 'storeBytes')
      const isKeptOut = stage === null || isMade(state, row) || rules.preSignCheck(state, row, at) !== null
      if (isKeptOut) refused.push(row._id)
      else set.push(setRow(ref, { ...row, stage, chainWork: work, updatedAt: at }))
    }
    if (refused.length > 0) return done({ refused })
    const record: Omit<NonceSlotRow, '_id' | 'v'> = {
      ...{ account, nonce, fence, orgId, mined: null, at: realInstant(state, { orgId, mode }, at) },
      subjectId: `batch:${nonce}`,
      paymentIds: bytes.items,
      authorizationNonce: batched.flatMap(({ work }) => work.authorization?.nonce ?? []),
      state: 'signed',
      bytes: [bytes],
    }
    return done('stored', { set, insert: [insertRow(slot, record)] })
  })
}

/** Fails a queued payment that gate 15 kept out of a batch. @returns false: it passes by now, or is no longer queued */
export function refuseQueuedIntent(rules: SettlementRules, payment: PaymentRow): Intent<boolean> {
  return settlementIntent(payment, {
    reads: [walletRef(payment.walletId), ...madeReads(payment), ...rules.preSignReads(payment)],
    decide(row, state, at) {
      if (nextStage(row.stage, 'storeBytes') === null || row.chainWork !== null || isMade(state, row))
        return done(false)
      // Of what was stopped no list decides.
      if (row.stopped === undefined && rules.isOutdated?.(state) === true) return { kind: 'stale' }
      const error = rules.preSignCheck(state, row, at)
      return error === null ? done(false) : done(true, failureWrites(rules, state, row, stoppedRefusal(error), at))
    },
  })
}
