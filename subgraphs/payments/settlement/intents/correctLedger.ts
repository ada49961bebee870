/**
 * Corrections of the ledger after reorganizations, and after a payment was mined although it had failed (domain 8.2;
 * reliability 3.3). Each writes journal entry, mismatch and freeze in one commit. Where the wallet's balance is too low,
 * the rest is debited as soon as it suffices.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { type WalletPosition, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import type { MismatchId, PaymentId } from '../../../shared/ids.ts'
import type { JournalEntry } from '../../../shared/ledger/journal.ts'
import {
  blockedReversedJournal,
  depositReversedJournal,
  outflowJournal,
  outflowReversedJournal,
  type PostingSubject,
  paymentMinedLateJournal,
} from '../../../shared/ledger/postings.ts'
import type { Chain } from '../../../shared/tokens.ts'
import { type DepositRow, depositRef } from '../../models/deposits.ts'
import { type MismatchKind, type MismatchRow, mismatchRef, type OutgoingTransfer } from '../../models/mismatches.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { type WalletRow, walletRowRef } from '../../models/wallets.ts'
import { depositEvent } from '../../rules/depositEvents.ts'
import { mismatchOfDeposit } from './creditDeposit.ts'
import { subjectOf } from './failPayment.ts'
import { type RefundedPayment, refundedBy, refundedReads, unlinkWrites } from './linkRefund.ts'
import { caseWrites, reviewReads } from './mismatchCases.ts'
import {
  availablePart,
  freezeForMismatch,
  type MismatchSubject,
  mismatchOfPayment,
  mismatchRefFor,
  openMismatch,
  reopenedWrites,
  resolvedWrites,
  resolveMismatch,
} from './mismatches.ts'
import type { OrderRules } from './orderOfPayment.ts'
import { guardedIntent } from './settlementIntent.ts'

const MOVED_BY_OWNER = 'moved_by_owner'
const OPENED_AGAIN =
  'The chain was reorganized below the block at which the wallet was registered: what it had before is taken anew.'

/**
 * @param judged as it was when the chain was read: if its block has changed since, nothing is reversed
 * @param refunded the payment that it refunds
 */
export function reverseDepositIntent(
  judged: DepositRow,
  refunded: readonly RefundedPayment[] = refundedBy(judged),
  rules: OrderRules = {},
): Intent<'taken' | 'changed'> {
  const ref = depositRef(judged._id)
  const subject = mismatchOfDeposit(judged)
  const opened = judged.txHash === null ? [walletRowRef(judged.walletId)] : []
  const reads = [
    ref,
    walletRef(judged.walletId),
    mismatchRefFor('deposit_reorganized', subject),
    ...refundedReads(refunded),
    ...opened,
  ]
  return guardedIntent(judged, reads, (state, at) => {
    const row = state.get(ref)
    if (row === null || row.isGone || row.blockHash !== judged.blockHash) return done('changed')
    // Linked to a payment since it was read.
    if (row.refund?.paymentId !== judged.refund?.paymentId) return done('changed')
    const isOpening = row.txHash === null
    const reason = isOpening ? OPENED_AGAIN : 'A credited deposit left the chain in a reorganization.'
    const unlinked = unlinkWrites(rules, state, row, at)
    const wallet = unlinked.count(requireRow(state, walletRef(row.walletId)))
    const { blocked = 0n, arrivals = 1 } = row
    const fromBlocked = blocked > 0n ? [blockedReversedJournal(row._id, { ...row, amount: blocked }, arrivals)] : []
    const corrected = debitWrites(state, subject, row.amount - blocked, {
      ...{ kind: 'deposit_reorganized', expected: row.amount, found: 0n, reason, wallet },
      ...(isOpening ? { resolution: 'opened_again' } : {}),
      journal: (amount, part) => depositReversedJournal(row._id, { ...row, amount }, part),
      at,
    })
    const next: DepositRow = { ...row, isGone: true, arrivals }
    const events = [depositEvent('deposit.reversed', row, wallet.agentId)]
    const reopened = opened.map((one) => setRow(one, withoutOpening(requireRow(state, one), row.chain, at)))
    const writes: Writes = { set: [setRow(ref, next), ...reopened], journals: fromBlocked, events }
    return done('taken', joinWrites([writes, unlinked.writes, corrected]))
  })
}

/** What the wallet had before it was registered is looked for again, since the chain has changed below. */
function withoutOpening({ openings = {}, ...wallet }: WalletRow, chain: Chain, at: Date): Omit<WalletRow, '_id' | 'v'> {
  const { [chain]: _, ...others } = openings
  return { ...wallet, openings: others, updatedAt: at }
}

