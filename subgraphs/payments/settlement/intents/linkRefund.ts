/**
 * Links a deposit to the payment that it refunds (domain 8.2), in one commit: the journal entries, the amount that is still
 * to be refunded, and what the limits get back. Deposit and payment are guarded, so that a deposit is linked once and no
 * payment is refunded above its amount, whoever races. A reorganization that removes the deposit takes the link back, and
 * so does an operator who was wrong.
 */
import { orderReads } from '../../../shared/acp.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { IntentPart, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, invariant, notFound } from '../../../shared/errors.ts'
import { refundJournals, refundReversedJournals } from '../../../shared/ledger/postings.ts'
import { type DepositRow, depositRef } from '../../models/deposits.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import { countRefunds, isRefund, orderRefusal, refundEvent, refundRefusal, senderRefusal } from '../../rules/refunds.ts'
import { type OrderRules, returnWrites } from './orderOfPayment.ts'

export interface RefundLink {
  /** Of the deposit, in token units; null: all of it. */
  readonly amount: bigint | null
  /** The key of the operator, or the address that signed the notice. */
  readonly linkedBy: string
  /** Absent: whoever sent the deposit. */
  readonly onlyFromPayee?: true
  /** By a notice, which does not overrule the operator who took the link back. */
  readonly byNotice?: true
}

export interface LinkedRefund {
  readonly deposit: DepositRow
  /** It was linked in this way before. */
  readonly isKnown: boolean
}

export type RefundedPayment = Pick<PaymentRow, '_id' | 'orderId'>

/** Where nothing is ordered, its id is enough. */
export const refundedBy = ({ refund }: Pick<DepositRow, 'refund'>): readonly RefundedPayment[] =>
  refund === undefined ? [] : [{ _id: refund.paymentId }]

/** The rows of payments that a deposit refunds, and of what they have paid. */
export const refundedReads = (payments: readonly RefundedPayment[]): readonly Ref[] =>
  payments.flatMap((payment) => [paymentRef(payment._id), ...orderReads(payment)])

/** As they were read: they name the rows. */
export interface RefundSubject {
  readonly payment: RefundedPayment & Pick<PaymentRow, 'walletId'>
  readonly deposit: Pick<DepositRow, '_id'>
}

export function linkRefundPart(
  { payment, deposit }: RefundSubject,
  link: RefundLink,
  rules: OrderRules = {},
): IntentPart<LinkedRefund> {
  const refs = { payment: paymentRef(payment._id), deposit: depositRef(deposit._id) }
  return {
    reads: () => ({ guard: [...refundedReads([payment]), refs.deposit, walletRef(payment.walletId)] }),
    decide(state, at) {
      const paid = requireRow(state, refs.payment)
      const row = state.get(refs.deposit)
      if (row === null) return refused(notFound('deposit'))
      const amount = link.amount ?? row.amount
      const isSame = row.refund?.paymentId === payment._id && row.refund.amount === amount
      if (isRefund(row) && isSame) return done({ deposit: row, isKnown: true })
      const error =
        refundRefusal(paid, row, amount) ??
        orderRefusal(paid, row) ??
        (link.onlyFromPayee ? senderRefusal(paid, row) : null) ??
        (link.byNotice && row.unlinked?.paymentId === paid._id ? unlinkedByOperator() : null)
      if (error !== null) return refused(error)
      const { next, writes } = linkWrites(rules, state, row, paid, { amount, linkedBy: link.linkedBy }, { at })
      return done({ deposit: next, isKnown: false }, writes)
    },
  }
}

const unlinkedByOperator = () =>
  new DomainError('conflict', 'An operator has unlinked this refund. Only an operator can link it again.', {
    reason: 'unlinked_by_operator',
  })

