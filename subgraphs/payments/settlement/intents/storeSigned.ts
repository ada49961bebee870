/**
 * Gate 15 and the storing of bytes in one commit (steps 2 and 3 of settlement): either the payment passes, and its nonce is
 * stored with the transaction to be sent, or it fails and its funds are released. Once a freeze or a kill switch is
 * acknowledged no payment passes.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import type { WalletId } from '../../../shared/ids.ts'
import { type NonceSlotRow, type SignedBytes, slotRef } from '../../models/nonceSlots.ts'
import { type ChainWork, type PaymentAttempt, type PaymentRow, paymentRef } from '../../models/payments.ts'
import { addAttempts } from '../../rules/attempts.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { failureWrites, stoppedRefusal } from './failPayment.ts'
import { isMade, madeReads } from './hotOutflows.ts'
import { datedFor, settlementIntent } from './settlementIntent.ts'
import type { SettlementRules } from './settlementRules.ts'

/** An unused nonce, with the transaction signed for it. */
export interface NewSlot {
  readonly account: string
  readonly nonce: number
  readonly fence: number
  readonly bytes: SignedBytes
  /** Of a wallet's own account. */
  readonly walletId?: WalletId
}

/**
 * stored: these bytes may be sent. fenced: another process holds the lease. nonceTaken: another nonce is needed.
 * notQueued, ended: the step was done before, or the payment was stopped; the nonce is stored as empty.
 */
export type StoreAnswer = 'stored' | 'fenced' | 'nonceTaken' | 'notQueued' | 'ended'

export function storeSignedIntent(
  rules: SettlementRules,
  payment: PaymentRow,
  work: ChainWork,
  slot: NewSlot,
): Intent<StoreAnswer> {
  const ref = paymentRef(payment._id)
  const nonce = slotRef(slot.account, slot.nonce)
  return settlementIntent<StoreAnswer>(payment, {
    reads: [nonce, walletRef(payment.walletId), ...madeReads(payment), ...rules.preSignReads(payment)],
    decide(row, state, at) {
      const taken = findTaken(state, slot)
      if (taken !== null) return taken
      if (row.chainWork !== null && row.chainWork.fence > work.fence) return done('fenced')
      const stage = nextStage(row.stage, 'storeBytes')
      const unused = { insert: [insertRow(nonce, slotRow(slot, row, realInstant(state, row, at), 'empty'))] }
      if (stage === null || isMade(state, row)) {
        const hasEnded = row.status !== 'pending' && row.chainWork === null
        return done(hasEnded ? 'ended' : 'notQueued', unused)
      }
      if (rules.isOutdated?.(state) === true) return { kind: 'stale' }
      const error = rules.preSignCheck(state, row, at)
      if (error !== null) {
        const failed = failureWrites(rules, state, row, stoppedRefusal(error), at)
        return refused(error, joinWrites([failed, unused]))
      }
      const next: PaymentRow = { ...row, stage, chainWork: work, updatedAt: at }
      const signed = slotRow(slot, next, realInstant(state, row, at), 'signed')
      return done('stored', { set: [setRow(ref, next)], insert: [insertRow(nonce, signed)] })
    },
  })
}

/** superseded: the payment has another transaction meanwhile. stopped: gate 15 refuses. */
export type AttemptAnswer = 'stored' | 'fenced' | 'nonceTaken' | 'ended' | 'superseded' | 'stopped'

/**
 * Another transaction for the same authorization, or its cancellation, with a new nonce. A cancellation is never refused.
 */
export function storeRetryIntent(
  rules: Pick<SettlementRules, 'preSignReads' | 'preSignCheck' | 'isOutdated'>,
  payment: PaymentRow,
  attempt: { slot: NewSlot; relayer: string; reasons: readonly PaymentAttempt[] },
): Intent<AttemptAnswer> {
  const ref = paymentRef(payment._id)
  const { slot, relayer, reasons } = attempt
  const nonce = slotRef(slot.account, slot.nonce)
  return settlementIntent<AttemptAnswer>(payment, {
    reads: [nonce, walletRef(payment.walletId), ...rules.preSignReads(payment)],
    decide(row, state, at) {
      const taken = findTaken(state, slot)
      if (taken !== null) return taken
      if (row.chainWork !== null && row.chainWork.fence > slot.fence) return done('fenced')
      if (slot.bytes.purpose === 'pay' && rules.isOutdated?.(state) === true) return { kind: 'stale' }
      const refused = refusalOf(rules, state, payment, row, slot, at)
      if (refused !== null || row.chainWork === null) {
        const empty = { insert: [insertRow(nonce, slotRow(slot, row, realInstant(state, row, at), 'empty'))] }
        return done(refused ?? 'ended', empty)
      }
      const chainWork: ChainWork = { ...row.chainWork, relayer, slot: slot.nonce, fence: slot.fence }
      const next: PaymentRow = { ...row, ...addAttempts(row, datedFor(state, row, reasons)), chainWork, updatedAt: at }
      const writes: Writes = {
        set: [setRow(ref, next)],
        insert: [insertRow(nonce, slotRow(slot, next, realInstant(state, row, at), 'signed'))],
      }
      return done('stored', writes)
    },
  })
}

function refusalOf(
  rules: Pick<SettlementRules, 'preSignCheck'>,
  state: State,
  read: PaymentRow,
  row: PaymentRow,
  { bytes }: NewSlot,
  at: Date,
): 'ended' | 'superseded' | 'stopped' | null {
  // A completed payment whose transfer left the chain is resubmitted without gates, since completed is final.
  const restores = read.status === 'completed' && row.status === 'completed' && row.reversedAt === undefined
  if ((row.status !== 'pending' && !restores) || row.chainWork === null) return 'ended'
  // Two loops may have seen the same revert: only the first may resubmit.
  const isNewest = row.chainWork.slot === read.chainWork?.slot && row.chainWork.relayer === read.chainWork.relayer
  if (!isNewest) return 'superseded'
  return !restores && bytes.purpose === 'pay' && rules.preSignCheck(state, row, at) !== null ? 'stopped' : null
}

/** The nonce is taken: by this very transaction if an earlier submission of the intent had an unknown outcome. */
function findTaken(state: State, slot: NewSlot): Verdict<'stored' | 'nonceTaken'> | null {
  const row = state.get(slotRef(slot.account, slot.nonce))
  if (row === null) return null
  const isOurs = row.bytes.some(({ hash }) => hash === slot.bytes.hash)
  return done(isOurs ? 'stored' : 'nonceTaken')
}

function slotRow(
  { account, nonce, fence, bytes, walletId }: NewSlot,
  payment: PaymentRow,
  at: Date,
  state: 'empty' | 'signed',
): Omit<NonceSlotRow, '_id' | 'v'> {
  return {
    account,
    nonce,
    orgId: payment.orgId,
    subjectId: payment._id,
    authorizationNonce: state === 'empty' ? null : (payment.chainWork?.authorization?.nonce ?? null),
    state,
    fence,
    bytes: state === 'empty' ? [] : [bytes],
    ...(walletId && { walletId }),
    mined: null,
    at,
  }
}
