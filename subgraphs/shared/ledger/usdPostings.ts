/**
 * The journal entries of US dollars: one function for each row of the posting table. Pure. What becomes available repays
 * the deficit of the organization first; what comes back after it was spent makes one. The second line of an entry has its
 * whole amount.
 */
import type { AchPaymentId, BankAccountId, BookTransferId, FinancialAccountId } from '../ids.ts'
import type { Mode } from '../principal.ts'
import { USD_ACCOUNTS, type UsdAccountCode } from './accounts.ts'
import { amountSecond, type JournalEntry, type UsdPosting } from './journal.ts'

export interface UsdSubject {
  readonly mode: Mode
  readonly financialAccount: FinancialAccountId
  /** In cents. */
  readonly amount: bigint
}

declare const authorized: unique symbol

/**
 * Proof that every gate has passed for dollars that leave. Only `authorizeDollars` of payments makes one, and the journal
 * that takes available dollars requires it.
 */
export interface DollarAuthorization extends UsdSubject {
  readonly [authorized]: true
}

/** The file has left: what is owed by the banks, and not there yet. */
export function collectionProcessed(id: AchPaymentId, subject: UsdSubject): JournalEntry {
  return achEntry(id, 'collection_processed', 'processed', move(subject, '1020', '2013'))
}

/** The operator has refused the entry after the file left. */
export function collectionRejected(id: AchPaymentId, subject: UsdSubject): JournalEntry {
  return achEntry(id, 'collection_rejected', 'rejected', move(subject, '2013', '1020'))
}

export function collectionSettled(id: AchPaymentId, subject: UsdSubject): JournalEntry {
  const lines = [...move(subject, '1010', '1020'), ...move(subject, '2013', '2011')]
  return achEntry(id, 'collection_settled', 'settled', lines)
}

/** @param deficit of the organization, which is repaid first */
export function collectionReleased(id: AchPaymentId, subject: UsdSubject, deficit: bigint): JournalEntry {
  const lines = amountSecond(line(subject, '2011', 'debit'), becomingAvailable(subject, deficit))
  return achEntry(id, 'collection_released', 'released', lines)
}

/** Where the money of a collection is when it comes back; available tells how much of it is still there. */
export type Whereabouts = 'uncollected' | 'pending' | { readonly available: bigint }

export function collectionReturned(id: AchPaymentId, subject: UsdSubject, from: Whereabouts): JournalEntry {
  return achEntry(id, 'collection_returned', 'returned', returnLines(subject, from))
}

function returnLines(subject: UsdSubject, from: Whereabouts): UsdPosting[] {
  if (from === 'uncollected') return move(subject, '2013', '1020')
  if (from === 'pending') return move(subject, '2011', '1010')
  const there = smaller(from.available, subject.amount)
  return amountSecond(line(subject, '1010', 'credit'), [
    ...part(subject, there, '2010', 'debit'),
    ...part(subject, subject.amount - there, '1030', 'debit'),
  ])
}

/** Both amounts go out, and their sum is collected with them, so that no dollars are given away. */
export function microDepositsSent(id: BankAccountId, round: number, subject: UsdSubject): JournalEntry {
  const lines = [...move(subject, '5020', '1010'), ...move(subject, '1010', '5020')]
  return microEntry(id, 'micro_deposits_sent', `sent.${round}`, lines)
}

/**
 * What a round has cost that ended at the bank: the amounts are gone whose collection came back or was never made; less than
 * nothing, where the amounts came back and their collection did not.
 * @param subject.amount by how much more than was booked before @param time how often that was
 */
export function microDepositsReturned(
  id: BankAccountId,
  { round, time }: { readonly round: number; readonly time: number },
  { amount, ...subject }: UsdSubject,
): JournalEntry {
  const step = `returned.${round}${time === 0 ? '' : `.${time}`}`
  const lines =
    amount > 0n ? move({ ...subject, amount }, '5020', '1010') : move({ ...subject, amount: -amount }, '1010', '5020')
  return microEntry(id, 'micro_deposits_returned', step, lines)
}

