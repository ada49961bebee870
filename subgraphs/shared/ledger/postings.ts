/** The journal entries of deposits, payments, holds and gas: one function for each row of the posting table. Pure. */
import type { HoldId, MismatchId, PaymentId, WalletId } from '../ids.ts'
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
 * Proof that every gate has passed for this spend. Only `authorizeSpend` of payments makes one, and the journal that
 * reserves available money requires it, so the compiler finds any other way to spend.
 */
export interface SpendAuthorization extends PostingSubject {
  readonly [authorized]: true
}

/**
 * Money that arrived on chain becomes available. `depositId` names (chain, transaction, log index).
 * @param arrival 2 or more: a reorganization had removed it and it has come again
 */
export function depositJournal(depositId: string, subject: PostingSubject, arrival = 1): JournalEntry {
  return depositEntry(depositId, 'deposit', creditStep(arrival), move(subject, '1120', '2020'))
}

/** Money from a listed address arrived: it is never available. One transfer is credited or blocked, never both. */
export function depositBlockedJournal(depositId: string, subject: PostingSubject, arrival = 1): JournalEntry {
  return depositEntry(depositId, 'deposit_blocked', creditStep(arrival), move(subject, '1120', '2023'))
}

const creditStep = (arrival: number): string => (arrival === 1 ? 'credited' : `credited.${arrival}`)

/**
 * The sender of a deposit was listed after it had been credited.
 * @param arrival which of its arrivals is blocked
 * @param unblocks how often it was unblocked before
 */
export function fundsBlockedJournal(
  depositId: string,
  subject: PostingSubject,
  arrival: number,
  unblocks = 0,
): JournalEntry {
  return depositEntry(depositId, 'funds_blocked', blockedStep(arrival, unblocks), move(subject, '2020', '2023'))
}

const blockedStep = (arrival: number, unblocks: number): string =>
  unblocks === 0 ? `blocked.${arrival}` : `blocked.${arrival}.${unblocks}`

/** Compliance has released a blocked deposit. @param unblocks how often it has been, this time included */
export function fundsUnblockedJournal(depositId: string, subject: PostingSubject, unblocks: number): JournalEntry {
  return depositEntry(depositId, 'funds_unblocked', `unblocked.${unblocks}`, move(subject, '2023', '2020'))
}

/** The blocked part of a deposit that a reorganization has removed. */
export function blockedReversedJournal(depositId: string, subject: PostingSubject, arrival: number): JournalEntry {
  return depositEntry(depositId, 'deposit_reversed', `blocked_reversed.${arrival}`, move(subject, '2023', '1120'))
}

/** Money left the wallet on the chain that no payment explains. @param part as of depositReversedJournal */
export function outflowJournal(mismatchId: MismatchId, subject: PostingSubject, part: number): JournalEntry {
  return outflowEntry(mismatchId, 'outflow_booked', `booked.${part}`, move(subject, '2020', '1120'))
}

/** Such an outflow that a reorganization has removed. */
export function outflowReversedJournal(mismatchId: MismatchId, subject: PostingSubject, part: number): JournalEntry {
  return outflowEntry(mismatchId, 'outflow_reversed', `reversed.${part}`, move(subject, '1120', '2020'))
}

function outflowEntry(
  mismatchId: MismatchId,
  type: JournalEntry['type'],
  step: string,
  lines: Posting[],
): JournalEntry {
  return { postingKey: `${mismatchId}.${step}`, type, reference: { resource: 'mismatch', id: mismatchId }, lines }
}

/**
 * A deposit that a reorganization has removed. This and the two journals below record what the chain has done already, so
 * no gate is asked.
 * @param part number of this part of the amount: what the wallet cannot cover yet follows in later journals
 */
export function depositReversedJournal(depositId: string, subject: PostingSubject, part: number): JournalEntry {
  const reference = { resource: 'deposit', id: depositId } as const
  const postingKey = `${depositId}.reversed.${part}`
  return { postingKey, type: 'deposit_reversed', reference, lines: move(subject, '2020', '1120') }
}

