/**
 * What happens to stored bytes that were not sent. Discarded: a stop arrived in between, and the payment fails as if it had
 * never been signed. Adopted: their sender is gone and may have sent them, so its successor takes them over before
 * resending. Whichever of the two commits first wins.
 */

import { walletRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, RowReplacement } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import { type NonceSlotRow, slotRef } from '../../models/nonceSlots.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { nextSlotState } from '../../rules/slotStates.ts'
import { failureWrites, stoppedRefusal } from './failPayment.ts'
import { isMade, madeReads } from './hotOutflows.ts'
import { RELAYER_ORG } from './replaceBytes.ts'
import { guardedIntent, settlementIntent } from './settlementIntent.ts'
import type { SettlementRules } from './settlementRules.ts'

/** cleared: no longer stopped. taken: it has ended, or another sender has it. */
export type DiscardAnswer = 'discarded' | 'cleared' | 'taken'

/**
 * Only for the sender that stored the bytes and has not sent them.
 * @param sender isHeldAt: whether it has its lease, without which a successor may have sent them
 */
export function discardSignedIntent(
  rules: SettlementRules,
  payment: PaymentRow,
  sender: {
    readonly account: string
    readonly nonce: number
    readonly fence: number
    readonly isHeldAt: (at: Date) => boolean
  },
): Intent<DiscardAnswer> {
  const slot = slotRef(sender.account, sender.nonce)
  return settlementIntent(payment, {
    reads: [slot, walletRef(payment.walletId), ...madeReads(payment), ...rules.preSignReads(payment)],
    decide(row, state, at) {
      // 'signed': not adopted, and not sent.
      const isOwn = row.chainWork?.fence === sender.fence && state.get(slot)?.state === 'signed' && !isMade(state, row)
      const isHeld = sender.isHeldAt(realInstant(state, row, at))
      if (!isOwn || row.txHash !== null || !isHeld || nextStage(row.stage, 'discard') === null) return done('taken')
      const error = rules.preSignCheck(state, row, at)
      if (error === null) return done('cleared')
      const unsigned = { ...row, chainWork: null }
      return done('discarded', failureWrites(rules, state, unsigned, stoppedRefusal(error), at))
    },
  })
}

/**
 * A commit of the relayer and not of the organization, whose own may not come through: all later nonces wait behind this one.
 * @param payments those that the bytes carry and no node is known to have taken
 * @returns whether the bytes may be sent under this lease
 */
export function adoptSignedIntent(payments: readonly PaymentRow[], slot: NonceSlotRow, fence: number): Intent<boolean> {
  const [first] = payments
  invariant(first !== undefined, 'bytes without payments are adopted')
  const nonce = slotRef(slot.account, slot.nonce)
  const refs = payments.map(({ _id }) => paymentRef(_id))
  return guardedIntent({ orgId: RELAYER_ORG, mode: first.mode }, [nonce, ...refs], (state, at) => {
    const current = state.get(nonce)
    if (current === null) return done(false)
    const set: RowReplacement[] = []
    for (const ref of refs) {
      const row = requireRow(state, ref)
      if (row.status !== 'pending' || row.chainWork === null || row.chainWork.fence > fence) return done(false)
      set.push(setRow(ref, { ...row, chainWork: { ...row.chainWork, fence } }))
    }
    const taken = { ...current, state: nextSlotState(current.state, 'send') ?? current.state, fence, at }
    return done(true, { set: [...set, setRow(nonce, taken)] })
  })
}
