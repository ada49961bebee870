/**
 * The transfer is on chain with enough confirmations (specification 6.1 payment.completed): ledger, limits, payment and
 * event in one commit. Completed is final: when a reorganized chain brings the transfer again, only its block changes.
 */
import { joinWrites } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import type { Intent, Writes } from '../../shared/commit/types.ts'
import { invariant } from '../../shared/errors.ts'
import { paymentCompletedJournal } from '../../shared/ledger/postings.ts'
import type { PaymentRow } from '../models/payment.ts'
import { nextStage } from '../rules/paymentStages.ts'
import {
  approvalReads,
  approvalWrites,
  getPayment,
  getWallet,
  paymentRef,
  settlementEvent,
  subjectOf,
} from './failPayment.ts'
import type { SettlementRules } from './settlementRules.ts'

export interface Mined {
  readonly hash: string
  readonly block: number
  readonly blockHash: string
}

/** failed: the proof that this could never be mined was wrong, which is a break for the operators. */
export type CompletionAnswer = 'completed' | 'known' | 'minedAgain' | 'failed'

export function completedIntent(
  rules: Pick<SettlementRules, 'settleLimits' | 'approvals'>,
  payment: PaymentRow,
  mined: Mined,
): Intent<CompletionAnswer> {
  const ref = paymentRef(payment._id)
  const wallet = walletRef(payment.walletId)
  return {
    priority: 'settle',
    orgId: payment.orgId,
    mode: payment.mode,
    reads: () => ({ guard: [ref, wallet, ...approvalReads(rules, payment)] }),
    decide(state, at) {
      const row = getPayment(state, ref)
      invariant(row.chainWork !== null, `payment ${row._id} is on chain without stored bytes`)
      const chainWork = { ...row.chainWork, minedBlock: mined.block, minedBlockHash: mined.blockHash }
      if (row.stage === 'completed') {
        if (row.chainWork.minedBlockHash === mined.blockHash) return { kind: 'done', answer: 'known', writes: {} }
        const next: PaymentRow = { ...row, chainWork, txHash: mined.hash, updatedAt: at }
        return { kind: 'done', answer: 'minedAgain', writes: { set: [{ ref, next }] } }
      }
      const stage = nextStage(row.stage, 'mined')
      if (stage === null) return { kind: 'done', answer: 'failed', writes: {} }
      const sent: PaymentRow = { ...row, txHash: mined.hash }
      const next: PaymentRow = { ...sent, status: 'completed', stage, chainWork, updatedAt: at, completedAt: at }
      // Mined before its sender could say that it was sent: both events, in their order.
      const late = row.stage === 'broadcasting' ? [settlementEvent('payment.pending', sent)] : []
      const writes: Writes = {
        set: [
          { ref, next },
          { ref: wallet, next: rules.settleLimits(getWallet(state, wallet), row, 'complete') },
        ],
        journals: [paymentCompletedJournal(row._id, subjectOf(row))],
        events: [...late, settlementEvent('payment.completed', next)],
      }
      const ended = approvalWrites(rules, state, row, 'executed', at)
      return { kind: 'done', answer: 'completed', writes: joinWrites([writes, ended]) }
    },
  }
}