/** A completed payment whose transfer was removed by a reorganization: the money is available again. */
export function paymentReversedJournal(paymentId: PaymentId, subject: PostingSubject, part: number): JournalEntry {
  return paymentJournal(paymentId, 'payment_reversed', `reversed.${part}`, move(subject, '1120', '2020'))
}

/** A payment that had failed and was mined after all. */
export function paymentMinedLateJournal(paymentId: PaymentId, subject: PostingSubject, part: number): JournalEntry {
  return paymentJournal(paymentId, 'payment_mined_late', `mined.${part}`, move(subject, '2020', '1120'))
}

interface RefundSubject extends PostingSubject {
  readonly paymentId: PaymentId
  /** Of the refund among those of the payment. */
  readonly number: number
  readonly depositId: string
  /** How often the deposit has been linked, this time included. */
  readonly links: number
}

/**
 * A deposit, or a part of it, is the refund of a payment. The money is available already: it is posted as a refund, and
 * taken out of the deposits. In this order no balance is ever below zero.
 */
export function refundJournals({ paymentId, number, depositId, links, ...subject }: RefundSubject): JournalEntry[] {
  return [
    paymentJournal(paymentId, 'refund_received', `refund.${number}`, move(subject, '1120', '2020')),
    depositEntry(depositId, 'deposit_linked', `linked.${links}`, move(subject, '2020', '1120')),
  ]
}

/** The deposit has left the chain, and with it the refund; the deposit itself is reversed by a journal of its own. */
export function refundReversedJournals({
  paymentId,
  number,
  depositId,
  links,
  ...subject
}: RefundSubject): JournalEntry[] {
  return [
    depositEntry(depositId, 'deposit_unlinked', `unlinked.${links}`, move(subject, '1120', '2020')),
    paymentJournal(paymentId, 'refund_reversed', `refund_reversed.${number}`, move(subject, '2020', '1120')),
  ]
}

function depositEntry(depositId: string, type: JournalEntry['type'], step: string, lines: Posting[]): JournalEntry {
  return { postingKey: `${depositId}.${step}`, type, reference: { resource: 'deposit', id: depositId }, lines }
}

export function paymentReservedJournal(paymentId: PaymentId, authorization: SpendAuthorization): JournalEntry {
  const { walletId, token, chain, amount } = authorization
  const subject = { walletId, token, chain, amount }
  return paymentJournal(paymentId, 'payment_reserved', 'reserved', move(subject, '2020', '2022'))
}

/** Of a payment that the chain has made although the ledger does not know that it was authorized. */
export function paymentFoundJournal(paymentId: PaymentId, subject: PostingSubject): JournalEntry {
  return paymentJournal(paymentId, 'payment_reserved', 'reserved', move(subject, '2020', '2022'))
}

export function paymentCompletedJournal(paymentId: PaymentId, subject: PostingSubject): JournalEntry {
  return paymentJournal(paymentId, 'payment_completed', 'completed', move(subject, '2022', '1120'))
}

export function paymentFailedJournal(paymentId: PaymentId, subject: PostingSubject): JournalEntry {
  return paymentJournal(paymentId, 'payment_failed', 'failed', move(subject, '2022', '2020'))
}

/** Available money is locked by a hold. */
export function holdPlacedJournal(holdId: HoldId, authorization: SpendAuthorization): JournalEntry {
  const { walletId, token, chain, amount } = authorization
  return holdJournal(holdId, 'hold_placed', 'placed', move({ walletId, token, chain, amount }, '2020', '2021'))
}