/** For the commit that finds a failed payment mined. */
export function minedAfterFailureWrites(state: State, row: PaymentRow, at: Date): Writes {
  const reason = 'A payment that had failed was mined after all.'
  return debitWrites(state, mismatchOfPayment(row), row.amount, {
    ...{ kind: 'failed_payment_mined', expected: 0n, found: row.amount, reason },
    journal: (amount, part) => paymentMinedLateJournal(row._id, { ...subjectOf(row), amount }, part),
    at,
  })
}

/** For the commit that finds a reversed payment mined again: the money has left the wallet after all. */
export function minedAgainWrites(state: State, row: PaymentRow, at: Date): Writes {
  const ref = mismatchRefFor('payment_reorganized', mismatchOfPayment(row))
  const known = state.get(ref)
  invariant(known !== null, `payment ${row._id} was reversed without a mismatch`)
  const part = availablePart(requireRow(state, walletRef(row.walletId)), row, row.amount)
  const corrections = known.corrections + 1
  const journals = part > 0n ? [paymentMinedLateJournal(row._id, { ...subjectOf(row), amount: part }, corrections)] : []
  if (part === row.amount) return joinWrites([{ journals }, resolveMismatch(state, ref, 'mined_again', at)])
  return joinWrites([{ journals }, reopenedWrites(ref, { ...known, missing: row.amount - part, corrections }, at)])
}

interface Debit {
  readonly kind: MismatchKind
  readonly expected: bigint
  readonly found: bigint
  readonly reason: string
  readonly journal: (amount: bigint, part: number) => JournalEntry
  /** Absent: the wallet is frozen until a person has looked at it. */
  readonly resolution?: string
  /** As this commit leaves it; absent: as it is. */
  readonly wallet?: WalletPosition
  readonly at: Date
}

function debitWrites(state: State, subject: MismatchSubject, amount: bigint, taking: Debit): Writes {
  const { kind, expected, found, reason, resolution, at } = taking
  const ref = mismatchRefFor(kind, subject)
  const wallet = taking.wallet ?? requireRow(state, walletRef(subject.walletId))
  const part = availablePart(wallet, subject, amount)
  const corrections = state.get(ref)?.corrections ?? 0
  const journals = part > 0n ? [taking.journal(part, corrections + 1)] : []
  const ended = resolution === undefined ? {} : { resolution }
  const finding = { kind, expected, found, reason, missing: amount - part, corrected: part > 0n, ...ended }
  return joinWrites([
    { journals },
    resolution === undefined
      ? freezeForMismatch(wallet, ref, { reason, isReviewed: kind === 'unexpected_outflow', at })
      : {},
    openMismatch(state, subject, finding, at),
  ])
}

/** Debits what was missing in the wallet, as far as its balance now allows. @returns what is still missing */
export function collectMissingIntent(mismatch: MismatchRow): Intent<bigint> {
  const { _id, kind, walletId, paymentId, depositId, token, chain } = mismatch
  const ref = mismatchRef(_id)
  const owner = walletRowRef(walletId)
  return guardedIntent(mismatch, [ref, walletRef(walletId), owner], (state, at) => {
    const row = state.get(ref)
    if (row === null || row.state === 'resolved') return done(0n)
    const part = availablePart(requireRow(state, walletRef(walletId)), row, row.missing)
    if (part === 0n) return done(row.missing)
    const missing = row.missing - part
    const corrections = row.corrections + 1
    const subject = { walletId, token, chain, amount: part }
    const journal = missingJournal({ _id, kind, paymentId, depositId }, subject, corrections)
    const next: MismatchRow = { ...row, missing, corrections, updatedAt: at }
    // What its owner has moved needs nobody's attention once the ledger has followed.
    const isOver = missing === 0n && kind === 'unexpected_outflow' && state.get(owner)?.custody === 'external'
    const writes = isOver ? resolvedWrites(ref, next, MOVED_BY_OWNER, at) : { set: [setRow(ref, next)] }
    return done(missing, joinWrites([{ journals: [journal] }, writes]))
  })
}

function missingJournal(
  { _id, kind, paymentId, depositId }: Pick<MismatchRow, '_id' | 'kind' | 'paymentId' | 'depositId'>,
  subject: PostingSubject,
  part: number,
): JournalEntry {
  if (kind === 'unexpected_outflow') return outflowJournal(_id, subject, part)
  if (depositId !== null) return depositReversedJournal(depositId, subject, part)
  invariant(paymentId !== null, `mismatch ${_id} is about nothing`)
  return paymentMinedLateJournal(paymentId, subject, part)
}