/** Takes the link back: the deposit is a deposit like any other, in ledger and limits as if it had never been linked. */
export function unlinkRefundPart(
  { payment, deposit }: RefundSubject,
  unlinkedBy: string,
  rules: OrderRules = {},
): IntentPart<null> {
  const refs = { deposit: depositRef(deposit._id), wallet: walletRef(payment.walletId) }
  return {
    reads: () => ({ guard: [...refundedReads([payment]), refs.deposit, refs.wallet] }),
    decide(state, at) {
      const row = state.get(refs.deposit)
      if (row === null || row.refund?.paymentId !== payment._id) return refused(notFound('refund'))
      const { refund: _, refundedAt: __, ...rest } = row
      const set = [setRow(refs.deposit, { ...rest, unlinked: { paymentId: payment._id, by: unlinkedBy, at } })]
      // While the deposit is not on the chain, its link counts for nothing already.
      if (!isRefund(row)) return done(null, { set })
      const { writes, count } = unlinkWrites(rules, state, row, at, unlinkedBy)
      const wallet = setRow(refs.wallet, count(requireRow(state, refs.wallet)))
      return done(null, joinWrites([writes, { set: [...set, wallet] }]))
    },
  }
}

/** The deposit has come again after a reorganization: it is the refund again, unless others have taken its place. */
export function linkAgainWrites(rules: OrderRules, state: State, deposit: DepositRow, at: Date): Writes {
  const { refund, refundedAt, ...rest } = deposit
  if (refund === undefined) return { set: [setRow(depositRef(deposit._id), rest)] }
  const payment = requireRow(state, paymentRef(refund.paymentId))
  if (refundRefusal(payment, rest, refund.amount) !== null) return { set: [setRow(depositRef(deposit._id), rest)] }
  return linkWrites(rules, state, rest, payment, refund, { at, refundedAt }).writes
}

function linkWrites(
  rules: OrderRules,
  state: State,
  { unlinked: _, ...deposit }: DepositRow,
  payment: PaymentRow,
  { amount, linkedBy }: { readonly amount: bigint; readonly linkedBy: string },
  { at, refundedAt = at }: { readonly at: Date; readonly refundedAt?: Date | undefined },
): { next: DepositRow; writes: Writes } {
  const [number, links] = [(payment.refundCount ?? 0) + 1, (deposit.links ?? 0) + 1]
  const refund = { paymentId: payment._id, amount, number, linkedBy }
  const next: DepositRow = { ...deposit, refund, refundedAt, links }
  const refunded = { ...payment, refundedAmount: (payment.refundedAmount ?? 0n) + amount, refundCount: number }
  const wallet = requireRow(state, walletRef(payment.walletId))
  const writes: Writes = {
    set: [
      setRow(depositRef(deposit._id), next),
      setRow(paymentRef(payment._id), refunded),
      setRow(walletRef(payment.walletId), countRefunds(wallet, payment, refunded)),
    ],
    journals: refundJournals(subjectOf(next)),
    events: [refundEvent('payment.refunded', refunded, next)],
  }
  return { next, writes: joinWrites([writes, returnWrites(rules, state, refunded, payment, at)]) }
}

/**
 * For the commit that takes a link back; without the rows of deposit and wallet, which that commit writes itself.
 * @param unlinkedBy absent: a reorganization, or a list with its sender
 */
export function unlinkWrites(
  rules: OrderRules,
  state: State,
  deposit: DepositRow,
  at: Date,
  unlinkedBy?: string,
): { readonly writes: Writes; readonly count: (wallet: Parameters<typeof countRefunds>[0]) => typeof wallet } {
  const { refund } = deposit
  if (refund === undefined) return { writes: {}, count: (wallet) => wallet }
  const payment = requireRow(state, paymentRef(refund.paymentId))
  const left: PaymentRow = { ...payment, refundedAmount: (payment.refundedAmount ?? 0n) - refund.amount }
  const writes: Writes = {
    set: [setRow(paymentRef(payment._id), left)],
    journals: refundReversedJournals(subjectOf(deposit)),
    events: [refundEvent('payment.refund_reversed', left, deposit, unlinkedBy)],
  }
  const told = joinWrites([writes, returnWrites(rules, state, left, payment, at)])
  return { writes: told, count: (wallet) => countRefunds(wallet, payment, left) }
}

function subjectOf({ _id: depositId, refund, links = 0, walletId, token, chain }: DepositRow) {
  invariant(refund !== undefined, `deposit ${depositId} is no refund`)
  const { paymentId, number, amount } = refund
  return { paymentId, number, depositId, links, walletId, token, chain, amount }
}
