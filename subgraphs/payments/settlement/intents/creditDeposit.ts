/**
 * Credits money that arrived at a wallet's address, once for each transfer: the row's id names the transfer. A deposit
 * that was reversed after a reorganization is credited again when it is mined again. The receiving side of a payment
 * between two wallets of the service is a deposit too, so that no commit spans two organizations.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { type WalletPosition, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { depositBlockedJournal, depositJournal } from '../../../shared/ledger/postings.ts'
import { TOKEN_FACTS } from '../../../shared/tokens.ts'
import { type DepositRow, depositRef } from '../../models/deposits.ts'
import type { MismatchRow } from '../../models/mismatches.ts'
import { INFLOW_MIN_TOKENS } from '../../rules/aml.ts'
import { depositEvent } from '../../rules/depositEvents.ts'
import { withInflow } from '../../rules/spendActivity.ts'
import { flagWrites } from './blockDeposit.ts'
import { linkAgainWrites, type RefundedPayment, refundedReads } from './linkRefund.ts'
import { type MismatchSubject, mismatchRefFor, resolveMismatch } from './mismatches.ts'
import type { OrderRules } from './orderOfPayment.ts'
import { guardedIntent } from './settlementIntent.ts'

export type ArrivedDeposit = Omit<
  DepositRow,
  'v' | 'createdAt' | 'isGone' | 'arrivals' | 'refund' | 'refundedAt' | 'links' | 'blocked'
>

export function mismatchOfDeposit(deposit: Omit<ArrivedDeposit, 'amount'>): MismatchSubject {
  const { _id: depositId, orgId, mode, walletId, token, chain } = deposit
  return { orgId, mode, walletId, token, chain, paymentId: null, depositId }
}

/** changed: it is a refund of a payment that was not read; to be read again. */
type CreditAnswer = 'credited' | 'known' | 'minedAgain' | 'creditedAgain' | 'changed'

/**
 * After a reorganization the same transaction may transfer another amount, or to another wallet (a swap at another rate):
 * that is another deposit with its own id, and the first is reversed like any other that left the chain.
 */
export function otherDepositId({ _id, walletId, amount }: Pick<ArrivedDeposit, '_id' | 'walletId' | 'amount'>): string {
  return `${_id}_${walletId}_${amount}`
}

/** @param refunded payments that it was the refund of before it left the chain */
export function creditDepositIntent(
  arrived: ArrivedDeposit,
  refunded: readonly RefundedPayment[] = [],
  rules: OrderRules = {},
): Intent<CreditAnswer> {
  const other: ArrivedDeposit = { ...arrived, _id: otherDepositId(arrived) }
  const rowsOf = (deposit: ArrivedDeposit): Ref[] => [depositRef(deposit._id), mismatchRefOf(deposit)]
  const reads = [walletRef(arrived.walletId), ...rowsOf(arrived), ...rowsOf(other), ...refundedReads(refunded)]
  return guardedIntent(arrived, reads, (state, at) => {
    const first = state.get(depositRef(arrived._id))
    const isOther = first !== null && (first.amount !== arrived.amount || first.walletId !== arrived.walletId)
    const deposit = isOther ? other : arrived
    const known = state.get(depositRef(deposit._id))
    const link = known?.isGone ? known.refund : undefined
    if (link !== undefined && !refunded.some(({ _id }) => _id === link.paymentId)) return done('changed')
    const { answer, writes } = creditWrites(state, deposit, at, rules)
    return done(answer, writes)
  })
}

/** Guarded beside the deposit and its wallet. */
export const mismatchRefOf = (deposit: ArrivedDeposit): Ref<MismatchRow> =>
  mismatchRefFor('deposit_reorganized', mismatchOfDeposit(deposit))

export function creditWrites(
  state: State,
  deposit: ArrivedDeposit,
  at: Date,
  rules: OrderRules = {},
): { readonly answer: CreditAnswer; readonly writes: Writes } {
  const ref = depositRef(deposit._id)
  const known = state.get(ref)
  const { walletId, token, chain, amount } = deposit
  if (known?.isGone) {
    const writes = creditedAgainWrites(rules, state, known, deposit, at)
    return { answer: 'creditedAgain', writes }
  }
  if (known !== null) {
    if (known.blockHash === deposit.blockHash) return { answer: 'known', writes: {} }
    const { block, blockHash, txHash } = deposit
    return { answer: 'minedAgain', writes: { set: [setRow(ref, { ...known, block, blockHash, txHash })] } }
  }
  const subject = { walletId, token, chain, amount }
  if (deposit.listedIn === undefined) {
    const insert = [insertRow(ref, { ...deposit, createdAt: at })]
    const wallet = requireRow(state, walletRef(walletId))
    const events = [depositEvent('deposit.credited', deposit, wallet.agentId)]
    const set = watchedWrites(wallet, deposit, at)
    return { answer: 'credited', writes: { set, insert, journals: [depositJournal(deposit._id, subject)], events } }
  }
  const row = { ...deposit, blocked: amount, createdAt: at }
  const writes: Writes = { insert: [insertRow(ref, row)], journals: [depositBlockedJournal(deposit._id, subject)] }
  const flagged = flagWrites(requireRow(state, walletRef(walletId)), row, at)
  return { answer: 'credited', writes: joinWrites([writes, flagged]) }
}

/** A large deposit is watched for an hour: whether most of it leaves at once (domain 4.4). */
function watchedWrites(wallet: WalletPosition, { amount: units, token }: ArrivedDeposit, at: Date) {
  if (units < INFLOW_MIN_TOKENS * 10n ** BigInt(TOKEN_FACTS[token].decimals)) return []
  const inflows = withInflow(wallet.inflows ?? [], { units, token }, at)
  return [setRow(walletRef(wallet.walletId), { ...wallet, inflows })]
}

/** Credits a reversed deposit again; the part that could not be debited from the wallet then is not credited twice. */
function creditedAgainWrites(
  rules: OrderRules,
  state: State,
  known: DepositRow,
  deposit: ArrivedDeposit,
  at: Date,
): Writes {
  const mismatch = mismatchRefOf(deposit)
  const { block, blockHash, txHash, walletId, token, chain } = deposit
  const arrivals = (known.arrivals ?? 1) + 1
  const amount = known.amount - (state.get(mismatch)?.missing ?? 0n)
  const listedIn = deposit.listedIn ?? known.listedIn
  const blocked = listedIn === undefined ? {} : { listedIn, blocked: amount }
  const next: DepositRow = { ...known, ...blocked, block, blockHash, txHash, arrivals, isGone: false }
  const journalOf = listedIn === undefined ? depositJournal : depositBlockedJournal
  const journals = amount > 0n ? [journalOf(known._id, { walletId, token, chain, amount }, arrivals)] : []
  const linked = linkAgainWrites(rules, state, next, at)
  const wallet = requireRow(state, walletRef(walletId))
  const told =
    listedIn === undefined
      ? { events: amount > 0n ? [depositEvent('deposit.credited', { ...next, amount }, wallet.agentId)] : [] }
      : flagWrites(wallet, next, at)
  return joinWrites([{ journals }, told, linked, resolveMismatch(state, mismatch, 'credited_again', at)])
}