/** A part of the hold goes in flight as a payment, the rest is available again. @param captured at most the hold's amount */
export function holdCapturedJournal(holdId: HoldId, subject: PostingSubject, captured: bigint): JournalEntry {
  const rest = subject.amount - captured
  return holdJournal(holdId, 'hold_captured', 'ended', [
    { ...subject, account: '2021', direction: 'debit' },
    { ...subject, account: '2022', direction: 'credit', amount: captured },
    ...(rest === 0n ? [] : [{ ...subject, account: '2020', direction: 'credit', amount: rest } as const]),
  ])
}

export function holdVoidedJournal(holdId: HoldId, subject: PostingSubject): JournalEntry {
  return holdJournal(holdId, 'hold_voided', 'ended', move(subject, '2021', '2020'))
}

/** Capture and void have the same key, so a hold ends in the ledger once, whatever happens at the same time. */
function holdJournal(
  holdId: HoldId,
  type: JournalEntry['type'],
  step: 'placed' | 'ended',
  lines: Posting[],
): JournalEntry {
  return { postingKey: `${holdId}.${step}`, type, reference: { resource: 'hold', id: holdId }, lines }
}

export interface GasSubject {
  readonly paymentId: string
  /** That pays; null where it is not known. */
  readonly walletId: WalletId | null
  readonly chain: Chain
  /** Of the transaction that used the gas. */
  readonly hash: string
  /** The position in a batch; none for a transaction of its own. */
  readonly item?: number
  readonly wei: bigint
}

/**
 * Gas that the relayer has paid for an organization, once for each receipt.
 * @param booking 2 or more: a reorganization had replaced the transaction before
 */
export function gasPaidJournal(subject: GasSubject, booking: number): JournalEntry {
  return gasJournal(subject, 'gas_paid', booking === 1 ? '' : `.${booking}`, '5010', '1130')
}

/** A reorganization has replaced this transaction, so it has cost nothing. */
export function gasReversedJournal(subject: GasSubject, booking: number): JournalEntry {
  return gasJournal(subject, 'gas_reversed', `.reversed.${booking}`, '1130', '5010')
}

/** The keys of the postings that set money aside, until what they are for ends. */
export const SET_ASIDE = {
  byPayment: (paymentId: PaymentId): string => `${paymentId}.reserved`,
  byHold: (holdId: HoldId): string => `${holdId}.placed`,
  /** For the payment that captured the hold. */
  byCapture: (holdId: HoldId): string => `${holdId}.ended`,
}

interface Blockable {
  readonly _id: string
  readonly arrivals?: number
  readonly unblocks?: number
}

/** The keys of the postings that may have blocked a deposit as it is blocked now: when it came, or when its sender was listed. */
export function blockedBy({ _id, arrivals = 1, unblocks = 0 }: Blockable): readonly string[] {
  const listed = `${_id}.${blockedStep(arrivals, unblocks)}`
  return unblocks === 0 ? [`${_id}.${creditStep(arrivals)}`, listed] : [listed]
}

const GAS_PREFIX = 'gas_'

/** The transaction whose gas a posting key is about. */
export function gasHashOf(postingKey: string): string {
  return postingKey.slice(GAS_PREFIX.length).split('.', 1)[0] ?? ''
}

function gasJournal(
  { paymentId, walletId, chain, hash, item, wei }: GasSubject,
  type: JournalEntry['type'],
  booking: string,
  debit: GasAccountCode,
  credit: GasAccountCode,
): JournalEntry {
  const line = { token: 'native', chain, amount: wei } as const
  const walletOf = (account: GasAccountCode) => (account === '5010' ? walletId : null)
  const lines: Posting[] = [
    { ...line, account: debit, walletId: walletOf(debit), direction: 'debit' },
    { ...line, account: credit, walletId: walletOf(credit), direction: 'credit' },
  ]
  const position = item === undefined ? '' : `.item.${item}`
  return {
    postingKey: `${GAS_PREFIX}${hash}${position}${booking}`,
    type,
    reference: { resource: 'payment', id: paymentId },
    lines,
  }
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
