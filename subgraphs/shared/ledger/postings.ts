/** The postings of wallet payments: one function a row of the posting table, pure. */
import type { PaymentId, WalletId } from '../ids.ts'
import type { Chain, Token } from '../tokens.ts'
import type { AccountCode, GasAccountCode } from './accounts.ts'
import type { JournalEntry, Posting } from './journal.ts'

export interface PostingSubject {
  readonly walletId: WalletId
  readonly token: Token
  readonly chain: Chain
  readonly amount: bigint
}

declare const authorized: unique symbol

/**
 * Proof that every gate has passed for this very spend. Only `authorizeSpend` of payments makes one, and a journal that
 * takes money out of what is available demands it: the compiler keeps the side doors shut.
 */
export interface SpendAuthorization extends PostingSubject {
  readonly [authorized]: true
}

/**
 * Money that arrived on chain becomes available. `depositId` names (chain, transaction, log index).
 * @param arrival 2 and more: it had left with a reorganization and comes again
 */
export function depositJournal(depositId: string, subject: PostingSubject, arrival = 1): JournalEntry {
  const reference = { resource: 'deposit', id: depositId } as const
  const postingKey = arrival === 1 ? `${depositId}.credited` : `${depositId}.credited.${arrival}`
  return { postingKey, type: 'deposit', reference, lines: move(subject, '1120', '2020') }
}

/**
 * What follows writes down what a chain has already done to the wallet, so no gate is asked: nobody could refuse it.
 * @param part of the amount: what is not there yet follows in further journals
 */
export function depositReversedJournal(depositId: string, subject: PostingSubject, part: number): JournalEntry {
  const reference = { resource: 'deposit', id: depositId } as const
  const postingKey = `${depositId}.reversed.${part}`
  return { postingKey, type: 'deposit_reversed', reference, lines: move(subject, '2020', '1120') }
}

/** A completed payment whose transfer is gone for good: the money is the wallet's again. */
export function paymentReversedJournal(paymentId: PaymentId, subject: PostingSubject, part: number): JournalEntry {
  return paymentJournal(paymentId, 'payment_reversed', `reversed.${part}`, move(subject, '1120', '2020'))
}

/** A payment that had ended without a transfer, and was mined after all. */
export function paymentMinedLateJournal(paymentId: PaymentId, subject: PostingSubject, part: number): JournalEntry {
  return paymentJournal(paymentId, 'payment_mined_late', `mined.${part}`, move(subject, '2020', '1120'))
}

export function paymentReservedJournal(paymentId: PaymentId, authorization: SpendAuthorization): JournalEntry {
  const { walletId, token, chain, amount } = authorization
  const subject = { walletId, token, chain, amount }
  return paymentJournal(paymentId, 'payment_reserved', 'reserved', move(subject, '2020', '2022'))
}

export function paymentCompletedJournal(paymentId: PaymentId, subject: PostingSubject): JournalEntry {
  return paymentJournal(paymentId, 'payment_completed', 'completed', move(subject, '2022', '1120'))
}

export function paymentFailedJournal(paymentId: PaymentId, subject: PostingSubject): JournalEntry {
  return paymentJournal(paymentId, 'payment_failed', 'failed', move(subject, '2022', '2020'))
}

export interface GasSubject {
  readonly paymentId: string
  readonly chain: Chain
  /** Of the transaction that cost it. */
  readonly hash: string
  readonly wei: bigint
}

/**
 * Gas that the relayer has paid for an organization, once for each receipt.
 * @param booking 2 and more: a reorganization had put another transaction in its place before
 */
export function gasPaidJournal(subject: GasSubject, booking: number): JournalEntry {
  return gasJournal(subject, 'gas_paid', booking === 1 ? subject.hash : `${subject.hash}.${booking}`, '5010', '1130')
}

/** A reorganization has put another transaction in its place: this one has cost nothing. */
export function gasReversedJournal(subject: GasSubject, booking: number): JournalEntry {
  return gasJournal(subject, 'gas_reversed', `${subject.hash}.reversed.${booking}`, '1130', '5010')
}

function gasJournal(
  { paymentId, chain, wei }: GasSubject,
  type: JournalEntry['type'],
  key: string,
  debit: GasAccountCode,
  credit: GasAccountCode,
): JournalEntry {
  const line = { walletId: null, token: 'native', chain, amount: wei } as const
  const lines: Posting[] = [
    { ...line, account: debit, direction: 'debit' },
    { ...line, account: credit, direction: 'credit' },
  ]
  return { postingKey: `gas_${key}`, type, reference: { resource: 'payment', id: paymentId }, lines }
}

function paymentJournal(
  paymentId: PaymentId,
  type: JournalEntry['type'],
  step: string,
  lines: Posting[],
): JournalEntry {
  return { postingKey: `${paymentId}.${step}`, type, reference: { resource: 'payment', id: paymentId }, lines }
}

function move(subject: PostingSubject, debit: AccountCode, credit: AccountCode): Posting[] {
  return [
    { ...subject, account: debit, direction: 'debit' },
    { ...subject, account: credit, direction: 'credit' },
  ]
}