/** A transfer from a wallet that no payment explains, with its block as it was read. */
export interface Outflow extends Omit<MismatchSubject, 'paymentId' | 'depositId' | 'transfer'> {
  readonly amount: bigint
  readonly transfer: OutgoingTransfer
  /** Whoever owns the wallet holds its key, too, and may move the money. */
  readonly isByOwner: boolean
  /**
   * The wallet has sent it itself, in a token whose payments are such transactions: it may be one that has lost its record.
   * Absent in tasks of earlier versions.
   */
  readonly isOwnTransaction?: boolean
}

const subjectOfOutflow = ({ amount: _, isByOwner: __, isOwnTransaction: ___, ...subject }: Outflow) => ({
  ...subject,
  paymentId: null,
  depositId: null,
})

/** As `otherDepositId`: after a reorganization the same transaction may have moved another amount, which is another outflow. */
export const otherOutflowId = (id: string, amount: bigint): string => `${id}_${amount}`

/** Takes the money out of the ledger, which the chain has done already, and freezes the wallet (domain 9.4). */
export function bookOutflowIntent(arrived: Outflow): Intent<'booked' | 'known'> {
  const { walletId, amount, transfer: found } = arrived
  const other = { ...arrived, transfer: { ...found, id: otherOutflowId(found.id, amount) } }
  const refOf = (outflow: Outflow) => mismatchRefFor('unexpected_outflow', subjectOfOutflow(outflow))
  const reviewed = arrived.isByOwner ? [] : [refOf(arrived), refOf(other)].flatMap(reviewReads)
  return guardedIntent(arrived, [refOf(arrived), refOf(other), walletRef(walletId), ...reviewed], (state, at) => {
    const first = state.get(refOf(arrived))
    const outflow = first === null || BigInt(first.found) === amount ? arrived : other
    const { transfer } = outflow
    const [subject, ref] = [subjectOfOutflow(outflow), refOf(outflow)]
    const known = state.get(ref)
    if (known !== null && known.transfer?.isGone === false) {
      const isSame = known.transfer.blockHash === transfer.blockHash
      return done('known', isSame ? {} : { set: [setRow(ref, { ...known, transfer, updatedAt: at })] })
    }
    const { isByOwner } = outflow
    const reason = isByOwner
      ? `The owner of the wallet moved money in ${transfer.txHash}.`
      : `Money left the wallet in ${transfer.txHash}, and no payment explains it.`
    const facts = { kind: 'unexpected_outflow', expected: 0n, found: outflow.amount, reason } as const
    const debited = debitWrites(state, subject, outflow.amount, {
      ...{ ...facts, at },
      ...(isByOwner ? { resolution: MOVED_BY_OWNER } : {}),
      journal: (amount, part) => outflowJournal(ref.id as MismatchId, { ...outflow, amount }, part),
    })
    return done('booked', isByOwner ? debited : joinWrites([debited, caseWrites(state, subject, facts, at)]))
  })
}

/** @param judged as it was when the chain was read: if its block has changed since, nothing is reversed */
export function reverseOutflowIntent(judged: MismatchRow): Intent<'reversed' | 'changed'> {
  const ref = mismatchRef(judged._id)
  return guardedIntent(judged, [ref, walletRef(judged.walletId)], (state, at) => {
    const row = requireRow(state, ref)
    const { transfer } = row
    if (transfer === undefined || transfer.isGone || transfer.blockHash !== judged.transfer?.blockHash)
      return done('changed')
    // A payment has taken it since it was read, and the ledger has it back.
    if (row.paymentId !== null) return done('changed')
    const gone = { ...row, transfer: { ...transfer, isGone: true } }
    return done('reversed', returnedWrites(ref, gone, 'left_the_chain', at))
  })
}

/** In the commit that takes it as the transfer of a payment, which books it. Its ref must be guarded, and its wallet. */
export function outflowPaidWrites(state: State, ref: Ref<MismatchRow>, at: Date, paymentId: PaymentId): Writes {
  const row = state.get(ref)
  if (row === null || row.paymentId !== null || row.transfer?.isGone !== false) return {}
  return returnedWrites(ref, { ...row, paymentId }, 'paid', at)
}

/** The ledger has back what was taken from it as an outflow. */
function returnedWrites(ref: Ref<MismatchRow>, row: MismatchRow, resolution: string, at: Date): Writes {
  const { walletId, token, chain } = row
  const amount = BigInt(row.found) - row.missing
  const corrections = row.corrections + 1
  const journals = amount > 0n ? [outflowReversedJournal(row._id, { walletId, token, chain, amount }, corrections)] : []
  const next = { ...row, missing: 0n, corrections, updatedAt: at }
  return joinWrites([{ journals }, resolvedWrites(ref, next, resolution, at)])
}