/** Available dollars are set aside for a withdrawal. */
export function withdrawalInitiated(id: AchPaymentId, authorization: DollarAuthorization): JournalEntry {
  const { mode, financialAccount, amount } = authorization
  return achEntry(id, 'withdrawal_initiated', 'initiated', move({ mode, financialAccount, amount }, '2010', '2060'))
}

/** It has ended before the banks moved it: canceled, refused or returned. @param deficit as of `collectionReleased` */
export function withdrawalEnded(id: AchPaymentId, subject: UsdSubject, deficit: bigint): JournalEntry {
  const lines = amountSecond(line(subject, '2060', 'debit'), becomingAvailable(subject, deficit))
  return achEntry(id, 'withdrawal_ended', 'ended', lines)
}

export function withdrawalSettled(id: AchPaymentId, subject: UsdSubject): JournalEntry {
  return achEntry(id, 'withdrawal_settled', 'settled', move(subject, '2060', '1010'))
}

/** @param deficit as of `collectionReleased` */
export function withdrawalReturned(id: AchPaymentId, subject: UsdSubject, deficit: bigint): JournalEntry {
  const lines = amountSecond(line(subject, '1010', 'debit'), becomingAvailable(subject, deficit))
  return achEntry(id, 'withdrawal_returned', 'returned', lines)
}

/**
 * Between two financial accounts of one organization; the cash at the bank goes with it.
 * @param deficit of the organization, which is repaid by what arrives
 */
export function bookTransferred(
  id: BookTransferId,
  from: UsdSubject,
  to: FinancialAccountId,
  deficit: bigint,
): JournalEntry {
  const target = { ...from, financialAccount: to }
  const taken = line(from, '2010', 'debit')
  const arriving = becomingAvailable(target, deficit)
  return {
    ...{ postingKey: `${id}.booked`, type: 'book_transfer', reference: { resource: 'book_transfer', id } },
    lines: [
      ...(arriving.length === 1 ? [taken, ...arriving] : amountSecond(taken, arriving)),
      ...[line(target, '1010', 'debit'), line(from, '1010', 'credit')],
    ],
  }
}

/** What becomes available repays the deficit first. */
export function becomingAvailable(subject: UsdSubject, deficit: bigint): UsdPosting[] {
  const repaid = smaller(deficit, subject.amount)
  return [...part(subject, repaid, '1030', 'credit'), ...part(subject, subject.amount - repaid, '2010', 'credit')]
}

export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

function achEntry(
  id: AchPaymentId,
  type: JournalEntry['type'],
  step: string,
  lines: readonly UsdPosting[],
): JournalEntry {
  return { postingKey: `${id}.${step}`, type, reference: { resource: 'ach_payment', id }, lines }
}

function microEntry(
  id: BankAccountId,
  type: JournalEntry['type'],
  step: string,
  lines: readonly UsdPosting[],
): JournalEntry {
  return { postingKey: `${id}.${step}`, type, reference: { resource: 'bank_account', id }, lines }
}

export function move(subject: UsdSubject, debit: UsdAccountCode, credit: UsdAccountCode): UsdPosting[] {
  return [line(subject, debit, 'debit'), line(subject, credit, 'credit')]
}

export const part = (
  subject: UsdSubject,
  amount: bigint,
  account: UsdAccountCode,
  direction: UsdPosting['direction'],
) => (amount === 0n ? [] : [line({ ...subject, amount }, account, direction)])

export function line(
  { mode, financialAccount, amount }: UsdSubject,
  account: UsdAccountCode,
  direction: UsdPosting['direction'],
): UsdPosting {
  const owner = USD_ACCOUNTS[account].of === 'financialAccount' ? financialAccount : null
  return { account, token: 'USD', mode, financialAccount: owner, direction, amount }
}
