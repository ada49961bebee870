/**
 * Stores further bytes for a nonce: a higher fee, a cancellation, or an empty transfer. Whether they are still wanted is
 * decided on the rows of this commit: the nonce of a pending payment is never filled, and a failed payment is never
 * signed again.
 */

import { walletRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Ref, RowReplacement, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import type { OrgId, WalletId } from '../../../shared/ids.ts'
import { carries, type NonceSlotRow, replacedSubject, type SignedBytes, slotRef } from '../../models/nonceSlots.ts'
import { type PaymentAttempt, type PaymentRow, paymentRef } from '../../models/payments.ts'
import { addAttempts } from '../../rules/attempts.ts'
import { isBatchWanted } from '../../rules/batches.ts'
import { nextSlotState, slotActionOf } from '../../rules/slotStates.ts'
import { datedFor, guardedIntent } from './settlementIntent.ts'
import type { SettlementRules } from './settlementRules.ts'

/** superseded: the nonce needs other bytes by now. stopped: gate 15 refuses, so it has to be canceled. */
export type ReplaceAnswer = 'stored' | 'fenced' | 'superseded' | 'stopped'

/** The owner of commits that belong to no organization. */
export const RELAYER_ORG: OrgId = 'org_relayer'

export function replaceBytesIntent(
  rules: Pick<SettlementRules, 'preSignReads' | 'preSignCheck'>,
  target: {
    readonly slot: NonceSlotRow
    /** The payment it was taken for, or those of a batch. */
    readonly payments: readonly PaymentRow[]
    readonly mode: PaymentRow['mode']
  },
  change: { readonly bytes: SignedBytes; readonly fence: number; readonly reasons: readonly PaymentAttempt[] },
): Intent<ReplaceAnswer> {
  const { payments, mode } = target
  const { bytes, fence, reasons } = change
  const slot = slotRef(target.slot.account, target.slot.nonce)
  const rows: Ref[] = payments.flatMap((payment) => [
    paymentRef(payment._id),
    walletRef(payment.walletId),
    ...rules.preSignReads(payment),
  ])
  const owner = { orgId: payments[0]?.orgId ?? target.slot.orgId ?? RELAYER_ORG, mode }
  return guardedIntent(owner, [slot, ...rows], (state, at) => {
    const row = state.get(slot)
    invariant(row !== null, `${slot.id} is replaced and does not exist`)
    if (row.fence > fence) return done('fenced')
    if (row.bytes.some(({ hash }) => hash === bytes.hash)) return done('stored')
    const current = payments.flatMap(({ _id }) => state.get(paymentRef(_id)) ?? [])
    const next = nextSlotState(row.state, 'replace')
    const isRefused = (payment: PaymentRow) => isStopped(rules, state, payment, at)
    if (next === null || !isWanted(row, current, bytes, isRefused)) return done('superseded')
    const carried = current.filter(({ _id }) => carries(bytes, _id))
    if (bytes.purpose === 'pay' && carried.some(isRefused)) return done('stopped')
    const replaced: NonceSlotRow = {
      ...row,
      state: next,
      fence,
      bytes: [...row.bytes, bytes],
      at: realInstant(state, owner, at),
    }
    const changes = carried.flatMap((payment) =>
      paymentChange(payment, { fence, reasons: datedFor(state, owner, reasons), at }),
    )
    const writes: Writes = { set: [setRow(slot, replaced), ...changes] }
    return done('stored', writes)
  })
}

function isWanted(
  slot: NonceSlotRow,
  payments: readonly PaymentRow[],
  bytes: SignedBytes,
  isRefused: (payment: PaymentRow) => boolean,
): boolean {
  const { purpose } = bytes
  if (slot.paymentIds !== undefined) {
    // An empty transfer leaves out what is stopped, which gets a cancellation with a nonce of its own.
    const kept = purpose === 'fill' ? payments.filter((one) => !isRefused(one)) : payments
    return isBatchWanted(slot, new Map(kept.map((one) => [one._id, one])), bytes)
  }
  const payment = payments[0] ?? null
  const task = slotActionOf(slot, payment)
  if (task.kind !== 'send') return task.kind === purpose || (task.kind === 'cancel' && purpose === 'fill')
  if (task.bytes.purpose === purpose) return true
  // Stopped, and its bytes may have been sent: the cancellation uses the same nonce.
  return purpose === 'cancel' && task.bytes.purpose === 'pay' && payment?.status === 'pending'
}

/** A completed payment may be signed again without gate 15: a reorganization must not undo it. */
function isStopped(rules: Pick<SettlementRules, 'preSignCheck'>, state: State, payment: PaymentRow, at: Date): boolean {
  if (payment.status !== 'pending') return false
  try {
    return rules.preSignCheck(state, payment, at) !== null
  } catch {
    // What cannot be decided is not sent (preSendCheck), and must not keep others behind its nonce.
    return true
  }
}

function paymentChange(
  payment: PaymentRow,
  { fence, reasons, at }: { fence: number; reasons: readonly PaymentAttempt[]; at: Date },
): RowReplacement[] {
  if (payment.status !== 'pending' || payment.chainWork === null) return []
  const chainWork = { ...payment.chainWork, fence: Math.max(fence, payment.chainWork.fence) }
  return [setRow(paymentRef(payment._id), { ...payment, chainWork, ...addAttempts(payment, reasons), updatedAt: at })]
}

/**
 * Inserts an empty record for a nonce that was allocated and never stored, so that it can be filled.
 * @param gap.owner the wallet whose nonce it is; absent: a relayer's
 * @param gap.isUsed a transaction without a record has it: an empty one is to take its place
 */
export function insertGapIntent(
  account: string,
  nonce: number,
  gap: {
    readonly fence: number
    readonly mode: PaymentRow['mode']
    readonly owner?: { readonly walletId: WalletId; readonly orgId: OrgId | null }
    readonly isUsed?: true
  },
): Intent<boolean> {
  const ref = slotRef(account, nonce)
  const { fence, mode, owner = { orgId: null }, isUsed = false } = gap
  const of = { orgId: owner.orgId ?? RELAYER_ORG, mode }
  return guardedIntent(of, [ref], (state, at) => {
    // Its commit was only late.
    if (state.get(ref) !== null) return done(false)
    const subjectId = isUsed ? replacedSubject(account) : `gap:${nonce}`
    const row: Omit<NonceSlotRow, '_id' | 'v'> = {
      ...{ account, nonce, ...owner, subjectId, authorizationNonce: null },
      ...{ state: 'empty', fence, bytes: [], mined: null, at: realInstant(state, of, at) },
    }
    return done(true, { insert: [insertRow(ref, row)] })
  })
}
